"""Which names stand for people, by every place of a text where they stand.

"Crome survived" alone tells little, but where the text has "the drummer Elias Crome" too, he is a person; and Quarry Lane is none where it
says "at Quarry Lane Primary". Each place of a name is judged by itself (`engines.parsing.models.people`) and by what stands beside it; the
log-odds of the places add up, as if they were independent.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from engines.english.animacy import TOLD, lexicon, noun_class, person_share
from engines.english.lexicon import words
from engines.english.noun_classes import has_age
from engines.english.word_forms import lemmas
from engines.parsing.models.people import Slot, is_name, load_people

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_ROLES = {"nsubj": "SUBJ", "nsubjpass": "OBJ", "dobj": "OBJ", "dative": "IOBJ", "pobj": "PREP"}
_WITHIN = frozenset({"compound", "flat", "amod", "nmod", "appos"})
"""Labels with which the words of a name hang on its last."""
_OPEN = frozenset({"ADJ", "ADV", "NOUN", "VERB"})
_TIMES = frozenset({"DATE", "TIME"})
_PEOPLE, _THING = 0.97, 0.03
_MOST, _OF_OTHERS = 2.5, 0.6
"""Log-odds that one place brings at most by the model; what they count where the name is no subject, as the model mostly saw subjects."""
_CALLED, _LIKELY, _AT = 4.0, 1.5, -1.5
"""Log-odds of a name beside which it is said who that is, of one that looks like a person's, and of one after "in" or "at"."""
_MOST_LOOKED_AT = 40
"""Places of a word that are looked at: more tell nothing new, and a text that repeats one name is read in bounded time."""
_TELLING = 1.0
"""Log-odds from which all places together decide."""


class _Name(NamedTuple):
    """A name where it stands: its sentence, its first and last token there, and all its words in small letters."""

    sentence: int
    first: int
    last: int
    words: tuple[str, ...]


def with_namesakes(docs: Sequence["Doc"]) -> list["Doc"]:
    """The sentences of a text; of those with a name that stands in other places, too, copies that know by all places whether it is a
    person's (`engines.english.animacy.TOLD`)."""
    names = [name for number, doc in enumerate(docs) for name in _names(number, doc)]
    ends: dict[str, list[_Name]] = defaultdict(list)
    for name in names:
        for word in {name.words[0], name.words[-1]}:
            ends[word].append(name)
    near = {name: _near(name, ends) for name in names}
    called = {name for name in names if _beside(docs[name.sentence][name.last], name.first) >= _CALLED + _AT}
    odds = _log_odds(docs, [name for name in names if near[name] or name in called])
    told: dict[int, dict[int, float]] = defaultdict(dict)
    for name in names:
        others = [odds[other] for other in near[name] if _same(name, other, odds)]
        total = sum(others) + odds.get(name, 0.0)
        if (others or name in called) and abs(total) >= _TELLING:
            told[name.sentence][name.last] = _PEOPLE if total > 0 else _THING
    return [_knowing(doc, told[number]) if number in told else doc for number, doc in enumerate(docs)]


def _near(name: _Name, ends: Mapping[str, Sequence[_Name]]) -> list[_Name]:
    """Other names that begin or end with its first or last word, the first of very many."""
    others = dict.fromkeys(n for word in (name.words[0], name.words[-1]) for n in ends[word][:_MOST_LOOKED_AT])
    return [other for other in others if other != name]


def _knowing(doc: "Doc", told: dict[int, float]) -> "Doc":
    copy = doc.copy()
    copy.user_data = {**doc.user_data, TOLD: told}
    return copy


def _same(one: _Name, other: _Name, odds: Mapping[_Name, float]) -> bool:
    """Whether two names may be one's: they end alike, or the shorter begins the longer and is more than a word, or a person's."""
    short, long = sorted((one, other), key=lambda name: len(name.words))
    size = len(short.words)
    if long.words[-size:] == short.words:
        return True
    return long.words[:size] == short.words and (size > 1 or odds[long] >= _LIKELY)


