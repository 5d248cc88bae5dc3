"""What surrounds a predicate when it is put into words: its verb group, the arguments in each slot, transitivity, particles."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from engines.core.machine.files import asset
from engines.english.animacy import noun_class, person_share, placeholder
from engines.english.lexicon import transitivity, words
from engines.english.noun_classes import has_age, is_time
from engines.english.pronouns import REFLEXIVE
from engines.parsing.arguments.structures import Argument
from engines.parsing.syntax.dependencies import shown_number
from engines.parsing.syntax.subjects import subject_of
from engines.parsing.syntax.verb_groups import VerbGroup, verb_group

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_AMOUNTS = frozenset({"MONEY", "PERCENT", "QUANTITY"})
_NO_PLACES = frozenset({"away", "forward", "out", "up", "off", "over", "on", "apart", "about"})
"""Particles that seldom say where: "sold out", but "went back"."""


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
        particles = []
        if kind == "verb":
            lights = words("light objects")
            particles = [c for c in token.children if is_particle(c, lemma) or (c.i > predicate and is_light_object(c, lemma, lights))]
            prefix = _prefix(doc, predicate)
            lemma = prefix + lemma
            arguments = [a for a in arguments if not (prefix and a.head == predicate - 2) and not any(c.i == a.head for c in particles)]
        elif transitivity(lemma) == "intransitive":
            arguments = [a for a in arguments if a.role != "OBJ"]
        return cls(doc, predicate, kind, lemma, verb_group(doc, predicate, kind), tuple(arguments), " ".join(c.lower_ for c in particles))

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
        people = self.who_or_what(argument) == "who"
        if argument.role in ("OBJ", "IOBJ", "PREP") and self.doc[argument.head].lower_ in REFLEXIVE:
            return "themselves" if people else "itself"
        return "someone" if people else "something"

    def who_or_what(self, argument: Argument) -> str:
        """The question word for a person or a thing; what a pronoun stands for is judged with the pronoun by the parser."""
        if argument.source == "antecedent" and argument.wh == "who":
            return "who"
        head = self.doc[argument.head]
        if has_age(head):
            return "who"
        if head.ent_type_ in _AMOUNTS and head.pos_ != "NOUN" and not any(child.lower_ == "of" for child in head.children):
            return "what"
        # a group acts as people do, but is treated as a thing: "Who left? The club." but "What did someone leave? The club."
        if f"{self.lemma}:{argument.role}" in words("roles of people"):
            return "who"
        if f"{self.lemma}:{argument.role}" in words("roles of things"):
            return "what"
        if argument.role in ("OBJ", "PREP") and _is_language(head):
            return "what"
        if argument.role == "SUBJ" and self.lemma in words("verbs of people") and _may_be_name(head):
            return "who"
        if argument.role == "SUBJ" and self._of_things:
            return "what"
        if argument.preposition == "as":
            return "what"
        if argument.role == "SUBJ" and head.pos_ == "NOUN" and noun_class(head.lemma_) == "person":
            return "who"  # "the hosts": a person more often than any other thing
        if head.tag_ == "NN" and head.dep_ in ("nsubj", "nsubjpass") and shown_number(head.head) == "plural":
            return "who" if person_share(head) >= 0.5 else "what"  # "the pair were seen": its members
        least = 0.5
        if argument.role in ("OBJ", "PREP"):
            least = 0.8 if head.pos_ == "NOUN" else 0.55
        if head.ent_type_ == "GPE" and argument.role == "PREP" and argument.preposition not in ("with", "by", "against"):
            least = 0.8
        return "who" if person_share(head) >= least else "what"

    def is_likeness(self, argument: Argument) -> bool:
        """Whether an argument says what something sounds or looks like."""
        return self.lemma in words("asked with how") and self.doc[argument.start].lower_ == "like"

    @property
    def transitive(self) -> bool:
        """Whether the verb cannot do without an object."""
        return transitivity(self.lemma) == "transitive"

    @property
    def stands_without_object(self) -> bool:
        """Whether the sentence itself uses the verb without an object: "he stars in a play"."""
        if self.kind != "verb" or self.group.passive:
            return False
        labels = {child.dep_ for child in self.doc[self.predicate].children}
        return "nsubj" in labels and not labels & {"dobj", "ccomp", "xcomp"} and self.doc[self.predicate].dep_ != "relcl"

    @property
    def agent(self) -> str:
        """The placeholder for a subject that is no argument: by what the clause says of it, else someone."""
        if self._of_things:
            return "something"
        subjects = subject_of(self.doc[self.predicate])[0] if self.kind == "verb" and not self.group.passive else []
        told = subjects and subjects[0].tag_ not in ("WDT", "WP", "DT") and subjects[0].pos_ in ("NOUN", "PRON")
        return placeholder(subjects[0]) if told else "someone"

    @property
    def _of_things(self) -> bool:
        return f"{self.lemma} {self.particle}".strip().replace(" ", "_") in words("verbs of things")

    @property
    def patient(self) -> str:
        """The placeholder for a patient that the sentence does not name."""
        return "someone" if f"{self.lemma}:OBJ" in words("roles of people") else "something"

    @property
    def unasked_object(self) -> str:
        """The placeholder for an object in the active verb's own clause that is no argument, "" without one: "which Varga drew"."""
        if self.kind != "verb" or self.group.passive:
            return ""
        verb = self.doc[self.predicate]
        lights = words("light objects")
        objects = [c for c in verb.children if c.dep_ == "dobj" and not is_time(c) and not is_light_object(c, self.lemma, lights)]
        return placeholder(objects[0]) if objects else ""

    @property
    def can_be_passive(self) -> bool:
        """Whether "What was …ed?" is English."""
        return self.lemma not in words("never passive") and transitivity(self.lemma) != "intransitive"

    @property
    def reports(self) -> bool:
        """Whether the verb's object is what was said or thought."""
        return self.lemma in words("reporting")


