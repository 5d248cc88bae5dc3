"""What annotators say of units, spans and words: a log for each of them on each analysis, which can be stepped back.

Every answer is an event of its own under an id that its maker gave it, so that one that is sent twice is kept once. An event that is
taken back stays in the log as such, and can be brought back; of several events on one item and step the last that stands counts.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from math import isfinite
from typing import Any

from engines.core.errors import InputError
from engines.core.findings import SPAN_KINDS
from engines.core.plain.copying import safe_text
from engines.records.times import now
from engines.verification.rules.base import ConflictKind
from sessions.annotations import LONGEST_NOTE
from sessions.database import Database

COVERED, SUPPORT, OWN, NOTE, TIME, ADJUDICATED = "covered", "support", "own", "note", "time", "adjudicated"
"""The steps: is it in the reference at all; does the reference support it; words that no unit covers; a remark; time and nothing else; and
what was decided where annotators differ."""

STEPS = (COVERED, SUPPORT, OWN, NOTE, TIME, ADJUDICATED)
BLIND, SEEDED = MODES = ("blind", "seeded")
"""Whether the verdicts of the engine were hidden, or shown as what to start from."""

LONGEST_NAME = 60
"""Longest name of an annotator, in code points."""

MOST_SECONDS = 86_400.0

_EVENT = re.compile(r"[0-9A-Za-z-]{6,64}")
_SPAN = re.compile(r"(?:span|predicate|word|own):(\d{1,9})-(\d{1,9})")


@dataclass(frozen=True)
class Label:
    """One event of the log.

    Attributes:
        event: its id, the same wherever the log is copied to.
        annotator: a name; there are no accounts.
        item: `unit:ID`, or by its place in the output, in code points, an answer (`span:START-END`), a predicate (`predicate:START-END`),
            a word (`word:START-END`) or what the annotator marked (`own:START-END`); "" for time alone.
        step: one of `STEPS`.
        label: what was said; "" takes back what was said before.
        mode: `blind` or `seeded`.
        seconds: that were worked since the event before.
        version: how often it was changed; the greatest counts.
        undone: whether it was stepped back.
        created, changed: when it was made, and last changed.
    """

    event: str
    annotator: str
    item: str
    step: str
    label: str
    mode: str = BLIND
    seconds: float = 0.0
    version: int = 0
    undone: bool = False
    created: str = ""
    changed: str = ""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


class Labels:
    """The part of the store that keeps what annotators say."""

    _database: Database

    def label(self, analysis_id: str, said: Label) -> None:
        """Keep an event, or a newer version of one; an older version than what is kept changes nothing.

        Raises:
            InputError: it is none, or there is no such analysis, unit or place.
        """
        check_label(said)
        analysis_id, annotator = safe_text(analysis_id), annotator_name(said.annotator)
        with self._database.writing() as tables:
            known = tables.execute("SELECT number, length(output) FROM analyses WHERE id = ?", [analysis_id]).fetchone()
            if known is None:
                raise InputError(f"There is no analysis {analysis_id!r} to annotate. It may have been deleted.")
            self._check_item(said.item, known[0], known[1] or 0)
            key = [analysis_id, said.event]
            before = tables.execute("SELECT annotator, version, created FROM labels WHERE analysis = ? AND event = ?", key).fetchone()
            if before is not None and before[0] != annotator:
                raise InputError("This is an event of another annotator.")
            if before is not None and before[1] > said.version:
                return
            kept = replace(said, annotator=annotator, created=before[2] if before else now(), changed=now())
            # Not put in its place as a new row: the order of the rows is that in which events were made.
            values = {"analysis": analysis_id, **row_of(kept)}
            into = f"INSERT INTO labels ({', '.join(values)}) VALUES ({', '.join('?' * len(values))}) {_IN_PLACE}"
            tables.execute(into, list(values.values()))

    def labels(self, analysis_id: str, annotator: str | None = None) -> list[Label]:
        """The log of an analysis in its order, of one annotator or of all; events that cannot be read are left out."""
        wanted = "" if annotator is None else " AND annotator = ?"
        parameters = [safe_text(analysis_id)] + ([] if annotator is None else [safe_text(annotator)])
        with self._database.reading() as tables:
            rows = tables.execute(
                f"SELECT {', '.join(COLUMNS[1:])} FROM labels WHERE analysis = ?{wanted} ORDER BY created, rowid", parameters
            ).fetchall()
        return [said for row in rows if (said := _read(row))]

    def annotators(self) -> list[str]:
        """Everybody who has labelled something that is in the history, the latest first."""
        sql = """
            SELECT annotator FROM labels JOIN analyses ON analyses.id = labels.analysis AND analyses.deleted IS NULL
            GROUP BY annotator ORDER BY max(labels.changed) DESC"""
        with self._database.reading() as tables:
            return [str(row[0]) for row in tables.execute(sql).fetchall()]

    def labelled(self) -> list[str]:
        """The ids of the analyses in the history that somebody has labelled, oldest first."""
        sql = "SELECT id FROM analyses WHERE deleted IS NULL AND id IN (SELECT analysis FROM labels WHERE step != 'time') ORDER BY number"
        with self._database.reading() as tables:
            return [str(row[0]) for row in tables.execute(sql).fetchall()]

    def of_pair(self, analysis_id: str) -> list[str]:
        """The ids of the analyses in the history that are of the same pair of texts, this one among them, oldest first."""
        sql = "SELECT id FROM analyses WHERE deleted IS NULL AND pair = (SELECT pair FROM analyses WHERE id = ?) ORDER BY number"
        with self._database.reading() as tables:
            return [str(row[0]) for row in tables.execute(sql, [safe_text(analysis_id)]).fetchall()]

    def _check_item(self, item: str, number: int, length: int) -> None:
        """Whether an analysis has what an item names.

        Raises:
            InputError: it has not.
        """
        if not item:
            return
        if place := place_of(item):
            if not place[0] < place[1] <= length:
                raise InputError(f"The part {item} does not lie in the output, which has {length:,} characters.")
            return
        with self._database.reading() as tables:
            unit = tables.execute("SELECT 1 FROM units WHERE analysis = ? AND id = ?", [number, safe_text(item[5:])]).fetchone()
        if not item.startswith("unit:") or unit is None:
            raise InputError(f"The analysis has no {item!r} to annotate.")


COLUMNS = ("analysis", "event", "annotator", "item", "step", "label", "mode", "seconds", "version", "undone", "created", "changed")
_IN_PLACE = "ON CONFLICT (analysis, event) DO UPDATE SET " + ", ".join(f"{name} = excluded.{name}" for name in COLUMNS[2:])


def row_of(said: Label) -> dict[str, Any]:
    """An event as the database has it, without the analysis."""
    return {**asdict(said), "item": safe_text(said.item), "label": json.dumps(said.label), "undone": int(said.undone)}


def check_label(said: Label) -> None:
    """Whether an event is of the right types and says something that its step knows.

    Raises:
        InputError: it is not; the message says why.
    """
    annotator_name(said.annotator)
    if not _EVENT.fullmatch(said.event):
        raise InputError("An event has an id of 6 to 64 letters, digits and hyphens.")
    if said.step not in STEPS:
        raise InputError(f"There is no step {said.step!r}. Known: {', '.join(STEPS)}.")
    if said.mode not in MODES:
        raise InputError(f"A label is made in the mode {' or '.join(MODES)}, not {said.mode!r}.")
    if not (isfinite(said.seconds) and 0 <= said.seconds <= MOST_SECONDS) or said.version < 0:
        raise InputError("The time and the version of a label count from 0 on, and an event takes a day at most.")
    if len(said.label) > LONGEST_NOTE:
        raise InputError(f"A note may have {LONGEST_NOTE:,} characters; this one has {len(said.label):,}.")
    if said.step in KNOWN and said.label not in ("", *KNOWN[said.step]):
        raise InputError(f"The step {said.step} knows {', '.join(KNOWN[said.step])}, not {said.label[:60]!r}.")
    if len(said.item) > 400 or (said.step == TIME) == bool(said.item):
        raise InputError("A label names the unit or the part that it is about, and time alone names none.")


KNOWN = {
    COVERED: ("covered", "uncovered"),
    SUPPORT: ("supported", "contradicts", "senseless"),
    ADJUDICATED: ("supported", "intrinsic", "extrinsic", "senseless"),
    OWN: (*SPAN_KINDS, *(kind.value for kind in ConflictKind)),
}
"""What can be said in each step. Own spans have the kinds of errors of an analysis, or the closer ones that the verifier's rules know."""


