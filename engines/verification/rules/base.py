"""One protocol for rules: a rule reads a case, a hypothesis beside its reference, and yields the conflicts that it sees.

A conflict says which words of the hypothesis are false by what the reference has instead. A rule is a function of a case with a name, a
kind of conflict and a line that says what it looks at; the decorator `rule` registers it, so that it can be listed, switched off, traced
and measured alone (`errata rules`).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from engines.core.results import ErrorKind

if TYPE_CHECKING:
    from engines.verification.rules.case import Case


class ConflictKind(StrEnum):
    """What kind of error a conflict is."""

    NEGATION = "negation"
    ANTONYM = "antonym"
    MODALITY = "modality"
    ATTRIBUTION = "attribution"
    PREDICATE = "predicate"
    ENTITY = "entity"
    SWAP = "swap"
    SUBSTITUTION = "substitution"
    QUANTITY = "quantity"
    COREFERENCE = "coreference"
    CAUSE = "cause"
    ADDITION = "addition"

    @property
    def frank(self) -> str:
        """The category of FRANK (Pagnoni et al., 2021, table 1)."""
        return _FRANK[self]

    @property
    def error(self) -> ErrorKind:
        """Intrinsic (the reference says otherwise) or extrinsic (it says nothing), as QASemConsistency has it."""
        return "extrinsic" if self is ConflictKind.ADDITION else "intrinsic"


_FRANK = {
    ConflictKind.NEGATION: "PredE",
    ConflictKind.ANTONYM: "PredE",
    ConflictKind.MODALITY: "PredE",
    ConflictKind.PREDICATE: "PredE",
    ConflictKind.ATTRIBUTION: "EntE",
    ConflictKind.ENTITY: "EntE",
    ConflictKind.SWAP: "EntE",
    ConflictKind.SUBSTITUTION: "EntE",
    ConflictKind.QUANTITY: "CircE",
    ConflictKind.COREFERENCE: "CorefE",
    ConflictKind.CAUSE: "LinkE",
    ConflictKind.ADDITION: "OutE",
}


@dataclass(frozen=True, slots=True)
class Conflict:
    """One thing that the reference says otherwise, or of which it says nothing.

    Attributes:
        kind: the kind of error.
        tokens: the tokens of the parsed hypothesis that are false by it.
        found: (start, end) in the reference of what it has instead, None where it has nothing or nobody can say.
        beside: the tokens with which they are false: the ship that was built is not the one that was moved.
        near: the premise that conflicts, by its place in `Case.near`, where others that say nearly the same may agree; None where the
            rule looked at the whole reference.
        rule: the name of the rule, filled in by it.
        copy: whether the place that conflicts says all the rest of the hypothesis, with little changed; of a premise filled in by the
            pipeline.
    """

    kind: ConflictKind
    tokens: frozenset[int]
    found: tuple[int, int] | None = None
    beside: frozenset[int] = frozenset()
    near: int | None = None
    rule: str = ""
    copy: bool = False

    def concerns(self, part: frozenset[int]) -> bool:
        """Whether a part of the hypothesis is false by it; a single token always is, if it is one of its tokens."""
        return bool(self.tokens & part) and (len(part) == 1 or self.beside <= part)


class Rule(Protocol):
    """Reads a case and yields the conflicts that it sees."""

    @property
    def name(self) -> str:
        """What it is called in lists, switches, weights and traces."""
        ...

    @property
    def kind(self) -> ConflictKind:
        """The kind of its conflicts."""
        ...

    @property
    def reads(self) -> str:
        """What it looks at, in one line of plain English."""
        ...

    def conflicts(self, case: "Case") -> Iterable[Conflict]:
        """The conflicts of a hypothesis with its reference."""
        ...


Found = Callable[["Case"], Iterator[Conflict]]


@dataclass(frozen=True)
class FunctionRule:
    """A rule made of a function (see `engines.verification.rules.registry.rule`)."""

    name: str
    kind: ConflictKind
    reads: str
    find: Found

    def conflicts(self, case: "Case") -> Iterable[Conflict]:
        """What the function finds, each once, with the rule's name."""
        return list(dict.fromkeys(replace(conflict, rule=self.name) for conflict in self.find(case)))
