"""What the tests share: the oracle, the table of calls, strategies, the fuzzer and operands."""
