"""`python -m explorer` is the same as `errata`."""

import sys

from explorer.cli import main

sys.exit(main())
