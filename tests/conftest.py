"""What all tests share: a data folder of their own, never the person's, and one browser."""

import asyncio
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from engines.core.machine import personal
from tests.chromium import ARGUMENTS, CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytest_plugins = ["tests.coverage_by_room"]

# Tests run side by side: more threads than processors would only get into each other's way.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# How long an example takes says nothing where two tests run at once and their lines are counted.
settings.register_profile("side by side", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("side by side")


TOGETHER = {
    "browser, on what one does beside a review": ("tests/e2e/batches/", "tests/e2e/classroom/", "tests/e2e/guards/", "tests/e2e/writing/"),
    "browser": ("tests/e2e/", "tests/components/test_report.py"),
    "small language model": ("tests/engines/backends/test_small_language_model.py", "tests/engines/backends/chat/test_real_model.py"),
}
"""Files that share what takes long to start."""

LONG = (
    *TOGETHER,
    "tests/explorer/batches/test_workers.py",
    "tests/explorer/cli/commands/rows/test_kills.py",
    "tests/sessions/test_kills.py",
    "tests/test_wheel.py",
    "tests/components/wiring/test_files.py",
    "tests/explorer/package/test_playing.py",
    "tests/engines/test_genres.py",
    "tests/sessions/test_store.py",
    "tests/explorer/test_public_names.py",
    "tests/explorer/batches/test_cluster.py",
    "tests/explorer/evaluation/attack/test_attack.py",
)
"""What takes longest, longest first: begun late, it would keep one process busy when there is nothing left for the other."""


def group(nodeid: str) -> str:
    """What stays together with a test where tests run side by side."""
    file = nodeid.partition("::")[0]
    return next((name for name, files in TOGETHER.items() if file.startswith(files)), file)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where tests run side by side, groups that take long are begun first."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: next((i for i, name in enumerate(LONG) if group(item.nodeid).startswith(name)), len(LONG)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Where tests run side by side, those of one file stay together, with the models that they share; those that use a browser do so in
    two halves, each with a browser of its own."""
    from xdist.scheduler.loadscope import LoadScopeScheduling

    class Shared(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group(nodeid)

    config.option.loadscopereorder = False  # by the number of tests, which says nothing of their time
    return Shared(config, log)


@pytest.fixture(scope="session", autouse=True)
def _own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    patch = pytest.MonkeyPatch()
    patch.setenv("ERRATA_DATA_DIR", str(tmp_path_factory.mktemp("data")))
    yield
    patch.undo()


@pytest.fixture(autouse=True)
def _settings_of_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of settings that a command uses is not that of the next test, whatever the order."""
    monkeypatch.setattr(personal, "_used", personal._used.copy())


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """One browser for all tests: Playwright can be started only once."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(autouse=True)
def _without_the_loop_of_the_browser(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright's event loop counts as running in its thread until the browser ends; tests that use no browser do not see it, whatever ran
    before them."""
    if "browser" in request.fixturenames:
        yield
        return
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)
