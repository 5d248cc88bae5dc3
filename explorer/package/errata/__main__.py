"""`python -m errata` is the same as `errata`."""

import sys

from explorer.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
