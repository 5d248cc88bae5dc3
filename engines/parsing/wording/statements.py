"""The statement form of a QA: one predicate-argument relation as a sentence of its own, in the sentence's words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engines.english.lexicon import words as word_list
from engines.parsing.arguments.structures import Argument
from engines.parsing.wording.complements import actor, person_asked
from engines.parsing.wording.conjugation import finite, forms
from engines.parsing.wording.frames import Frame
from engines.parsing.wording.phrases import NominalSlot, as_adverbial, capitalised, joined, phrase

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def statement(doc: "Doc", predicate: int, kind: str, lemma: str, arguments: Sequence[Argument], argument: Argument) -> str:
    """A sentence that says what the QA of `argument` says: "Two electric catamarans were built in Sweden."

    Args: as `engines.parsing.wording.questions.question`.
    """
    return stated(Frame.of(doc, predicate, kind, lemma, arguments), argument)


def stated(frame: Frame, argument: Argument) -> str:
    """The statement for one argument of a frame."""
    slots = _Slots.of(frame, argument)
    words = slots.passive() if slots.is_passive else slots.active()
    return capitalised(joined(words))


@dataclass(frozen=True)
class _Slots:
    frame: Frame
    asked: Argument
    subject: NominalSlot | None
    object: NominalSlot | None
    second: NominalSlot | None
    receiver: NominalSlot | None
    is_passive: bool

    @classmethod
    def of(cls, frame: Frame, asked: Argument) -> "_Slots":
        doc = frame.doc
        subject = _slot(frame, asked, "SUBJ")
        receiver = _slot(frame, asked, "IOBJ")
        group = frame.group
        second = None
        if group.passive:
            later = [a for a in frame.arguments if a.role == "OBJ" and a.head > frame.predicate and doc[a.head].dep_ in ("dobj", "oprd")]
            earlier = [a for a in frame.arguments if a.role == "OBJ" and a not in later]
            if later and earlier:
                second = NominalSlot.of(doc, asked if asked in later else later[0])
                given = NominalSlot.of(doc, asked) if asked in earlier else _first(doc, earlier)
                return cls(frame, asked, subject, given, second, receiver, True)
        target = _slot(frame, asked, "OBJ")
        passive = group.passive or (
            subject is None and frame.can_be_passive and (target is not None or (frame.kind == "noun" and frame.transitive))
        )
        return cls(frame, asked, subject, target, second, receiver, passive)

    def active(self) -> list[str]:
        frame, asked = self.frame, self.asked
        if frame.group.passive and self.object is None and frame.slot("CCOMP") and not self.subject:  # "It is believed that …"
            said = asked if asked.role == "CCOMP" else frame.slot("CCOMP")
            assert said is not None
            lead = "" if frame.doc[said.start].tag_ in ("WRB", "WP", "WDT", "IN") else "that"
            return ["it", *self._verb(passive=True, number="singular"), lead, phrase(frame.doc, said, "object"), self._asked_phrase()]
        subject = self.subject.text("subject") if self.subject else "it" if frame.announces else frame.agent
        words = [subject, *self._verb(passive=False, number=self._number(self.subject))]
        objects = []
        if self.receiver and not (asked.role == "IOBJ" and asked.preposition):
            objects.append(self.receiver.text("object"))
        spent = frame.is_time_spent(asked)
        if self.object or spent or frame.unasked_object:
            unasked = phrase(frame.doc, asked, "object") if spent else frame.unasked_object
            objects.append(self.object.text("object") if self.object else unasked)
        short = len(objects) == 1 and len(objects[0].split()) == 1  # "brought him out", "brought out the first guest"
        words.extend([*objects, frame.particle] if short else [frame.particle, *objects])
        words.extend([*self._complements(), self._place()])
        if asked.role == "IOBJ" and asked.preposition:
            words.append(_with_preposition(frame, asked))
        return words if spent else [*words, self._asked_phrase()]

    def passive(self) -> list[str]:
        frame, asked = self.frame, self.asked
        patient = self.object.text("subject") if self.object else "it" if frame.slot("CCOMP") else frame.patient
        words = [patient, *self._verb(passive=True, number=self._number(self.object)), frame.particle]
        if self.second:
            words.append(self.second.text("object"))
        agent = "by " + self.subject.text("object") if self.subject and asked.role == "SUBJ" else ""
        complements = self._complements()
        words.extend([agent if any(complements) else "", *complements, self._place()])
        if asked.role == "IOBJ":
            words.append(phrase(frame.doc, asked, "object") if asked.preposition == "" else _with_preposition(frame, asked))
        else:
            words.append(self._asked_phrase())
        return words if any(complements) else [*words, agent]

    def _verb(self, passive: bool, number: str) -> list[str]:
        frame = self.frame
        group = replace(frame.group.as_passive() if passive else frame.group.active(), adverb="")
        hedges = word_list("hedges")
        adverbs = [child.lower_ for child in frame.doc[frame.predicate].children if child.lower_ in hedges and child.i != self.asked.head]
        if group.never:
            words, adverbs = forms(group, frame.lemma, number), [*adverbs, "never"]
        else:
            words = finite(group, frame.lemma, number)
        place = 0 if len(words) == 1 else 1
        return [*words[:place], *adverbs, *words[place:]]

    def _number(self, slot: NominalSlot | None) -> str:
        return slot.number(self.frame.predicate) if slot else "singular"

    def _complements(self) -> list[str]:
        """Attribute, verbal complement and clause: those that the verb cannot do without, and the asked one."""
        frame, asked = self.frame, self.asked
        words = []
        for role in ("ATTR", "XCOMP", "CCOMP"):
            argument = asked if asked.role == role else frame.slot(role)
            if argument is None:
                continue
            text = phrase(frame.doc, argument, "object")
            if role == "XCOMP" and argument.start > 0 and frame.doc[argument.start - 1].lower_ == "to":
                text = "to " + text
            person = person_asked(frame) if role == "XCOMP" else None
            if person is not None:
                words.append(_with_preposition(frame, person))
            acting = actor(frame, argument)
            if acting is not None and acting.i < argument.start:  # "let him buy one", of which "buy one" is the answer
                text = f"{phrase(frame.doc, _whole_phrase(acting), 'object')} {text}"
            words.append(text)
        return words

    def _place(self) -> str:
        """The phrase without which verbs such as "put" and "consist" say nothing."""
        frame = self.frame
        if (
            frame.lemma not in word_list("needs a place") | word_list("asked with how")
            or self.asked.role == "PREP"
            or self.asked.wh == "where"
        ):
            return ""
        for other in frame.arguments:
            placed = other.role == "PREP" or (other.role == "ADJ" and (other.wh == "where" or frame.is_likeness(other)))
            if other.own and other.head > frame.predicate and placed and other.span != self.asked.span:
                return _with_preposition(frame, other) if other.role == "PREP" else as_adverbial(frame.doc, other, frame.kind)
        return ""

    def _asked_phrase(self) -> str:
        if self.asked.role == "PREP":
            return _with_preposition(self.frame, self.asked) if self.asked != person_asked(self.frame) else ""
        return as_adverbial(self.frame.doc, self.asked, self.frame.kind) if self.asked.role == "ADJ" else ""


def _whole_phrase(head: "Token") -> Argument:
    return Argument(head.i, head.left_edge.i, head.right_edge.i + 1, "OBJ")


def _slot(frame: Frame, asked: Argument, role: str) -> NominalSlot | None:
    """The phrase that fills a role: the asked argument itself, else all that share it."""
    if asked.role == role:
        return NominalSlot.of(frame.doc, asked)
    candidates = [a for a in frame.arguments if a.role == role and a.span != asked.span and not _inside(a, asked)]
    if not candidates:
        return None
    named = [a for a in candidates if a.source == "antecedent"]
    return NominalSlot.of(frame.doc, named[0]) if named else _first(frame.doc, candidates)


def _first(doc: "Doc", arguments: Sequence[Argument]) -> NominalSlot:
    """The first argument, together with those coordinated with it: "Ana and Ben"."""
    first = next((a for a in arguments if a.own), arguments[0])
    parts = [first]
    for other in sorted(arguments, key=lambda a: a.start):
        between = doc[parts[-1].end : other.start] if other.start >= parts[-1].end else None
        if (
            between is not None
            and len(between) <= 3
            and other.source != "antecedent"
            and _coordinates(between, doc[other.head], doc[first.head])
        ):
            parts.append(other)
    if len(parts) == 1:
        return NominalSlot.of(doc, first)
    return NominalSlot.of(doc, first, parts[-1].end)


def _coordinates(between: Iterable["Token"], other: "Token", first: "Token") -> bool:
    conjoined = other.dep_ == "conj" and (first in other.conjuncts)
    return conjoined and all(token.dep_ in ("cc", "punct", "det") for token in between)


def _inside(a: Argument, b: Argument) -> bool:
    return b.start <= a.start and a.end <= b.end


def _with_preposition(frame: Frame, argument: Argument) -> str:
    text = phrase(frame.doc, argument, "object")
    preposition = argument.preposition
    if not preposition or text.lower().startswith(preposition + " "):
        return text
    return f"{preposition} {text}"
