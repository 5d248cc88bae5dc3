"""What a person says of an output, as one more judge of a comparison: votes on units, or marked spans.

It is brought to the words of the output as what an engine says is: a word is as supported as the least supported thing said of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engines.core.errors import InputError
from engines.core.results import Analysis
from engines.units.alignment import runs
from explorer.services.disagreements import support_of

_LISTS = ("spans", "annotations", "labels")
"""Where files of other tools keep the spans that a person marked."""


@dataclass(frozen=True)
class Agreement:
    """How far one judge agrees with the person: kappa over `words` words that both judge, None where there are none;
    `same` of them are judged the same."""

    judge: str
    kappa: float | None
    words: int
    same: int

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"name": self.judge, "kappa": self.kappa, "words": self.words, "same": self.same}


@dataclass(frozen=True)
class Person:
    """What a person says of an output.

    Attributes:
        support: per character 1.0 supported, 0.0 not, None where the person says nothing.
        judgements: how many votes or marks that comes from.
        marked: whether parts were marked as unsupported (the rest counts as supported) rather than units voted on.
        agreement: with each judge of the comparison that the person is part of, in its order.
    """

    support: tuple[float | None, ...]
    judgements: int
    marked: bool = False
    agreement: tuple[Agreement, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain values; the support as runs of equal values."""
        return {
            "judgements": self.judgements,
            "kind": "marks" if self.marked else "votes",
            "support": [{"start": s, "end": e, "probability": p} for s, e, p in runs(self.support)],
            "agreement": [a.to_json() for a in self.agreement],
        }


def person_of_votes(votes: Iterable[tuple[Analysis, Mapping[str, int]]], length: int) -> Person:
    """The person behind votes on units: 1 agrees with the verdict, -1 does not, 0 says nothing.

    Who finds a unit unsupported finds an error where the engine would: in the words that conflict with the reference, else in all of it.

    Args:
        votes: analyses of one output, each with the votes by unit id.
        length: of the output, in code points.
    """
    support: list[float | None] = [None] * length
    judgements = 0
    for analysis, own in votes:
        said = _as_voted(analysis, own)
        judgements += len(said.units)
        for at, value in enumerate(support_of(said)[:length]):
            known = support[at]
            if value is not None and (known is None or value < known):
                support[at] = value
    return Person(tuple(support), judgements)


def _as_voted(analysis: Analysis, votes: Mapping[str, int]) -> Analysis:
    """The units of an analysis that were voted on, as the person says, who is sure."""
    units = []
    for unit in analysis.units:
        vote = votes.get(unit.id, 0)
        if vote and unit.supported is not None:
            supported = unit.supported == (vote > 0)
            units.append(replace(unit, probability=float(supported), supported=supported))
    known = {unit.id for unit in units}
    deletions = tuple(deletion for deletion in analysis.deletions if known.intersection(deletion.units))
    return replace(analysis, units=tuple(units), deletions=deletions, errors=None, words=None)


def person_of_marks(marks: Sequence[tuple[int, int]], length: int) -> Person:
    """The person who marked the unsupported parts (start, end) of an output; every other character counts as supported."""
    support = [1.0] * length
    for start, end in marks:
        for i in range(max(0, start), min(end, length)):
            support[i] = 0.0
    return Person(tuple(support), len(marks), marked=True)


def person_of_file(path: str, reference: str, output: str) -> Person:
    """The person of a file: analyses of these texts that were exported with votes, or a list of marked spans.

    Spans are `{"start", "end"}` or `{"start", "text"}`, in a list or under "spans", "annotations" or "labels", as other tools write
    them; offsets count code points of the output, and where a span comes with its text the two must fit.

    Raises:
        UsageError: the file is not there.
        FormatError: it cannot be read.
        InputError: it says nothing of this output, or a span does not fit it.
    """
    from explorer.formats.importing import imported
    from explorer.reading.rows import opened, parse_json

    if path.lower().endswith((".jsonl", ".csv")):
        return _of_analyses(path, imported(path), reference, output)
    with opened(path) as stream:
        data = parse_json(stream.read())
    first = data[0] if isinstance(data, list) and data else data
    if isinstance(first, Mapping) and ("schema" in first or "analysis" in first):
        return _of_analyses(path, imported(path), reference, output)
    spans = next((data[name] for name in _LISTS if name in data), None) if isinstance(data, Mapping) else data
    if not isinstance(spans, list):
        raise InputError(f"{path} holds neither an analysis with votes nor a list of marked spans with 'start' and 'end'.")
    return person_of_marks([_mark(span, number, output) for number, span in enumerate(spans, 1)], len(output))


def _of_analyses(path: str, read: Iterable[Any], reference: str, output: str) -> Person:
    votes = [
        (item.analysis, {str(note.get("unit")): _vote(note.get("vote")) for note in item.annotations})
        for item in read
        if item.analysis is not None and (item.analysis.reference.text, item.analysis.output.text) == (reference, output)
    ]
    if not votes:
        raise InputError(f"{path} has no analysis of these two texts.")
    person = person_of_votes(votes, len(output))
    if not person.judgements:
        raise InputError(f"{path} has no votes on its analyses of these texts. Vote on facts in the page, then export them.")
    return person


def _vote(value: Any) -> int:
    return value if value in (-1, 1) and not isinstance(value, bool) else 0


def _mark(span: Any, number: int, output: str) -> tuple[int, int]:
    """Start and end of a marked span, held against its text where it has one."""
    if not isinstance(span, Mapping) or not _is_offset(span.get("start")):
        raise InputError(f'Mark {number} has no \'start\': a mark is {{"start": 12, "end": 20}}, counted in characters of the output.')
    start, text = span["start"], span.get("text")
    end = span["end"] if _is_offset(span.get("end")) else start + len(text) if isinstance(text, str) else None
    if end is None or not 0 <= start < end <= len(output):
        raise InputError(f"Mark {number} does not lie within the output, which has {len(output):,} characters.")
    if isinstance(text, str) and output[start:end] != text:
        raise InputError(f"Mark {number} says {text!r}, but the output has {output[start:end]!r} there. Mark this very output.")
    return start, end


def _is_offset(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
