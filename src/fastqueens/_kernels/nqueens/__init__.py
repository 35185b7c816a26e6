"""The kernels of N-Queens."""
