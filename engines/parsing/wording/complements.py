"""What stands for a complement in a question: "to do something", "into something", "ill"."""

from typing import TYPE_CHECKING

from engines.core.plain.spacing import single_spaced
from engines.english.animacy import placeholder
from engines.english.lexicon import adjectives, closed_class, verb_use, words
from engines.english.noun_classes import is_time
from engines.parsing.arguments.structures import Argument
from engines.parsing.syntax.dependencies import NOMINAL, is_opened_as_condition
from engines.parsing.syntax.subjects import actor_of_infinitive
from engines.parsing.wording.frames import Frame
from engines.parsing.wording.participants import is_denying_subject

if TYPE_CHECKING:
    from spacy.tokens import Token

_LONGEST_ATTRIBUTE = 3
_LOOSE = frozenset({"as", "at", "during", "for", "in", "near", "on", "over", "under", "with", "within"})
_OF_VERBS = frozenset({"against", "into", "onto", "out of", "up"})
"""Prepositions of a verb rather than of the object before them."""
_COMPLEMENTS = frozenset({"OBJ", "IOBJ", "ATTR", "CCOMP", "XCOMP"})
_KNOWN = 20
"""Uses from which a verb's prepositions are known."""
_COMPLETED = 0.6
"""Share of its uses with an object or a clause from which a verb is seldom said without one."""
_OFTEN = 0.2
"""Share of its uses from which a verb is said not to do without a preposition."""


def particled(particle: str, target: str) -> list[str]:
    """ "set something off", "come across something": an adverb goes after an indefinite object, a preposition before it."""
    adverb = all(word in words("adverbial particles") for word in particle.split())
    phrase = len(particle.split()) == 2 and particle.split()[1] not in words("adverbial particles")  # "take something into account"
    if target and (adverb or (phrase and any(particle.replace(" ", "_") == light.split(":")[1] for light in words("light phrases")))):
        return [target, particle]
    return [particle, target]


def do_something(frame: Frame, verbal: Argument) -> str:
    """The placeholder of a verbal complement, "" for a participle that only says how."""
    head = frame.doc[verbal.head]
    first = frame.doc[verbal.start]
    if frame.lemma in words("verbs of time spent"):
        return "doing something"
    if head.tag_ == "VBG" and first.lower_ != "to" and not any(child.lower_ == "to" and child.dep_ == "aux" for child in head.children):
        follows = (
            verbal.start == frame.predicate + 1 + len(frame.particle.split()) and not frame.group.passive
        )  # "accepted carrying out the attack"
        return "doing something" if follows or frame.lemma in words("gerund complements") else ""
    marked = _has_to(head) or frame.group.passive or frame.kind == "noun"
    if not marked and frame.lemma not in words("bare infinitives"):
        return "something"
    passive = any(child.dep_ == "auxpass" and child.tag_ == "VB" for child in head.children)  # "turned out to be made of it"
    if (head.lemma_ == "be" and head.tag_ == "VB") or passive:
        return "to be something" if _has_to(head) else "be something"
    return "to do something" if marked else "do something"


def _has_to(head: "Token") -> bool:
    return any(child.lower_ == "to" and child.i < head.i for child in head.children)


