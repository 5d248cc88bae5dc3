"""Analyses in: our own JSON, JSON lines and CSV, and what people marked in other tools."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from engines.core.errors import FormatError
from explorer.formats.foreign.loc_unfaith import by_summary, is_loc_unfaith
from explorer.formats.foreign.sources import Sources
from explorer.formats.records import Imported, read_analysis
from explorer.formats.sheets import from_csv
from explorer.reading.rows import BadRow, opened, parse_json, read_rows

if TYPE_CHECKING:
    from sessions.joining.merging import Thing
    from sessions.store import Store

LARGEST = 512 * 2**20
"""Largest JSON file read, in bytes."""


def imported(path: str) -> Iterator[Imported]:
    """The analyses of a file, by its name's ending: .jsonl, .csv, else JSON (one analysis or a list of them); .gz if compressed.

    Records of other tools (see `explorer.formats.foreign`) are told apart by their shape and become analyses of the engine `person`.

    Raises:
        UsageError: the file is not there.
        FormatError: it is no file of ours.
    """
    lowered, sources = path.lower().removesuffix(".gz"), Sources(path)
    if lowered.endswith(".csv"):
        yield from from_csv(path)
    elif lowered.endswith(".jsonl") and not _is_list(path):
        for row in read_rows(path, renamed=False):
            if isinstance(row, BadRow):
                yield Imported(f"line {row.line}", None, notes=[row.reason])
            else:
                for data in _parts(row.data):
                    yield read_analysis(data, f"line {row.line}", sources)
    else:
        with opened(path) as stream:
            value = parse_json(_all(stream))
        for number, data in enumerate(_records(value), 1):
            for part in _parts(data):
                yield read_analysis(part, f"analysis {number}", sources)


def things(item: Imported) -> Iterator["Thing"]:
    """What a record brings to the store; nothing where it holds nothing that could be kept."""
    from sessions.joining.merging import Brought

    if item.other is not None:
        yield item.other
    elif item.analysis is not None:
        added = item.added
        yield Brought(item.analysis, **{name: getattr(added, name) for name in added.__dataclass_fields__})


def keep(store: "Store", item: Imported) -> None:
    """Join a record with what is in the store, by itself; `explorer.services.bringing` does it for whole files."""
    store.merge(things(item), item.place)


def _is_list(path: str) -> bool:
    """Whether a file that is called .jsonl is a JSON list all the same."""
    if not Path(path).is_file():
        return False
    with Path(path).open("rb") as stream:
        return stream.read(64).removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"["


def _records(value: Any) -> list[Any]:
    """The records of a JSON file: the items of a list, or of the `samples` of a batch of FaithBench; else the value itself."""
    if isinstance(value, Mapping) and "schema" not in value and isinstance(value.get("samples"), list):
        return list(value["samples"])
    return value if isinstance(value, list) else [value]


def _parts(data: Any) -> list[Any]:
    """The analysis itself, also out of a row of `errata batch`; and every summary of a record that has several."""
    if not isinstance(data, Mapping) or "schema" in data:
        return [data]
    if "analysis" in data and not ("error" in data and data["analysis"] is None):
        return [data["analysis"]]
    return list(by_summary(data)) if is_loc_unfaith(data) else [data]


def _all(stream: IO[bytes]) -> bytes:
    data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise FormatError(f"The file is larger than {LARGEST // 2**20} MB. Export it as .jsonl, which is read line by line.")
    return data.removeprefix(b"\xef\xbb\xbf")
