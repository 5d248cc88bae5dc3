"""Tags: words by which a person finds pairs of texts again. They belong to the pair, whatever engine it was analysed with."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from engines.core.errors import InputError
from engines.core.plain.copying import safe_text
from engines.records.times import now
from sessions.database import Database

MOST_TAGS = 12
"""Tags that a pair may have."""

LONGEST_TAG = 40
"""Longest tag, in code points; what is longer is cut."""


class Tags:
    """The part of the store that keeps tags."""

    _database: Database

    def tag(self, id: str, tags: Iterable[str]) -> tuple[str, ...]:
        """Give the pair of an analysis these tags in place of earlier ones; the tags as they are kept.

        Raises:
            InputError: there is no analysis of that id.
        """
        kept = plain_tags(tags)
        with self._database.writing() as tables:
            row = tables.execute("SELECT pair FROM analyses WHERE id = ? AND deleted IS NULL", [safe_text(id)]).fetchone()
            if row is None or row[0] is None:
                raise InputError(f"There is no analysis {id!r} in the history. It may have been deleted.")
            # A pair whose tags were taken back stays as such, so that an older copy of it that is imported does not bring them back.
            tables.table("tags").insert({"pair": row[0], "updated": now(), "data": json.dumps(kept)}, replace=True)
        return kept

    def tags(self, pairs: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The tags of pairs, by the names of the pairs; those that cannot be read are left out."""
        with self._database.reading() as tables:
            sql = "SELECT pair, data FROM tags WHERE pair IN (SELECT value FROM json_each(?))"
            rows = tables.execute(sql, [json.dumps(list(pairs))]).fetchall()
        return {str(pair): found for pair, data in rows if (found := read_tags(data))}

    def every_tag(self) -> list[str]:
        """All tags that pairs in the history have, by name."""
        with self._database.reading() as tables:
            sql = "SELECT data FROM tags WHERE pair IN (SELECT pair FROM analyses WHERE deleted IS NULL)"
            rows = tables.execute(sql).fetchall()
        return sorted({tag for (data,) in rows for tag in read_tags(data)}, key=str.casefold)

    def dated_tags(self, id: str) -> tuple[tuple[str, ...], str]:
        """The tags of the pair of an analysis, and when they were given or taken back; "" where they never were."""
        with self._database.reading() as tables:
            sql = "SELECT tags.data, tags.updated FROM tags JOIN analyses USING (pair) WHERE analyses.id = ?"
            row = tables.execute(sql, [safe_text(id)]).fetchone()
        return ((), "") if row is None else (read_tags(row[0]), str(row[1]))


def plain_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Tags as they are kept: on one line each, without commas and a hash sign, each once however it is written, at most `MOST_TAGS`."""
    found: dict[str, str] = {}
    for tag in tags:
        words = " ".join(safe_text(tag).replace(",", " ").lstrip("# ").split())[:LONGEST_TAG].strip()
        if words and words.isprintable():
            found.setdefault(words.casefold(), words)
    return tuple(found.values())[:MOST_TAGS]


def read_tags(data: Any) -> tuple[str, ...]:
    """The tags of a row; none where it is damaged."""
    try:
        found = json.loads(data)
    except (ValueError, TypeError, RecursionError):
        return ()
    return tuple(tag for tag in found if isinstance(tag, str)) if isinstance(found, list) else ()
