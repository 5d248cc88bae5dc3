"""`errata serve`: the page."""

import argparse

from explorer.cli.commands import options
from explorer.reading.usage import DONE, UsageError


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands, "serve", "Open the page in the browser.", "The page is served to this machine only, unless --host says otherwise."
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1, this machine only)")
    parser.add_argument("--port", type=int, default=7860, help="port to listen on (default: 7860)")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    options.add_data_dir(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    if not 0 <= args.port <= 65535:
        raise UsageError(f"A port is a number from 0 to 65535, not {args.port}.")
    options.workspace(args).folder  # noqa: B018 - says at once if the data folder cannot be used
    from components.page import serve

    serve(host=args.host, port=args.port, data_dir=args.data_dir, open_browser=not args.no_browser)
    return DONE
