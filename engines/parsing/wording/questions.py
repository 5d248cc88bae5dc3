"""QA-SRL questions: wh, auxiliary, subject, verb, object, preposition (He et al. 2015; QANom: Klein et al. 2020)."""

from dataclasses import replace

from engines.english.animacy import placeholder
from engines.english.lexicon import words
from engines.english.noun_classes import is_time
from engines.parsing.arguments.structures import Argument
from engines.parsing.syntax.verb_groups import VerbGroup
from engines.parsing.wording.complements import (
    actor,
    asked_person,
    asked_word,
    attribute_words,
    belongs,
    completes,
    denies,
    do_something,
    follows_passive,
    leading_preposition,
    particled,
    stays_beside_object,
    unasked_preposition,
)
from engines.parsing.wording.conjugation import finite, inverted
from engines.parsing.wording.frames import Frame
from engines.parsing.wording.participants import has_pronoun
from engines.parsing.wording.qas import sentence_case


def worded(frame: Frame, argument: Argument) -> str:
    """The question for one argument of a frame."""
    if argument.role == "XCOMP" and not do_something(frame, argument):  # a participle that says how
        argument = replace(argument, role="ADJ", wh="how")
    if denies(frame, argument):
        frame = replace(frame, group=replace(frame.group, negated=True))
    asked = _Asked(frame, argument)
    words = " ".join(word for word in _BY_ROLE.get(argument.role, _Asked.adjunct)(asked) if word)
    return sentence_case(words.replace("something something", "something")) + "?"  # no more can be told of a thing and what it is made


