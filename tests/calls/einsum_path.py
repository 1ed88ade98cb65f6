"""Calls of `einsum_path`."""

CALLS = {"einsum_path": ()}
