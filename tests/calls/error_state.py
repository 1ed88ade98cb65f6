"""Calls of the settings for floating-point errors: no array comes in."""

CALLS = dict.fromkeys(("getbufsize", "geterr", "geterrcall", "setbufsize", "seterr"), ())