def annotator_name(name: str) -> str:
    """The name as it is kept: without space around it.

    Raises:
        InputError: it is none.
    """
    kept = " ".join(safe_text(name).split())
    if not kept or len(kept) > LONGEST_NAME or not kept.isprintable():
        raise InputError(f"An annotator has a name of 1 to {LONGEST_NAME} printable characters.")
    return kept


def place_of(item: str) -> tuple[int, int] | None:
    """The part of the output that an item names, in code points; None for a unit."""
    found = _SPAN.fullmatch(item)
    return None if found is None else (int(found[1]), int(found[2]))


def standing(log: Iterable[Label]) -> dict[tuple[str, str], Label]:
    """The events that count, by item and step: the last of each that was not stepped back, unless it takes back what was said before."""
    last = {(said.item, said.step): said for said in log if not said.undone}
    return {key: said for key, said in last.items() if said.label}


def _read(row: Sequence[Any]) -> Label | None:
    """The event of a row; None where it is damaged."""
    values = dict(zip(COLUMNS[1:], row, strict=True))
    try:
        numbers = {"seconds": float(values["seconds"]), "version": int(values["version"]), "undone": bool(values["undone"])}
        said = Label(**{**values, **numbers, "label": json.loads(values["label"])})
        check_label(said)
    except (ValueError, TypeError, RecursionError, InputError):
        return None
    return said
