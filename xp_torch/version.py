"""Version of the package. Its first two numbers are those of the version of NumPy whose semantics it has."""

__all__ = ["full_version", "release", "short_version", "version"]

version = "2.5.0"
short_version = full_version = version
release = True
