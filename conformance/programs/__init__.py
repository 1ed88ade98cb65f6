"""Programs that others wrote for NumPy, run with their import changed and nothing else."""
