"""Dtypes that torch lacks: `register_dtype`, float8 and complex32. Nothing below imports this folder."""
