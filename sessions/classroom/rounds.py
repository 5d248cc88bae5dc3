"""Rounds of quizzes on analyses: who marked what, and how many hands were up."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engines.core.errors import InputError
from engines.core.plain.copying import safe_text
from engines.records.times import now
from sessions.database import Database

LARGEST = 2**20
"""Largest round, in characters of its JSON: some thousand pupils."""

_LONGEST_ID = 64


class ChangedElsewhere(InputError):
    """A round was changed since it was read, in another tab or on another page: writing it would lose what is newer."""


@dataclass(frozen=True)
class Round:
    """One playing of a quiz.

    Attributes:
        id: made where it was begun.
        analysis: id of the analysis that it is about.
        created, updated: ISO times.
        revision: how often it has been written; who writes it anew says which one they have read.
        data: JSON values, as the page of the quiz has them.
    """

    id: str
    analysis: str
    created: str
    updated: str
    revision: int
    data: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {"id": self.id, "created": self.created, "updated": self.updated, "revision": self.revision, "data": dict(self.data)}


class Rounds:
    """The part of the store that keeps rounds."""

    _database: Database

    def save_round(self, analysis: str, id: str, revision: int, data: Mapping[str, Any]) -> int:
        """Keep a round in the place of its revision (0: there is none yet); returns its new revision.

        Raises:
            InputError: there is no such analysis, or the round is too large.
            ChangedElsewhere: the round that is kept has another revision.
        """
        written = json.dumps(data, separators=(",", ":"))
        if len(written) > LARGEST:
            raise InputError("This round of the quiz is too large to be kept. Begin another.")
        if not 0 < len(id) <= _LONGEST_ID:
            raise InputError("A round of a quiz is named by 1 to 64 characters.")
        id, analysis = safe_text(id), safe_text(analysis)
        with self._database.writing() as tables:
            if not tables.execute("SELECT 1 FROM analyses WHERE id = ? AND deleted IS NULL", [analysis]).fetchone():
                raise InputError(f"There is no analysis {analysis!r} in the history to hold a quiz on. It may have been deleted.")
            known = tables.execute("SELECT analysis, revision, created FROM rounds WHERE id = ?", [id]).fetchone()
            if (int(known[1]) if known else 0) != revision or (known and known[0] != analysis):
                raise ChangedElsewhere("This round was changed on another page, or cleared there. Load the page anew to go on with it.")
            row = {"id": id, "analysis": analysis, "created": known[2] if known else now(), "updated": now()}
            tables.table("rounds").insert({**row, "revision": revision + 1, "data": written}, replace=True)
        return revision + 1

    def rounds(self, analysis: str | None = None) -> list[Round]:
        """The rounds on an analysis (None: on all that are in the history) that can be read, newest first."""
        here = "analysis IN (SELECT id FROM analyses WHERE deleted IS NULL)"
        where, given = (here, []) if analysis is None else ("analysis = ?", [safe_text(analysis)])
        with self._database.reading() as tables:
            sql = f"SELECT id, analysis, created, updated, revision, data FROM rounds WHERE {where} ORDER BY created DESC, id"
            rows = tables.execute(sql, given).fetchall()
        found = []
        for id, of, created, updated, revision, written in rows:
            try:
                data = json.loads(written)
            except (ValueError, TypeError, RecursionError):
                continue
            if isinstance(data, dict):
                found.append(Round(str(id), str(of), str(created), str(updated), int(revision), data))
        return found

    def forget_rounds(self, analysis: str, id: str | None = None) -> int:
        """Erase the round of that id, or all rounds on an analysis; how many there were."""
        with self._database.writing() as tables:
            condition, values = ("analysis = ?", [safe_text(analysis)])
            if id is not None:
                condition, values = f"{condition} AND id = ?", [*values, safe_text(id)]
            return tables.execute(f"DELETE FROM rounds WHERE {condition}", values).rowcount
