"""Arguments that several commands share."""

import argparse
from typing import TYPE_CHECKING

from explorer.reading.usage import UsageError

if TYPE_CHECKING:
    from explorer.services.workspace import Workspace

Commands = argparse._SubParsersAction  # the type that `add_subparsers` returns has no public name


def command(commands: "Commands[argparse.ArgumentParser]", name: str, summary: str, details: str = "") -> argparse.ArgumentParser:
    """A new command; `summary` is one line, `details` follow it in the command's own help."""
    return commands.add_parser(
        name, help=summary, description=f"{summary}\n\n{details}".strip(), formatter_class=argparse.RawDescriptionHelpFormatter
    )


def add_data_dir(parser: argparse.ArgumentParser, what: str = "folder for history and cache") -> None:
    """`--data-dir DIR`; the command line reads servers, keys and prompts from there before the command runs."""
    parser.add_argument("--data-dir", metavar="DIR", help=f"{what} (default: $ERRATA_DATA_DIR, else the user data folder)")


def add_rows(parser: argparse.ArgumentParser, out_required: bool = False) -> None:
    """The file of rows, and `--out`, which is standard output unless it is required."""
    parser.add_argument("rows", metavar="IN.jsonl", help="rows to read, one JSON object a line (or a .csv file); - is standard input")
    extra = {"required": True} if out_required else {"default": "-"}
    parser.add_argument(
        "--out", metavar="OUT.jsonl", help="file to write" + ("" if out_required else " (default: standard output)"), **extra
    )


def add_map(parser: "argparse.ArgumentParser | argparse._ArgumentGroup") -> None:
    """`--map OURS=THEIRS,…`, read with `explorer.reading.columns.columns_of`."""
    parser.add_argument(
        "--map",
        metavar="OURS=THEIRS",
        action="append",
        help="what a table calls our fields, for example reference=article,output=summary; may be repeated",
    )


def add_verifier(parser: argparse.ArgumentParser, default: str | None = "compact") -> None:
    """`default` None tells apart whether one was named, for a preset to go behind."""
    parser.add_argument("--verifier", metavar="ID", default=default, help="verifier to ask (default: compact; see `errata models`)")


def add_cache(parser: argparse.ArgumentParser) -> None:
    """`--no-cache` and `--data-dir`."""
    parser.add_argument("--no-cache", action="store_true", help="ask the models even if the answer is known, and remember nothing")
    add_data_dir(parser)


def workspace(args: argparse.Namespace) -> "Workspace":
    """The workspace of the data folder that was chosen."""
    from explorer.services.workspace import Workspace

    return Workspace(args.data_dir)


def add_engine(parser: argparse.ArgumentParser, several: bool = False) -> None:
    """`--engine NAME`, None where none is named, for a preset to go behind; `several` where it may be repeated."""
    from engines.declaration.registry import DEFAULT, names

    known = ", ".join(names()[:-1]) + f" or {names()[-1]}"
    words = f"{known}; may be repeated (default: {DEFAULT})" if several else f"{known} (default: {DEFAULT})"
    parser.add_argument("--engine", metavar="NAME", action="append" if several else "store", help=words)


def check_engine(name: str) -> str:
    """The name of an engine that can run.

    Raises:
        UsageError: there is no engine of that name.
        UnavailableError: it cannot run here.
    """
    from engines.core.errors import UnavailableError
    from explorer.services.engines import available

    known = {info.name: info for info in available()}
    if name not in known:
        raise UsageError(f"There is no engine called {name!r}. Known: {', '.join(known)}.")
    if not known[name].available:
        raise UnavailableError(f"The engine {name} cannot run: {known[name].reason}")
    return name


def check_model(role: str, name: str) -> str:
    """The name or id of a model that can fill a role.

    Raises:
        UsageError: it names nothing that could.
        UnavailableError: it is not on this machine.
    """
    from engines.core.errors import InputError, UnavailableError
    from engines.models import registry

    try:
        registry.identify(role, name)
    except InputError as problem:
        raise UsageError(str(problem)) from problem
    state = registry.status(role, name)
    if not state.available:
        raise UnavailableError(state.reason)
    return name


def add_models(parser: argparse.ArgumentParser) -> None:
    """`--model ROLE=ID`, as often as wanted; read with `models`."""
    parser.add_argument(
        "--model",
        metavar="ROLE=ID",
        action="append",
        dest="models",
        help="a model for another role: parser, writer, question_writer, reader or lss_writer (see `errata models`); may be repeated",
    )
    parser.add_argument(
        "--deep",
        action="store_true",
        help="a deep check: a small language model on this machine reads along, which finds more and takes some seconds more",
    )


def models(pairs: list[str] | None, deep: bool = False) -> dict[str, str]:
    """Models given as ROLE=ID, each checked.

    Args:
        deep: a language model is to read along; where none is named one that is on this machine.

    Raises:
        UsageError: a pair is written otherwise, or names a role or a model that is not there.
        UnavailableError: a model is not on this machine.
    """
    from explorer.services.engines import ROLES

    chosen: dict[str, str] = {}
    for pair in pairs or ():
        role, equals, id = pair.partition("=")
        if not equals or role not in ROLES or not id:
            raise UsageError(f"A model is written ROLE=ID with one of the roles {', '.join(ROLES)}, not {pair!r}.")
        chosen[role] = id if id == ROLES[role] else check_model(role, id)
    if deep and "language_model" not in chosen:
        from explorer.model_choice.deep_check import needed_language_model

        chosen["language_model"] = needed_language_model()
    return chosen


def add_preset(parser: argparse.ArgumentParser) -> None:
    """`--preset NAME`; put to use with `apply_preset`."""
    parser.add_argument(
        "--preset",
        metavar="NAME",
        default="",
        help="engine, models and settings in one, for example qasem-paper (see `errata models`); what you name yourself goes before",
    )


def apply_preset(args: argparse.Namespace) -> None:
    """Put a preset's engine, models and settings into the arguments, before those that were given.

    Raises:
        UsageError: there is no such preset.
    """
    if not args.preset:
        return
    import json

    from engines.core.errors import InputError
    from explorer.model_choice.presets import preset

    try:
        chosen = preset(args.preset)
    except InputError as problem:
        raise UsageError(str(problem)) from problem
    args.engine = [chosen.engine] if args.engine is None else args.engine
    args.verifier = args.verifier or chosen.verifier
    args.models = [f"{role}={id}" for role, id in chosen.models.items()] + (args.models or [])
    args.settings = [f"{name}={json.dumps(value)}" for name, value in chosen.settings.items()] + (args.settings or [])


def whole_number(least: int) -> "type[int]":
    """An argparse type: an integer of at least `least`."""

    def convert(text: str) -> int:
        number = int(text)
        if number < least:
            raise argparse.ArgumentTypeError(f"must be {least} or more")
        return number

    convert.__name__ = "integer"
    return convert  # type: ignore[return-value]


def settings(pairs: list[str] | None) -> dict[str, object]:
    """Engine settings given as NAME=VALUE; a value that is JSON is read as such."""
    import json

    chosen: dict[str, object] = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise UsageError(f"A setting is written NAME=VALUE, not {pair!r}.")
        try:
            chosen[name] = json.loads(value)
        except ValueError:
            chosen[name] = value
    return chosen


def add_settings(parser: argparse.ArgumentParser) -> None:
    """`--set NAME=VALUE`, as often as wanted; read with `settings`."""
    parser.add_argument(
        "--set", metavar="NAME=VALUE", action="append", dest="settings", help="a setting of the engine, for example threshold=0.6"
    )
