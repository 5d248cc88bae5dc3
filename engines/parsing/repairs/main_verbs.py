"""The main verb of a sentence where the parse takes another word for it: "Ana, turned down for a loan, asked her", "A faulty lift held up
the match".

A participle and a past tense often look the same. But a subject is not cut off from its verb by a comma, a sentence has a finite verb, and
what is done to somebody has no object.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.english.inflection import inflect
from engines.english.lexicon import transitivity, words
from engines.english.noun_classes import is_duration
from engines.english.word_forms import lemmas
from engines.parsing.repairs.tags import told_by
from engines.parsing.syntax.dependencies import FINITE, SUBJECTS, Arc

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_PAST = frozenset({"VBD", "VBN"})
_FINITE_AUXILIARIES = FINITE | {"MD"}
_THEN = frozenset({"afterwards", "finally", "later", "then"})
_PREPOSITIONS_TOO = frozenset({"after", "as", "before", "for", "since", "until"})
_COMPLETING = frozenset({"ccomp", "dobj", "xcomp"})
_BEFORE = frozenset({"advcl", "npadvmod", "prep", "punct"})
_BESIDE = _BEFORE | {"advmod", "cc", "ccomp", "conj"}
"""What hangs on the main verb and not on a noun, where it stands before the noun or behind the verb."""


def cut_off(doc: "Doc") -> Iterator[Arc]:
    """ "Ana, turned down for a loan, asked her", "Dye poured into it has come up": of two verbs without a conjunction, the first
    of which stands behind a comma or alone tells of the past, the second is what the subject does."""
    for second in doc:
        first = second.head
        auxiliaries = [c for c in second.children if c.dep_ in ("aux", "auxpass") and c.tag_ in _FINITE_AUXILIARIES]
        finite = second.tag_ in FINITE or bool(auxiliaries)
        loose = second.dep_ == "conj" or (second.dep_ in ("advcl", "ccomp", "dep") and auxiliaries and second.left_edge == auxiliaries[0])
        if not loose or not finite or first.dep_ != "ROOT" or first.tag_ not in _PAST or second.i < first.i:
            continue
        subjects = [c for c in first.children if c.i < first.i and c.dep_ in SUBJECTS]
        others = any(c.i < first.i and c.dep_ not in SUBJECTS | {"punct"} for c in first.children)
        inner = [c.i for c in first.children if c.dep_ == "conj" and c.i < second.i]  # "made in May but dated June"
        joined = any(c.dep_ == "cc" and max([c.i, *inner]) == c.i < second.i for c in first.children)
        joined = joined or any(c.dep_ in SUBJECTS for c in second.children)
        if len(subjects) != 1 or others or joined or not _both(first):
            continue
        subject, start = subjects[0], second.left_edge.i
        set_off = first.i == subject.i + 2 and doc[first.i - 1].text == "," and doc[start - 1].text == ","
        earlier = (
            first.i == subject.i + 1
            and not any(t.is_punct for t in doc[first.i : start])
            and (auxiliaries or second.tag_ in ("VBP", "VBZ"))
        )
        if set_off or earlier:
            yield second, second, "ROOT"
            yield subject, second, "nsubj"
            yield first, subject, "acl"
            yield from ((c, second, c.dep_) for c in first.children if c.i > second.i)


def unseen(doc: "Doc") -> Iterator[Arc]:
    """ "A faulty lift held up the match", "The song, sung without a band, served as the encore", "The house he lived in burned": in a
    sentence without a finite verb what looks like a participle, and has an object or stands behind what else is told of its noun, is what
    that noun does."""
    root = next((token for token in doc if token.dep_ == "ROOT"), None)
    if root is None or root.pos_ not in ("NOUN", "PROPN", "PRON") or any(_is_finite(c) for c in root.children):
        return
    participles = [c for c in root.children if c.dep_ == "acl" and c.i > root.i and c.tag_ in _PAST]
    verb = participles[-1] if participles else None
    if verb is None or not _both(verb) or any(c.dep_ in ("aux", "auxpass", "mark") or c.dep_ in SUBJECTS for c in verb.children):
        return
    agents = [inner for c in verb.children if c.dep_ == "agent" for inner in c.children]
    by_amount = any(is_duration(inner) for inner in agents)  # "Her boat won by three seconds"
    if agents and not by_amount:
        return
    objects = any(c.dep_ == "dobj" for c in verb.children)
    acts = objects and transitivity(verb.lemma_) != "ditransitive" and verb.lemma_ not in words("verbs with a receiver") | words("naming")
    behind = len(participles) == 2 and doc[verb.left_edge.i - 1].text == "," and doc[participles[0].left_edge.i - 1].text == ","
    set_off = doc[verb.i - 1].is_punct or doc[verb.left_edge.i - 1].is_punct
    told = not set_off and any(c.dep_ == "relcl" and root.i < c.i < verb.i and c.tag_ in FINITE for c in root.children)
    if acts or behind or told or by_amount or (verb.tag_ == "VBD" and not set_off):
        yield verb, verb, "ROOT"
        yield root, verb, "nsubj"
        yield from ((c, verb, c.dep_) for c in root.children if c.dep_ in (_BEFORE if c.i < root.i else _BESIDE if c.i > verb.i else ()))


def of_two_subjects(doc: "Doc") -> Iterator[Arc]:
    """ "Ana, the captain, protested against the goal, but the referee dismissed this", where the parse has one verb with two subjects."""
    for second in doc:
        subjects = [c for c in second.children if c.dep_ in SUBJECTS and c.i < second.i]
        if len(subjects) != 2 or second.tag_ not in FINITE:
            continue
        subject, other = subjects
        first = next((c for c in subject.children if c.dep_ == "acl" and c.tag_ in _PAST and c.i < other.i), None)
        joining = next((c for c in subject.children if c.dep_ == "cc" and first is not None and first.i < c.i < other.i), None)
        if first is None or joining is None or not _both(first) or doc[joining.i - 1].text != "," or doc[first.i - 1].text != ",":
            continue
        yield first, second.head if second.head != second else first, second.dep_
        yield subject, first, "nsubj"
        yield joining, first, "cc"
        yield second, first, "conj"


def after_relatives(doc: "Doc") -> Iterator[Arc]:
    """ "Patients who had not received it developed infections", "the club he founded won two cups", where infections were
    received: a sentence has a finite verb."""
    root = next((token for token in doc if token.dep_ == "ROOT"), None)
    if root is None or root.pos_ not in ("NOUN", "NUM", "PROPN") or any(_is_finite(c) for c in root.children):
        return
    relative = next((c for c in root.children if c.dep_ == "relcl" and c.i > root.i and c.tag_ in FINITE | _PAST), None)
    thing = next((c for c in relative.children if c.dep_ == "dobj" and c.i > relative.i), None) if relative is not None else None
    verb = next((c for c in thing.children if c.dep_ == "amod" and c.tag_ in _PAST), None) if thing is not None else None
    if relative is None or thing is None or verb is None or not _both(verb):
        return
    received = doc[verb.i - 1]
    left_out = received == relative and not any(c.tag_ in ("WDT", "WP") for c in relative.children)  # "the club he founded won two cups"
    if left_out or (received != relative and received.head == thing and "NOUN" in lemmas(received.lower_)):
        yield verb, verb, "ROOT"
        yield root, verb, "nsubj"
        yield thing, verb, "dobj"
        if not left_out:
            yield received, relative, "dobj"
            yield from ((c, received, c.dep_) for c in thing.children if c.i < received.i)
        yield from ((c, verb, c.dep_) for c in root.children if c.i > verb.i and c.dep_ in _BESIDE)
        yield from ((c, verb, c.dep_) for c in relative.children if c.i > thing.i and c.dep_ == "advcl")


def shared(doc: "Doc") -> Iterator[Arc]:
    """ "She began alone, then was joined by two others": two verbs of one subject, where the parse has the first told by the second."""
    for second in doc:
        if second.dep_ != "ROOT" or second.tag_ not in FINITE | _PAST or any(c.dep_ in SUBJECTS for c in second.children):
            continue
        first = next((c for c in second.children if c.dep_ == "ccomp" and c.i < second.i and c.tag_ in FINITE), None)
        then = any(c.lower_ in _THEN and first is not None and first.i < c.i < second.i for c in second.children)
        if first is not None and then and any(c.dep_ in SUBJECTS for c in first.children):
            yield first, first, "ROOT"
            yield second, first, "conj"


def side_by_side(doc: "Doc") -> Iterator[Arc]:
    """ "The pump failed, so Ada told the crew to go", "it was dear: in May Norlink sold it", where the parse has the first clause told by
    the second."""
    for second in doc:
        subjects = [c for c in second.children if c.dep_ in SUBJECTS and c.i < second.i]
        if second.dep_ != "ROOT" or not subjects:
            continue
        first = next((c for c in second.children if c.dep_ == "ccomp" and c.i < subjects[0].i), None)
        if first is None or not any(c.dep_ in SUBJECTS for c in first.children):
            continue
        between = [t.lower_ for t in doc[first.i : subjects[0].left_edge.i]]
        parted = ";" in between or ":" in between or between[-2:] in ([",", "so"], [",", "but"], [",", "and"], [",", "yet"])
        told = any(c.i > second.i and c.dep_ in _COMPLETING for c in second.children)
        if parted and (told or second.lemma_ not in words("verbs of saying")):  # not "it leaks, so Norlink says"
            yield first, first, "ROOT"
            yield second, first, "conj"


def beside_participles(doc: "Doc") -> Iterator[Arc]:
    """ "His chart, made for the duke, went north", where the parse has a chart that made and nothing that went."""
    for verb in doc:
        if verb.tag_ not in FINITE or any(c.dep_ in (*SUBJECTS, "expl") for c in verb.children):
            continue
        done = next((c for c in verb.children if c.dep_ == "advcl" and c.tag_ == "VBN" and c.i < verb.i), None)
        subject = next((c for c in done.children if c.dep_ in SUBJECTS and c.i < done.i), None) if done is not None else None
        if done is None or subject is None or any(c.dep_ in ("aux", "auxpass", "mark") for c in done.children):
            continue
        first = verb.doc[subject.i : done.i]
        if [t.text for t in first].count(",") == 1 and verb.nbor(-1).text == ",":
            yield subject, verb, "nsubj"
            yield done, subject, "acl"


def told_of_gerunds(doc: "Doc") -> Iterator[Arc]:
    """ "Said issuing a warning after one sample would have meant trouble", where the parse has somebody who said issuing it: of a deed
    somebody says something."""
    for verb in doc:
        gerund, opener = verb.head, verb.left_edge
        told = gerund.dep_ == "xcomp" and gerund.tag_ == "VBG" and gerund.i == gerund.head.i + 1
        if not told or gerund.head.lemma_ not in words("verbs of saying") or verb.dep_ != "advcl" or opener.dep_ != "mark":
            continue
        subject = next((c for c in verb.children if c.dep_ in SUBJECTS), None)
        auxiliary = next((c for c in verb.children if c.dep_ in ("aux", "auxpass") and c.tag_ in _FINITE_AUXILIARIES), None)
        if subject is not None and auxiliary is not None and opener.lower_ in _PREPOSITIONS_TOO:
            yield verb, gerund.head, "ccomp"
            yield gerund, verb, "csubj"
            yield opener, gerund, "prep"
            yield subject, opener, "pobj"


def so_before_comma(doc: "Doc") -> Iterator[Arc]:
    """ "As the zinc was too soft, the smith Osk mixed it", where the parse has a soft smith and a zinc that was nothing."""
    for adjective in doc:
        noun, start = adjective.head, adjective.left_edge.i
        if adjective.dep_ != "amod" or adjective.i > noun.i or adjective.i + 1 >= len(doc) or doc[adjective.i + 1].text != "," or not start:
            continue
        verb = doc[start - 1]
        bare = verb.lemma_ == "be" and verb.dep_ == "advcl" and not any(c.dep_ in ("acomp", "attr", "prep") for c in verb.children)
        if bare and noun.dep_ in SUBJECTS and noun.head == verb.head:
            yield adjective, verb, "acomp"
            yield doc[adjective.i + 1], verb.head, "punct"


def leaving(doc: "Doc") -> Iterator[Arc]:
    """ "The ferry leaves at noon", where the parse has leaves of a ferry."""
    for verb in doc:
        subject = told_by(verb)
        if subject is not None:
            yield subject, verb, "nsubj"
            yield from ((c, subject, c.dep_) for c in verb.children if c.i < subject.i and c.dep_ in ("amod", "compound", "det", "poss"))


def swept_away(doc: "Doc") -> Iterator[Arc]:
    """ "The shed swept away in March has turned up", where the parse has a clause as the subject: a clause needs "that"."""
    for first in doc:
        subjects = [c for c in first.children if c.dep_ in SUBJECTS and c.i == first.i - 1]
        marked = any(c.dep_ in ("aux", "auxpass", "mark") or c.tag_ in ("WP", "WRB") for c in first.children)
        if first.dep_ == "csubj" and first.tag_ in _PAST and subjects and not marked and _both(first) and first.i < first.head.i:
            yield subjects[0], first.head, "nsubj"
            yield first, subjects[0], "acl"


def _both(verb: "Token") -> bool:
    """Whether a verb's past tense looks like its participle."""
    lemma = verb.lemma_.lower()
    return inflect(lemma, "VBD") == inflect(lemma, "VBN") == verb.lower_


def _is_finite(token: "Token") -> bool:
    """Whether a clause with a verb of its own stands here: one that a participle would only add to."""
    return token.dep_ in ("ccomp", "conj", "parataxis", "csubj", "nsubj") and any(t.tag_ in FINITE for t in token.subtree)
