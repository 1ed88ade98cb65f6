"""Io functions."""
