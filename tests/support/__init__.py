"""What the tests share: the oracle, strategies, the fuzzer and operands. The table of calls is in `tools.calls`."""

import support.checkout  # noqa: F401  # makes `tools`, `benchmarks` and `conformance` importable
