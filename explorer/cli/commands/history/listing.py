"""`errata history`: the analyses that were made, to list, search, show, rename, tag, delete and bring back."""

import argparse
import sys
from dataclasses import asdict

from explorer.cli.commands import options
from explorer.reading.rows import dumps
from explorer.reading.usage import DONE, FAILED, UsageError


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "history",
        "List, search, show, rename, tag and delete earlier analyses.",
        "errata history                      the newest analyses\n"
        "errata history search WORDS         those in whose texts, title, facts, notes or tags all the words are\n"
        "errata history show ID              one analysis\n"
        "errata history rename ID TITLE      call it something else; without a title, by its output again\n"
        "errata history tag ID TAG, TAG …    give its texts tags, with commas between them; without a tag, none\n"
        "errata history delete ID …          take analyses out; restore ID … brings them back for a day\n"
        "errata history purge                erase deleted analyses now\n"
        "errata history damaged              whatever is stored and cannot be read, analyses, notes, drafts and so on\n"
        "errata history discard KIND ID      remove one of these that is no analysis (an analysis is deleted as any other)",
    )
    parser.add_argument("action", nargs="?", default="list", choices=(*_ACTIONS, "list", "search"))
    parser.add_argument("values", nargs="*", metavar="WORD|ID|TITLE")
    parser.add_argument("--limit", metavar="N", type=options.whole_number(1), default=50, help="most to list (default: 50)")
    parser.add_argument("--json", action="store_true", help="print JSON, one object a line")
    options.add_data_dir(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do what was asked with the history."""
    if args.action in ("show", "rename", "tag", "delete", "restore", "search") and not args.values:
        what = "the words to look for" if args.action == "search" else "the id of an analysis"
        raise UsageError(f"errata history {args.action} needs {what}.")
    if args.action in ("list", "purge", "damaged") and args.values:
        raise UsageError(f"errata history {args.action} takes nothing more; to find words use `errata history search`.")
    if args.action == "discard" and len(args.values) != 2:
        raise UsageError("errata history discard needs the kind and the id of a thing, as `errata history damaged` names them.")
    return int(_ACTIONS.get(args.action, _list)(args))


def _list(args: argparse.Namespace) -> int:
    with options.workspace(args) as workspace:
        entries = workspace.store.history(" ".join(args.values), args.limit)
    if args.json:
        for entry in entries:
            print(dumps(asdict(entry)))
        return DONE
    from explorer.cli.terminal import print_table

    rows = [
        (
            e.id,
            e.created[:16].replace("T", " "),
            e.engine,
            "–" if e.score is None else f"{100 * e.score:.0f}",
            f"{e.supported}/{e.units}",
            f"(damaged: {e.damaged}) {e.title}" if e.damaged else e.title,
        )
        for e in entries
    ]
    print_table(("id", "when (UTC)", "engine", "score", "facts", "title"), rows, "The history has nothing to show.")
    return DONE


def _show(args: argparse.Namespace) -> int:
    from explorer.cli.terminal import print_analysis

    with options.workspace(args) as workspace:
        for id in args.values:
            analysis = workspace.store.get(id)
            if args.json:
                print(dumps(analysis.to_json()))
            else:
                print_analysis(analysis)
    return DONE


def _rename(args: argparse.Namespace) -> int:
    id, *title = args.values
    with options.workspace(args) as workspace:
        renamed = workspace.store.rename(id, " ".join(title))
    print(f"{id} renamed" if renamed else f"{id} not in the history")
    return DONE if renamed else FAILED


def _tag(args: argparse.Namespace) -> int:
    id, *tags = args.values
    with options.workspace(args) as workspace:
        kept = workspace.store.tag(id, " ".join(tags).split(","))
    print(f"{id}: {', '.join(kept) or 'no tags'}")
    return DONE


def _change(args: argparse.Namespace) -> int:
    done = FAILED
    with options.workspace(args) as workspace:
        change = workspace.store.delete if args.action == "delete" else workspace.store.restore
        outcomes = [(id, change(id)) for id in args.values]
    for id, changed in outcomes:
        said = f"{args.action}d" if changed else f"not in the {'history' if args.action == 'delete' else 'deleted analyses'}"
        print(f"{id} {said}")
        done = DONE if changed else done
    return DONE if all(changed for _, changed in outcomes) else FAILED


def _purge(args: argparse.Namespace) -> int:
    from sessions.copies import copies

    with options.workspace(args) as workspace:
        store = workspace.store
        print(f"{store.purge()} deleted analyses erased")
        if kept := copies(store.path):
            print(f"Copies made before still have them: {len(kept)} in {kept[0].parent}. Delete those by hand.", file=sys.stderr)
    return DONE


def _damaged(args: argparse.Namespace) -> int:
    from explorer.cli.terminal import print_table

    with options.workspace(args) as workspace:
        found = [*workspace.store.damaged_analyses(), *workspace.store.damaged()]
    if args.json:
        for thing in found:
            print(dumps(asdict(thing)))
    else:
        rows = [(thing.kind, thing.id, thing.title, thing.why) for thing in found]
        print_table(("kind", "id", "what", "why"), rows, "Everything that is stored can be read.")
    return FAILED if found else DONE


def _discard(args: argparse.Namespace) -> int:
    kind, id = args.values
    with options.workspace(args) as workspace:
        gone = workspace.store.discard(kind, id)
    print(f"{kind} {id} removed" if gone else f"there is no {kind} {id}")
    return DONE if gone else FAILED


_ACTIONS = {
    "show": _show,
    "rename": _rename,
    "tag": _tag,
    "delete": _change,
    "restore": _change,
    "purge": _purge,
    "damaged": _damaged,
    "discard": _discard,
}