class _Asked:
    """The slots of one question."""

    def __init__(self, frame: Frame, argument: Argument) -> None:
        self.argument = argument
        self.wh = asked_word(frame, argument)
        self.frame = frame = replace(frame, group=frame.group.dated()) if self.wh == "when" else frame
        self.number = "plural" if self.wh.startswith("how many") else "singular"
        self.passive = frame.group.passive
        objects = [a for a in frame.arguments if a.role == "OBJ" and a.span != argument.span]
        surface = [a for a in objects if a.head < frame.predicate] if self.passive else []
        self.second_object = None
        if self.passive:
            later = [a for a in objects if frame.doc[a.head].dep_ in ("dobj", "oprd") and a.head > frame.predicate]
            objects = surface or [a for a in objects if a not in later]
            self.second_object = later[0] if later and (surface or argument.role == "OBJ") else None  # "was given his own ship"
        self.subject = frame.word(frame.slot("SUBJ"))
        self.unsaid = not self.subject and (frame.kind != "verb" or self.passive or not has_pronoun(frame.doc[frame.predicate]))
        self.object = "" if argument.role == "OBJ" else frame.word(objects[0]) if objects else frame.unasked_object
        head = frame.doc[argument.head]
        if argument.role == "OBJ" and surface and head.i > frame.predicate and head.dep_ in ("dobj", "oprd"):
            self.object = frame.word(surface[0])
        self.receiver = frame.word(frame.slot("IOBJ")) if argument.role != "IOBJ" else ""

    # what follows the verb

    def complement(self) -> str:
        """The placeholder of a clause or attribute that the verb needs."""
        frame, role = self.frame, self.argument.role
        verbal = frame.slot("XCOMP")
        if verbal is not None and role != "XCOMP":
            return f"{asked_person(frame, self.argument)} {do_something(frame, verbal)}".strip()
        clause = frame.slot("CCOMP")
        if clause is not None and role != "CCOMP" and frame.announces:
            return ""
        if clause is not None and role != "CCOMP":
            acting = actor(frame, clause)
            if acting is not None:
                return f"{placeholder(acting)} do something"
            if frame.lemma in words("told of something"):
                return "of something" if frame.lemma == "warn" or self.object or self.receiver or self.passive else "something"
            if frame.lemma in words("told about something"):
                return "about something" if role != "PREP" else ""
            return "" if self.object == "something" or (self.object and not self.receiver and self.frame.reports) else "something"
        attribute = frame.slot("ATTR")
        if attribute is not None and role != "ATTR":
            return "" if self._is_result(attribute) else attribute_words(frame, attribute)
        if any(frame.is_likeness(other) for other in frame.arguments if other.span != self.argument.span):
            return "like something"
        return ""

    def _is_result(self, attribute: Argument) -> bool:
        """Whether an adjective says in what state somebody was left: "was shot dead", "was found alive"."""
        adjective = self.frame.doc[attribute.head].pos_ in ("ADJ", "ADV")
        return adjective and (self.passive or bool(self.object)) and self.frame.lemma not in words("naming") | {"make"}

    def prepositional(self, beside: bool = False) -> str:
        """The first phrase with a preposition that belongs to the verb; by how much something rises is asked without to what.

        Args:
            beside: whether an object stands before it.
        """
        timed = beside and any(a.role == "OBJ" and is_time(self.frame.doc[a.head]) for a in self.frame.arguments)
        if self.wh == "how much" or timed:  # "ended the year with a loss"
            return ""
        for other in self.frame.arguments:
            before = other.head < self.frame.predicate and other.source != "relative"  # "Beside her work, she sang"
            if before or other.role != "PREP" or not other.own or other.span == self.argument.span:
                continue
            given = self.frame.lemma in words("verbs with a receiver") or self.frame.lemma in words("needs a place")
            if beside and not given and not stays_beside_object(self.frame, other.preposition):
                continue
            if belongs(self.frame, other.preposition) or follows_passive(self.frame, other) or completes(self.frame, other):
                return f"{other.preposition} {self.frame.word(other)}"
        return ""

    def somewhere(self) -> str:
        """ "somewhere" for verbs of motion and place."""
        if self.frame.lemma not in words("placed somewhere") or self.wh == "where" or self.frame.particle:
            return ""
        places = (a for a in self.frame.arguments if a.role == "ADJ" and a.wh == "where")
        if self.frame.lemma in words("moved somewhere"):  # "took the stall at the fair": nothing was taken there
            places = (a for a in places if self.frame.doc[a.start].lower_ not in words("prepositions of standing"))
        there = (child.lower_ in ("here", "there") and child.dep_ == "advmod" for child in self.frame.doc[self.frame.predicate].children)
        return "somewhere" if any(places) or any(there) else ""

    def tail(self, with_object: bool) -> list[str]:
        """Particle, object, complement and place after the verb."""
        frame = self.frame
        target = self.object if with_object else ""
        complement = self.complement()
        receiver = self.receiver if target or complement in ("something", "of something") or (with_object and not complement) else ""
        if receiver and target and not complement:
            words = [frame.particle, receiver, target]
        else:
            words = [*particled(frame.particle, receiver or target), complement]
        if not complement and not (receiver and target):
            beside = bool(self.object) and (with_object or not self.passive)
            words.append(self.prepositional(beside) or ("" if self.object else unasked_preposition(frame)))
        if not any(word.startswith(("to ", "in ", "at ", "on ")) for word in words if word):
            words.append(self.somewhere())
        return words

    # one method a role

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
        ]

    def ask_attribute(self) -> list[str]:
        """ "What did someone become?" """
        auxiliary, core, with_object = self.clause()
        adjective = self.frame.doc[self.argument.head].pos_ in ("ADJ", "VERB")
        left = self.frame.lemma in ("keep", "leave") and bool(self.object)  # "left the afternoons free"
        state = left or (not self.object and self.frame.lemma not in words("naming") | words("verbs of change"))
        wh = "how" if adjective and (state or self.frame.lemma in words("asked with how")) else self.wh if self.wh != "who" else "what"
        thought = "to be" if self.passive and self.frame.lemma in words("believed to be so") else ""  # "was believed lost"
        wh = "what" if thought else wh
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
        of = "of" if told and (target or self.passive or self.frame.lemma == "warn") else ""
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
