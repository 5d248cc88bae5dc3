"""Labelled outputs and the answers of systems to figures."""

import hashlib
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from engines.core.errors import InputError
from explorer.evaluation.benchmark import curves, worst
from explorer.evaluation.benchmark.figures import judged, spans
from explorer.evaluation.benchmark.figures.measures import Measure
from explorer.evaluation.benchmark.figures.resampling import DRAWS, Resampling
from explorer.evaluation.benchmark.labels.gold import Item
from explorer.evaluation.benchmark.results import LEVELS, SPAN, TEXT, UNIT, Benchmark, Case, Comparison, Line, Plot
from explorer.evaluation.benchmark.systems.answering import THRESHOLDS
from explorer.evaluation.benchmark.systems.answers import MAIN, Answer

COMPARED = {
    TEXT: ("balanced_accuracy", "roc_auc", "f1", "pearson"),
    UNIT: ("balanced_accuracy", "roc_auc", "f1"),
    SPAN: ("located", "precision", "f1", "iou", "alarms", "consistent", "roc_auc"),
}
"""The figures by which systems are compared at each level."""

Answers = Mapping[str, Sequence[Answer]]
"""Of each system by its name, in the order of the items."""


@dataclass(frozen=True)
class Dev:
    """The part on which thresholds are chosen, which is then not measured: a share of the references, or the rows with a value."""

    share: float = 0.0
    field: str = ""
    value: str = ""

    @classmethod
    def of(cls, written: str) -> "Dev":
        """From a share (0.2) or FIELD=VALUE.

        Raises:
            InputError: it is neither.
        """
        field, equals, value = written.partition("=")
        if equals and field:
            return cls(0.0, field, value)
        try:
            share = float(written)
        except ValueError:
            share = 0.0
        if not 0 < share < 1:
            raise InputError(f"The dev part is a share between 0 and 1, or FIELD=VALUE, not {written!r}.")
        return cls(share)

    def has(self, item: Item) -> bool:
        """Whether an item is in it; all outputs of one reference are, or none."""
        if self.field:
            return item.fields.get(self.field) == self.value
        digest = hashlib.sha256(item.reference.encode("utf-8", "replace")).digest()
        return int.from_bytes(digest[:8], "big") / 2**64 < self.share

    def __str__(self) -> str:
        return f"{self.field}={self.value}" if self.field else f"{self.share:.0%} of the references"


@dataclass(frozen=True)
class Plan:
    """What is measured and how.

    Attributes:
        levels: those wanted; a level without labels is left out.
        by: the field whose values are the subsets.
        score: the score of texts that is measured.
        dev: where thresholds are chosen; None for 0.5, and marks as the systems give them.
        draws, seed: of the bootstrap; no draws, no intervals.
        worst: how many false alarms and missed errors are listed of each system and level.
    """

    levels: tuple[str, ...] = LEVELS
    by: str = "subset"
    score: str = MAIN
    dev: Dev | None = None
    draws: int = DRAWS
    seed: int = 0
    worst: int = 0


@dataclass(frozen=True)
class _Scored:
    """What one system says at one level: entries with the place of their item, and how figures are made of some of them."""

    entries: Sequence[Any]
    measures: Callable[[Sequence[Any]], dict[str, Measure]]
    threshold: float | None


