"""Garbage calls: every public function, method and operator with arguments of wrong types, ranks, sizes and dtypes.

A call is one line of Python, in which ``np`` is this package. It may compute or raise an error that is meant for
users. It may not end the process, take longer than `check.HANG_SECONDS`, or raise an error of torch's.
"""
