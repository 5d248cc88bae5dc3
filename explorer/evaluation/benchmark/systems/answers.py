"""What a system says of a labelled output: scores, verdicts on its facts, and what it marks; kept in a file that a run goes on from."""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from engines.core.errors import StoreError
from explorer.evaluation.benchmark.labels.gold import Item, Ranges
from explorer.reading.rows import dumps

MAIN, SUPPORT = "main", "support"
"""The score that a system is known by, and the one that all engines have."""


@dataclass(frozen=True)
class Answer:
    """A system's answer to one item.

    Attributes:
        scores: of the text by their names, higher for what is supported; empty where it judged facts alone.
        units: for each fact of the item the probability that it is supported; None where the system has nothing to say of it.
        marks: what it finds unsupported at its own threshold, (start, end); None of a system that marks nothing.
        sweep: the same at other thresholds, from the lowest on; a threshold that is not there is as the one before it.
        seconds: how long it took.
        error: why there is no answer.
    """

    scores: Mapping[str, float] = field(default_factory=dict)
    units: tuple[float | None, ...] = ()
    marks: Ranges | None = None
    sweep: tuple[tuple[float, Ranges], ...] = ()
    seconds: float | None = None
    error: str | None = None

    def marks_at(self, threshold: float) -> Ranges:
        """What is unsupported where a probability of support below the threshold is an error."""
        return next((marks for least, marks in reversed(self.sweep) if least <= threshold + 1e-9), ())

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "scores": dict(self.scores),
            "units": list(self.units),
            "marks": None if self.marks is None else [list(mark) for mark in self.marks],
            "sweep": [[threshold, [list(mark) for mark in marks]] for threshold, marks in self.sweep],
            "seconds": self.seconds,
            **({"error": self.error} if self.error else {}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Answer":
        """Read `to_json` data back.

        Raises:
            KeyError, TypeError, ValueError: it is something else.
        """
        marks = data["marks"]
        return cls(
            {str(name): float(score) for name, score in data["scores"].items()},
            tuple(None if unit is None else float(unit) for unit in data["units"]),
            None if marks is None else _ranges(marks),
            tuple((float(threshold), _ranges(found)) for threshold, found in data["sweep"]),
            data["seconds"],
            data.get("error"),
        )


def _ranges(marks: Any) -> Ranges:
    return tuple((int(start), int(end)) for start, end in marks)


def answer_key(identity: str, item: Item) -> str:
    """What an answer belongs to: the system with its models and settings, both texts, and the facts that were asked about."""
    asked = [dict(unit.asked) for unit in item.units], [list(unit.places) for unit in item.units]
    parts = json.dumps([identity, item.reference, item.output, *asked], sort_keys=True)
    return hashlib.sha256(parts.encode("ascii")).hexdigest()[:24]


class SavedAnswers:
    """Answers in a file of JSON lines, each known again by its key; without a path they are only remembered.

    A last line that was cut off is written again, and answers that failed are asked for again.

    Raises:
        StoreError: the file holds something else, or cannot be written.
    """

    def __init__(self, path: str | None) -> None:
        self._path = Path(path) if path else None
        self._known: dict[str, Answer] = {}
        self._stream: IO[bytes] | None = None

    def __enter__(self) -> "SavedAnswers":
        if self._path is not None:
            try:
                self._stream = os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "a+b")
                self._read(self._stream, self._path)
            except OSError as problem:
                raise StoreError(f"{self._path} cannot be written: {problem.strerror}.") from problem
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._stream is not None:
            self._stream.close()

    def get(self, key: str) -> Answer | None:
        """The answer of that key; None where there is none yet, or it failed."""
        found = self._known.get(key)
        return None if found is None or found.error else found

    def keep(self, key: str, about: Mapping[str, Any], answer: Answer) -> None:
        """Remember an answer; where there is a file, it survives the end of the process."""
        self._known[key] = answer
        if self._stream is not None:
            self._stream.write(dumps({"key": key, **about, **answer.to_json()}).encode("utf-8") + b"\n")
            self._stream.flush()

    def _read(self, stream: IO[bytes], path: Path) -> None:
        good = 0
        stream.seek(0)
        for number, line in enumerate(stream, 1):
            if not line.endswith(b"\n"):
                break
            try:
                row = json.loads(line)
                self._known[row["key"]] = Answer.from_json(row)
            except (ValueError, KeyError, TypeError, AttributeError) as problem:
                raise StoreError(
                    f"{path} holds no answers of a benchmark (line {number}). It was left as it is: choose another --out."
                ) from problem
            good += len(line)
        stream.truncate(good)


ROW_COLUMNS = ("system", "line", "id", "label", "rating", "spans", "score", "support", "marks", "units", "seconds", "error")
"""The columns of answers as a table."""


def answer_rows(items: Sequence[Item], answers: Mapping[str, Sequence[Answer]]) -> Iterator[dict[str, Any]]:
    """What people and systems said as rows of a table, a text and system a row; lists where there are several."""
    for system, found in answers.items():
        for item, answer in zip(items, found, strict=True):
            yield {
                "system": system,
                "line": item.line,
                "id": item.id,
                "label": item.label,
                "rating": item.rating,
                "spans": None if item.spans is None else [list(span) for span in item.spans],
                "score": answer.scores.get(MAIN),
                "support": answer.scores.get(SUPPORT),
                "marks": None if answer.marks is None else [list(mark) for mark in answer.marks],
                "units": [[unit.label, said] for unit, said in zip(item.units, answer.units, strict=False)] or None,
                "seconds": answer.seconds,
                "error": answer.error,
            }
