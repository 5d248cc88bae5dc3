"""What a person says of units: votes and notes."""

import json
from dataclasses import dataclass
from typing import Any

from engines.core.errors import InputError
from engines.core.plain.copying import safe_text
from engines.records.times import now
from sessions.database import Database

LONGEST_NOTE = 10_000
"""Longest note, in code points."""


@dataclass(frozen=True)
class Annotation:
    """A person's opinion of one unit: `vote` is 1 (agrees with the verdict), -1 (disagrees) or 0 (no vote, a note only).

    One with neither a vote nor a note was taken back, at the time `created`.
    """

    analysis: str
    unit: str
    vote: int
    note: str
    created: str


class Annotations:
    """The part of the store that keeps annotations."""

    _database: Database

    def annotate(self, analysis_id: str, unit_id: str, vote: int = 0, note: str = "") -> None:
        """Keep a vote and a note on a unit, in place of earlier ones; vote 0 with an empty note takes them back.

        Raises:
            InputError: the vote is not -1, 0 or 1, the note is too long, or there is no such analysis or unit.
        """
        if vote not in (-1, 0, 1):
            raise InputError(f"A vote is 1 (agree), -1 (disagree) or 0 (none), not {vote!r}.")
        if len(note) > LONGEST_NOTE:
            raise InputError(f"A note may have {LONGEST_NOTE:,} characters; this one has {len(note):,}.")
        analysis_id, unit_id = safe_text(analysis_id), safe_text(unit_id)
        with self._database.writing() as tables:
            known = tables.execute(
                "SELECT 1 FROM analyses JOIN units ON units.analysis = number WHERE analyses.id = ? AND units.id = ?",
                [analysis_id, unit_id],
            ).fetchone()
            if not known:
                raise InputError(f"The analysis {analysis_id!r} has no unit {unit_id!r} to annotate.")
            # One that is taken back stays as such, so that an older copy of it that is imported does not bring it back.
            row = {"analysis": analysis_id, "unit": unit_id, "vote": vote, "note": json.dumps(note), "created": now()}
            tables.table("annotations").insert(row, replace=True)

    def annotations(self, analysis_id: str, taken_back: bool = False) -> dict[str, Annotation]:
        """The annotations of an analysis that can be read, by unit id; those that were taken back only if they are asked for."""
        with self._database.reading() as tables:
            rows = tables.execute(
                "SELECT analysis, unit, vote, note, created FROM annotations WHERE analysis = ? ORDER BY created", [safe_text(analysis_id)]
            ).fetchall()
        known = [annotation for row in rows if (annotation := _annotation(*row))]
        return {said.unit: said for said in known if taken_back or said.vote or said.note}


def _annotation(analysis: Any, unit: Any, vote: Any, note: Any, created: Any) -> Annotation | None:
    """The annotation of a row; None where it is damaged."""
    try:
        words = json.loads(note)
    except (ValueError, TypeError, RecursionError):
        return None
    return Annotation(str(analysis), str(unit), vote if vote in (-1, 1) else 0, words, str(created)) if isinstance(words, str) else None
