"""Measures `xp_torch` beside plain torch and others; not part of the wheel.

``python -m benchmarks --help`` says what it can do; ``docs/benchmarks.md`` explains the figures.
"""
