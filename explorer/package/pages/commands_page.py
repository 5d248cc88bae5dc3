"""docs/commands.md: what every command says of itself."""

import argparse
import os
from unittest.mock import patch

from explorer.cli.main import COMMANDS, command_parser

BEGINNING = """# Commands

Made from the code by `make docs`; a test holds it to that. `errata COMMAND --help` says the same. A file named `-` is standard input or
output. Exit codes: 0 done, 1 failed, 2 used wrongly.
"""


def commands_page() -> str:
    """The page."""
    with patch.dict(os.environ, {"COLUMNS": "100"}):
        parser = command_parser()
        (choices,) = (action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction))
        assert choices is not None
        parts = [f"\n## errata {name}\n\n```text\n{choices[name].format_help().strip()}\n```\n" for name in COMMANDS]
    return BEGINNING + "".join(parts)
