"""The coverage of a run in a few lines: the total, and the rooms that tests reach least."""

import io
import json
import tempfile
from collections import defaultdict
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from coverage import Coverage

WORST = 8
"""Rooms that are listed."""


def by_room(files: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Lines that ran and all lines of each room: the folder of its modules, at most two names deep."""
    found: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for name, (ran, lines) in files.items():
        room = ".".join(Path(name).parent.parts[:2])
        found[room] = found[room][0] + ran, found[room][1] + lines
    return dict(found)


def summary(files: dict[str, tuple[int, int]]) -> list[str]:
    """The lines to print."""
    rooms = {room: counts for room, counts in by_room(files).items() if counts[1]}
    ran, lines = (sum(counts[i] for counts in rooms.values()) for i in (0, 1))
    worst = sorted(rooms.items(), key=lambda item: item[1][0] / item[1][1])[:WORST]
    total = f"{ran / lines:.1%} of {lines:,} lines ran" if lines else "nothing was measured"
    return [total, *(f"{done / count:7.1%}  {room} ({count - done:,} of {count:,} lines did not run)" for room, (done, count) in worst)]


def measured(coverage: "Coverage") -> dict[str, tuple[int, int]]:
    """Lines that ran and all lines of each file."""
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(io.StringIO()):
        path = Path(folder) / "coverage.json"
        coverage.json_report(outfile=str(path))
        files = json.loads(path.read_bytes())["files"]
    return {name: (file["summary"]["covered_lines"], file["summary"]["num_statements"]) for name, file in files.items()}


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the coverage where it was measured (`--cov`)."""
    plugin = config.pluginmanager.getplugin("_cov")
    controller = getattr(plugin, "cov_controller", None)
    if controller is None or controller.cov is None:
        return
    terminalreporter.section("coverage")
    for line in summary(measured(controller.cov)):
        terminalreporter.write_line(line)
