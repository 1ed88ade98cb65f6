"""Linear algebra functions."""
