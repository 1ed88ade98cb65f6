"""The command line: ``python -m conformance [COMMAND] [OPTIONS]``."""

import signal
import sys

from conformance import cli

if __name__ == "__main__":
    # A signal that ends this process ends the suite's processes too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(cli.main(sys.argv[1:]))
