"""The command line: ``python -m conformance [COMMAND] [OPTIONS]``."""

import sys

from conformance import cli

if __name__ == "__main__":
    sys.exit(cli.main(sys.argv[1:]))
