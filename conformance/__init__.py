"""Runs the public conformance suites on the installed package; not part of the wheel.

``python -m conformance --help`` says what it can do; ``docs/conformance.md`` explains the figures.
"""
