"""What `errata doctor` looks at in the data folder: permissions, the database and what is in it, its copies, the cache."""

import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from engines.core.errors import ErrataError
from sessions.copies import FOLDER as COPIES
from sessions.paths import CACHE, DATABASE, chosen_folder

if TYPE_CHECKING:
    from sessions.soundness import Damaged
    from sessions.store import Store

MOST_NAMED = 20
"""Damaged things that are named one by one."""


@dataclass(frozen=True)
class Finding:
    """One thing looked at. "fine", "odd" (works, but not as meant) or "wrong" (does not work); `found` says what to do."""

    what: str
    state: Literal["fine", "odd", "wrong"]
    found: str


def kept_findings(data_dir: str | None = None, thorough: bool = False) -> Iterator[Finding]:
    """What is kept, looked at in order; with `thorough` every byte of the database and every record in it."""
    # Before anything is opened: opening makes files owner-only that are not.
    yield from _permissions(chosen_folder(data_dir))
    from explorer.services.workspace import Workspace

    with Workspace(data_dir) as workspace:
        try:
            folder, store = workspace.folder, workspace.store
        except ErrataError as problem:
            yield Finding("history", "wrong", str(problem))
            return
        if store.viewing:
            words = f"nothing can be written to {folder}, or its disk is full: past analyses can be viewed, and nothing is kept"
            yield Finding("writing", "odd", words)
        yield _history(store, thorough)
        yield from _shape(store)
        yield from _records(store, thorough)
        yield from _copies(store)
        yield _cache(workspace.folder)


def _permissions(folder: Path) -> Iterator[Finding]:
    """Who can read what is in the folder. What stands in folders of its own is closed by these."""
    if not folder.is_dir():
        yield Finding("data folder", "fine", f"{folder} (not there yet)")
        return
    yield _closed("data folder", folder)
    for path in sorted(folder.iterdir()):
        if path.name == DATABASE:
            yield _closed("database", path)
        elif path.name.startswith(DATABASE) or path.name in (CACHE, COPIES):
            yield from [found for found in (_closed(path.name, path),) if found.state != "fine"]


def _closed(what: str, path: Path) -> Finding:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        return Finding(what, "odd", f"{path} can be read by others ({mode:03o}). Run: chmod go-rwx {path}")
    return Finding(what, "fine", f"{path} (owner only)")


def _history(store: "Store", thorough: bool) -> Finding:
    try:
        problems = store.integrity() if thorough else store.problems()
        count = store.count()
    except ErrataError as problem:
        return Finding("history", "wrong", str(problem))
    if problems:
        advice = "Save what can be read with `errata export --out FILE`, and bring a copy back with `errata restore FILE`."
        return Finding("history", "wrong", f"the database is damaged: {problems[0]}. {advice}")
    return Finding("history", "fine", f"{count:,} analyses")


def _shape(store: "Store") -> Iterator[Finding]:
    """Whether the database has its tables, indexes and triggers."""
    try:
        found = store.structure()
    except ErrataError as problem:
        found = [str(problem)]
    if not found:
        yield Finding("shape", "fine", "the tables, indexes and triggers of this version")
    for said in found:
        # What is there besides does no harm; what is missing makes the history fail.
        state: Literal["odd", "wrong"] = "odd" if said.endswith("is not of Errata") else "wrong"
        yield Finding("shape", state, f"{said}. Bring a copy back with `errata restore FILE`, or export and import into a new folder.")


def _records(store: "Store", thorough: bool) -> Iterator[Finding]:
    """What is stored and cannot be read."""
    from sessions.soundness import Damaged

    try:
        found = [*(_damaged_analyses(store) if thorough else ()), *store.damaged()]
    except ErrataError as problem:
        found = [Damaged("analysis", "", "the analyses", str(problem))]
    if thorough and not found:
        yield Finding("records", "fine", "every analysis, note, revision, draft and calibration can be read")
    for thing in found[:MOST_NAMED]:
        way = f"errata history delete {thing.id}" if thing.kind == "analysis" else f"errata history discard {thing.kind} '{thing.id}'"
        advice = f" To remove it: {way}" if thing.id else ""
        yield Finding(f"{thing.kind} {thing.of}".strip(), "wrong", f"{thing.title or thing.id}: {thing.why.rstrip('.')}.{advice}")
    if len(found) > MOST_NAMED:
        yield Finding("records", "wrong", f"{len(found) - MOST_NAMED:,} more cannot be read: errata history damaged")


def _damaged_analyses(store: "Store") -> "Iterator[Damaged]":
    """Analyses that cannot be read, or hold values that no analysis has."""
    from engines.records.schema import check_analysis
    from sessions.soundness import Damaged

    for found in store.readings():
        if isinstance(found, Damaged):
            yield found
            continue
        try:
            check_analysis(found.to_json())
        except ErrataError as problem:
            yield Damaged("analysis", found.id, found.id, str(problem))


def _copies(store: "Store") -> Iterator[Finding]:
    from sessions.copies import copies

    made = copies(store.path)
    if made:
        size = sum(path.stat().st_size for path in made) / 2**20
        yield Finding("copies", "fine", f"{len(made)} made before changes of the database, {size:,.1f} MB, in {made[0].parent}")


def _cache(folder: Path) -> Finding:
    from sessions.cache import Cache

    with Cache(folder) as cache:
        figures = cache.figures()
        if cache.problem:
            return Finding("cache", "odd", f"out of use ({cache.problem}). Delete the folder {figures.path}; it holds no work of yours.")
    return Finding(
        "cache", "fine", f"{figures.answers:,} answers, {figures.bytes / 2**20:.1f} MB of at most {figures.limit / 2**20:,.0f} MB"
    )
