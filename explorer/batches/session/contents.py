"""What a file of rows holds: its records, those of other tools under our names, and what stands in which column."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engines.core.errors import ErrataError, FormatError
from explorer.batches.session.columns import MOST_VALUES, Column, short
from explorer.formats.foreign.registry import read_record
from explorer.formats.foreign.sources import Sources
from explorer.reading.passages import passages_in
from explorer.reading.rows import BadRow, dumps, read_rows

SHOWN = 5
"""Rows that are kept to be shown before the start."""

_LONGEST_SHOWN = 400
_MOST_COLUMNS = 300


def records(path: Path, name: str) -> Iterator[tuple[int, Mapping[str, Any] | str]]:
    """The records of a file, those of other tools with reference, output and label under our names."""
    sources = Sources(str(path))
    try:
        for row in read_rows(str(path), renamed=False):
            if isinstance(row, BadRow):
                yield row.line, row.reason.removeprefix(f"line {row.line}: ")
                continue
            held = row.data.get("samples")  # of a batch of FaithBench
            samples = held if isinstance(held, list) and held and all(isinstance(one, Mapping) for one in held) else [row.data]
            for data in samples:
                yield row.line, _in_our_terms(data, sources)
    except FormatError as problem:
        raise FormatError(str(problem).replace(str(path), name)) from problem


def _in_our_terms(data: Mapping[str, Any], sources: Sources) -> Mapping[str, Any] | str:
    """A record of another tool with its texts under our names, and a label where somebody has judged all of it; others as they are."""
    if "schema" in data or "analysis" in data or {"reference", "output"} <= data.keys():
        return data
    try:
        read = read_record(data, sources, [])
    except ErrataError as problem:
        there = any(isinstance(value, str) and len(value) > SHOWN for value in data.values())
        return data if there and "response" not in data else str(problem)
    if read is None:
        return data
    analysis = read[0]
    texts = {"reference": analysis.reference.text, "output": analysis.output.text}
    judged = [unit for unit in analysis.units if unit.supported is not None]
    label = {"label": int(all(unit.supported for unit in judged))} if judged and "label" not in data else {}
    rest = {name: value for name, value in data.items() if name not in ("source", "summary", "response") and value not in texts.values()}
    return {**rest, **texts, **label}


class Looking:
    """What is found out about the columns while rows go by."""

    def __init__(self) -> None:
        self.total = self.bad = self.size = 0
        self.answers, self.why, self.first = False, "", list[Mapping[str, Any]]()
        self._filled: dict[str, int] = {}
        self._length: dict[str, list[int]] = {}
        self._lists: dict[str, int] = {}
        self._values: dict[str, dict[str, None] | None] = {}

    def at(self, data: Mapping[str, Any] | str) -> None:
        """Look at one row."""
        self.total += 1
        if isinstance(data, str):
            self.bad += 1
            self.why = self.why or data
            return
        self.answers = self.answers or _is_answer(data)
        if len(self.first) < SHOWN:
            self.first.append({name: _shortened(value) for name, value in data.items()})
        for name, value in data.items():
            if value in (None, "", []) or (name not in self._filled and len(self._filled) >= _MOST_COLUMNS):
                continue
            self._filled[name] = self._filled.get(name, 0) + 1
            self._values_of(name, value)
            if passages_in(value):
                self._lists[name] = self._lists.get(name, 0) + 1
            if isinstance(value, str):
                known = self._length.setdefault(name, [0, 0])
                known[0] += len(value)
                known[1] += 1

    def _values_of(self, name: str, value: Any) -> None:
        known = self._values.setdefault(name, {})
        words = short(value)
        if known is None or words is None or (words not in known and len(known) >= MOST_VALUES):
            self._values[name] = None
        else:
            known[words] = None

    def columns(self) -> tuple[Column, ...]:
        """What was found, column by column."""
        return tuple(
            Column(
                name,
                filled,
                self._length[name][0] / self._length[name][1] if name in self._length else 0.0,
                self._lists.get(name, 0),
                None if (values := self._values[name]) is None else tuple(values),
            )
            for name, filled in self._filled.items()
        )


def _is_answer(data: Mapping[str, Any]) -> bool:
    """Whether a record is what `errata batch` writes, or an analysis itself."""
    if isinstance(data.get("schema"), str) and data["schema"].startswith("errata/") and "units" in data:
        return True
    return "id" in data and (isinstance(data.get("analysis"), Mapping) or ("errata" in data and isinstance(data.get("scores"), Mapping)))


def _shortened(value: Any) -> Any:
    """A value as it is shown before the start."""
    if isinstance(value, str):
        return value[:_LONGEST_SHOWN] + ("…" if len(value) > _LONGEST_SHOWN else "")
    if isinstance(value, bool | int | float) or value is None:
        return value
    if passages := passages_in(value):
        return [_shortened(passage) for passage in passages[:SHOWN]]
    return _shortened(dumps(value))
