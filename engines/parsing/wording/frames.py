"""What surrounds a predicate when it is put into words: its verb group, the arguments in each slot, transitivity, particles."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from engines.english.animacy import counted, noun_class, person_share, placeholder, told_share
from engines.english.lexicon import transitivity, verb_use, words
from engines.english.noun_classes import has_age, is_time
from engines.english.pronouns import THEY
from engines.parsing.arguments.structures import Argument
from engines.parsing.models.people import Slot, is_name, load_people
from engines.parsing.syntax.antecedents import antecedent
from engines.parsing.syntax.dependencies import NOMINAL, shown_number
from engines.parsing.syntax.subjects import subject_of
from engines.parsing.syntax.verb_groups import VerbGroup, verb_group
from engines.parsing.wording.participants import (
    SURELY,
    are_several,
    can_only_be_thing,
    is_amount,
    is_deed,
    is_doer,
    is_group,
    is_language,
    is_named_thing,
    is_team,
    is_unknown_name,
    is_who,
    may_be_either,
    may_be_name,
    place_of,
    stand_in,
    stands_alone,
)
from engines.parsing.wording.particles import has_light_object, is_fused, is_light_object, is_particle, light_phrase, prefix_of

if TYPE_CHECKING:
    from spacy.tokens import Doc

_INTO = frozenset({"across", "along", "inside", "into", "onto", "throughout", "within"})
_TOLD = 0.15
"""How far from one half P(people) of a name must be to decide."""
_WELL_KNOWN, _MOSTLY, _ALWAYS = 8, 0.75, 0.85
"""Uses of a verb from which it tells who usually takes part in it; shares of people from which what may be either is one there."""
_OFTEN_PEOPLE, _HARDLY = 0.65, 0.1
"""Shares of people among its objects from which a verb takes a group for the people in it, and up to which it has none."""
_OFTEN_SEEN, _ALWAYS_COMPLETED = 20, 0.9
"""Uses, and share of those with an object or clause, from which a verb is never said without one."""


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
            phrase = light_phrase(token, lemma)
            particles = [c for c in token.children if is_particle(c, lemma) or (c.i > predicate and is_fused(c, lemma))]
            prefix = prefix_of(doc, predicate)
            lemma = prefix + lemma
            stranded = {a.preposition for a in arguments if a.source == "relative"}
            particles = sorted([*(c for c in particles if c.lower_ not in stranded), *phrase], key=lambda c: c.i)
            arguments = [a for a in arguments if not (prefix and a.head == predicate - 2) and not any(c.i == a.head for c in particles)]
            if has_light_object(token, lemma):  # "gave way to it", not "gave it way"
                arguments = [replace(a, role="PREP", preposition=a.preposition or "to") if a.role == "IOBJ" else a for a in arguments]
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
        """Someone or something for an argument, nobody or nothing for one that says so, "" without one."""
        if argument is None:
            return ""
        return stand_in(self.doc[argument.head], argument.role, self.who_or_what(argument) == "who")

    def who_or_what(self, argument: Argument) -> str:
        """The question word for a person or a thing; what a pronoun stands for is judged with the pronoun by the parser."""
        head = counted(self.doc[argument.head]) or self.doc[argument.head]  # "little of the roof"
        told = told_share(head)
        if told is not None or is_who(head) or (argument.role == "SUBJ" and is_unknown_name(head)):
            return "what" if told is not None and told < 0.5 else "who"
        if argument.source == "antecedent" and argument.wh == "who" and not are_several(head):  # "they" may be things
            return "who"
        if head.lower_ in THEY.plain:
            meant = antecedent(head)
            head = meant if meant is not None and meant.pos_ == "NOUN" and noun_class(meant.lemma_) else head
        if has_age(head):
            return "who"
        if is_amount(head) or is_deed(head):
            return "what"
        # a group acts as people do and is treated as a thing: "Who left? The club.", "What did someone leave? The club."
        born = argument.role == "OBJ" and self.doc[self.predicate].lower_ in words("always passive")
        surely = not can_only_be_thing(head) and head.lemma_ not in words("persons or things")
        if born or (surely and f"{self.lemma}:{argument.role}" in words("roles of people")):
            return "who"
        if f"{self.lemma}:{argument.role}" in words("roles of things"):
            return "what"
        if argument.role in ("OBJ", "PREP") and is_language(head):
            return "what"
        made_to_act = self.lemma in words("verbs of asking to act") | words("verbs of bringing about")
        if argument.role == "OBJ" and made_to_act and self.slot("XCOMP") is not None:
            return "who" if person_share(head) > 0.1 or self.lemma in ("ask", "tell") else "what"  # "asked the county to pay"
        tells = argument.role in ("OBJ", "IOBJ") and self.lemma in words("told of something") | {"tell"}
        to_whom = is_group(head) or (self.slot("CCOMP") is not None and (head.pos_ == "PROPN" or self.lemma == "tell"))
        if tells and to_whom and (self.lemma == "tell" or self.slot("CCOMP") is not None):
            return "who"  # "told the court", "told Norlink that …", "assured the family that …"
        if is_named_thing(head):
            return "what"
        people = self._people.get(head.i, 0.5) if argument.role == "SUBJ" else 0.5
        if abs(people - 0.5) >= _TOLD and (people > 0.5 or person_share(head) < SURELY):
            return "who" if people > 0.5 else "what"
        acting = argument.role == "SUBJ" and self.lemma in words("verbs of people")
        if acting and (may_be_name(head) or is_group(head) or head.lower_ == "another"):
            return "who"
        if argument.role == "SUBJ" and self._of_things:
            return "what"
        if argument.preposition in _INTO or any(c.dep_ == "compound" and c.lower_ in words("words for words") for c in head.children):
            return "what"  # "put into the discriminator", "the term physician"
        if argument.preposition == "as" or (head.pos_ == "NUM" and argument.preposition not in ("", "against", "by", "with")):
            return "what"
        usual = None if self._receives(argument) else self._usual_share(argument.role)
        of_things = usual is not None and usual <= 1 - _MOSTLY
        if argument.role == "SUBJ" and head.pos_ == "NOUN" and noun_class(head.lemma_) == "person" and not of_things:
            return "who"  # "the hosts": a person more often than any other thing
        if head.tag_ == "NN" and head.dep_ in ("nsubj", "nsubjpass") and shown_number(head.head) == "plural":
            return "who" if person_share(head) >= 0.5 else "what"  # "the pair were seen": its members
        if is_team(head):
            return "who"
        least = 0.5
        if argument.role in ("OBJ", "PREP"):
            least = 0.8 if head.pos_ == "NOUN" else 0.55
        moved = self.lemma in words("placed somewhere") and argument.preposition in ("to", "from")
        if head.ent_type_ in ("GPE", "LOC") and argument.role == "OBJ":  # "left Orlo"
            least = 0.8
        if (head.ent_type_ == "GPE" or moved) and argument.role == "PREP" and argument.preposition not in ("with", "by", "against"):
            least = 0.8
        share = person_share(head)
        if usual is not None and argument.role == "OBJ" and usual >= _OFTEN_PEOPLE and is_group(head) and share >= least - 0.1:
            return "who"  # "called the crews"
        unsure = share < SURELY or head.lower_ in THEY.plain | {"one"} or head.lemma_ in words("persons or things")
        if usual is not None and unsure and may_be_either(head):
            mostly = _ALWAYS if head.lemma_ in words("institutions") else 0.5 if argument.role == "SUBJ" and is_doer(head) else _MOSTLY
            return "who" if usual >= mostly else "what" if usual <= 1 - _MOSTLY else "who" if share >= least else "what"
        return "who" if share >= least else "what"

    @cached_property
    def _people(self) -> dict[int, float]:
        """P(people) of each name that is a subject, by its token."""
        names = [argument for argument in self.arguments if argument.role == "SUBJ" and is_name(self.doc[argument.head])]
        slots = [(argument.head, self.place(argument)) for argument in names]
        return {place: share for (place, _), share in zip(slots, load_people().probabilities(self.doc, slots), strict=True)}

    def place(self, argument: Argument) -> Slot:
        """Where an argument stands at the verb."""
        return place_of(argument, self.arguments, self.doc[self.predicate], self.lemma, self.group.passive, self._of_things)

    def _receives(self, argument: Argument) -> bool:
        """Whether the subject of a passive verb is to whom something is given: "members were offered space"."""
        before = argument.role == "OBJ" and self.group.passive and argument.head < self.predicate
        return before and any(child.dep_ in ("dobj", "oprd") for child in self.doc[self.predicate].children)

    def _usual_share(self, role: str) -> float | None:
        """How often the verb's subject or object is a person elsewhere, None if too little is known."""
        use = verb_use(self.lemma)
        known = use.seen >= _WELL_KNOWN
        return (use.subject if role == "SUBJ" else use.obj if role == "OBJ" else None) if known else None

    def is_likeness(self, argument: Argument) -> bool:
        """Whether an argument says what something sounds or looks like."""
        return self.lemma in words("asked with how") and self.doc[argument.start].lower_ == "like"

    def is_time_spent(self, argument: Argument) -> bool:
        """Whether an argument is the time that somebody spends: "spent three years there"."""
        return argument.end - argument.start > 1 and argument.wh == "how long" and self.lemma in words("verbs of time spent")

    @property
    def transitive(self) -> bool:
        """Whether the verb cannot do without an object."""
        if has_light_object(self.doc[self.predicate], self.lemma):
            return False
        return transitivity(self.lemma) == "transitive" or self._is_never_alone

    @property
    def _is_never_alone(self) -> bool:
        """Whether the verb is hardly ever seen without an object or a clause: "have", "make"."""
        use = verb_use(self.lemma)
        if self.lemma in words("verbs of people"):  # "when will they decide?"
            return False
        return use.obj is not None and use.seen >= _OFTEN_SEEN and (use.completed or 0.0) >= _ALWAYS_COMPLETED

    @property
    def stands_without_object(self) -> bool:
        """Whether the sentence itself uses the verb without an object: "he stars in a play", "he keeps to the path"."""
        if self.kind != "verb" or self.group.passive:
            return False
        return stands_alone(self.doc[self.predicate], self._is_never_alone)

    @property
    def agent(self) -> str:
        """The placeholder for a subject that is no argument: by what the clause says of it, else someone."""
        if self._of_things:
            return "something"
        verb = self.doc[self.predicate]
        if any(child.dep_ == "nsubj" and child.tag_ == "WP" and child.lower_ == "what" for child in verb.children):
            return "something"  # "What made you do it?"
        subjects, how = subject_of(verb) if self.kind == "verb" and not self.group.passive else ([], "")
        if subjects and verb.dep_ == "acl" and verb.tag_ == "VB" and subjects[0] == verb.head:  # "an invitation to lecture"
            return "someone"
        if any(c.dep_ == "nsubj" and c.tag_ in ("DT", "WDT") and c.lower_ in ("this", "that", "which") for c in verb.children):
            return "something"
        told = subjects and subjects[0].tag_ not in ("WDT", "WP", "DT") and subjects[0].pos_ in ("NOUN", "PRON")
        usual = self._usual_share("SUBJ")
        if not told or (usual is not None and usual >= _ALWAYS and how not in ("own", "relative")):
            return "something" if usual is not None and usual <= 1 - _ALWAYS else "someone"
        return "something" if is_named_thing(subjects[0]) else placeholder(subjects[0])

    @property
    def _of_things(self) -> bool:
        return f"{self.lemma} {self.particle}".strip().replace(" ", "_") in words("verbs of things")

    @property
    def announces(self) -> bool:
        """Whether the clause is what happens or appears: "it emerged that he had left"."""
        told = self.lemma in words("verbs of appearing") and self.slot("CCOMP") is not None and self.slot("SUBJ") is None
        return told and any(child.lower_ == "it" and child.dep_ == "nsubj" for child in self.doc[self.predicate].children)

    @property
    def patient(self) -> str:
        """The placeholder for a patient that the sentence does not name."""
        usual = self._usual_share("OBJ")
        verb = self.doc[self.predicate]
        verb = verb.head if verb.dep_ == "acomp" else verb
        meant, how = subject_of(verb) if self.kind == "verb" and self.group.passive else ([], "")
        beside = verb.left_edge.i and self.doc[verb.left_edge.i - 1].text == ","  # "serious problems, caused by the war"
        told = how != "participle" or (meant and verb.i < meant[0].i) or not (beside or (usual is not None and usual <= _HARDLY))
        if (
            meant
            and told
            and verb.lower_ not in words("always passive")
            and meant[0].pos_ in NOMINAL
            and meant[0].tag_ not in ("WDT", "WP")
            and meant[0].lower_ not in THEY.plain
        ):  # "raised by Ana, she …"
            return "something" if is_named_thing(meant[0]) else placeholder(meant[0])
        born = verb.lower_ in words("always passive")
        people = born or f"{self.lemma}:OBJ" in words("roles of people") or (usual is not None and usual >= _ALWAYS)
        return "someone" if people else "something"

    @property
    def unasked_object(self) -> str:
        """The placeholder for an object in the active verb's own clause that is no argument, "" without one: "which Varga drew"."""
        if self.kind != "verb" or self.group.passive or transitivity(self.lemma) == "intransitive":
            return ""
        verb = self.doc[self.predicate]
        if any(self.is_time_spent(argument) for argument in self.arguments) or (
            self.lemma in words("verbs of time spent") and self.slot("XCOMP") is not None
        ):
            return "time"
        said = self.lemma in words("verbs of saying") and self.slot("CCOMP") is None
        if said and any(c.dep_ == "ccomp" for c in verb.children):  # "the boat leaks, Norlink reports"
            return "something"
        objects = [c for c in verb.children if c.dep_ == "dobj" and not is_time(c) and not is_light_object(c, self.lemma)]
        if not objects:
            return ""
        usual = self._usual_share("OBJ")
        if usual is not None and may_be_either(objects[0]) and not 1 - _MOSTLY < usual < _MOSTLY:
            return "someone" if usual >= _MOSTLY else "something"
        return placeholder(objects[0])

    @property
    def can_be_passive(self) -> bool:
        """Whether "What was …ed?" is English."""
        return self.lemma not in words("never passive") and transitivity(self.lemma) != "intransitive"

    @property
    def reports(self) -> bool:
        """Whether the verb's object is what was said or thought."""
        return self.lemma in words("reporting")
