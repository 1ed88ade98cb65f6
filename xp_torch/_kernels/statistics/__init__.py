"""Statistics kernels."""
