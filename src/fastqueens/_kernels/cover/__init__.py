"""The kernels of exact cover."""