def asked_word(frame: Frame, argument: Argument) -> str:
    """The question word: the parser's choice, else who or what by animacy."""
    if argument.role == "ATTR" and frame.slot("OBJ") is not None and frame.doc[argument.head].pos_ in ("ADJ", "ADV"):
        return "how"  # "found the play dull"
    if argument.wh in ("who", "what", "") and argument.role not in ("ADJ", "XCOMP", "CCOMP"):
        return frame.who_or_what(argument)
    if argument.role == "ADJ":
        words_of = [token.lower_ for token in frame.doc[argument.start : argument.start + 2]]
        said = frame.doc[argument.start : argument.end]
        counted = any(t.lower_ in ("once", "times", "twice") and t.i + 1 < argument.end and t.nbor().lower_ in ("a", "an") for t in said)
        often = said[-1].lower_ in words("adverbs of frequency")
        if (argument.wh in ("when", "how") and often) or (argument.wh in ("when", "how", "how long") and counted):  # "twice a year"
            return "how often"
        if argument.wh == "when" and (words_of[0] in ("till", "until") or (words_of[0] == "since" and frame.group.perfect)):
            return f"{words_of[0]} when"
        if argument.wh == "when" and words_of[0] == "to" and is_time(frame.doc[argument.head]):  # "to the end of May"
            return "until when"
        if (
            words_of[0] in ("if", "unless", "provided", "providing")
            or words_of == ["in", "case"]
            or is_opened_as_condition(frame.doc[argument.head])
        ):
            return "on what condition"
        if words_of[0] in ("although", "though", "despite") or words_of in (["even", "though"], ["in", "spite"]):
            return "despite what"
    if argument.wh == "how much" and frame.doc[argument.start].lower_ == "by":
        return "by how much"
    return argument.wh or "what"


def denies(frame: Frame, asked: Argument) -> bool:
    """Whether subject or object say that it was not so: of "she took no money" it is asked who took none; nobody who made a boat stands in
    the question as such."""
    if frame.kind != "verb" or frame.group.negated:
        return False
    heads = (frame.doc[a.head] for a in frame.arguments if a.span != asked.span and a.own)
    return any(
        head.lower_ in closed_class("denying pronouns") or any(c.dep_ == "det" and c.lower_ in ("no", "neither") for c in head.children)
        for head in heads
        if head.dep_ in ("nsubj", "nsubjpass", "dobj") and head.head.i == frame.predicate and not is_denying_subject(head)
    )


def person_asked(frame: Frame) -> Argument | None:
    """ "China" of "called on China to stop", which stands before what is to be done."""
    asked = (a for a in frame.arguments if a.role == "PREP" and f"{frame.lemma}:{a.preposition}" in words("control by a preposition"))
    return next(asked, None) if frame.kind == "verb" and frame.slot("XCOMP") is not None else None


def asked_person(frame: Frame, argument: Argument) -> str:
    """ "On someone", in the question that `argument` answers; "" where it is that person or there is none."""
    person = person_asked(frame)
    return f"{person.preposition} {frame.word(person)}" if person is not None and person.span != argument.span else ""


def actor(frame: Frame, clause: Argument) -> "Token | None":
    """ "Him" of "let him buy one", where the clause is what somebody lets, makes or sees somebody do."""
    return actor_of_infinitive(frame.doc[frame.predicate], frame.doc[clause.head]) if clause.role == "CCOMP" else None


def attribute_words(frame: Frame, attribute: Argument) -> str:
    """The words of a short adjective phrase ("ill", "back negative"), "something" for what is no adjective or long."""
    doc = frame.doc
    head = doc[attribute.head]
    if head.tag_ == "VBG" and head.pos_ != "ADJ":  # "was caught speeding", but "was reported missing"
        return "doing something"
    became = head.tag_ == "VBN" and head.dep_ in ("acomp", "oprd")  # "is getting alarmed", "was believed lost"
    coloured = attribute.end - attribute.start == 1 and head.lower_ in adjectives()  # "painted grey"
    if (head.pos_ not in ("ADJ", "ADV") and not became and not coloured) or any(
        child.lower_ == "of" for child in head.children
    ):  # "the only of the four"
        return "something"
    if attribute.end - attribute.start > _LONGEST_ATTRIBUTE:
        return head.lower_
    said = (token.text if token.pos_ == "PROPN" else token.lower_ for token in doc[attribute.start : attribute.end])
    return single_spaced(" ".join(said))  # "free on Thursdays"


