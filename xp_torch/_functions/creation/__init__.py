"""Creation functions."""
