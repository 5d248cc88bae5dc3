"""QA-SRL questions: wh, auxiliary, subject, verb, object, preposition (He et al. 2015; QANom: Klein et al. 2020)."""

from dataclasses import replace

from engines.english.animacy import placeholder
from engines.english.lexicon import words
from engines.parsing.arguments.structures import Argument
from engines.parsing.syntax.verb_groups import VerbGroup
from engines.parsing.wording.complements import (
    actor,
    asked_person,
    denies,
    do_something,
    leading_preposition,
    particled,
)
from engines.parsing.wording.conjugation import finite, inverted
from engines.parsing.wording.frames import Frame
from engines.parsing.wording.participants import is_deed
from engines.parsing.wording.qas import sentence_case
from engines.parsing.wording.slots import Slots

_FINDING = frozenset({"consider", "find"})


def worded(frame: Frame, argument: Argument) -> str:
    """The question for one argument of a frame."""
    if argument.role == "XCOMP" and not do_something(frame, argument):  # a participle that says how
        argument = replace(argument, role="ADJ", wh="how")
    if denies(frame, argument):
        frame = replace(frame, group=replace(frame.group, negated=True))
    asked = _Asked(frame, argument)
    words = " ".join(word for word in _BY_ROLE.get(argument.role, _Asked.adjunct)(asked) if word)
    return sentence_case(words.replace("something something", "something")) + "?"  # no more can be told of a thing and what it is made


