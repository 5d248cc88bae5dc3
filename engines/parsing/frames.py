"""What surrounds a predicate when it is put into words: its verb group, the arguments in each slot, transitivity, particles."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from engines.files import asset
from engines.parsing.animacy import placeholder
from engines.parsing.arguments import Argument
from engines.parsing.inflection import VerbGroup, verb_group
from engines.parsing.lexicon import words

if TYPE_CHECKING:
    from spacy.tokens import Doc


@dataclass(frozen=True)
class Frame:
    """A predicate ready to be worded: its verb and the first argument of each slot."""

    doc: "Doc"
    predicate: int
    kind: str
    lemma: str
    group: VerbGroup
    arguments: tuple[Argument, ...]
    particle: str

    @classmethod
    def of(cls, doc: "Doc", predicate: int, kind: str, lemma: str, arguments: Sequence[Argument]) -> "Frame":
        """Gather what questions and statements about a predicate share."""
        token = doc[predicate]
        particles = [child.lower_ for child in token.children if child.dep_ == "prt"] if kind == "verb" else []
        return cls(doc, predicate, kind, lemma, verb_group(doc, predicate, kind), tuple(arguments), " ".join(particles))

    def slot(self, role: str) -> Argument | None:
        """The first argument in a role, an own one before others."""
        best = None
        for argument in self.arguments:
            if argument.role == role and (best is None or (argument.own and not best.own)):
                best = argument
        return best

    def word(self, argument: Argument | None) -> str:
        """Someone or something for an argument, "" without one."""
        if argument is None:
            return ""
        if argument.wh in ("who", "what"):
            return "someone" if argument.wh == "who" else "something"
        return placeholder(self.doc[argument.head])

    @property
    def transitive(self) -> bool:
        """Whether the verb cannot do without an object."""
        return transitivity(self.lemma) == "transitive"

    @property
    def can_be_passive(self) -> bool:
        """Whether "What was …ed?" is English."""
        return self.lemma not in words("never passive") and transitivity(self.lemma) != "intransitive"

    @property
    def reports(self) -> bool:
        """Whether the verb's object is what was said or thought."""
        return self.lemma in words("reporting")


@cache
def _frames() -> dict[str, str]:
    lines = asset("parser", "verb_frames.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines)


def transitivity(lemma: str) -> str:
    """ "transitive" (needs an object), "intransitive" (has none) or "" (either)."""
    return _frames().get(lemma, "")
