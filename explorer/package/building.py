"""Builds the wheel: one package, `errata`, with all rooms in it. It is the build backend of `pyproject.toml`.

In the repository the rooms lie side by side and import each other by their names (`engines.core.text`). Installed like that they would
take names such as `components` and `assets` from everybody else's environment. So the wheel is built from a copy in which they lie
inside `errata`, and every import of theirs says so (`errata.engines.core.text`). An editable installation and a source distribution
are the repository as it is.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

HOUSE = Path(__file__).resolve().parents[2]
ROOMS = ("engines", "sessions", "explorer", "components")
BESIDE = ("pyproject.toml", "README.md", "LICENSE")
LEFT_OUT = ("__pycache__", "training", "package", "screenshots")
"""Folders: what makes the weights needs packages and data that do not come with Errata."""

_ROOM = "|".join(ROOMS)
_NAMES = re.compile(
    rf"""^(?P<import>\s*from\s+)(?={_ROOM})(?=\w+[.\s])      # from engines.core import text
    |(?P<text>["'])(?=({_ROOM})\.[a-z_{{])                   # import_module("engines.parsing")
    |(?P<whole>import_module\("|"-m",\s")(?=({_ROOM})")      # [sys.executable, "-m", "explorer"]""",
    re.M | re.X,
)


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """Build the wheel; returns the name of its file (PEP 517)."""
    with settled():
        return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Any = None) -> str:
    """Write the metadata of the wheel; returns the name of its folder (PEP 517)."""
    with settled():
        return build_meta.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


@contextmanager
def settled() -> Iterator[None]:
    """Work within a copy of the house in which every room lies in the one package."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        copy_house(Path(folder))
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def copy_house(folder: Path) -> None:
    """Copy what is installed into a folder, with its imports made those of the one package."""
    for name in BESIDE:
        shutil.copy(HOUSE / name, folder / name)
    package = folder / "errata"
    shutil.copytree(HOUSE / "explorer" / "package" / "errata", package, ignore=shutil.ignore_patterns("__pycache__"))
    for room in (*ROOMS, "assets"):
        shutil.copytree(HOUSE / room, package / room, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for path in package.rglob("*.py"):
        path.write_text(renamed(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


def renamed(source: str) -> str:
    """A module in which every name of a room's module, imported or in a text by itself, begins with `errata`."""
    return _NAMES.sub(lambda found: f"{found[0]}errata.", source)
