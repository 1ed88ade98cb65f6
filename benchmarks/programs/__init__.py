"""Part ``programs``: small whole programs, eager and compiled.

Each is a module with ``start(rng)``, its arrays; ``step(np, *arrays)``, NumPy source for one step, which takes and
returns arrays; and ``step_of_torch(*arrays)``, the same written for plain tensors by hand. ``STEPS`` is how many steps
one run takes. The source says ``np.matmul`` where one would write ``@``: torch 2.13 compiles the operator for tensors
and NumPy's arrays only.
"""

from benchmarks.programs.times import run

__all__ = ["run"]
