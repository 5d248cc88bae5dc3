"""What each engine does, where it comes from, how well it is known to work, and where it is weak: beside the choice of engine."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from components.html.markup import escape
from engines.core.files import asset


class Named(Protocol):
    """An engine as it is listed."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...


@lru_cache(maxsize=1)
def notes() -> dict[str, dict[str, str]]:
    """The notes by engine: `does`, `paper`, `published`, `weak`."""
    return dict(json.loads(asset("engines", "notes.json").read_text(encoding="utf-8")))


def engine_notes(engines: Sequence[Named]) -> str:
    """A closed panel with the notes of every engine that has some."""
    known = notes()
    entries = "".join(_entry(engine.title, known[engine.name]) for engine in engines if engine.name in known)
    return f'<details class="quiet"><summary>About the engines</summary><div class="notes">{entries}</div></details>' if entries else ""


def _entry(title: str, note: dict[str, str]) -> str:
    return (
        f"<section><h2>{escape(title)}</h2><p>{escape(note['does'])}</p><dl><dt>Paper</dt><dd>{escape(note['paper'])}</dd>"
        f"<dt>Published</dt><dd>{escape(note['published'])}</dd><dt>Weak spots</dt><dd>{escape(note['weak'])}</dd></dl></section>"
    )
