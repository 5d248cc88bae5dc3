"""How much a conflict weighs, from how often its rule was right on labelled text (assets/verifier/rules.json)."""

import json
from collections.abc import Iterable
from functools import cache
from typing import Any, Literal, Protocol

from engines.core.machine.files import asset

FILE = "rules.json"
OF_COPY = 0.95
"""What a conflict weighs at least where the premise is the hypothesis with little changed: what was changed is wrong then (in 330 texts of
BUMP nine of nine, whatever the rule)."""
Of = Literal["statement", "question"]


class OfRule(Protocol):
    """A conflict, inside the rules or in a verdict: what a rule found."""

    @property
    def rule(self) -> str:
        """The rule's name."""
        ...

    @property
    def copy(self) -> bool:
        """Whether the premise is the hypothesis with little changed."""
        ...


@cache
def stored() -> dict[str, Any]:
    """What is stored: `prior`, and `rules` by name with their counts and weights."""
    loaded: dict[str, Any] = json.loads(asset("verifier", FILE).read_text("utf-8"))
    return loaded


def rule_weight(name: str, of: Of) -> float:
    """The share of the probability that a conflict of a rule takes, [0, 1]; the prior for a rule that was never measured."""
    known = stored()["rules"].get(name)
    return float(known["weight"][of] if known else stored()["prior"]["weight"])


def weight(conflicts: Iterable[OfRule], of: Of) -> float:
    """How sure it is that a "statement" or "question" with these conflicts is unsupported, [0, 1]; 0 without any."""
    return max((max(rule_weight(c.rule, of), OF_COPY if c.copy else 0.0) for c in conflicts), default=0.0)
