"""Start the page: `python app.py`, the same as `errata serve`."""

import sys

from explorer.cli.main import main

if __name__ == "__main__":
    sys.exit(main(["serve", *sys.argv[1:]]))