def _prefix(doc: "Doc", predicate: int) -> str:
    """ "co-" of "co - operate", which tokenizers cut off."""
    if predicate < 2 or doc[predicate - 1].text != "-" or doc[predicate - 2].lower_ not in words("verb prefixes"):
        return ""
    return doc[predicate - 2].lower_ + "-"


def is_particle(token: "Token", lemma: str) -> bool:
    """Whether an adverb or bare preposition makes one verb with its verb: "out" of "ran out", tagged as a particle or not."""
    known = f"{lemma} {token.lower_}" in _phrasal_verbs()
    if token.dep_ == "prt":
        return known or token.i <= token.head.i + 1
    return known and token.i == token.head.i + 1 and token.lower_ in _NO_PLACES and not any(token.children)


def is_light_object(token: "Token", lemma: str, lights: Collection[str]) -> bool:
    """Whether an object says nothing of its own and makes one verb with its verb: "take place"."""
    if token.dep_ not in ("dobj", "acomp", "attr", "oprd") or f"{lemma}:{token.lower_}" not in lights:
        return False
    return not any(child.i < token.i and child.dep_ != "punct" for child in token.children)


def _is_language(head: "Token") -> bool:
    """Whether the word for a people stands for what it speaks: "read Turkish", but "met a Turk", "met the Turkish"."""
    return head.ent_type_ in ("NORP", "LANGUAGE") and head.tag_ in ("JJ", "NN", "NNP") and not any(head.children)


def _may_be_name(head: "Token") -> bool:
    """Whether a word may be a person's name: a name of nothing known, or an unknown word in small letters."""
    if head.pos_ == "PROPN":
        return head.ent_type_ in ("", "PERSON", "ORG", "NORP") and not any(child.dep_ == "det" for child in head.children)
    return head.pos_ == "NOUN" and not noun_class(head.lemma_)


@cache
def _phrasal_verbs() -> frozenset[str]:
    return frozenset(asset("parser", "phrasal_verbs.txt").read_text(encoding="utf-8").splitlines())
