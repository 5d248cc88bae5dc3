"""The worst cases of a system: faithful texts and facts that it calls wrong, and errors that it passes."""

from collections.abc import Sequence
from typing import Any

from explorer.evaluation.benchmark.labels.gold import Item
from explorer.evaluation.benchmark.results import FALSE_ALARM, MISSED, SPAN, UNIT, Case
from explorer.evaluation.benchmark.systems.answers import Answer


def cases(
    level: str, system: str, entries: Sequence[Any], threshold: float | None, items: Sequence[Item], answers: Sequence[Answer], most: int
) -> list[Case]:
    """At most so many false alarms, the least supported first, and as many missed errors, the best supported first."""
    if level == SPAN:
        alarms = [entry for entry in entries if not entry.faulty and entry.alarm]
        missed = [entry for entry in entries if entry.faulty and not entry.located]
    else:
        limit = 0.5 if threshold is None else threshold
        alarms = [entry for entry in entries if entry.label == 1 and entry.score < limit]
        missed = [entry for entry in entries if entry.label == 0 and entry.score >= limit]
    first, second = sorted(alarms, key=lambda entry: entry.score)[:most], sorted(missed, key=lambda entry: -entry.score)[:most]
    kinds = [*((FALSE_ALARM, entry) for entry in first), *((MISSED, entry) for entry in second)]
    return [_case(level, system, kind, entry, threshold, items[entry.of], answers[entry.of]) for kind, entry in kinds]


def _case(level: str, system: str, kind: str, entry: Any, threshold: float | None, item: Item, answer: Answer) -> Case:
    marks = (answer.marks_at(threshold) if level == SPAN and threshold is not None else answer.marks) or ()
    asked, gold = "", item.spans or ()
    if level == UNIT:
        unit = item.units[entry.unit]
        asked = " ".join(unit.asked[name] for name in ("question", "answer") if name in unit.asked) or unit.asked.get("statement", "")
        gold = () if unit.label else unit.places
    name = f"line {item.line}" if item.id is None else item.id
    return Case(level, system, kind, entry.of, name, entry.score, item.reference, item.output or item.reference, asked, gold, marks)
