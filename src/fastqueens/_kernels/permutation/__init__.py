"""The kernels of generate and test."""
