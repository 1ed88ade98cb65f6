"""Manipulation functions."""
