"""How much of a hypothesis a premise must have in order, for what differs to be what was changed in a copy of it."""

from engines.verification.rules.case import Case
from engines.verification.sentences.edits import Difference, Gap
from engines.verification.sentences.lexical_relations import NEGATIVE
from engines.verification.sentences.parsed import ParsedSentence

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


def denied_elsewhere(mine: ParsedSentence, theirs: ParsedSentence, between: Difference, gap: Gap) -> bool:
    """Whether one of the two has a negation of its own outside of a gap: "all of them did not" for "none of them did", "if it does not
    snow" for "unless it snows"."""
    sides = zip((mine, theirs), ((*gap.mine, *(a for a, _ in between.pairs)), (*gap.theirs, *(b for _, b in between.pairs))), strict=True)
    return any(lemma in NEGATIVE and t not in known for sentence, known in sides for t, lemma in enumerate(sentence.lemmas))
