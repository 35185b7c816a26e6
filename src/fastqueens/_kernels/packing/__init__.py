"""The kernels of packing."""
