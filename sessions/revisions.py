"""What a person has decided about the edits to an analysed output: kept with every click, so that nothing is lost."""

import json
from collections.abc import Mapping
from typing import Any

from engines.core.errors import InputError
from engines.core.plain.copying import safe_text
from engines.records.times import now
from sessions.database import Database
from sessions.rows import stored_object


class Revisions:
    """The part of the store that keeps revisions, one for each analysis."""

    _database: Database

    def save_revision(self, analysis_id: str, data: Mapping[str, Any]) -> None:
        """Keep a revision in place of an earlier one; `data` must be JSON values.

        Raises:
            InputError: there is no such analysis.
        """
        analysis_id = safe_text(analysis_id)
        row = {"analysis": analysis_id, "updated": now(), "data": json.dumps(data)}
        with self._database.writing() as tables:
            if not tables.execute("SELECT 1 FROM analyses WHERE id = ? AND deleted IS NULL", [analysis_id]).fetchone():
                raise InputError(f"There is no analysis {analysis_id!r} to keep a revision of.")
            tables.table("revisions").insert(row, replace=True)

    def load_revision(self, analysis_id: str) -> dict[str, Any] | None:
        """What `save_revision` kept for the analysis, or None.

        Raises:
            StoreError: it is damaged.
        """
        found = self.dated_revision(analysis_id)
        return None if found is None else found[0]

    def dated_revision(self, analysis_id: str) -> tuple[dict[str, Any], str] | None:
        """The same with the time when it was kept."""
        with self._database.reading() as tables:
            row = tables.execute("SELECT data, updated FROM revisions WHERE analysis = ?", [safe_text(analysis_id)]).fetchone()
        return None if row is None else (stored_object(row[0], "The revision of this analysis"), str(row[1]))
