"""`errata models`: the engines, and the models by role."""

import argparse

from explorer.commands import options
from explorer.rows import dumps
from explorer.usage import DONE


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(commands, "models", "List the engines and the models by role, and why one cannot run.")
    parser.add_argument("--json", action="store_true", help="print JSON, one object a line")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List them."""
    rows = model_rows()
    if args.json:
        for row in rows:
            print(dumps(row))
        return DONE
    from explorer.terminal import print_table

    print_table(
        ("role", "name", "state", "what it is"),
        [
            (str(r["role"]), str(r["name"]), "available" if r["available"] else "unavailable", str(r["reason"] or r["summary"]))
            for r in rows
        ],
        "No models.",
    )
    return DONE


def model_rows() -> list[dict[str, object]]:
    """One row {role, name, available, reason, summary} per engine, verifier and model of another role."""
    from engines import registry
    from explorer.engines import available, verifiers

    rows: list[dict[str, object]] = []
    known = (("engine", available()), ("verifier", verifiers()))
    for role, infos in known:
        rows += [
            {"role": role, "name": i.name, "available": i.available, "reason": i.reason, "summary": f"{i.title}: {i.summary}"}
            for i in infos
        ]
    reason = next((str(row["reason"]) for row in rows if row["role"] == "engine" and not row["available"]), "")
    for role in registry.roles():
        if role != "verifier":
            rows += [
                {"role": role, "name": n, "available": not reason, "reason": reason, "summary": "bundled"} for n in registry.names(role)
            ]
    return rows
