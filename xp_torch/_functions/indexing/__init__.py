"""Indexing functions."""
