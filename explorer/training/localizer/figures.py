"""How well log-odds of words find what people marked, set by set."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.evaluation.metrics import roc_auc
from explorer.training.localizer.rows import Item, touching

Odds = NDArray[np.float64]


def alarm_odds(items: Sequence[Item], odds: Sequence[Odds], alarms: float) -> float:
    """The log-odds that the worst word of so large a share of faithful texts is above; texts of which people marked errors in others."""
    worst = [
        float(values.max()) for item, values in zip(items, odds, strict=True) if item.of.set == "bump" and _faithful(item) and len(values)
    ]
    return float(np.quantile(worst, 1 - alarms))


def _faithful(item: Item) -> bool:
    return item.of.wrong == ()


def figures(items: Sequence[Item], odds: Sequence[Odds], threshold: float | None = None) -> dict[str, Any]:
    """For each set what applies, in per cent: AUC of words and of texts (by their worst word); at the threshold, or where a quarter of the
    set's faithful texts raise an alarm, errors located and marked words that are wrong, the alarms, and errors located by kind; of groups
    of words in which one is wrong those with a mark, and of the words known to be right in such texts those with one."""
    groups: dict[str, list[tuple[Item, Odds]]] = defaultdict(list)
    for item, values in zip(items, odds, strict=True):
        if len(values):
            groups[item.of.set].append((item, values))
    return {name: _of_set(group, threshold) for name, group in groups.items()}


def _of_set(group: Sequence[tuple[Item, Odds]], threshold: float | None) -> dict[str, Any]:
    found: dict[str, Any] = {"texts": len(group)}
    known = [(values[item.weight > 0], item.wrong[item.weight > 0] > 0.5) for item, values in group]
    every, wrong = (np.concatenate(parts) for parts in zip(*known, strict=True))
    if wrong.any():
        found["word AUC"] = _auc(every, wrong)
    whole = [(float(values.max()), bool(item.of.wrong) if item.of.supported is None else not item.of.supported) for item, values in group]
    if len({label for _, label in whole}) == 2 and not any(item.of.kept for item, _ in group):
        found["text AUC"] = _auc([v for v, _ in whole], [label for _, label in whole])
    faithful = np.array([float(values.max()) for item, values in group if _faithful(item)])
    limit = threshold if threshold is not None else float(np.quantile(faithful, 0.75)) if len(faithful) else 0.0
    if len(faithful):
        found["alarms"] = _percent(float((faithful > limit).mean()))
    marked = [(item, values) for item, values in group if item.of.wrong]
    if marked:
        found |= _places(marked, limit)
    parted = [(item, values) for item, values in group if item.groups and (item.weight > 0).any()]
    if parted:
        groups = [bool((values[of] > limit).any()) for item, values in parted for of in item.groups]
        sure = np.concatenate([values[(item.weight > 0) & (item.wrong == 0)] for item, values in parted])
        found |= {"groups": _percent(float(np.mean(groups))), "right words beside them": _percent(float((sure > limit).mean()))}
    return found


def _places(marked: Sequence[tuple[Item, Odds]], limit: float) -> dict[str, Any]:
    located: dict[str, list[bool]] = defaultdict(list)
    chosen = right = 0
    for item, values in marked:
        spans = [span for span, value in zip(item.spans, values, strict=True) if value > limit]
        chosen += len(spans)
        right += int(touching(spans, item.of.wrong or ()).sum())
        located[item.of.kind].extend(touching(item.of.wrong or (), spans).tolist())
    every = [hit for hits in located.values() for hit in hits]
    found: dict[str, Any] = {"located": _percent(float(np.mean(every))), "precision": _percent(right / max(1, chosen))}
    if len(located) > 1:
        found["by kind"] = {kind: _percent(float(np.mean(hits))) for kind, hits in sorted(located.items())}
    return found


def _auc(values: Iterable[float], wrong: Iterable[bool]) -> float:
    """Of values that should be high for what is wrong, in per cent."""
    found = roc_auc([int(label) for label in wrong], [float(value) for value in values])
    return _percent(found or 0.0)


def _percent(value: float) -> float:
    return round(100 * value, 1)