def _names(number: int, doc: "Doc") -> Iterator[_Name]:
    named = [_is_named(token) for token in doc]
    for token in doc:
        if not named[token.i] and _may_be_named(token):
            yield _Name(number, token.i, token.i, (token.lower_,))
        within = token.dep_ in _WITHIN and token.i + 1 < len(doc) and named[token.i + 1]
        if not named[token.i] or token.ent_type_ in _TIMES or within:
            continue
        first = token.i
        while first and named[first - 1] and doc[first - 1].dep_ in _WITHIN:
            first -= 1
        while first < token.i and doc[first].is_lower and _is_persons(doc[first]):
            first += 1  # "repairer" of "repairer oda lund", in small letters
        yield _Name(number, first, token.i, tuple(t.lower_ for t in doc[first : token.i + 1]))


def _log_odds(docs: Sequence["Doc"], names: Sequence[_Name]) -> dict[_Name, float]:
    """The log-odds of people of each name by the place where it stands alone."""
    found: dict[_Name, float] = {}
    for number, group in groupby(names, key=lambda name: name.sentence):
        doc, here = docs[number], list(group)
        slots = [_slot(doc[name.last]) for name in here]
        shares = load_people().probabilities(doc, [(name.last, slot) for name, slot in zip(here, slots, strict=True)])
        for name, slot, share in zip(here, slots, shares, strict=True):
            odds = math.log(share / (1 - share)) * (1 if slot.role == "SUBJ" else _OF_OTHERS)
            beside = _beside(doc[name.last], name.first)
            unknown = not _is_named(doc[name.last])
            found[name] = (beside if beside >= _CALLED + _AT else 0.0) if unknown else max(-_MOST, min(_MOST, odds)) + beside
    return found


def _is_named(token: "Token") -> bool:
    return token.pos_ == "PROPN" or is_name(token)


def _may_be_named(token: "Token") -> bool:
    """Whether a word may be a name that the tagger does not know: the first of a sentence, one that no dictionary has, or one right behind
    such a word: "officer , yvane rusk"."""
    if token.pos_ not in _OPEN:
        return False
    behind = token.i > 0 and token.nbor(-1).head == token and token.nbor(-1).dep_ == "compound" and is_name(token.nbor(-1))
    return (token.is_title and token.i == 0) or (token.is_alpha and not lemmas(token.lower_)) or (token.is_lower and behind)


def _slot(name: "Token") -> Slot:
    """The place of a name at its verb, by the parse alone."""
    head = _first(name)
    verb = head.head.head if head.dep_ == "pobj" else head.head
    role = _ROLES.get(head.dep_, "")
    labels = {child.dep_ for child in verb.children}
    beside = "dobj" if role == "SUBJ" else "nsubj"
    other = next((person_share(child) for child in verb.children if child.dep_ == beside), -1.0)
    lemma = verb.lemma_.lower() if verb.pos_ in ("VERB", "AUX") else ""
    return Slot(lemma, role, name.i < verb.i, "nsubjpass" in labels, other, "dobj" in labels, bool(labels & {"ccomp", "xcomp"}))


def _first(name: "Token") -> "Token":
    """The first of what "and" joins."""
    while name.dep_ == "conj":
        name = name.head
    return name


def _beside(name: "Token", first: int) -> float:
    """The log-odds of what stands beside a name: "the drummer Elias Crome", "Crome, a drummer", "Crome, 58,", "at Quarry Lane"."""
    doc, head = name.doc, _first(name)
    at = _AT if head.dep_ == "pobj" and head.head.lower_ in words("prepositions of place") else 0.0
    before = doc[first - 1] if first else None
    if before is not None and (_is_persons(before) or before.lower_ in words("titles")):
        return _CALLED + at
    with_article = before is not None and before.lower_ == "the"  # "the Crown Hotel, our best customer"
    told = (name.dep_ == "appos" and _is_persons(name.head)) or any(c.dep_ == "appos" and _is_persons(c) for c in name.children)
    if has_age(name) or (told and not with_article):
        return _CALLED + at
    full = first < name.i and doc[first].lower_ in lexicon().first_names
    return at + (_LIKELY if full or person_share(name) >= _PEOPLE else 0.0)


def _is_persons(noun: "Token") -> bool:
    common = noun.pos_ == "NOUN" or (noun.pos_ == "PROPN" and noun.is_lower)
    return common and noun_class(noun.lemma_) == "person" and person_share(noun) >= 0.9
