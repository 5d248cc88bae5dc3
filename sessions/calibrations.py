"""What a person's votes say about an engine's probabilities, and the recalibration that was fitted to them."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from engines.core.text import model_text
from sessions.database import Database


class Calibrations:
    """The part of the store that gathers votes by engine and verifier, and keeps their recalibrations."""

    _database: Database

    def votes(self, engine: str, verifier: str) -> list[tuple[float, bool, int]]:
        """Every voted unit of an engine with a verifier, oldest vote first: (probability, verdict, vote), the vote 1 or -1.

        `verifier` is the identity that analyses record.
        """
        sql = """
            SELECT units.probability, units.supported, annotations.vote
            FROM annotations JOIN analyses ON analyses.id = annotations.analysis
            JOIN units ON units.analysis = analyses.number AND units.id = annotations.unit
            WHERE annotations.vote != 0 AND units.probability IS NOT NULL AND analyses.deleted IS NULL AND analyses.engine = ?
                AND json_extract(analyses.data, '$.engine.models.verifier') = ?
            ORDER BY annotations.created, annotations.unit"""
        with self._database.reading() as tables:
            rows = tables.execute(sql, [model_text(engine), model_text(verifier)]).fetchall()
        return [(float(probability), bool(supported), int(vote)) for probability, supported, vote in rows]

    def save_calibration(self, engine: str, verifier: str, data: Mapping[str, Any] | None) -> None:
        """Keep a recalibration (JSON values) for an engine with a verifier; None forgets it."""
        engine, verifier = model_text(engine), model_text(verifier)
        with self._database.writing() as tables:
            table = tables.table("calibrations")
            table.delete_where("engine = ? AND verifier = ?", [engine, verifier])
            if data is not None:
                table.insert({"engine": engine, "verifier": verifier, "updated": datetime.now(UTC).isoformat(), "data": json.dumps(data)})

    def load_calibration(self, engine: str, verifier: str) -> dict[str, Any] | None:
        """What `save_calibration` kept, or None."""
        with self._database.reading() as tables:
            row = tables.execute(
                "SELECT data FROM calibrations WHERE engine = ? AND verifier = ?", [model_text(engine), model_text(verifier)]
            ).fetchone()
        return None if row is None else dict(json.loads(row[0]))
