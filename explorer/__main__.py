"""`python -m explorer` is the same as `errata`."""

import sys

from explorer.cli.main import main

sys.exit(main())
