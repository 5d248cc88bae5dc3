"""What each engine does, where it comes from, how well it is known to work, and where it is weak: beside the choice of engine."""

from collections.abc import Sequence
from typing import Protocol

from components.html.markup import escape
from components.html.tours import tour_link
from engines.declaration.engine_spec import Notes
from engines.declaration.registry import known


class Named(Protocol):
    """An engine as it is listed."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...


def engine_notes(engines: Sequence[Named]) -> str:
    """A closed panel with the notes of every engine that has some."""
    declared = [(engine.title, known(engine.name)) for engine in engines]
    entries = "".join(
        _entry(title, each.notes, tour_link(each.name)) for title, each in declared if each is not None and each.notes is not None
    )
    return f'<details class="quiet"><summary>About the engines</summary><div class="notes">{entries}</div></details>' if entries else ""


def _entry(title: str, note: Notes, tour: str) -> str:
    return (
        f"<section><h2>{escape(title)}</h2><p>{escape(note.does)}</p><dl><dt>Paper</dt><dd>{escape(note.paper)}</dd>"
        f"<dt>Published</dt><dd>{escape(note.published)}</dd><dt>Weak spots</dt><dd>{escape(note.weak)}</dd></dl>{tour}</section>"
    )
