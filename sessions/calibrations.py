"""What a person's votes say about an engine's probabilities, and the recalibration that was fitted to them."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from engines.core.errors import StoreError
from engines.core.plain.copying import safe_text
from engines.records.times import now
from sessions.database import Database
from sessions.rows import stored_object


@dataclass(frozen=True)
class Kept:
    """A recalibration as it is kept: of which engine and verifier, since when, and its values."""

    engine: str
    verifier: str
    updated: str
    data: Mapping[str, Any]


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
            WHERE annotations.vote IN (-1, 1) AND typeof(units.probability) IN ('real', 'integer') AND analyses.deleted IS NULL
                AND analyses.engine = ?
                AND CASE WHEN json_valid(analyses.data) THEN json_extract(analyses.data, '$.engine.models.verifier') END = ?
            ORDER BY annotations.created, annotations.unit"""
        with self._database.reading() as tables:
            rows = tables.execute(sql, [safe_text(engine), safe_text(verifier)]).fetchall()
        return [(float(probability), bool(supported), int(vote)) for probability, supported, vote in rows]

    def save_calibration(self, engine: str, verifier: str, data: Mapping[str, Any] | None) -> None:
        """Keep a recalibration (JSON values) for an engine with a verifier; None forgets it."""
        engine, verifier = safe_text(engine), safe_text(verifier)
        with self._database.writing() as tables:
            table = tables.table("calibrations")
            table.delete_where("engine = ? AND verifier = ?", [engine, verifier])
            if data is not None:
                table.insert({"engine": engine, "verifier": verifier, "updated": now(), "data": json.dumps(data)})

    def load_calibration(self, engine: str, verifier: str) -> dict[str, Any] | None:
        """What `save_calibration` kept, or None.

        Raises:
            StoreError: it is damaged.
        """
        with self._database.reading() as tables:
            row = tables.execute(
                "SELECT data FROM calibrations WHERE engine = ? AND verifier = ?", [safe_text(engine), safe_text(verifier)]
            ).fetchone()
        return None if row is None else stored_object(row[0], f"The calibration of {engine} with {verifier}")

    def calibrations(self) -> Iterator[Kept]:
        """Every recalibration that can be read."""
        with self._database.reading() as tables:
            rows = tables.execute("SELECT engine, verifier, updated, data FROM calibrations ORDER BY engine, verifier").fetchall()
        for engine, verifier, updated, data in rows:
            with suppress(StoreError):
                yield Kept(str(engine), str(verifier), str(updated), stored_object(data, ""))
