"""The command line: ``python -m benchmarks.accuracy [OPTIONS]``."""

import sys

from benchmarks.accuracy import cli

if __name__ == "__main__":
    sys.exit(cli.main(sys.argv[1:]))
