"""The slots of one question, and what follows its verb: particle, object, complement, phrase and place."""

from dataclasses import replace

from engines.english.animacy import placeholder
from engines.english.lexicon import words
from engines.english.noun_classes import is_time
from engines.parsing.arguments.structures import Argument
from engines.parsing.wording.complements import (
    actor,
    asked_person,
    asked_word,
    attribute_words,
    belongs,
    completes,
    do_something,
    follows_passive,
    particled,
    stays_beside_object,
    unasked_preposition,
)
from engines.parsing.wording.frames import Frame
from engines.parsing.wording.participants import has_pronoun


class Slots:
    """What a question has in the place of each argument but the one that it asks for."""

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
                return "of something" if self.object or self.receiver or self.passive else "something"
            if frame.lemma in words("told about something"):
                return "about something" if role != "PREP" else ""
            return "" if self.object == "something" or (self.object and not self.receiver and self.frame.reports) else "something"
        attribute = frame.slot("ATTR")
        if attribute is not None and role != "ATTR":
            return "" if self._is_result(attribute) else attribute_words(frame, attribute)
        if any(frame.is_likeness(other) for other in frame.arguments if other.span != self.argument.span):
            return "like something"
        if frame.lemma in words("staying so") and not self.object:  # "tastes best"
            how = (a for a in frame.arguments if a.role == "ADJ" and a.wh == "how" and a.span != self.argument.span)
            return next((frame.doc[a.start].lower_ for a in how if a.span == (frame.predicate + 1, frame.predicate + 2)), "")
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
        if self.wh.endswith("how much") or timed:  # "ended the year with a loss"
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
