"""Sorting functions."""
