"""The README keeps its word: its commands exist, its options parse, its Python names can be imported."""

import importlib
import re
import shlex
from pathlib import Path

import pytest

from explorer.cli.main import COMMANDS, command_parser
from explorer.reading import document_process, documents

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README, re.S)
EXAMPLES = [line[2:] for kind, block in BLOCKS if kind == "console" for line in block.splitlines() if line.startswith("$ errata ")]


def test_every_command_is_told_of() -> None:
    assert [name for name in COMMANDS if not re.search(rf"`?errata {name}\b", README)] == []


@pytest.mark.parametrize("line", EXAMPLES)
def test_examples_are_understood(line: str) -> None:
    chosen = command_parser().parse_args(shlex.split(line.split("  #")[0])[1:])
    assert chosen.command in COMMANDS


def test_make_targets_exist() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    assert set(re.findall(r"`make (\w+)`|\$ make (\w+)", README)) and all(
        (a or b) in targets for a, b in re.findall(r"`make (\w+)`|\$ make (\w+)", README)
    )


def test_python_names_can_be_imported() -> None:
    for module, names in re.findall(r"^from (errata|engines[\w.]*|sessions[\w.]*|explorer[\w.]*) import ([\w, ]+)$", README, re.M):
        for name in names.split(","):
            assert hasattr(importlib.import_module(module), name.strip()), f"{module} has no {name}"


def test_files_that_it_points_to_exist() -> None:
    for target in re.findall(r"\]\((?!https?://|#)([^)]+)\)", README):
        assert (ROOT / target).exists(), target


def test_limits_of_documents_are_those_that_are_kept() -> None:
    megabytes = 2**20
    told = re.sub(r"\s+", " ", README)
    assert f"at most {documents.LARGEST // megabytes} MB ({documents.LARGEST_INSIDE // megabytes} MB unpacked" in told
    assert f"{documents.MOST_PAGES:,} pages)" in told
    assert f"in at most {document_process.SECONDS} seconds and {document_process.MEMORY // megabytes:,} MB of memory" in told
