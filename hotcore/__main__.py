"""`python -m hotcore`: the command line without the web application."""

import sys

from hotcore.cli import main

if __name__ == "__main__":
    sys.exit(main())
