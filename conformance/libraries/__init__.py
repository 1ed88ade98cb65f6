"""Libraries written for NumPy, run on their own tests with ``numpy`` replaced inside them."""
