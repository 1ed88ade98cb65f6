"""Functional functions."""
