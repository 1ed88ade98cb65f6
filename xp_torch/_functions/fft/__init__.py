"""Fft functions."""
