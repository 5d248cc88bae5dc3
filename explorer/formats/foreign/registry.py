"""The formats of other tools that are read and written: every module of this room that declares a `FORMAT`."""

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from engines.core.errors import InputError
from engines.core.results import Analysis
from explorer.formats import foreign as room
from explorer.formats.foreign.base import Format, Notes
from explorer.formats.foreign.sources import Sources

_registered: dict[str, Format] = {}


def register(format: Format) -> None:
    """Add a format from elsewhere, in place of one of the same name."""
    _registered[format.name] = format


def forget(name: str) -> None:
    """Take out a format that was added."""
    _registered.pop(name, None)


def formats() -> tuple[Format, ...]:
    """Every format, the most particular first."""
    return tuple(sorted((_declared() | _registered).values(), key=lambda format: (format.rank, format.name)))


def written() -> tuple[str, ...]:
    """The names of the formats that analyses can be written in."""
    return tuple(format.name for format in formats() if format.write)


def counting_utf16() -> tuple[str, ...]:
    """The names of the formats that can be written with places in UTF-16 units too."""
    return tuple(format.name for format in formats() if format.write_utf16)


def writer(name: str) -> Format:
    """The format of that name, which can be written.

    Raises:
        InputError: there is none.
    """
    found = next((format for format in formats() if format.name == name and format.write), None)
    if found is None:
        raise InputError(f"There is no format called {name!r} to write. Known: {', '.join(written())}.")
    return found


def known() -> str:
    """The formats that are read, as their makers call them."""
    return ", ".join(format.title for format in formats() if format.read)


def read_record(data: Mapping[str, Any], sources: Sources, notes: list[str]) -> tuple[Analysis, Notes] | None:
    """The analysis of a record with its annotations; None where the record has no shape that is known.

    Raises:
        FormatError: the record is of a known shape, but damaged; the message says how.
    """
    for format in formats():
        if format.fits and format.read and format.fits(data):
            return format.read(data, sources, notes)
    return None


@cache
def _declared() -> dict[str, Format]:
    modules = (import_module(f"{room.__name__}.{module.name}") for module in pkgutil.iter_modules(room.__path__))
    found: list[Format] = [module.FORMAT for module in modules if hasattr(module, "FORMAT")]
    return {format.name: format for format in found}