class _Asked(Slots):
    """One question, by the role of the argument that it asks for."""

    def ask_subject(self) -> list[str]:
        """ "Who acquired something?" """
        frame = self.frame
        group = frame.group.active()
        bare = not self.object and not self.complement() and not frame.particle
        needs = frame.transitive and not self.prepositional() and not frame.stands_without_object
        if bare and not self.receiver and (self.passive or frame.reports or needs):
            self.object = frame.patient
        self.passive = False
        return [self.wh, *finite(group, frame.lemma, self.number), *self.tail(True)]

    def ask_object(self) -> list[str]:
        """ "What was acquired?" of a passive or an agentless predicate, else "What did someone acquire?" """
        frame = self.frame
        if self.passive and self.object:  # "What was someone given?"
            auxiliary, rest = inverted(frame.group, frame.lemma)
            return [self.wh, auxiliary, self.object, *rest, frame.particle]
        if self.passive or (frame.can_be_passive and self.unsaid):
            self.passive = True
            second = frame.word(self.second_object)
            return [
                self.wh,
                *finite(frame.group.as_passive(), frame.lemma, self.number),
                *particled(frame.particle, second),
                *self._passive_tail(second),
            ]
        auxiliary, rest = inverted(frame.group, frame.lemma)
        given = frame.slot("IOBJ")
        receiver = self.receiver if given is not None and not given.preposition and self.receiver != "something" else ""
        complement = self.complement()
        place = self.somewhere() or ("" if receiver or complement else self.prepositional(beside=True))
        if complement == "something" and frame.lemma not in words("naming"):
            complement = ""
        return [self.wh, auxiliary, self.subject or frame.agent, *rest, receiver, frame.particle, complement, place]

    def _passive_tail(self, second: str) -> list[str]:
        complement = self.complement()
        if second or complement:
            return ["" if second else complement]
        return [self.prepositional(), self.somewhere()] if not self.prepositional() else [self.prepositional()]

    def clause(self) -> tuple[str, list[str], bool]:
        """(auxiliary, subject and verb, whether the object still has to follow) of a question for anything but a core argument."""
        frame = self.frame
        group: VerbGroup = frame.group
        if self.passive and not self.object and frame.slot("CCOMP") is None and frame.slot("XCOMP") is None:
            self.object = frame.patient
        if self.passive and (self.object or not self.subject):
            auxiliary, rest = inverted(group, frame.lemma)
            return auxiliary, [self.object or frame.patient, *rest], False
        if self.unsaid and self.object and frame.can_be_passive and self.argument.role not in ("XCOMP", "ATTR"):
            self.passive = True
            auxiliary, rest = inverted(group.as_passive(), frame.lemma)
            return auxiliary, [self.object, *rest], False
        auxiliary, rest = inverted(group.active(), frame.lemma)
        bare = not self.object and not self.complement() and not frame.particle and not frame.is_time_spent(self.argument)
        if frame.transitive and bare and not self.receiver and self.argument.role in ("ADJ", "PREP") and not frame.stands_without_object:
            self.object = frame.patient
        return auxiliary, [self.subject or frame.agent, *rest], True

    def adjunct(self) -> list[str]:
        """ "When was someone arrested?" """
        if self.frame.is_time_spent(self.argument):
            self.object = ""
        auxiliary, core, with_object = self.clause()
        second = self.frame.word(self.second_object) if self.passive and not with_object else ""
        jailed = self.wh == "how long" and self.passive and self.frame.group.perfect  # "has been jailed for two years"
        first = self.frame.doc[self.argument.start].lower_
        lasting = jailed and first == "for"
        origin = self.wh == "where" and first == "from"  # "Where will someone carry someone from?"
        return [self.wh, auxiliary, *core, second, *self.tail(with_object), first if lasting or origin else ""]

    def ask_receiver(self) -> list[str]:
        """ "Who did someone give something to?" """
        auxiliary, core, with_object = self.clause()
        frame = self.frame
        preposition = self.argument.preposition
        thing = (self.object if with_object else "") or ("" if self.passive else "something")
        alone = frame.lemma in words("receivers without preposition")
        if not preposition and not alone and not (frame.slot("CCOMP") or frame.slot("XCOMP")):
            preposition = "for" if frame.lemma in words("receivers with for") else "to"
        verbal = frame.slot("XCOMP")
        if verbal is not None:
            return [self.wh, auxiliary, *core, do_something(frame, verbal)]
        return [self.wh, auxiliary, *core, *particled(frame.particle, thing), preposition]

    def ask_preposition(self) -> list[str]:
        """ "What was someone suspected of?" """
        auxiliary, core, with_object = self.clause()
        frame = self.frame
        target = self.object if with_object else ""
        receiver = self.receiver if target else ""
        complement = self.complement() if not target and frame.slot("XCOMP") is None else ""
        preposition = self.argument.preposition or leading_preposition(frame, self.argument)
        done = bool(self.object) or self.passive  # "sold for £20", "valued at £20", but "starts at £20"
        paid = done and preposition in ("for", "at") and frame.doc[self.argument.head].ent_type_ == "MONEY"
        return [
            "how much" if paid else self.wh,
            auxiliary,
            *core,
            *particled(frame.particle, receiver or target),
            target if receiver else "",
            complement,
            preposition,
            "doing" if is_deed(frame.doc[self.argument.head]) else "",
        ]

    def ask_attribute(self) -> list[str]:
        """ "What did someone become?" """
        auxiliary, core, with_object = self.clause()
        head = self.frame.doc[self.argument.head]
        if head.tag_ == "VBG":  # "was caught speeding"
            return ["what", auxiliary, *core, *particled(self.frame.particle, self.object if with_object else ""), "doing"]
        adjective = head.pos_ in ("ADJ", "VERB")
        left = self.frame.lemma in ("keep", "leave") and bool(self.object)  # "left the afternoons free"
        state = left or (not self.object and self.frame.lemma not in words("naming") | words("verbs of change"))
        wh = "how" if adjective and (state or self.frame.lemma in words("asked with how")) else self.wh if self.wh != "who" else "what"
        named = not self.passive and bool(self.object)
        judged = self.frame.lemma in words("believed to be so") | _FINDING and not (self.frame.lemma == "find" and adjective)
        thought = "to be" if judged and (self.passive or named) else ""  # "was believed lost", "found it a bore"
        thought = "be" if named and adjective and self.frame.lemma == "make" else thought
        wh = "what" if thought or self.frame.lemma in words("verbs of saying") else wh  # "said sorry"
        return [wh, auxiliary, *core, *particled(self.frame.particle, self.object if with_object else ""), thought]

    def ask_verbal_complement(self) -> list[str]:
        """ "What did something fail to do?" """
        auxiliary, core, with_object = self.clause()
        target = (self.object or self.receiver) if with_object else ""
        if not target and self.frame.lemma in words("verbs of time spent"):
            target = "time"
        if not target and self.frame.kind == "noun" and self.frame.lemma in words("object control"):
            target = self.frame.patient  # "an invitation to speak"
        do = do_something(self.frame, self.argument).removesuffix("something").rstrip()
        return ["what", auxiliary, *core, *particled(self.frame.particle, target), asked_person(self.frame, self.argument), do]

    def ask_clause(self) -> list[str]:
        """ "What does someone say?" """
        told = self.frame.lemma in words("told of something")  # "What is someone convinced of?"
        if (self.passive and not self.object and not self.subject and not told) or self.frame.announces:  # "What is believed?"
            return ["what", *finite(self.frame.group, self.frame.lemma)]
        auxiliary, core, with_object = self.clause()
        target = (self.receiver or self.object) if with_object else ""
        acting = actor(self.frame, self.argument)
        if acting is not None:
            return ["what", auxiliary, *core, placeholder(acting), "do"]
        if target == "something":
            target = ""
        of = "of" if told and (target or self.passive) else ""
        of = "about" if self.frame.lemma in words("told about something") else of  # "What did someone complain about?"
        return [self.wh if self.wh not in ("who", "") else "what", auxiliary, *core, *particled(self.frame.particle, target), of]


_BY_ROLE = {
    "SUBJ": _Asked.ask_subject,
    "OBJ": _Asked.ask_object,
    "IOBJ": _Asked.ask_receiver,
    "PREP": _Asked.ask_preposition,
    "ATTR": _Asked.ask_attribute,
    "XCOMP": _Asked.ask_verbal_complement,
    "CCOMP": _Asked.ask_clause,
}