def measure(items: Sequence[Item], answers: Answers, plan: Plan | None = None) -> Benchmark:
    """Every figure that the labels allow.

    Raises:
        InputError: no or every item is in the dev part.
    """
    plan = plan or Plan()
    in_dev = [plan.dev is not None and plan.dev.has(item) for item in items]
    if plan.dev is not None and (all(in_dev) or not any(in_dev)):
        raise InputError(f"{'All' if all(in_dev) else 'None'} of the rows are in the dev part ({plan.dev}): choose another.")
    lines: list[Line] = []
    comparisons: list[Comparison] = []
    plots: list[Plot] = []
    cases: list[Case] = []
    for level in plan.levels:
        scored = {name: _scored(level, items, found, in_dev, plan) for name, found in answers.items()}
        known = {name: each for name, each in scored.items() if each.entries}
        for name, each in known.items():
            lines += _lines(level, name, each, items, answers[name], plan)
            cases += worst.cases(level, name, each.entries, each.threshold, items, answers[name], plan.worst)
        comparisons += _comparisons(level, known, items, plan)
        tested = [item if not dev else None for item, dev in zip(items, in_dev, strict=True)]
        plots += curves.plots(level, {name: each.entries for name, each in known.items()}, tested, answers)
    dev = "" if plan.dev is None else f"Thresholds were chosen on {plan.dev} ({sum(in_dev)} rows), and the others measured."
    failed = {name: tuple(a.error for a in found if a.error) for name, found in answers.items() if any(a.error for a in found)}
    return Benchmark(tuple(lines), tuple(comparisons), tuple(plots), tuple(cases), dev, failed)


def _scored(level: str, items: Sequence[Item], answers: Sequence[Answer], in_dev: Sequence[bool], plan: Plan) -> _Scored:
    def of_part(entries: Sequence[Any], dev: bool) -> list[Any]:
        return [entry for entry in entries if in_dev[entry.of] == dev]

    if level == SPAN:
        at = None
        if plan.dev is not None:
            at = spans.best_threshold(lambda t: of_part(spans.marked_texts(items, answers, t), True), THRESHOLDS)
        return _Scored(of_part(spans.marked_texts(items, answers, at), False), spans.span_measures, at)
    entries = judged.texts(items, answers, plan.score) if level == TEXT else judged.facts(items, answers)
    threshold = (judged.chosen_threshold(of_part(entries, True)) if plan.dev is not None else None) or judged.THRESHOLD
    return _Scored(of_part(entries, False), lambda some: judged.judged_measures(some, threshold), threshold)


def _lines(level: str, name: str, scored: _Scored, items: Sequence[Item], answers: Sequence[Answer], plan: Plan) -> Iterator[Line]:
    """A line for each subset where there are several, then one over all."""
    subsets: dict[str, list[Any]] = {}
    for entry in scored.entries:
        subsets.setdefault(items[entry.of].fields.get(plan.by, "–"), []).append(entry)
    for subset, entries in [*sorted(subsets.items() if len(subsets) > 1 else ()), ("all", scored.entries)]:
        found = Resampling(_references(entries, items), plan.draws, plan.seed).figures(scored.measures(entries))
        used = [seconds for place in dict.fromkeys(entry.of for entry in entries) if (seconds := answers[place].seconds) is not None]
        bins = () if level == SPAN else tuple(judged.bins_of(entries))
        yield Line(level, name, subset, len(entries), scored.threshold, found, sum(used) / len(entries) if used else None, bins)


def _comparisons(level: str, scored: Mapping[str, _Scored], items: Sequence[Item], plan: Plan) -> Iterator[Comparison]:
    """Every two systems, on what both have judged."""
    for first, second in combinations(scored, 2):
        places = [{_place(entry): entry for entry in scored[name].entries} for name in (first, second)]
        shared = [place for place in places[0] if place in places[1]]
        if not shared or not plan.draws:
            continue
        entries = [[of[place] for place in shared] for of in places]
        measures = [
            {key: m for key, m in scored[name].measures(some).items() if key in COMPARED[level]}
            for name, some in zip((first, second), entries, strict=True)
        ]
        found = Resampling(_references(entries[0], items), plan.draws, plan.seed).differences(measures[0], measures[1])
        if found:
            yield Comparison(level, first, second, len(shared), found)


def _place(entry: Any) -> tuple[int, int | None]:
    return entry.of, getattr(entry, "unit", None)


def _references(entries: Sequence[Any], items: Sequence[Item]) -> list[Hashable]:
    return [items[entry.of].reference for entry in entries]
