"""Told as a fact: "the boat struck a rock" where it allegedly did, "has promised to finish it" of who hopes to, "because the heat had
weakened it" where that is perhaps why.

Of the clauses of the reference, the one that tells most of a clause of the hypothesis, and of which the hypothesis tells most, decides: if
a word leaves it open, and the hypothesis leaves nothing open, the hypothesis is surer than the reference.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.core.language import parse_strings
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case, Premise
from engines.verification.rules.registry import rule
from engines.verification.sentences.doubts import ADJECTIVES, VERBS, Doubt, clause, doubts
from engines.verification.sentences.word_lists import word_list

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

NAME = "modality"
_TOLD, _TELLING, _SAID = 0.5, 0.5, 0.55
"""The shares by weight of a clause that the one in doubt must tell, and of that one that the hypothesis must tell, and the degree to which
what is said must be found there."""
_BESIDE = 0.5
"""What a word counts that the sentence of the reference has outside the clause."""
_LEAST = 2
"""Content words that a clause must have to be told from others."""
_KNOWING, _FOUND = word_list("verbs of knowing"), frozenset({"find", "learn", "see"})
_SAYING = (word_list("verbs of saying") | {"acknowledge", "caution", "note", "observe"}) - _KNOWING
_OPEN = frozenset({"can", "could", "may", "might", "should"})
_CONDITIONS = frozenset({"if", "once", "unless", "until", "when", "whether"})
_REASONS = frozenset({"as", "because", "since"})
_THINGS_OPEN = frozenset({"aim", "belief", "claim", "goal", "hope", "idea", "intention", "plan", "task"})
"""What is no fact as the subject of "is": "the plan is to"."""
_COMPLEMENTS = ("acomp", "attr", "oprd", "xcomp")
_NEAR = 2
"""Words before a verb among which an adverb stands that may be what makes it sure."""


class _Place(NamedTuple):
    """A clause of the reference, `words` of the sentence's words, and the doubt that leaves it open, if any does."""

    premise: Premise
    doc: "Doc"
    words: NDArray[np.bool_]
    degrees: NDArray[np.float32]
    doubt: Doubt | None


@rule(NAME, ConflictKind.MODALITY, "clauses told as facts beside the clause that tells the same, which a word leaves open")
def modality(case: Case) -> Iterator[Conflict]:
    """What is surer in the clauses of a hypothesis than in the reference."""
    if case.is_copy:
        return
    told = [(premise, parse_strings([premise.sentence.text])[0]) for premise in case.clause_premises]
    open_ = [list(doubts(there)) for _, there in told]
    if not any(open_):
        return
    places = [place for (premise, there), of in zip(told, open_, strict=True) for place in _places(case, premise, there, of)]
    doc = parse_strings([case.hypothesis.text])[0]
    for verb in _facts(case, doc):
        place = _same(case, verb, places)
        doubt = place.doubt if place is not None else None
        if place is None or doubt is None or (doubt.owned and _is_attributed(case, verb, place, doubt)):
            continue
        if _is_conditional(verb) and not (place.doc[doubt.word].pos_ == "ADV" and _is_conditional(place.doc[doubt.head])):
            continue
        if place.doc[doubt.word].lemma_.lower() not in case.hypothesis.lemmas:
            tokens = _surer(verb, place, doubt)
            yield Conflict(ConflictKind.MODALITY, tokens, place.premise.span(*_instead(verb, tokens, place, doubt)))


def _places(case: Case, premise: Premise, doc: "Doc", open_: list[Doubt]) -> Iterator[_Place]:
    """The clauses of a premise."""
    words = case.reference.words
    start, end = case.reference.text.sentences[premise.number]
    first, last = (int(np.searchsorted(words.starts, offset)) for offset in (start, end))
    degrees = case.alignment.beside(first, last)
    for verb in premise.sentence.verbs:
        inside = np.zeros(last - first, dtype=bool)
        for begin, stop in (premise.span(token.i, token.i) for token in clause(doc[verb])):
            inside |= (words.starts[first:last] < stop) & (words.ends[first:last] > begin)
        inside &= words.content[first:last]
        if inside.any():
            yield _Place(premise, doc, inside, degrees, next((doubt for doubt in open_ if verb in doubt.scope), None))


def _facts(case: Case, doc: "Doc") -> Iterator["Token"]:
    """The finite verbs of a hypothesis that are told as facts: neither denied nor left open, by nothing in their own clause either."""
    mine, open_ = case.hypothesis, list(doubts(doc))
    words, scopes = {doubt.word for doubt in open_}, frozenset[int]().union(*(doubt.scope for doubt in open_))
    for i, asserted in mine.verbs.items():
        verb = doc[i]
        if i in scopes or asserted.negated or mine.lemmas[i] in VERBS or verb.dep_ == "pcomp" or not _is_finite(verb) or _is_open(verb):
            continue
        said = clause(verb)
        if words.isdisjoint(token.i for token in said) and ADJECTIVES.isdisjoint(token.lower_ for token in said):
            yield verb


def _is_finite(verb: "Token") -> bool:
    auxiliaries = [child.lower_ for child in verb.children if child.dep_ in ("aux", "auxpass") and child.lower_ != "to"]
    return bool(auxiliaries) or (verb.tag_ in ("VBD", "VBP", "VBZ"))


