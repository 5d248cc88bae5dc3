"""What tests of the command line use: how a command ended, and rows to and from files."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REFERENCE = (
    "The port authority of Hallam Bay will retire its last diesel ferry in November. "
    "Two electric catamarans built in the town of Brekke will replace it. Parliament approved 41 million crowns in 2022."
)
OUTPUT = "Two electric catamarans will replace the ferry. Parliament approved 41 million crowns in 2022."


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[Any]:
        """The JSON lines printed."""
        return [json.loads(line) for line in self.out.splitlines()]


Errata = Callable[..., Ran]
"""The fixture `errata`: runs a command with its arguments."""


def write_rows(path: Path, rows: list[Any]) -> Path:
    """Write JSON lines; a row that is bytes is written as it is."""
    path.write_bytes(b"".join(row + b"\n" if isinstance(row, bytes) else json.dumps(row).encode() + b"\n" for row in rows))
    return path


def read_rows(path: Path) -> list[Any]:
    """Read JSON lines."""
    return [json.loads(line) for line in path.read_bytes().splitlines()]
