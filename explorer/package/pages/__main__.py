"""`python -m explorer.package.pages`, or `make docs`: writes what is made in `docs` anew, and what the examples there print."""

import sys
import tempfile
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from explorer.evaluation.serving import served
from explorer.package.pages.api import api_page
from explorer.package.pages.commands_page import commands_page
from explorer.package.pages.engine_parts import made
from explorer.package.pages.markdown import with_made
from explorer.package.pages.playing import ADDRESS, Failed, Playground, same
from explorer.package.pages.schema_page import schema_page, schema_text

DOCS = Path(__file__).parents[3] / "docs"
WHOLE = {"api.md": api_page, "schema.md": schema_page, "schema.json": schema_text, "commands.md": commands_page}
"""Pages that are made as a whole."""
ELSEWHERE = ("annotating.md", "in-class.md")
"""Pages about what several people do one after the other: they are not played."""


def main(names: Sequence[str]) -> int:
    """Write them; with names only these pages."""
    failed = 0
    for name, make in WHOLE.items():
        if not names or name in names:
            changed(DOCS / name, make())
    for path in sorted(DOCS.rglob("*.md")):
        name = path.relative_to(DOCS).as_posix()
        if (names and name not in names) or name in WHOLE or name in ELSEWHERE:
            continue
        page = path.read_text(encoding="utf-8")
        changed(path, with_made(page, made))
        page = path.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder, served() if ADDRESS in page else nullcontext() as running:
            try:
                played = Playground(Path(folder), running.place if running else "").play(page)
            except Failed as problem:
                print(f"{name}: {problem}", file=sys.stderr)
                failed = 1
                continue
        if not same(page, played):
            changed(path, played)
    return failed


def changed(path: Path, text: str) -> None:
    """Write a file if it says something else."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"{path.name} written")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
