"""Each rule off in turn: what that does to every set of natural text."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.verification.rules.registry import rules
from explorer.evaluation.audits.observing import Observation
from explorer.evaluation.audits.rules import bundled_weights, counted, left
from explorer.evaluation.metrics import roc_auc

Weights = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Ablation:
    """One line of the table: the figures of every set with a rule off, or with all of them on ("") or off ("all").

    Attributes:
        fired, right: how often the rule fires on all sets, and how often rightly.
        figures: ROC-AUC in per cent by set; of questions the mean over its parts. Sets in which nothing is supported have none.
        change: the same as differences from all rules on.
    """

    off: str
    fired: int
    right: int
    figures: dict[str, float]
    change: dict[str, float]

    def to_json(self) -> dict[str, Any]:
        """As plain dicts and numbers."""
        return {"off": self.off, "fired": self.fired, "right": self.right, "auc": self.figures, "change": self.change}


def ablations(observations: Sequence[Observation], weights: Weights | None = None) -> list[Ablation]:
    """All rules on, each off in turn, all off."""
    used = weights or bundled_weights()
    table = counted(observations)
    full = figures(observations, used)
    lines = [Ablation("", *_total(table.values()), full, {})]
    for name in (*rules(), "all"):
        off = frozenset(rules()) if name == "all" else frozenset({name})
        found = figures(observations, used, off)
        change = {of: round(found[of] - value, 2) for of, value in full.items()}
        lines.append(Ablation(name, *_total([table[name]] if name in table else table.values()), found, change))
    return lines


def figures(observations: Sequence[Observation], weights: Weights, off: frozenset[str] = frozenset()) -> dict[str, float]:
    """ROC-AUC in per cent by set, with some rules off; what has one item name is as good as its worst sentence."""
    by_part: dict[str, dict[str, dict[str, list[tuple[bool, float]]]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for number, o in enumerate(observations):
        part = o.part if o.set == "questions" else ""
        by_part[o.set][part][o.item or str(number)].append((o.supported, left(o, weights, off)))
    found = {}
    for name, parts in by_part.items():
        values = [value for items in parts.values() if (value := _auc(items)) is not None]
        if values:
            found[name] = round(100 * float(np.mean(values)), 2)
    return found


def markdown(lines: Sequence[Ablation]) -> str:
    """The table in Markdown: figures in the first and last line, differences in the others."""
    sets = list(lines[0].figures)
    rows = [["off", "right / fired", *sets], ["---"] * (2 + len(sets))]
    for line in lines:
        shown = line.figures if line.off in ("", "all") else line.change
        cells = [
            f"{shown[of]:.1f}" if line.off in ("", "all") else f"{shown[of]:+.2f}".replace("+0.00", "0").replace("-0.00", "0")
            for of in sets
        ]
        rows.append([line.off or "none", f"{line.right} / {line.fired}", *cells])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _auc(items: Mapping[str, Sequence[tuple[bool, float]]]) -> float | None:
    labels = [int(all(supported for supported, _ in of)) for of in items.values()]
    return roc_auc(labels, [min(value for _, value in of) for of in items.values()])


def _total(of: Any) -> tuple[int, int]:
    pairs = [pair for sets in of for pair in sets.values()]
    return sum(n for n, _ in pairs), sum(r for _, r in pairs)
