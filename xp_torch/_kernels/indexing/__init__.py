"""Indexing kernels."""
