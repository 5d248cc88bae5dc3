"""`errata serve`: the page."""

import argparse

from explorer.cli.commands import options
from explorer.reading.usage import DONE, UsageError


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "serve",
        "Open the page in the browser.",
        "The page is served to this machine only, unless --host says otherwise; with --token, only to those who have it.",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1, this machine only)")
    parser.add_argument("--port", type=int, default=7860, help="port to listen on (default: 7860)")
    parser.add_argument(
        "--token",
        nargs="?",
        const="",
        metavar="TOKEN",
        help="let in only who has the token, here or on other machines: the one given (others can read it off the list of programs; "
        "$ERRATA_TOKEN keeps it from them), or alone, one that is made and printed; needed with a --host that others reach",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    options.add_data_dir(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    if not 0 <= args.port <= 65535:
        raise UsageError(f"A port is a number from 0 to 65535, not {args.port}.")
    options.workspace(args).folder  # noqa: B018 - says at once if the data folder cannot be used
    from components.server import reaches_others, serve
    from components.wiring.access import chosen_token

    token = chosen_token(args.token)
    if token is None and reaches_others(args.host):
        raise UsageError(
            f"Other machines could reach the page on {args.host}, and read and change everything in it. Add --token, so that only those "
            "who have the token that is printed come in; or leave out --host for this machine only."
        )
    serve(host=args.host, port=args.port, data_dir=args.data_dir, open_browser=not args.no_browser, token=token)
    return DONE
