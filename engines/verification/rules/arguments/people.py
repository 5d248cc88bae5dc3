"""The people of a reference: whom a word of a hypothesis stands for, by which words they are called, and which passages are theirs."""

import re
from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from engines.core.language import parse_strings
from engines.core.plain.turns import Turn, letters, turn_at
from engines.english.animacy import lexicon
from engines.verification.encoding.reference import EncodedReference
from engines.verification.encoding.words import key
from engines.verification.names.aliases import lexicon as of_names
from engines.verification.names.aliases import name_words, place_of
from engines.verification.names.finding import Name
from engines.verification.names.speakers import spoken
from engines.verification.rules.case import Case
from engines.verification.sentences.naming import is_value, name_tokens, name_words_of
from engines.verification.sentences.parsed import ParsedSentence
from engines.verification.sentences.roster import BEFORE_THINGS, is_role, roster

_BEFORE_THINGS = BEFORE_THINGS | {"from"}
_LAST_WORD = re.compile(r"\b([^\W\d_]+)\s\Z")
_OPENING = 200
"""Characters at the beginning of a text in which it says whose life it tells."""
_LIFE = re.compile(r"\s*(?:\([^()]*(?:\b(?:b\.|born|died|née)|\d{4})|Born:)", re.IGNORECASE)
_LONGEST_PREPOSITION = 12


def person_of(case: Case, token: int) -> frozenset[str]:
    """The words by which the reference calls a person, folded; none for a thing, and for somebody whom it does not have."""
    mine, reference = case.hypothesis, case.reference
    if mine.classes[token] == "NOUN" and token not in mine.named:
        is_one = is_role(mine.text[slice(*mine.spans[token])])
        return reference.derived(roster).get(key(mine.lemmas[token]), frozenset()) if is_one else frozenset()
    if mine.classes[token] != "PROPN" or is_value(mine, token):
        return frozenset()
    name = name_words_of(mine, token)
    if not name.isdisjoint(of_names().institutions) and name.isdisjoint(lexicon().first_names):
        return frozenset()
    known = in_full(reference, name)
    is_read = len(known) > 1 and _is_read_as_person(mine, token)
    return known if known and (is_read or is_called_person(reference, known)) else frozenset()


def _is_read_as_person(mine: ParsedSentence, token: int) -> bool:
    return parse_strings([mine.text])[0][token].ent_type_ == "PERSON"


def are_two(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether the words of two names are those of two people: of "Lorne Aberlow" and "Kit Aberlow", not of either and "Aberlow"."""
    return not (one <= other or other <= one)


def is_called_person(reference: EncodedReference, name: frozenset[str]) -> bool:
    """Whether the reference says what somebody of that name is, has them tell something, or has a first name of theirs with a last."""
    return not name.isdisjoint(reference.derived(_called)) or (len(name) > 1 and not name.isdisjoint(lexicon().first_names))


def _called(reference: EncodedReference) -> frozenset[str]:
    """The folded words of the names of those who tell the reference, and of those of whom it says what they are."""
    holders = reference.derived(roster).values()
    tellers = (frozenset(name_words(turn.speaker)) for turn in told(reference))
    return frozenset().union(*holders, *tellers)


def in_full(reference: EncodedReference, name: frozenset[str]) -> frozenset[str]:
    """The words of a person's name with those of the longer forms that the reference has; none for what is no person or is not there."""
    of_word = reference.derived(_forms)
    forms = [form for form in min((of_word.get(word, []) for word in name), key=len, default=[]) if name <= set(form.words)]
    if not forms or any(place_of(word) for word in name) or any(_is_of_thing(reference, form.start) for form in forms):
        return frozenset()
    return name.union(*(form.words for form in forms))


def whose_life(reference: EncodedReference) -> frozenset[str]:
    """The words of the name of whose life a reference tells: of the first one, where years or a word of birth stand behind it in brackets
    ("Ada Moor (born 8 May 1937)"), or a line tells when they were born; none in any other text."""
    return reference.derived(_whose_life)


def _whose_life(reference: EncodedReference) -> frozenset[str]:
    text = reference.text.model_text
    first = next((name for name in reference.names.names if name.end <= _OPENING and len(name.words) > 1), None)
    if first is None or not _LIFE.match(text, first.end):
        return frozenset()
    return in_full(reference, frozenset(first.words))


def _forms(reference: EncodedReference) -> dict[str, list[Name]]:
    """The names of a reference by each of their words."""
    found: dict[str, list[Name]] = defaultdict(list)
    for form in reference.names.names:
        for word in set(form.words):
            found[word].append(form)
    return dict(found)


def _is_of_thing(reference: EncodedReference, start: int) -> bool:
    """Whether the word before a name tells that it is no person's."""
    before = _LAST_WORD.search(reference.text.model_text, max(0, start - _LONGEST_PREPOSITION), start)
    return before is not None and before[1].lower() in _BEFORE_THINGS


def passages_of(reference: EncodedReference, person: frozenset[str]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Twice (segments,): which segments name a person, or are told by them; and which others stand right behind one that names them."""
    known = reference.derived(_passages)
    if person not in known:
        called = person | {role for role, holder in reference.derived(roster).items() if holder & person}
        at = [int(place) for word in called for place in reference.positions(key(word))]
        sentences = sorted({int(reference.segments[reference.word_segments[place], 2]) for place in at})
        found = np.isin(reference.segments[:, 2], sentences)
        behind = np.isin(reference.segments[:, 2], [number + 1 for number in sentences])
        all_told = told(reference)
        theirs = {who for who in {turn.speaker for turn in all_told} if in_full(reference, frozenset(name_words(who))) & person}
        for turn in all_told:
            if turn.speaker in theirs:
                found |= (reference.segments[:, 0] >= turn.start) & (reference.segments[:, 0] < turn.end)
        known[person] = found, behind & ~found
    return known[person]


def _passages(_: EncodedReference) -> dict[frozenset[str], tuple[NDArray[np.bool_], NDArray[np.bool_]]]:
    return {}


def told(reference: EncodedReference) -> tuple[Turn, ...]:
    """Who tells what of a reference: its turns, or its letters."""
    return spoken(reference.text.text) or letters(reference.text.text)


def saying(case: Case, words: frozenset[str]) -> frozenset[str]:
    """The words of the names of those who say one of these words, "I" and "my", in the sentences of the reference that fit best."""
    turns = told(case.reference)
    found = [
        turn_at(turns, premise.start)
        for premise in (case.premises if turns else ())
        if any(premise.sentence.text[start:end].lower() in words for start, end in premise.sentence.spans)
    ]
    return frozenset(word for turn in found if turn for word in name_words(turn.speaker))


def called_otherwise(case: Case) -> frozenset[int]:
    """The tokens of people whom the reference calls otherwise where it tells the same: "Ada Osk apologised" of "the chair apologised"
    where she is the chair, and the other way round."""
    mine, found = case.hypothesis, set[int]()
    holders = case.reference.derived(roster)
    for relation in mine.relations if holders else ():
        tokens = name_tokens(mine, relation.dep) if relation.dep in mine.named else (relation.dep,)
        for premise in case.clause_premises if found.isdisjoint(tokens) else ():
            other = premise.sentence
            for there in other.relations:
                same = relation.role == there.role and mine.keys[relation.head] & other.keys[there.head]
                shared = mine.keys[relation.dep] & other.keys[there.dep] if same else frozenset[str]()
                if any(not shared.isdisjoint(holders.get(key(s.lemmas[t]), ())) for s, t in ((mine, relation.dep), (other, there.dep))):
                    found.update(tokens)
    return frozenset(found)
