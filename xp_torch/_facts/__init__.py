"""Facts: dtypes, promotion, defaults, shapes, errors.

They know torch, the standard library and NumPy's error and dtype types.
"""
