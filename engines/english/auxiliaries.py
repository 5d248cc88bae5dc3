"""Auxiliary verbs: their forms, negations and contractions."""

BE = frozenset({"am", "is", "are", "was", "were", "be", "been", "being"})
FINITE_BE = frozenset({"am", "is", "are", "was", "were"})
HAVE = frozenset({"have", "has", "had", "having"})
DO = frozenset({"do", "does", "did"})
MODALS = frozenset({"will", "would", "can", "could", "may", "might", "must", "should", "shall"})

CONTRACTED_HAVE = frozenset({"'ve", "’ve", "'s", "’s", "'d", "’d"})
"""Contractions that may stand for a form of "have"."""
CONTRACTED_BE = frozenset({"'s", "’s", "'re", "’re", "'m", "’m"})
CONTRACTED_PRESENT = CONTRACTED_BE | {"'ve", "’ve"}
MODAL_OF = {modal: modal for modal in MODALS} | {
    "'ll": "will", "’ll": "will", "wo": "will", "ca": "can", "cannot": "can", "'d": "would", "’d": "would", "sha": "shall",
    "ought": "should", "need": "need", "dare": "dare",
}  # fmt: skip
"""The modal verb that a form stands for, contractions and the pieces of negations ("wo" of "won't") included."""
PAST_MODALS = frozenset({"would", "could", "might"})
WRITTEN_OUT = {"'s": "is", "’s": "is", "'re": "are", "’re": "are", "'ve": "have", "’ve": "have", "'ll": "will", "’ll": "will"}

_IRREGULARLY_NEGATED = {"will": "won't", "can": "can't", "may": "may not", "might": "might not", "shall": "shall not", "am": "am not"}


def negated(auxiliary: str) -> str:
    """A finite auxiliary with "not" as a question or statement has it: "won't", "may not"."""
    return _IRREGULARLY_NEGATED.get(auxiliary, auxiliary + "n't")


FINITE = FINITE_BE | DO | MODALS | {"have", "has", "had"}
"""What may stand before the subject of a question."""
FINITE_OR_NEGATED = FINITE | {negated(form) for form in FINITE if " " not in negated(form)}
