"""`python -m hotcore`: the core stands alone."""

import sys

from hotcore.command_line import main

if __name__ == "__main__":
    sys.exit(main())
