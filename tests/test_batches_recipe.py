"""The page on many pairs keeps its word: its commands parse."""

import re
import shlex
from pathlib import Path

import pytest

from explorer.batches.plan import Shard
from explorer.cli.main import command_parser

TEXT = (Path(__file__).parents[1] / "docs" / "batches.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^\$ (errata .*)$", TEXT, re.M)


@pytest.mark.parametrize("line", EXAMPLES)
def test_its_commands_are_understood(line: str) -> None:
    chosen = command_parser().parse_args(shlex.split(line)[1:])
    assert chosen.command == "batch" and Shard.read(chosen.shard).of >= 1
    assert (chosen.backend == "dask") == bool(chosen.scheduler)
