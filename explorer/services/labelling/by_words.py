"""Annotators against every engine that has checked the same pair of texts, brought to common ground: the words of the output.

What an annotator finds unsupported is an error where the engine would put it: in the words that conflict with the reference, else in all of
the unit. Words that they marked by themselves are errors, too.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from engines.core.errors import ErrataError
from engines.core.results import Analysis
from engines.units.alignment import kappa, words_of
from explorer.services.disagreements import THRESHOLD, support_of
from explorer.services.labelling.agreement import Labelled, Pair, engine_name
from explorer.services.labelling.verdicts import SENSELESS, SUPPORTED
from explorer.services.persons import person_of_votes

if TYPE_CHECKING:
    from sessions.store import Store

Support = list[float | None]


def by_words(store: "Store", found: Sequence[Labelled]) -> list[Pair]:
    """Cohen's kappa over words of each annotator with each engine, the texts taken together. Of several analyses of a pair by one engine
    the newest counts."""
    judged: dict[tuple[str, str], tuple[list[bool | None], list[bool | None]]] = {}
    for same in _pairs(found):
        output = same[0].analysis.output.text
        words = words_of(output)
        engines = {engine_name(each): words.judged(support_of(each), THRESHOLD) for each in _of_pair(store, same[0].analysis)}
        for who in dict.fromkeys(name for one in same for name in one.people):
            mine = words.judged(_lowest([support_said(one, who) for one in same if who in one.people]), THRESHOLD)
            for engine, theirs in engines.items():
                first, second = judged.setdefault((who, engine), ([], []))
                first += mine
                second += theirs
    pairs = (_pair(who, engine, *sides) for (who, engine), sides in sorted(judged.items(), key=lambda item: item[0][::-1]))
    return [pair for pair in pairs if pair.units]


def support_said(one: Labelled, annotator: str) -> Support:
    """What an annotator says of each character of the output: 1.0 supported, 0.0 not, None where they say nothing."""
    said, length = one.people[annotator], len(one.analysis.output.text)
    units = [(subject.unit, said.labels[subject.id]) for subject in one.task.subjects if subject.unit and subject.id in said.labels]
    votes = {unit.id: 1 if unit.supported == (label == SUPPORTED) else -1 for unit, label in units if label != SENSELESS}
    support = list(person_of_votes([(one.analysis, votes)], length).support)
    for subject in one.task.subjects:
        label = said.labels.get(subject.id)
        if subject.unit is None and label and label != SENSELESS:
            for start, end in subject.places:
                support[start:end] = [float(label == SUPPORTED)] * (end - start)
    for span in said.own:
        support[span.start : span.end] = [0.0] * (min(span.end, length) - span.start)
    return support


def _pairs(found: Iterable[Labelled]) -> Iterator[list[Labelled]]:
    """Those of one pair of texts together."""
    same: dict[tuple[str, str], list[Labelled]] = {}
    for one in found:
        same.setdefault((one.analysis.reference.text, one.analysis.output.text), []).append(one)
    yield from same.values()


def _of_pair(store: "Store", analysis: Analysis) -> Iterator[Analysis]:
    for id in store.of_pair(analysis.id):
        try:
            yield store.get(id)
        except ErrataError:  # a damaged one is named in the history, and holds up no other
            continue


def _lowest(sides: Sequence[Support]) -> Support:
    return [min((value for value in column if value is not None), default=None) for column in zip(*sides, strict=True)]


def _pair(who: str, engine: str, mine: Sequence[bool | None], theirs: Sequence[bool | None]) -> Pair:
    both = [(a, b) for a, b in zip(mine, theirs, strict=True) if a is not None and b is not None]
    return Pair(who, engine, kappa(mine, theirs), len(both), sum(a == b for a, b in both))
