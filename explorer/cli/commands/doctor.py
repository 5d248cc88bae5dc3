"""`errata doctor`: what is installed, which models are available, and whether the data folder is in order."""

import argparse

from explorer.cli.commands import options
from explorer.reading.rows import dumps
from explorer.reading.usage import DONE, FAILED


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "doctor",
        "Say what is installed, which models are available, and what to do where something is wrong.",
        "Exits with 1 if something that Errata needs is missing or damaged. Runs no model and sends nothing anywhere.\n"
        "With --check every byte of the database and every record in it is read: integrity, shape, permissions, and what cannot be\n"
        "read, with the command that removes it; and the files of the bundled models are held against their SHA-256 digests.",
    )
    parser.add_argument("--check", action="store_true", help="read all that is kept and the files of the bundled models, nothing else")
    parser.add_argument("--json", action="store_true", help="print JSON, one finding a line")
    options.add_data_dir(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Look and report."""
    from explorer.services.health import findings

    found = list(findings(args.data_dir, args.check))
    for finding in found:
        if args.json:
            print(dumps({"what": finding.what, "state": finding.state, "found": finding.found}))
    if not args.json:
        from explorer.cli.terminal import print_findings

        print_findings(found)
    return FAILED if any(finding.state == "wrong" for finding in found) else DONE
