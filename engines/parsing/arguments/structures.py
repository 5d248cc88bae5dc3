"""Predicates and arguments as token spans of one spaCy Doc (one sentence), before they are put into words.

Roles are deep: of a passive verb the surface subject is OBJ and the by-agent SUBJ, so that "The bridge was built by
Ana" and "Ana built the bridge" fill the same roles. All indices count tokens of the Doc; ends are exclusive.
"""

from dataclasses import dataclass
from typing import Literal

Role = Literal["SUBJ", "OBJ", "IOBJ", "ATTR", "PREP", "XCOMP", "CCOMP", "ADJ"]
"""Subject, object, indirect object, predicative attribute, prepositional phrase, verbal complement without a subject of
its own, complement clause, adjunct."""

ROLES: tuple[Role, ...] = ("SUBJ", "OBJ", "IOBJ", "ATTR", "PREP", "XCOMP", "CCOMP", "ADJ")

ROLE_NAMES = {
    "SUBJ": "subject",
    "OBJ": "object",
    "IOBJ": "indirect object",
    "ATTR": "attribute",
    "PREP": "prepositional",
    "XCOMP": "complement",
    "CCOMP": "complement",
}
"""The role of a QA as `engines.core.roles.QA` names it; an adjunct (ADJ) is named by its wh-type."""


@dataclass(frozen=True)
class Argument:
    """One argument of one predicate.

    Attributes:
        head: the argument's head token.
        start, end: its tokens.
        role: see `Role`.
        wh: "who", "what", "when", "where", "why", "how", "how long", "how much"; "" leaves the choice to the wording (who or what).
        preposition: of a PREP argument, the preposition that ends its question: "to", "with", "out of".
        own: False if syntax gives the argument to another word and the predicate takes it over (control, raising, sharing).
        source: what found it: own, shared, control, relative, participle, antecedent, apposition, inherited, learned.
        score: confidence that it is an argument of the predicate, [0, 1].
        tail: how many tokens behind it were taken for its own and are not (`engines.parsing.arguments.tails`).
    """

    head: int
    start: int
    end: int
    role: str
    wh: str = ""
    preposition: str = ""
    own: bool = True
    source: str = "own"
    score: float = 1.0
    tail: int = 0

    @property
    def span(self) -> tuple[int, int]:
        """First token and the one after the last."""
        return self.start, self.end


@dataclass(frozen=True)
class CandidatePredicate:
    """A word that may be a predicate.

    Attributes:
        token: its index in the Doc.
        kind: verb, noun, copula, adjective, apposition, quantity or relation.
        lemma: the verb it is asked about with: "construct" for "construction".
        score: confidence that it is a predicate, [0, 1].
    """

    token: int
    kind: str
    lemma: str
    score: float = 1.0


def overlap(a: tuple[int, int], b: tuple[int, int]) -> float:
    """Intersection over union of two token spans, [0, 1]."""
    shared = min(a[1], b[1]) - max(a[0], b[0])
    if shared <= 0:
        return 0.0
    return shared / (max(a[1], b[1]) - min(a[0], b[0]))
