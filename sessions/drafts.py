"""The texts that are being worked on, and what is chosen for them: a draft for each tab of the page."""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engines.core.errors import StoreError
from engines.core.plain.copying import safe_text
from engines.records.times import now
from sessions.database import Database
from sessions.rows import stored_object
from sessions.soundness import sound

if TYPE_CHECKING:
    from sqlite_utils import Database as Tables


@dataclass(frozen=True)
class Draft:
    """What stands in the boxes of a session: the two texts and the settings chosen."""

    reference: str
    output: str
    settings: dict[str, Any]

    @property
    def has_text(self) -> bool:
        """Whether anything is written in it."""
        return bool(self.reference.strip() or self.output.strip())


class Drafts:
    """The part of the store that keeps drafts."""

    _database: Database

    def save_draft(self, session: str, reference: str, output: str, **settings: Any) -> None:
        """Keep the texts and settings of a session, in place of earlier ones; `settings` must be JSON values.

        What is there and cannot be read is set aside, not overwritten.
        """
        session = safe_text(session)
        data = json.dumps({"reference": reference, "output": output, "settings": settings})
        with self._database.writing() as tables:
            self._touch_session(tables, session)
            aside = f"UPDATE OR REPLACE drafts SET session = session || ', damaged ' || updated WHERE session = ? AND NOT {sound('draft')}"
            tables.execute(aside, [session])
            tables.table("drafts").insert({"session": session, "updated": now(), "data": data}, replace=True)

    def load_draft(self, session: str) -> Draft | None:
        """What `save_draft` kept for the session, or None.

        Raises:
            StoreError: it is damaged.
        """
        with self._database.reading() as tables:
            row = tables.execute("SELECT data FROM drafts WHERE session = ?", [safe_text(session)]).fetchone()
        return None if row is None else draft_of(row[0])

    def drafts(self) -> Iterator[tuple[str, str, Draft]]:
        """Every draft that can be read: its session, when it was kept, and what it holds."""
        with self._database.reading() as tables:
            rows = tables.execute("SELECT session, updated, data FROM drafts ORDER BY session").fetchall()
        for session, updated, data in rows:
            with suppress(StoreError):
                yield str(session), str(updated), draft_of(data)

    def delete_draft(self, session: str) -> bool:
        """Forget the draft of a session. False if there was none."""
        session = safe_text(session)
        with self._database.writing() as tables:
            found = tables.execute("DELETE FROM drafts WHERE session = ?", [session]).rowcount > 0
            unused = "DELETE FROM sessions WHERE id = ? AND NOT EXISTS (SELECT 1 FROM analyses WHERE session = ?)"
            tables.execute(unused, [session, session])
        return found

    @staticmethod
    def _touch_session(tables: "Tables", session: str) -> None:
        tables.execute(
            "INSERT INTO sessions (id, created, updated) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET updated = excluded.updated",
            [session, now(), now()],
        )


def draft_of(data: Any) -> Draft:
    """The draft of a row.

    Raises:
        StoreError: it is damaged.
    """
    words = "What stood in the boxes"
    found = stored_object(data, words)
    reference, output, settings = (found.get(name) for name in ("reference", "output", "settings"))
    if not isinstance(reference, str) or not isinstance(output, str) or not isinstance(settings, dict):
        raise StoreError(f"{words} cannot be read: what is stored is damaged. `errata history damaged` names it, and how to remove it.")
    return Draft(reference, output, settings)
