"""Differential fuzzing: calls of every public function, drawn at random and compared with NumPy's answers."""
