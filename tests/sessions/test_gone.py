"""A database that is deleted or moved away under a running program: nothing is said to be kept that is not."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.wiring.files import routes
from engines.core.errors import StoreError
from explorer.services.workspace import Workspace
from sessions.paths import DATABASE
from tests.sessions.test_store import pair

DRAFT = '{"kind": "draft", "data": {"reference": "a", "output": "b"}}'


def folder_gone(folder: Path) -> None:
    shutil.rmtree(folder)


def file_gone(folder: Path) -> None:
    (folder / DATABASE).unlink()


def another_in_its_place(folder: Path) -> None:
    shutil.copy(folder / DATABASE, folder / "copy")
    (folder / "copy").replace(folder / DATABASE)


@pytest.mark.parametrize("goes", [folder_gone, file_gone, another_in_its_place])
def test_nothing_is_kept_in_a_file_that_nobody_will_find(tmp_path: Path, goes: Callable[[Path], None]) -> None:
    folder = tmp_path / "data"
    with Workspace(folder) as workspace, TestClient(Starlette(routes=routes(workspace))) as client:
        workspace.store.save(pair("a"))
        assert client.post("/errata/keep", content=DRAFT).status_code == 200
        goes(folder)
        answer = client.post("/errata/keep", content=DRAFT)
        assert answer.status_code == 503
        assert "deleted or moved" in answer.text
        for work in (lambda: workspace.store.save(pair("b")), lambda: workspace.store.get("a"), workspace.store.history):
            with pytest.raises(StoreError, match="start it again"):
                work()


def test_a_folder_that_is_put_back_is_used_again(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with Workspace(folder) as workspace:
        workspace.store.save(pair("a"))
        folder.rename(tmp_path / "elsewhere")
        with pytest.raises(StoreError):
            workspace.store.save(pair("b"))
        (tmp_path / "elsewhere").rename(folder)
        workspace.store.save(pair("c"))
    with Workspace(folder) as workspace:
        assert {entry.id for entry in workspace.store.history()} == {"a", "c"}
