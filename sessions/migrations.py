"""The shape of the database, as numbered steps that are applied once, in order.

`PRAGMA user_version` is the number of steps applied. A step that has been released is never edited: add another.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engines.core.errors import StoreError
from sessions.copies import kept_copy
from sessions.pairs import pair_of

if TYPE_CHECKING:
    from sqlite_utils import Database as Tables

APPLICATION = 0x45525254
"""`PRAGMA application_id` of our files, "ERRT": a database of another program is refused, not migrated."""


def migrate(tables: "Tables", path: Path) -> None:
    """Bring the database to the newest shape, all steps together in one transaction; one that holds anything is copied before.

    Raises:
        StoreError: it belongs to another program or to a newer Errata, or it cannot be copied; it is left as it was.
        sqlite3.Error: SQLite refused.
    """
    before = _checked_version(tables, path)
    if before == len(STEPS):
        return
    if before:
        kept_copy(tables.conn, path, f"shape {before}")
    apply_steps(tables, path)


def apply_steps(tables: "Tables", path: Path) -> None:
    """Apply the steps that the database does not have yet.

    Raises:
        StoreError: it belongs to another program or to a newer Errata.
        sqlite3.Error: SQLite refused.
    """
    tables.conn.execute("BEGIN IMMEDIATE")
    try:
        for number in range(_checked_version(tables, path), len(STEPS)):
            STEPS[number](tables)
        tables.conn.execute(f"PRAGMA application_id = {APPLICATION}")
        tables.conn.execute(f"PRAGMA user_version = {len(STEPS)}")
        tables.conn.execute("COMMIT")
    except BaseException:
        if tables.conn.in_transaction:
            tables.conn.execute("ROLLBACK")
        raise


def check_viewed(tables: "Tables", path: Path) -> None:
    """Whether the database can be read as it is.

    Raises:
        StoreError: it belongs to another program, or has another shape than the newest.
        sqlite3.Error: SQLite refused.
    """
    found = _checked_version(tables, path)
    if found < len(STEPS):
        raise StoreError(
            f"{path} was written by an older version of Errata (its shape is {found}, this version's is {len(STEPS)}), and cannot be "
            "brought up to date where it is read-only. Make its folder writable, or copy it into another and open that with --data-dir."
        )


def version(tables: "Tables") -> int:
    """The number of steps applied."""
    return int(tables.conn.execute("PRAGMA user_version").fetchone()[0])


def _checked_version(tables: "Tables", path: Path) -> int:
    application = int(tables.conn.execute("PRAGMA application_id").fetchone()[0])
    if application != APPLICATION and (application or tables.table_names()):
        raise StoreError(f"{path} is a database of another program. It was left as it is: choose another folder with --data-dir.")
    found = version(tables)
    if found > len(STEPS):
        raise StoreError(
            f"{path} was written by a newer version of Errata (its shape is {found}, this version knows {len(STEPS)}). "
            "It was left as it is: update Errata, or choose another folder with --data-dir."
        )
    return found


def _1_analyses_units_annotations_drafts(tables: "Tables") -> None:
    tables.create_table("sessions", {"id": str, "created": str, "updated": str}, pk="id")
    tables.create_table(
        "analyses",
        {
            "number": int,
            "id": str,
            "session": str,
            "key": str,
            "engine": str,
            "score": float,
            "created": str,
            "deleted": str,
            "title": str,
            "output": str,
            "reference": str,
            "data": str,
        },
        pk="number",
        not_null={"id", "engine", "created", "title", "output", "reference", "data"},
        foreign_keys=[("session", "sessions", "id")],
    )
    tables.table("analyses").create_index(["id"], unique=True)
    tables.table("analyses").create_index(["key"])
    tables.table("analyses").create_index(["created"])
    tables.create_table(
        "units",
        {
            "analysis": int,
            "position": int,
            "id": str,
            "kind": str,
            "predicate": str,
            "question": str,
            "answer": str,
            "statement": str,
            "probability": float,
            "supported": int,
            "error": str,
        },
        pk=("analysis", "position"),
    )
    tables.create_table(
        "annotations",
        {"analysis": str, "unit": str, "vote": int, "note": str, "created": str},
        pk=("analysis", "unit"),
    )
    tables.create_table("drafts", {"session": str, "updated": str, "data": str}, pk="session")
    tables.conn.execute(
        "CREATE VIRTUAL TABLE analyses_fts USING fts5(title, output, reference, content='analyses', content_rowid='number', "
        "tokenize='unicode61 remove_diacritics 2')"
    )
    insert = "INSERT INTO analyses_fts (rowid, title, output, reference) VALUES (new.number, new.title, new.output, new.reference);"
    remove = (
        "INSERT INTO analyses_fts (analyses_fts, rowid, title, output, reference) "
        "VALUES ('delete', old.number, old.title, old.output, old.reference);"
    )
    tables.conn.execute(f"CREATE TRIGGER analyses_ai AFTER INSERT ON analyses BEGIN {insert} END")
    tables.conn.execute(f"CREATE TRIGGER analyses_ad AFTER DELETE ON analyses BEGIN {remove} END")
    tables.conn.execute(f"CREATE TRIGGER analyses_au AFTER UPDATE OF title, output, reference ON analyses BEGIN {remove} {insert} END")


def _2_revisions(tables: "Tables") -> None:
    tables.create_table("revisions", {"analysis": str, "updated": str, "data": str}, pk="analysis", not_null={"updated", "data"})


def _3_calibrations(tables: "Tables") -> None:
    columns = {"engine": str, "verifier": str, "updated": str, "data": str}
    tables.create_table("calibrations", columns, pk=("engine", "verifier"), not_null={"updated", "data"})


def _4_imports_and_times_of_titles(tables: "Tables") -> None:
    columns = {"number": int, "created": str, "name": str, "done": str, "undo": str, "undone": str}
    tables.create_table("imports", columns, pk="number", not_null={"created", "name", "done", "undo"})
    tables.table("analyses").add_column("titled", str)


def _5_pairs_tags_comparisons_and_facts(tables: "Tables") -> None:
    for column in ("pair", "verifier"):
        tables.table("analyses").add_column(column, str)
    tables.conn.create_function("pair_of", 2, pair_of, deterministic=True)
    verifier = "CASE WHEN typeof(data) = 'text' AND json_valid(data) THEN json_extract(data, '$.engine.models.verifier') END"
    tables.conn.execute(f"UPDATE analyses SET pair = pair_of(reference, output), verifier = {verifier}")
    tables.table("analyses").create_index(["pair"])
    tables.create_table("tags", {"pair": str, "updated": str, "data": str}, pk="pair", not_null={"updated", "data"})
    tables.create_table("comparisons", {"id": str, "updated": str, "data": str}, pk="id", not_null={"updated", "data"})
    tables.conn.execute("CREATE VIRTUAL TABLE facts_fts USING fts5(words, tokenize='unicode61 remove_diacritics 2')")
    words = "group_concat(coalesce(question, '') || ' ' || coalesce(answer, '') || ' ' || coalesce(statement, ''), char(10))"
    tables.conn.execute(f"INSERT INTO facts_fts (rowid, words) SELECT analysis, {words} FROM units GROUP BY analysis")
    tables.conn.execute("CREATE TRIGGER facts_ad AFTER DELETE ON analyses BEGIN DELETE FROM facts_fts WHERE rowid = old.number; END")


def _6_labels(tables: "Tables") -> None:
    words = ("event", "annotator", "item", "step", "label", "mode")
    columns = (
        {"analysis": str} | dict.fromkeys(words, str) | {"seconds": float, "version": int, "undone": int, "created": str, "changed": str}
    )
    tables.create_table("labels", columns, pk=("analysis", "event"), not_null=set(columns))


STEPS: tuple[Callable[["Tables"], None], ...] = (
    _1_analyses_units_annotations_drafts,
    _2_revisions,
    _3_calibrations,
    _4_imports_and_times_of_titles,
    _5_pairs_tags_comparisons_and_facts,
    _6_labels,
)
