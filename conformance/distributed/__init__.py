"""The same calls on arrays that are cut over processes, compared with plain arrays."""
