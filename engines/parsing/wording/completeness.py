"""QAs whose statement would be no sentence: the verb's frame wants something that nothing in the sentence gives.

Arguments are judged one by one elsewhere (`engines.parsing.filters.plausibility`); here the predicate is put into words with all it has.
"""

from engines.english.lexicon import transitivity, verb_use, words
from engines.english.noun_classes import is_time
from engines.english.pronouns import REFLEXIVE
from engines.parsing.arguments.structures import Argument
from engines.parsing.wording.frames import Frame

_COMPLETED = 0.6
"""Share of its uses with an object or a clause from which a verb says little without one."""
_CORE = frozenset({"SUBJ", "OBJ"})
_OUTSIDE = frozenset({"PREP", "XCOMP", "CCOMP", "ATTR"})


def is_no_sentence(frame: Frame, argument: Argument) -> bool:
    """Whether any of `RULES` speaks against the QA of an argument."""
    return any(rule(frame, argument) for rule in RULES)


def lacks_phrase(frame: Frame, argument: Argument) -> bool:
    """ "The artist was based": verbs such as "base" say nothing without a phrase."""
    ended = f"{frame.lemma}_{frame.particle}" in words("needs a place")  # "one man ended up"
    if frame.kind != "verb" or not (ended or frame.lemma in words("needs a place")) or argument.role not in _CORE:
        return False
    if (frame.particle and not ended) or (frame.slot("OBJ") and not frame.group.passive):
        return False
    enough = {"where", "how", "when"} if transitivity(frame.lemma) == "intransitive" else {"where", "how"}  # "will come at noon"
    return not any(a.role in _OUTSIDE or (a.role == "ADJ" and a.wh in enough) for a in frame.arguments)


def lacks_object(frame: Frame, argument: Argument) -> bool:
    """ "Ana regulated": of a noun made of a verb that needs an object, who acts is not asked without whom or what it is done to."""
    doer = any(a.start <= frame.predicate < a.end or a.source == "apposition" for a in frame.arguments)  # "a clock maker"
    usual = frame.lemma not in words("verbs of people") and not doer and (verb_use(frame.lemma).completed or 0.0) >= _COMPLETED
    needs = usual or transitivity(frame.lemma) == "transitive"
    if frame.kind != "noun" or argument.role != "SUBJ" or not needs:
        return False
    return frame.slot("OBJ") is None and frame.slot("CCOMP") is None and frame.slot("XCOMP") is None


def is_oneself(frame: Frame, argument: Argument) -> bool:
    """ "She hurt herself": whom she hurt, the subject says; the other questions need it ("How did someone hurt themselves?")."""
    return argument.end - argument.start == 1 and frame.doc[argument.start].lower_ in REFLEXIVE


def stands_for_verb(frame: Frame, argument: Argument) -> bool:
    """ "I do", "as she did", "no, I have not": what is done, another verb says."""
    return frame.kind == "verb" and frame.lemma in ("do", "have") and frame.slot("OBJ") is None and not frame.unasked_object


def is_denied_frequency(frame: Frame, argument: Argument) -> bool:
    """ "Hasn't always had the time": nobody asks how often something has not been done."""
    return frame.group.negated and argument.wh == "when" and frame.doc[argument.end - 1].lower_ in words("adverbs of frequency")


def is_asked_directly(frame: Frame, argument: Argument) -> bool:
    """ "Would you like me to explain it?": who asks says of nothing that it is so."""
    verb = frame.doc[frame.predicate]
    clause = verb.head if verb.dep_ == "conj" else verb
    if frame.kind != "verb" or clause.dep_ != "ROOT" or frame.doc[len(frame.doc) - 1].text != "?":
        return False
    subject = next((c for c in clause.children if c.dep_ in ("nsubj", "nsubjpass")), None)
    first = next((c for c in clause.children if c.dep_ in ("aux", "auxpass")), None)
    asks_what = any(t.tag_ in ("WP", "WRB", "WDT", "WP$") for t in frame.doc[: first.i]) if first is not None else True
    return subject is not None and first is not None and first.i < subject.i and not asks_what


