"""The same calls on arrays that are sharded over processes, compared with plain arrays."""
