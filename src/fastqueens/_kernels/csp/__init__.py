"""The kernels of binary constraint problems."""
