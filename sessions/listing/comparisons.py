"""Comparisons: which analyses of a pair were put side by side, so that they are found again as one."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engines.core.plain.copying import safe_text
from engines.records.times import now
from sessions.database import Database


@dataclass(frozen=True)
class ComparisonEntry:
    """A comparison in the history: the ids of its analyses in their order, and when it was made (ISO 8601, UTC)."""

    analyses: tuple[str, ...]
    created: str


class Comparisons:
    """The part of the store that keeps comparisons."""

    _database: Database

    def save_comparison(self, ids: Sequence[str]) -> bool:
        """Keep that these analyses were compared; the same ones once more are the same comparison. False where they are fewer than two.

        Analyses that are not here, or are of another pair than the first, are left out.
        """
        with self._database.writing() as tables:
            sql = "SELECT id, pair FROM analyses WHERE id IN (SELECT value FROM json_each(?)) AND deleted IS NULL"
            pairs = dict(tables.execute(sql, [json.dumps([safe_text(id) for id in ids])]).fetchall())
            found = list(dict.fromkeys(id for id in ids if id in pairs))
            found = [id for id in found if pairs[id] == pairs[found[0]]]
            if len(found) < 2:
                return False
            row = {"id": comparison_id(found), "updated": now(), "data": json.dumps({"pair": pairs[found[0]], "analyses": found})}
            tables.table("comparisons").insert(row, replace=True)
        return True

    def delete_comparison(self, ids: Sequence[str]) -> bool:
        """Forget that these analyses were compared; they stay. False where they were not."""
        with self._database.writing() as tables:
            return tables.execute("DELETE FROM comparisons WHERE id = ?", [comparison_id(ids)]).rowcount > 0

    def comparisons(self, pairs: Sequence[str] | None = None) -> dict[str, list[ComparisonEntry]]:
        """The comparisons of pairs (None: of all), newest first, by the names of the pairs; those that cannot be read are left out."""
        with self._database.reading() as tables:
            rows = tables.execute("SELECT data, updated FROM comparisons ORDER BY updated DESC").fetchall()
        found: dict[str, list[ComparisonEntry]] = {}
        for data, updated in rows:
            pair, ids = read_comparison(data)
            if ids and (pairs is None or pair in pairs):
                found.setdefault(pair, []).append(ComparisonEntry(ids, str(updated)))
        return found


def comparison_id(ids: Sequence[str]) -> str:
    """What a comparison of these analyses is called, in whatever order they stand. 12 hexadecimal digits."""
    return hashlib.sha256(json.dumps(sorted(ids)).encode("ascii")).hexdigest()[:12]


def read_comparison(data: Any) -> tuple[str, tuple[str, ...]]:
    """The pair and the analyses of a row; nothing where it is damaged."""
    try:
        found = json.loads(data)
        pair, ids = found["pair"], found["analyses"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return "", ()
    sound = isinstance(pair, str) and isinstance(ids, list) and all(isinstance(id, str) for id in ids)
    return (pair, tuple(ids)) if sound else ("", ())
