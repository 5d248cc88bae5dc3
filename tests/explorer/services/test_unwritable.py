"""A disk that is full or a folder that cannot be written: the finished analysis is given out all the same, and says that it is not kept."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from components.wiring.handlers.events import Events
from components.wiring.handlers.view import Parts
from engines.core.errors import ReadOnlyError
from explorer.services import workspace as workspaces
from explorer.services.analysis import Finished, analyze, stream
from explorer.services.workspace import Workspace
from sessions.store import Store
from tests.explorer.running import OUTPUT, REFERENCE, Errata
from tests.sessions.test_store import pair

PARTS: Any = SimpleNamespace(**{name: name for name in Parts.__dataclass_fields__})


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Workspace]:
    """A workspace with one analysis in it, whose disk takes no more."""
    with Workspace(tmp_path / "data") as workspace:
        workspace.store.save(pair("a"))
        with workspace.store._database.reading() as tables:
            pages = tables.execute("PRAGMA page_count").fetchone()[0]
            tables.execute(f"PRAGMA max_page_count = {pages}").fetchone()
        yield workspace


def test_a_full_disk_costs_nobody_their_analysis(full: Workspace) -> None:
    event = list(stream(REFERENCE, OUTPUT, workspace=full))[-1]
    assert isinstance(event, Finished) and not event.kept and event.analysis.units
    assert "not in the history. The disk is full" in event.analysis.warnings[-1]
    assert [entry.id for entry in full.store.history()] == ["a"] and full.store.problems() == []
    again = analyze(REFERENCE, OUTPUT, workspace=full)
    assert again.units == event.analysis.units


def test_the_page_shows_it_to_be_read(full: Workspace) -> None:
    drawings = list(Events(full, PARTS).analyses.run(REFERENCE, OUTPUT, json.dumps({"engine": "qasem"})))
    page = next(drawing["review"] for drawing in reversed(drawings) if "review" in drawing)
    assert "The disk is full" in page and "approved" in page and 'data-mode="annotate"' not in page and "data-edit" not in page


def test_a_folder_that_can_only_be_read_is_viewed_until_it_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(tmp_path) as store:
        store.save(pair("a"))
    opened, refused = Store.__init__, [True]

    def sometimes(self: Store, folder: Any = None, viewing: bool = False) -> None:
        if refused[0] and not viewing:
            raise ReadOnlyError("The disk is read-only.")
        opened(self, folder, viewing)

    monkeypatch.setattr(Store, "__init__", sometimes)
    monkeypatch.setattr(workspaces, "AGAIN", 0.05)
    with Workspace(tmp_path) as workspace:
        assert workspace.store.viewing and workspace.store.get("a") == pair("a") and workspace.folder == tmp_path
        event = list(stream(REFERENCE, OUTPUT, workspace=workspace))[-1]
        assert isinstance(event, Finished) and not event.kept and "read-only" in event.analysis.warnings[-1]
        refused[0] = False
        time.sleep(0.06)
        assert not workspace.store.viewing
        assert analyze(REFERENCE, OUTPUT, workspace=workspace).warnings == ()
        assert workspace.store.count() == 2


def test_a_folder_with_nothing_to_view_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "__init__", lambda self, folder=None, viewing=False: (_ for _ in ()).throw(ReadOnlyError("no way")))
    with Workspace(tmp_path) as workspace, pytest.raises(ReadOnlyError, match="no way"):
        _ = workspace.store


def test_the_command_line_prints_it_and_says_so(errata: Errata, full: Workspace, pair: tuple[Path, Path]) -> None:
    folder = full.folder
    with full.store._database.reading() as tables:
        tables.conn.execute("PRAGMA max_page_count = 1000000")
        tables.conn.execute("CREATE TRIGGER full BEFORE INSERT ON analyses BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END")
    ran = errata("analyze", "--reference", pair[0], "--output", pair[1], "--json", "--data-dir", folder)
    assert ran.code == 0 and ran.rows[0]["units"] and "disk is full" in ran.rows[0]["warnings"][-1]
