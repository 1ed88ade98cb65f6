"""Facts: dtypes, promotion, defaults, shapes, errors.

They import only torch, the standard library and NumPy's error and dtype types.
"""
