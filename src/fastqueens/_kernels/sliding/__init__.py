"""The kernels of sliding tiles."""
