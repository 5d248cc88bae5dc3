"""A clause: who does it, the verb group, what the verb cannot do without, and what is only added."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engines.decomposition.wording.phrases import Items
from engines.parsing.syntax.dependencies import VERBAL

if TYPE_CHECKING:
    from spacy.tokens import Token


@dataclass
class Clause:
    """One clause.

    Attributes:
        verb: its verb, or the head of a reduced clause.
        subject: the items of its subject, None where there is none.
        head: the head token of the subject.
        group: tokens of the verb group, the verbs that it governs without a subject of their own ("wants to buy") included.
        complements: heads of what the verb cannot do without, in order.
        adjuncts: heads of what is only added, in order.
        borrowed: tokens or words in front of the verb that belong to another clause ("was" in "was shot and killed").
        replaced: what stands in place of a complement, by its token: the noun for a relative pronoun.
        finite: whether its verb is written in a finite form.
        forms: how tokens are written where they change their form ("prohibited" for "prohibiting"), by their index.
    """

    verb: "Token"
    subject: Items | None
    head: "Token | None"
    group: list["Token"] = field(default_factory=list)
    complements: list["Token"] = field(default_factory=list)
    adjuncts: list["Token"] = field(default_factory=list)
    borrowed: Items = field(default_factory=list)
    replaced: dict[int, Items] = field(default_factory=dict)
    finite: bool = False
    forms: dict[int, str] = field(default_factory=dict)

    @property
    def is_finite(self) -> bool:
        """Whether the verb group can be that of a sentence: no bare participle ("the total area being ...")."""
        if self.finite:
            return True
        auxiliaries = [t for t in self.group if t.dep_ in ("aux", "auxpass")]
        if self.verb.tag_ == "VB" and not self.borrowed and any(t.tag_ == "TO" and t.head == self.verb for t in auxiliaries):
            return False
        return self.verb.tag_ != "VBG" or bool(auxiliaries) or bool(self.borrowed)

    @property
    def innermost(self) -> "Token":
        """The last verb of the chain."""
        chain = [
            t for t in self.group if t.pos_ in VERBAL and t.dep_ in ("xcomp", "ROOT", "conj", "ccomp", "relcl", "advcl", "acl", "pcomp")
        ]
        return chain[-1] if chain else self.verb
