"""`errata models`: the engines and models, what is missing and why; fetch, check, estimate and remove them."""

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engines.declaration.registry import DEFAULT
from explorer.cli.commands import options
from explorer.reading.rows import dumps
from explorer.reading.usage import DONE, FAILED, UsageError, printable

if TYPE_CHECKING:
    from explorer.model_choice.catalogue import ModelInfo
    from explorer.model_choice.presets import Preset


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command with its own commands."""
    parser = options.command(
        commands,
        "models",
        "List the engines and the models by role, and why one cannot run; fetch, check and remove models.",
        "An ID is the hub id of a model in the list, or BACKEND:SOURCE[@REVISION] with a hub id, a folder or a .gguf file,\n"
        "or chat:MODEL@SERVER. Nothing is downloaded unless you say download, and nothing is sent to a server unless you say check.",
    )
    parser.add_argument("--json", action="store_true", help="print JSON, one object a line")
    options.add_data_dir(parser)
    parser.set_defaults(run=run, action="list")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", title="actions")
    _action(actions, "list", "the same as without an action", with_id=False)
    _action(actions, "show", "what is known of one model: state, size, memory, licence, figures")
    _action(actions, "download", "fetch a model from the hub: safetensors and tokenizer only; goes on where it broke off")
    _action(actions, "remove", "delete a fetched model from the hub's cache, or take something out of `models` in the data folder")
    check = _action(actions, "check", "load a model, or ask a server, with an invented example: does it answer, and how fast")
    check.add_argument("--role", metavar="ROLE", default="", help="the role to try it in (default: the first that it can fill)")
    estimate = _action(actions, "estimate", "questions, tokens and cost of a run with language models, without running it", with_id=False)
    estimate.add_argument("rows", metavar="IN.jsonl", help="rows {reference, output}, as for `errata batch`")
    options.add_engine(estimate)
    options.add_verifier(estimate)
    estimate.add_argument("--model", metavar="ROLE=ID", action="append", help="a model for another role; may be repeated")


def _action(actions: Any, name: str, words: str, with_id: bool = True) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(name, help=words, description=f"{words[0].upper()}{words[1:]}.")
    if with_id:
        parser.add_argument("id", metavar="ID", help="which model")
    # Without a default of their own, so that they may stand before the action too.
    parser.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="print JSON, one object a line")
    parser.add_argument("--data-dir", metavar="DIR", default=argparse.SUPPRESS, help="the data folder, with servers, keys and prompts")
    return parser


def run(args: argparse.Namespace) -> int:
    """Do what was asked."""
    actions = {"show": _show, "download": _download, "remove": _remove, "check": _check, "estimate": _estimate}
    return actions.get(args.action or "list", _list)(args)


def _list(args: argparse.Namespace) -> int:
    from engines.core.errors import InputError
    from engines.core.machine import personal
    from explorer.model_choice.catalogue import catalogued, own_models, servers
    from explorer.model_choice.presets import presets
    from explorer.services.engines import model_rows

    bundled = model_rows()
    others = [*own_models(personal.folder() / "models"), *catalogued()]
    try:
        known = list(servers())
    except InputError as problem:
        print(f"errata: {problem}", file=sys.stderr)
        known = []
    if args.json:
        for row in [*bundled, *map(_model_row, others), *map(_server_row, known), *map(_preset_row, presets())]:
            print(dumps(row))
        return DONE
    _print(("role", "name", "state", "what it is"), [_cells(r) for r in bundled])
    for roles in dict.fromkeys(m.roles for m in others):
        print()
        header = ("state", "disk", "memory", "licence", _called(roles))
        _print(header, [_model_cells(m) for m in others if m.roles == roles])
    print()
    rows = [
        (s["name"], s["url"], "stay here" if s["local"] else "are sent there", f"chat:{s['model'] or 'MODEL'}@{s['name']}") for s in known
    ]
    _print(("server", "at", "texts", "choose it as"), rows)
    print()
    _print(("preset", "state", "what it is"), [_preset_cells(p) for p in presets()])
    print("\n`errata models show ID` says why a model is missing, `errata models download ID` fetches it.")
    return DONE


def _called(roles: tuple[str, ...]) -> str:
    return "language model" if len(roles) > 1 else roles[0].replace("_", " ") if roles else "in `models`, and of no use as it is"


def _show(args: argparse.Namespace) -> int:
    from explorer.model_choice.catalogue import info

    found = info(args.id)
    if args.json:
        print(dumps(_model_row(found)))
        return DONE
    for name, value in _facts(found):
        if value:
            print(f"{name + ':':10} {value}")
    return DONE


def _facts(model: "ModelInfo") -> list[tuple[str, str]]:
    from explorer.model_choice.catalogue import free_memory, human_bytes

    state = "in memory" if model.loaded else "available" if model.available else f"missing. {model.reason}"
    needs = f"about {human_bytes(model.memory)}; {human_bytes(free_memory())} are free now" if model.memory else ""
    if model.memory > free_memory():
        needs += ". It may not fit: choose a smaller model, or serve it from another machine"
    return [
        ("model", model.id),
        ("title", model.title),
        ("roles", ", ".join(model.roles)),
        ("backend", model.backend),
        ("state", state),
        ("size", f"about {human_bytes(model.bytes)}" if model.bytes else ""),
        ("memory", needs),
        ("licence", f"{model.licence} (as its authors say; read it before you use it)" if model.licence else ""),
        ("reported", model.figures),
        ("note", model.note),
    ]


def _download(args: argparse.Namespace) -> int:
    from explorer.model_choice.catalogue import human_bytes, identified
    from explorer.model_choice.downloading import Download, download, pinned
    from explorer.reading.progress import StatusLine

    model_id = identified(args.id)
    with StatusLine() as status:

        def told(progress: Download) -> None:
            share = f" ({progress.done / progress.total:.0%})" if progress.total else ""
            status.show(f"{model_id.source}: {human_bytes(progress.done)} of {human_bytes(progress.total)}{share}")

        folder = download(model_id, told)
    row = {"id": str(model_id), "pinned": pinned(model_id, folder), "folder": str(folder)}
    print(dumps(row) if args.json else f"{model_id.source} is in {folder}\nThe same weights tomorrow: {row['pinned']}")
    return DONE


def _remove(args: argparse.Namespace) -> int:
    from engines.core.machine import personal
    from explorer.model_choice.catalogue import human_bytes, identified, own_models, take_out, taken_out
    from explorer.model_choice.downloading import remove

    models = personal.folder() / "models"
    if any(args.id in (model.id, model.title) for model in own_models(models)):
        words = taken_out(args.id, take_out(args.id, models))
        print(dumps({"id": args.id, "freed": 0, "said": words}) if args.json else words)
        return DONE
    freed = remove(identified(args.id))
    if args.json:
        print(dumps({"id": args.id, "freed": freed}))
    else:
        print(f"{human_bytes(freed)} freed." if freed else "It was not on this machine.")
    return DONE


def _check(args: argparse.Namespace) -> int:
    from explorer.model_choice.trial import try_model

    result = try_model(args.id, args.role)
    if args.json:
        print(dumps(result.to_json()))
    else:
        for line in result.lines():
            print(line)
    return DONE if result.answers else FAILED


def _estimate(args: argparse.Namespace) -> int:
    from explorer.model_choice.estimating import estimate

    pairs = list(_pairs(args.rows))
    found = estimate(pairs, options.check_engine(args.engine or DEFAULT), args.verifier, _models(args.model))
    if args.json:
        for each in found:
            print(dumps(each.to_json()))
        return DONE
    if not found:
        print("No language model is chosen: nothing is sent anywhere, and nothing costs anything but time.", file=sys.stderr)
        return DONE
    cells = [
        (e.role, e.model, f"{e.calls:,}", f"{e.tokens_in:,}", f"{e.tokens_out:,}", "no price set" if e.cost is None else f"{e.cost:,.2f}")
        for e in found
    ]
    _print(("role", "model", "questions", "tokens read", "tokens written", "cost"), cells)
    print(f"\nFor {len(pairs):,} pairs, usually right to a factor of two. What is in the cache is not asked again.")
    return DONE


def _pairs(path: str) -> list[tuple[str, str]]:
    from explorer.reading.rows import Row, read_rows

    pairs = []
    for row in read_rows(path):
        if isinstance(row, Row):
            pairs.append((row.text("reference"), row.text("output")))
        else:
            print(f"errata: {printable(row.reason)}", file=sys.stderr)
    if not pairs:
        raise UsageError(f"There are no rows with a reference and an output in {path}.")
    return pairs


def _models(pairs: list[str] | None) -> dict[str, str]:
    chosen = {}
    for pair in pairs or ():
        role, equals, id = pair.partition("=")
        if not equals or not role or not id:
            raise UsageError(f"A model is given as ROLE=ID, for example writer=chat:llama3.2@ollama, not {pair!r}.")
        chosen[role] = id
    return chosen


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    return str(row["role"]), str(row["name"]), "available" if row["available"] else "unavailable", str(row["reason"] or row["summary"])


def _model_cells(model: "ModelInfo") -> tuple[str, ...]:
    from explorer.model_choice.catalogue import human_bytes

    state = "in memory" if model.loaded else "available" if model.available else "missing"
    size, memory = (human_bytes(n) if n else "?" for n in (model.bytes, model.memory))
    return state, size, memory, model.licence, model.id


def _model_row(model: "ModelInfo") -> dict[str, Any]:
    return {"role": model.roles[0] if model.roles else "", "name": model.id, "summary": model.title, **model.to_json()}


def _preset_cells(preset: "Preset") -> tuple[str, ...]:
    missing = preset.missing()
    return preset.name, f"needs {len(missing)} more" if missing else "available", f"{preset.title}. {preset.note}"


def _preset_row(preset: "Preset") -> dict[str, Any]:
    missing = preset.missing()
    return {"role": "preset", "available": not missing, "reason": " ".join(missing.values()), "summary": preset.title, **preset.to_json()}


def _server_row(server: dict[str, Any]) -> dict[str, Any]:
    return {"role": "server", "available": not server["reason"], "summary": server["title"], **server}


def _print(header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    from explorer.cli.terminal import print_table

    print_table(header, rows, "No models.")
