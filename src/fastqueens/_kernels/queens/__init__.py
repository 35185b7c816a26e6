"""The kernels of coloured Queens and Star Battle."""