def _is_open(verb: "Token") -> bool:
    """Whether a verb tells what may be, or a condition."""
    for child in verb.children:
        if (child.dep_ == "aux" and child.lower_ in _OPEN) or (child.dep_ == "mark" and child.lower_ in _CONDITIONS):
            return True
        if child.dep_ == "nsubj" and child.lemma_ in _THINGS_OPEN:
            return True
        if child.dep_ == "advmod" and child.lower_ in ("almost", "nearly"):
            return True
    return False


def _is_conditional(verb: "Token") -> bool:
    """Whether a verb tells what would be; *would* in what somebody said is their *will*."""
    return verb.dep_ != "ccomp" and any(child.dep_ == "aux" and child.lower_ in ("would", "'d", "’d") for child in verb.children)


def _same(case: Case, verb: "Token", places: list[_Place]) -> _Place | None:
    """The clause of the reference that tells the same as that of a verb, if any tells enough of it; one without doubt before others."""
    own = np.zeros(len(case.alignment.words), dtype=bool)
    for token in clause(verb):
        own[case.words(token.i)] = True
    own &= case.alignment.words.content
    weights = np.where(own, case.alignment.weights, 0.0)
    if own.sum() < _LEAST or not weights.any():
        return None
    shares = []
    for place in places:
        told = (place.degrees * np.where(place.words, 1.0, _BESIDE)[None, :]).max(axis=1)
        shares.append((float(weights @ told / weights.sum()), float(place.degrees[:, place.words].max(axis=0).mean())))
    best = max(range(len(places)), key=lambda i: (sum(shares[i]), places[i].doubt is None))
    told, telling = shares[best]
    return places[best] if told >= _TOLD and telling >= _TELLING and _is_said(case, verb, places[best]) else None


def _is_said(case: Case, verb: "Token", place: _Place) -> bool:
    """Whether what a verb says, itself or with its complement, is found in the clause of the reference."""
    content = case.alignment.words.content
    for roles in (_COMPLEMENTS, ("ccomp", "dobj")):
        said = [verb.i] if roles == _COMPLEMENTS else []
        said += [child.i for child in verb.children if child.dep_ in roles]
        words = [i for token in said for i in case.words(token) if content[i]]
        if words:
            return float(place.degrees[words][:, place.words].max()) >= _SAID
    return False


def _is_attributed(case: Case, verb: "Token", place: _Place, doubt: Doubt) -> bool:
    """Whether the hypothesis, too, says whose word it is, or what the one says or does whose guess it is in the reference."""
    above = verb.head
    that = any(child.lower_ == "that" and child.dep_ in ("dobj", "mark") for child in verb.children)
    if verb.dep_ == "ccomp" or (that and verb.dep_ in ("acl", "relcl") and above.pos_ == "NOUN"):
        return above.lemma_ not in _KNOWING
    if any(child.dep_ in ("ccomp", "parataxis") and child.lemma_ in _SAYING for child in verb.children):
        return True
    mine, other = case.hypothesis, place.premise.sentence
    who = [r.dep for r in mine.of(verb.i) if r.role == "SUBJ"]
    told_of = {r.dep for r in other.of(doubt.head) if r.role == "SUBJ"}
    owners = [r.dep for r in other.of(doubt.word) if r.role == "SUBJ" and r.dep not in told_of]
    return "according to" in mine.text.lower() or any(mine.keys[a] & other.keys[b] for a in who for b in owners)


def _surer(verb: "Token", place: _Place, doubt: Doubt) -> frozenset[int]:
    """What is surer: an adverb that the reference has not ("certainly"), a reason where it is "perhaps because", the verb that a clause
    hangs on ("the minutes prove that"), else the verb with its auxiliaries."""
    there, above = place.premise.sentence.lemmas, verb.head
    first, last = verb.i - _NEAR, verb.i + (verb.lemma_ == "be")
    for child in verb.children:
        if child.dep_ == "advmod" and first <= child.i <= last and child.lemma_.lower() not in there:
            modal = place.doc[doubt.word].dep_ == "aux"
            return _group(verb) | {child.i} if modal and child.i < verb.i else frozenset({child.i})
        if child.dep_ == "mark" and child.lower_ in _REASONS and doubt.phrase[1] > doubt.word:
            return frozenset({child.i})
    doubted = place.doc[doubt.word].lower_ == "whether"
    if verb.dep_ in ("ccomp", "xcomp") and above.i < verb.i and above.lemma_ not in _SAYING | _FOUND:
        said = next((child for child in above.children if child.dep_ == "acomp"), None)
        if said is not None and above.lemma_ == "be":
            return frozenset({said.i})
        if above.pos_ == "VERB" and (doubted or above.lemma_ not in there):
            return _group(above)
    return _group(verb)


def _instead(verb: "Token", tokens: frozenset[int], place: _Place, doubt: Doubt) -> tuple[int, int]:
    """The first and the last token of what the reference has instead: of a verb with its auxiliaries the same ("may have been stolen")."""
    head = place.doc[doubt.head]
    group = place.doc[min(doubt.word, *_group(head)) : head.i + 1]
    whole = head.pos_ == "VERB" and doubt.word < head.i and all(token.pos_ in ("ADV", "AUX", "VERB") for token in group)
    alike = any(token.lemma_ == head.lemma_ for token in verb.doc if token.i in tokens)
    return (group.start, head.i) if whole and alike else doubt.phrase


def _group(verb: "Token") -> frozenset[int]:
    return frozenset({verb.i, *(child.i for child in verb.children if child.dep_ in ("aux", "auxpass"))})
