"""Transforms of functions of arrays: compilation, gradients, mapping and guard rails."""
