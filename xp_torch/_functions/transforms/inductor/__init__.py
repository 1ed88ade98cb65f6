"""Graphs in the form in which inductor, torch's default compiler, makes fast code; imported with the first graph."""

__all__: list[str] = []
