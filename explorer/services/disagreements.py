"""Where judges of one output differ: runs of words on which some find support and others do not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engines.core.machine.files import asset
from engines.core.results import Analysis, Span
from engines.core.text import Text
from engines.units.alignment import spans_of, support_by_character, words_of
from engines.units.errors import completed

THRESHOLD = 0.5
"""The probability from which on a judge counts as finding support."""

Side = bool | None


@dataclass(frozen=True)
class Disagreement:
    """A run of words on which judges take different sides: some find support, others do not.

    Attributes:
        span: in the output; it lies within one sentence.
        probabilities: what each judge says of it (its least supported word, words of grammar aside); None where it says nothing.
        spread: the greatest difference between two judges on one word, [0, 1].
        units: ids of the units behind it, by judge, the least supported first.
    """

    span: Span
    probabilities: Mapping[str, float | None]
    spread: float
    units: Mapping[str, tuple[str, ...]]

    @property
    def minority(self) -> int:
        """How many judges stand on the smaller side."""
        said = [value >= THRESHOLD for value in self.probabilities.values() if value is not None]
        return min(said.count(True), said.count(False))

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            **self.span.to_json(),
            "probabilities": dict(self.probabilities),
            "spread": self.spread,
            "units": {name: list(ids) for name, ids in self.units.items()},
        }


def support_of(analysis: Analysis) -> tuple[float | None, ...]:
    """How far the reference supports each character of the output, by the analysis: its errors say which words it does not."""
    return support_by_character(analysis.units, len(analysis.output.text), completed(analysis).errors)


def disagreements(output: str, analyses: Mapping[str, Analysis]) -> list[Disagreement]:
    """The disagreements of judges about an output, the most contested first: by the size of the minority, then by spread.

    Judges who are on the same side agree, however sure each of them is. Neighbouring words belong together as long as no judge takes
    another side, whether or not each has something to say of every word; a run ends with its sentence.

    Args:
        analyses: what each judge found, by its name.
    """
    words, text = words_of(output), Text.of(output)
    values = {name: words.lowest(support_of(own)) for name, own in analyses.items()}
    columns = list(zip(*values.values(), strict=True))
    sentences = [text.sentence_at(start) for start, _ in words.spans]
    found = []
    plain = [output[start:end].lower() in grammar_words() for start, end in words.spans]
    for run in _runs([_sides(column) for column in columns], sentences, plain):
        first, last = _trimmed(run, columns)
        heard = [i for i in range(first, last) if not plain[i]]
        differing = [gap for i in heard if (gap := _gap(columns[i])) is not None]
        if not differing:
            continue
        start, end = words.spans[first][0], words.spans[last - 1][1]
        lowest = {name: min((v for i in heard if (v := own[i]) is not None), default=None) for name, own in values.items()}
        behind = {name: _units_at(own, start, end) for name, own in analyses.items()}
        found.append(Disagreement(Span(start, end, output[start:end]), lowest, max(differing), behind))
    return sorted(found, key=lambda d: (-d.minority, -d.spread, d.span.start))


def _gap(column: Sequence[float | None]) -> float | None:
    """How far apart judges are who take different sides on a word; None where they do not."""
    said = [value for value in column if value is not None]
    return max(said) - min(said) if len({value >= THRESHOLD for value in said}) > 1 else None


def _sides(column: Sequence[float | None]) -> tuple[Side, ...]:
    return tuple(None if value is None else value >= THRESHOLD for value in column)


def _runs(sides: Sequence[tuple[Side, ...]], sentences: Sequence[int | None], plain: Sequence[bool]) -> list[tuple[int, int]]:
    """Runs [first, last) of words of one sentence on which no judge changes sides.

    Words of grammar (`plain`) take no side: they go with what follows them, or stand between two words of one run.
    """
    runs: list[tuple[int, int]] = []
    standing: tuple[Side, ...] = ()
    for i, row in enumerate(sides):
        if plain[i]:
            continue
        if runs and sentences[i] == sentences[runs[-1][1] - 1] and _fit(standing, row):
            runs[-1] = (runs[-1][0], i + 1)
            standing = tuple(b if a is None else a for a, b in zip(standing, row, strict=True))
        else:
            runs.append((_with_words_before(i, runs[-1][1] if runs else 0, sentences), i + 1))
            standing = row
    return runs


def _fit(standing: tuple[Side, ...], row: tuple[Side, ...]) -> bool:
    return all(a is None or b is None or a == b for a, b in zip(standing, row, strict=True))


def _with_words_before(i: int, free: int, sentences: Sequence[int | None]) -> int:
    """The first of the words of grammar before word `i`, none before `free`, in the same sentence."""
    while i > free and sentences[i - 1] == sentences[i]:
        i -= 1
    return i


@cache
def grammar_words() -> frozenset[str]:
    """Articles, prepositions, pronouns, auxiliaries and conjunctions: on their own they say nothing that could be disputed."""
    return frozenset(asset("text", "grammar_words.txt").read_text(encoding="utf-8").split())


def _trimmed(run: tuple[int, int], columns: Sequence[Sequence[float | None]]) -> tuple[int, int]:
    """The run without the words at its ends of which fewer than two judges say something."""
    first, last = run
    while first < last and _heard(columns[first]) < 2:
        first += 1
    while last > first and _heard(columns[last - 1]) < 2:
        last -= 1
    return first, last


def _heard(column: Sequence[float | None]) -> int:
    return sum(value is not None for value in column)


def _units_at(analysis: Analysis, start: int, end: int) -> tuple[str, ...]:
    """The units that are about these words, or whose error lies on them."""
    wrong = {id for error in completed(analysis).errors or () if error.start < end and error.end > start for id in error.units}
    touching = [u for u in analysis.units if u.id in wrong or any(s < end and e > start for s, e in spans_of(u))]
    return tuple(u.id for u in sorted(touching, key=lambda u: u.probability if u.probability is not None else 1.0))
