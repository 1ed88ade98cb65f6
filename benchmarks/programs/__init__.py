"""Part ``programs``: small whole programs, eager and compiled.

Each is a module with ``start(rng)``, its arrays; ``step(np, *arrays)``, NumPy source for one step, which takes and
returns arrays; and ``step_of_torch(*arrays)``, the same written for plain tensors by hand. ``STEPS`` is how many steps
one run takes.
"""

from benchmarks.programs.run import run

__all__ = ["run"]