def belongs(frame: Frame, preposition: str) -> bool:
    """Whether a phrase with a preposition belongs to the verb, so that the other questions keep it: "turned to something", but not
    "died in something"."""
    if preposition in ("as", "to") and frame.doc[frame.predicate].lower_ in words("always passive"):  # "was born as", "was born to"
        return False
    if preposition in ("by", "") or frame.kind != "verb" or preposition not in _LOOSE:
        return preposition not in ("by", "")
    if f"{frame.lemma}_{preposition}" in words("verbs with prepositions") or _is_given(frame, preposition):
        return True
    if f"{frame.lemma}_{frame.particle}_{preposition}" in words("phrasal-prepositional verbs"):
        return True
    use = verb_use(frame.lemma)
    least = 0.0 if preposition in ("as", "for", "with") else _OFTEN
    return use.seen < _KNOWN or (preposition in use.prepositions and use.prepositions[preposition] >= least)


def _is_given(frame: Frame, preposition: str) -> bool:
    """ "With" of "presented her with a watch"."""
    return preposition == "with" and frame.lemma in words("verbs of giving something")


def stays_beside_object(frame: Frame, preposition: str) -> bool:
    """Whether a phrase with a preposition is kept beside an object, since it is seldom the object's own: "put it down to something",
    "talked someone into something", and what often follows the verb; but not "took the road to something"."""
    if preposition in ("but", "except", "like", "than"):
        return False
    kept = frame.lemma in words("hindering") and preposition == "from"
    if _is_given(frame, preposition) or kept or frame.particle or preposition in _OF_VERBS:
        return True
    use = verb_use(frame.lemma)
    if preposition in use.prepositions:
        return preposition not in _LOOSE - {"as", "for", "with"}
    return use.seen < _KNOWN and preposition not in _LOOSE


def completes(frame: Frame, phrase: Argument) -> bool:
    """Whether a phrase stands where a verb that is seldom said without an object has none: "fears for the boys", "asked for a stop"."""
    if frame.kind != "verb" or frame.group.passive or frame.particle or phrase.preposition in ("", "as"):
        return False
    if any(a.role in _COMPLEMENTS for a in frame.arguments):
        return False
    if frame.lemma in words("needs a place"):  # "most of it went on pumps"
        return True
    start = phrase.start - 1
    right_after = start == frame.predicate + 1 and phrase.preposition == "for" and frame.doc[start].lower_ == "for"
    return right_after or (verb_use(frame.lemma).completed or 0.0) >= _COMPLETED


def follows_passive(frame: Frame, phrase: Argument) -> bool:
    """Whether a phrase right after a passive verb says what it is about: "is best known for her maps"."""
    start = phrase.start - 1
    right_after = start == frame.predicate + 1 and frame.doc[start].lower_ == phrase.preposition
    lasting = phrase.preposition == "for" and frame.lemma in words("states")
    return frame.group.passive and right_after and (lasting or phrase.preposition == "as")


def leading_preposition(frame: Frame, argument: Argument) -> str:
    """The preposition that an argument begins with, or that stands before it."""
    doc = frame.doc
    for index in (argument.start, argument.start - 1):
        if index >= 0 and doc[index].pos_ == "ADP":
            return doc[index].lower_
    return ""


def unasked_preposition(frame: Frame) -> str:
    """ "Into something" of "is looking into whether …": a phrase that is no argument, and without which the verb says something else."""
    if frame.kind != "verb" or frame.particle:
        return ""
    often = verb_use(frame.lemma).prepositions
    for child in frame.doc[frame.predicate].children:
        if child.dep_ != "prep" or child.i < frame.predicate or often.get(child.lower_, 0.0) < _OFTEN:
            continue
        inner = next((c for c in child.children if c.dep_ in ("pobj", "pcomp")), None)
        asked = any(argument.start <= child.i < argument.end or argument.head == inner.i for argument in frame.arguments) if inner else True
        if inner is not None and not asked and not is_time(inner):
            return f"{child.lower_} {placeholder(inner) if inner.pos_ in NOMINAL else 'something'}"
    return ""
