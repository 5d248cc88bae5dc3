"""What a person adds to a session: votes and notes on units, and the texts being worked on."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from engines.core.errors import InputError
from engines.core.text import model_text
from sessions.database import Database

if TYPE_CHECKING:
    from sqlite_utils import Database as Tables

LONGEST_NOTE = 10_000
"""Longest note, in code points."""


@dataclass(frozen=True)
class Annotation:
    """A person's opinion of one unit: `vote` is 1 (agrees with the verdict), -1 (disagrees) or 0 (no vote, a note only)."""

    analysis: str
    unit: str
    vote: int
    note: str
    created: str


@dataclass(frozen=True)
class Draft:
    """What stands in the boxes of a session: the two texts and the settings chosen."""

    reference: str
    output: str
    settings: dict[str, Any]


class Annotations:
    """The part of the store that keeps annotations and drafts."""

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
        analysis_id, unit_id = model_text(analysis_id), model_text(unit_id)
        with self._database.writing() as tables:
            known = tables.execute(
                "SELECT 1 FROM analyses JOIN units ON units.analysis = number WHERE analyses.id = ? AND units.id = ?",
                [analysis_id, unit_id],
            ).fetchone()
            if not known:
                raise InputError(f"The analysis {analysis_id!r} has no unit {unit_id!r} to annotate.")
            table = tables.table("annotations")
            if vote == 0 and not note:
                table.delete_where("analysis = ? AND unit = ?", [analysis_id, unit_id])
                return
            row = {"analysis": analysis_id, "unit": unit_id, "vote": vote, "note": json.dumps(note), "created": _now()}
            table.insert(row, replace=True)

    def annotations(self, analysis_id: str) -> dict[str, Annotation]:
        """The annotations of an analysis, by unit id."""
        with self._database.reading() as tables:
            rows = tables.execute(
                "SELECT analysis, unit, vote, note, created FROM annotations WHERE analysis = ? ORDER BY created", [model_text(analysis_id)]
            ).fetchall()
        return {unit: Annotation(analysis, unit, vote, json.loads(note), created) for analysis, unit, vote, note, created in rows}

    def save_draft(self, session: str, reference: str, output: str, **settings: Any) -> None:
        """Keep the texts and settings of a session, in place of earlier ones; `settings` must be JSON values."""
        data = json.dumps({"reference": reference, "output": output, "settings": settings})
        with self._database.writing() as tables:
            self._touch_session(tables, session)
            tables.table("drafts").insert({"session": session, "updated": _now(), "data": data}, replace=True)

    def load_draft(self, session: str) -> Draft | None:
        """What `save_draft` kept for the session, or None."""
        with self._database.reading() as tables:
            row = tables.execute("SELECT data FROM drafts WHERE session = ?", [model_text(session)]).fetchone()
        if row is None:
            return None
        data = json.loads(row[0])
        return Draft(data["reference"], data["output"], data["settings"])

    @staticmethod
    def _touch_session(tables: "Tables", session: str) -> None:
        tables.execute(
            "INSERT INTO sessions (id, created, updated) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET updated = excluded.updated",
            [session, _now(), _now()],
        )


def _now() -> str:
    return datetime.now(UTC).isoformat()
