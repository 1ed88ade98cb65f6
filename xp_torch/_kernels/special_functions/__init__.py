"""Kernels of special functions that torch lacks, by family. They compute in float64 or complex128."""