def is_counting(frame: Frame, argument: Argument) -> bool:
    """ "Fell for the second year running": one after another, nobody ran."""
    verb = frame.doc[frame.predicate]
    return verb.lower_ == "running" and not any(verb.children) and verb.i > 0 and is_time(verb.nbor(-1))


def is_denied_purpose(frame: Frame, argument: Argument) -> bool:
    """ "So as not to wake her": what somebody means not to do is no deed that was left undone."""
    verb = frame.doc[frame.predicate]
    return frame.kind == "verb" and frame.group.negated and verb.dep_ == "advcl" and any(c.tag_ == "TO" for c in verb.children)


def is_not_done(frame: Frame, argument: Argument) -> bool:
    """ "Stopped responding in May", "share cars rather than hire a coach", "is to blame": what is asked of the other verb says it all."""
    verb = frame.doc[frame.predicate]
    if frame.kind != "verb":
        return False
    ended = verb.dep_ == "xcomp" and verb.tag_ == "VBG" and verb.head.lemma_ in words("verbs of ending")
    between = [token.lower_ for token in frame.doc[verb.head.i : verb.i] if token.dep_ == "cc"]
    replaced = verb.dep_ == "conj" and bool({"instead", "than"}.intersection(between))
    blamed = verb.lower_ == "blame" and verb.dep_ == "xcomp" and verb.head.lemma_ == "be"
    going_on = frame.lemma in ("carry", "go", "keep") and any(
        c.lower_ == "on" and any(g.tag_ == "VBG" and g.dep_ == "pcomp" for g in c.children) for c in verb.children
    )  # "go on paying"
    return ended or replaced or blamed or going_on


def lacks_likeness(frame: Frame, argument: Argument) -> bool:
    """ "How the boat will look": verbs such as "look" say nothing of their subject without how it looks."""
    if frame.kind != "verb" or frame.lemma not in words("asked with how") or argument.role != "SUBJ" or frame.particle:
        return False
    verb = frame.doc[frame.predicate]
    asked = any(child.tag_ == "WRB" for child in verb.children)
    return asked and not any(a.role in _OUTSIDE | {"OBJ", "ADJ"} for a in frame.arguments)


def is_state_of_patient(frame: Frame, argument: Argument) -> bool:
    """ "Was shot dead": in what state a deed leaves somebody is said with the deed ("Who was shot?") and makes no question of its own."""
    adjective = argument.role == "ATTR" and frame.doc[argument.head].pos_ in ("ADJ", "ADV")
    named = frame.lemma in words("naming") | words("asked with how") | words("verbs of change") | {"make", "think", "report"}
    return adjective and frame.group.passive and not named


def is_said_with_subject(frame: Frame, argument: Argument) -> bool:
    """ "Came back negative": who or what did so is asked with the adjective, which says little alone ("How did something come?")."""
    head = frame.doc[argument.head]
    short = argument.end - argument.start <= 2 and (argument.role == "ATTR" or argument.wh == "how") and head.tag_ in ("JJ", "JJR", "VBN")
    light = frame.lemma in words("fused with adjectives") | words("lasting")
    return short and light and any(a.role == "SUBJ" for a in frame.arguments)


def is_contrast(frame: Frame, argument: Argument) -> bool:
    """ "Ana rows, while Ben sails", "sang, although she was ill": what is otherwise, or goes against it, is no circumstance that anybody
    would ask for; it is told of and asked about by itself."""
    if argument.role != "ADJ":
        return False
    opening = {frame.doc[argument.start].lower_, *(c.lower_ for c in frame.doc[argument.head].children if c.dep_ == "mark")}
    beside = "while" in opening and argument.start > 0 and frame.doc[argument.start - 1].text == ","
    return bool(opening & {"although", "though", "whereas"}) or beside


RULES = (
    lacks_phrase,
    lacks_object,
    is_oneself,
    stands_for_verb,
    is_denied_frequency,
    is_asked_directly,
    is_counting,
    is_denied_purpose,
    is_not_done,
    lacks_likeness,
    is_state_of_patient,
    is_said_with_subject,
    is_contrast,
)
