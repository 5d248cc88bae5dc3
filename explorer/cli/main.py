"""The `errata` command: reads the arguments, runs the command, and says in one line what went wrong."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from engines.core.errors import ErrataError
from engines.core.machine import personal
from explorer.reading.usage import DONE, FAILED, INTERRUPTED, USAGE, UsageError, printable

COMMANDS = {
    "serve": "serve",
    "analyze": "analyze",
    "compare": "compare",
    "batch": "rows.batch",
    "verify": "rows.verify",
    "parse": "rows.parse",
    "retrieve": "rows.retrieve",
    "benchmark": "rows.benchmark",
    "export": "history.export",
    "import": "history.imports",
    "backup": "history.backup",
    "restore": "history.restore",
    "history": "history.listing",
    "agreement": "agreement",
    "models": "models",
    "cache": "cache",
    "rules": "rules",
    "doctor": "doctor",
}
"""The commands, each with its module under `explorer.cli.commands`, which registers it."""
VERSION = "0.1.0"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; a person's mistake never ends in a traceback."""
    parser = command_parser()
    try:
        chosen = parser.parse_args(arguments)
        if chosen.command is None:
            parser.print_help()
            return USAGE
        if getattr(chosen, "data_dir", None):
            # Servers, keys and prompts of that folder count from the first check on.
            personal.use(personal.default_folder(chosen.data_dir))
        return int(chosen.run(chosen) or DONE)
    except UsageError as problem:
        return _say(problem, USAGE)
    except ErrataError as problem:
        return _say(problem, FAILED)
    except BrokenPipeError:
        _silence_output()
        return DONE
    except KeyboardInterrupt:
        print("errata: interrupted", file=sys.stderr)
        return INTERRUPTED
    except OSError as problem:
        return _say(f"{problem.filename or 'a file'}: {problem.strerror or problem}", FAILED)
    except MemoryError:
        return _say("there is not enough memory for this input. Split it and try the parts one by one.", FAILED)


def command_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    parser = argparse.ArgumentParser(
        prog="errata",
        description="Which parts of a text does its reference not support, and where is the evidence?",
        epilog="`errata COMMAND --help` explains a command. A file named - is standard input or output.",
    )
    parser.add_argument("--version", action="version", version=f"errata {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name in COMMANDS:
        import_module(f"explorer.cli.commands.{COMMANDS[name]}").register(commands)
    return parser


def _say(problem: object, code: int) -> int:
    print(f"errata: {printable(str(problem))}", file=sys.stderr)
    return code


def _silence_output() -> None:
    """The reader of our output has gone: keep Python from complaining about it when it closes the stream."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
