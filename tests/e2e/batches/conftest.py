"""A server of their own: what these tests choose, other pages would take up."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from explorer.services.workspace import Workspace
from tests.e2e import seeds
from tests.e2e.conftest import free_port, start, stop


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running page, with the sample analyses."""
    folder: Path = tmp_path_factory.mktemp("batches")
    with Workspace(folder) as workspace:
        for title, analysis in seeds.analyses():
            workspace.store.save(analysis, key=None, title=title)
    port = free_port()
    server = start(folder, port)
    yield f"http://127.0.0.1:{port}/"
    stop(server)
