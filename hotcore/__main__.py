"""`python -m hotcore`: the core stands alone."""

import sys

from hotcore.cli import main

if __name__ == "__main__":
    sys.exit(main())
