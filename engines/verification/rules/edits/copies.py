"""How much of a hypothesis a premise must have in order, for what differs to be what was changed in a copy of it."""

from engines.verification.rules.case import Case

_REST = 0.75
"""The share of the rest."""


def rest_shared(case: Case, shared: frozenset[int], changed: frozenset[int]) -> bool:
    """Whether a premise has nearly all of a hypothesis but what was changed.

    Args:
        shared: the tokens of the hypothesis that the premise has in order.
        changed: the tokens that were changed.
    """
    rest = [t for t in case.content if t not in changed or t in shared]
    return bool(rest) and sum(t in shared for t in rest) >= _REST * len(rest)
