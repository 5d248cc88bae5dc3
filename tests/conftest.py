"""What all tests share: a data folder of their own, never the person's."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    patch = pytest.MonkeyPatch()
    patch.setenv("ERRATA_DATA_DIR", str(tmp_path_factory.mktemp("data")))
    yield
    patch.undo()
