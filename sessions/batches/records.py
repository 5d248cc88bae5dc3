"""A batch in the store: what it is called and how it was made, and one record for each of its rows that has been answered."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sessions.listing.searching import BATCH


def session_of(batch: str) -> str:
    """The session of the analyses that a batch has made."""
    return f"{BATCH}{batch}"


@dataclass(frozen=True)
class Batch:
    """A batch.

    Attributes:
        id: 12 hexadecimal digits.
        name: what a person calls it.
        created, updated: ISO 8601, UTC.
        about: how it was made, as JSON has it: the file, its columns, engine, models, settings, and how many rows there are.
        answered, failed: how many rows have an answer, and how many of these are errors.
        score: the mean score of the rows that have one.
    """

    id: str
    name: str
    created: str
    updated: str
    about: Mapping[str, Any]
    answered: int = 0
    failed: int = 0
    score: float | None = None

    @property
    def total(self) -> int:
        """How many rows the file has."""
        total = self.about.get("total")
        return total if isinstance(total, int) else self.answered


@dataclass(frozen=True)
class Answered:
    """A row of a batch and what came of it.

    Attributes:
        position: its place in the file, from 0.
        line: the line of the file, from 1.
        id: as the file has it, as text; its line where it has none.
        analysis: the id of its analysis; None where it failed, or where the file that was opened has scores alone.
        score: the engine's main score; support: the score that all engines have; None where there is none.
        errors, words: how many errors, in how many words of the output.
        kinds: how many errors of each kind (`extrinsic`, `intrinsic`, `coreference`).
        conflicts: how many of what contradicts the reference are of each kind of conflict (a number, a name, …).
        facts: how many facts are `supported`, of how many `units`.
        label: 1 where a person said that the reference supports the output, 0 where not; a rating on another scale; None without one.
        fields: the columns with few values, as text.
        output: the beginning of the output.
        cluster: a digest of the reference: rows of one reference are drawn together.
        error: why it failed; "" where it did not.
        carried: everything else that the row has, as the answer of `errata batch` has it.
        seconds: how long the analysis took.
    """

    position: int
    line: int
    id: str
    analysis: str | None = None
    score: float | None = None
    support: float | None = None
    errors: int | None = None
    words: int = 0
    kinds: Mapping[str, int] = field(default_factory=dict)
    conflicts: Mapping[str, int] = field(default_factory=dict)
    facts: Mapping[str, int] = field(default_factory=dict)
    label: float | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    output: str = ""
    cluster: str = ""
    error: str = ""
    carried: Mapping[str, Any] = field(default_factory=dict)
    seconds: float | None = None


PLAIN = ("position", "line", "id", "analysis", "score", "support", "errors", "words", "label", "output", "cluster", "error", "seconds")
"""The attributes of a row that have a column of their own."""
IN_JSON = ("kinds", "conflicts", "facts", "fields")
"""Those that stand together in one, as JSON."""


def row_of(answered: Answered) -> dict[str, Any]:
    """The row of the table."""
    data = {name: dict(getattr(answered, name)) for name in IN_JSON}
    return {**{name: getattr(answered, name) for name in PLAIN}, "data": json.dumps(data), "carried": json.dumps(dict(answered.carried))}


def answered_of(values: tuple[Any, ...], carried: bool) -> Answered:
    """A row read back: the columns of `PLAIN`, then `data`, then what is carried if that was asked for. What is damaged is left out."""
    data = _object(values[len(PLAIN)])
    found: dict[str, Any] = dict(zip(PLAIN, values, strict=False))
    found |= {name: value if isinstance(value := data.get(name), dict) else {} for name in IN_JSON}
    return Answered(**found, carried=_object(values[-1]) if carried else {})


def about_of(data: Any) -> dict[str, Any]:
    """How a batch was made, read back; nothing where that is damaged."""
    return _object(data)


def _object(data: Any) -> dict[str, Any]:
    try:
        value = json.loads(data)
    except (ValueError, TypeError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
