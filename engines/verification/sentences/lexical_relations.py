"""Whether two words that stand in the same place are opposites, or may stand for each other."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from engines.core.machine.files import asset
from engines.english.animacy import noun_class
from engines.english.antonyms import antonyms_of, prefixed
from engines.verification.encoding.encoder import encode_alone
from engines.verification.sentences.parsed import ParsedSentence, counts
from engines.verification.sentences.thesaurus import FILE as THESAURUS
from engines.verification.sentences.thesaurus import Told, forms, is_phrase, told, wider
from engines.verification.sentences.word_lists import word_list

FILES = ("opposites.json", "antonyms.txt", "negative_prefixes.json", "related_words.txt", THESAURUS, "word_lists.json")
_ALIKE = 0.55
"""The cosine from which on two words are taken for two names of one thing."""
SYMMETRIC = word_list("symmetric verbs")
"""Verbs whose two sides may change places."""
SAYING = word_list("verbs of saying")
NEGATIVE = word_list("negations")


@cache
def _lines() -> dict[str, str]:
    """The line of each word, which is cut up only when somebody asks."""
    lines = asset("verifier", "related_words.txt").read_text("utf-8").splitlines()
    return {word: others for word, _, others in (line.partition(": ") for line in lines)}


@lru_cache(maxsize=5_000)
def _related(word: str) -> frozenset[str]:
    return frozenset(_lines().get(word, "").split())


def listed_as_related(a: str, b: str) -> bool:
    """Whether a list has one of two lemmas as meaning the same as the other, something wider or something entailed."""
    return b in _related(a) or a in _related(b)


def _forms(sentence: ParsedSentence, token: int) -> frozenset[str]:
    return sentence.keys[token] | {sentence.lemmas[token]}


def _surface(sentence: ParsedSentence, token: int) -> str:
    return sentence.text[slice(*sentence.spans[token])].lower()


def are_opposite(mine: ParsedSentence, a: int, theirs: ParsedSentence, b: int) -> bool:
    """Whether token `a` of one sentence and `b` of the other are opposites in some sense."""
    return has_opposite(mine, a, theirs, (b,))


def told_by_denial(mine: ParsedSentence, a: int, theirs: ParsedSentence, b: int) -> bool:
    """Whether only one of two opposites is denied, so that they say the same: "did not pass" and "failed". What is something else is also
    told by a denial ("is no nurse" of a doctor), but what is denied does not tell what it is."""
    denied = is_denied(mine, a)
    if denied == is_denied(theirs, b) or not (mine.keys[a] and theirs.keys[b]):
        return False
    return are_opposite(mine, a, theirs, b) or (denied and thesaurus_told(mine, a, theirs, b) == Told.OTHERWISE)


def is_gerund(sentence: ParsedSentence, verb: int) -> bool:
    """Whether a verb stands for a deed of which something else is said: "eating it is forbidden", but not "is considering selling it"."""
    if sentence.verbs[verb].doubt:
        return False
    surface = sentence.text[slice(*sentence.spans[verb])].lower()
    return surface.endswith("ing") and sentence.classes[max(verb - 1, 0)] not in ("ADV", "AUX", "PART")


def is_denied(sentence: ParsedSentence, token: int) -> bool:
    """Whether a verb is denied, or another word stands behind a negation with nothing but adverbs, articles and adjectives between."""
    if token in sentence.verbs:
        return sentence.verbs[token].negated
    for before in range(token - 1, max(token - _FAR, 0) - 1, -1):
        if sentence.lemmas[before] in NEGATIVE:
            return True
        if sentence.classes[before] not in _BETWEEN and _surface(sentence, before) != "been":  # "had not been open"
            return False
    return False


def has_opposite(mine: ParsedSentence, a: int, theirs: ParsedSentence, among: Iterable[int]) -> bool:
    """Whether an opposite of token `a` in some sense is `among` these tokens of the other sentence; most words have none."""
    opposites = frozenset().union(*(antonyms_of(form) for form in _forms(mine, a)))
    denied = prefixed(_surface(mine, a))
    if not opposites and not denied:
        return False
    return any(not opposites.isdisjoint(_forms(theirs, b)) or _surface(theirs, b) in denied for b in among)


_FAR = 4
"""Words before a word in which its negation is looked for."""
_BETWEEN = frozenset({"ADJ", "ADV", "DET"})
_PARTICLES = frozenset({"ADP", "PART", "ADV"})
_OBJECT = frozenset({"ADJ", "DET", "NOUN", "NUM", "PRON", "PROPN"})
_FURTHEST = 5
"""Tokens behind a verb among which its particle is."""
_GENERAL_ACTS = word_list("general acts")
"""What anything that is done may be called: "work is to begin" for "construction is to begin"."""


def are_related(mine: ParsedSentence, a: int, theirs: ParsedSentence, b: int) -> bool:
    """Whether one of two words means the same, something wider or something entailed, or is another form: of names, another short form."""
    own, others = ({f.lemmas[t], f.text[slice(*f.spans[t])].lower()} for f, t in ((mine, a), (theirs, b)))
    if any(_related(form) & others for form in own) or any(_related(form) & own for form in others):
        return True
    pair = (mine.lemmas[a], theirs.lemmas[b])
    if any(x in _GENERAL_ACTS and noun_class(y) == "act" for x, y in (pair, pair[::-1])):
        return True
    alike = 3 if a in mine.named and b in theirs.named else 5
    return any(x[:alike] == y[:alike] for x in own for y in others if len(x) >= alike and len(y) >= alike)


def may_stand_for(mine: ParsedSentence, a: int, theirs: ParsedSentence, b: int) -> bool:
    """Whether one of two words is related to the other (`are_related`), or is told by it according to the thesaurus."""
    return are_related(mine, a, theirs, b) or thesaurus_told(mine, a, theirs, b) > Told.UNKNOWN


def thesaurus_told(mine: ParsedSentence, a: int, theirs: ParsedSentence, b: int) -> Told:
    """What token `b` of one sentence makes of token `a` of the other by the thesaurus, each alone or with its particle."""
    return told(word_forms(mine, a), word_forms(theirs, b))


def is_wider(mine: ParsedSentence, a: int, theirs: ParsedSentence, b: int) -> bool:
    """Whether a word is wider than what else the thesaurus calls another: a jackdaw is a crow, which is a bird."""
    return not word_forms(mine, a).isdisjoint(wider(word_forms(theirs, b)))


def word_forms(sentence: ParsedSentence, token: int) -> frozenset[str]:
    """The dictionary forms of a word, alone and with the particle behind it, or behind its object: "call it off"."""
    own = forms(_surface(sentence, token)) | {sentence.lemmas[token]}
    for behind in range(token + 1, min(token + _FURTHEST, len(sentence.keys))):
        if sentence.classes[behind] in _PARTICLES:
            phrases = frozenset(f"{form} {sentence.lemmas[behind]}" for form in own)
            alone = _OBJECT.isdisjoint(sentence.classes[behind + 1 : behind + 2])  # not "call them in May"
            return own | phrases if behind == token + 1 or (alone and is_phrase(phrases)) else own
        if sentence.classes[token] != "VERB" or sentence.classes[behind] not in _OBJECT:
            break
    return own


def alike(a: str, b: str) -> bool:
    """Whether the encoder finds two single words alike, as "tribute" and "homage" are; it is asked last, being the slowest."""
    return cosine(a, b) >= _ALIKE


@lru_cache(maxsize=5_000)
def cosine(a: str, b: str) -> float:
    """How alike the encoder finds two words that stand alone, [-1, 1]."""
    return float(_direction(a) @ _direction(b))


@lru_cache(maxsize=2_000)
def _direction(word: str) -> NDArray[np.float32]:
    together = encode_alone(word).sum(axis=0)
    return np.asarray(together / max(float(np.linalg.norm(together)), 1e-6), dtype=np.float32)


def directions(words: Sequence[str]) -> NDArray[np.float32]:
    """(words, 384) where the vectors of each word's pieces point together, of unit length; zeros for one without pieces."""
    return np.stack([_direction(word) for word in words])


def told_of_another(mine: ParsedSentence, token: int, theirs: ParsedSentence, there: int) -> bool:
    """Whether all that a verb shares with the premise beside its subject belongs there to other verbs than the opposite: "opposes the fee",
    where the premise "supports the rule but objects to the fee"."""
    if token not in mine.verbs or there not in theirs.verbs:
        return False
    subjects = {r.dep for r in mine.relations if r.head == token and r.role == "SUBJ"}
    said = frozenset(key for t in range(token + 1, len(mine.keys)) if t not in subjects and counts(mine, t) for key in mine.keys[t])
    verbs: set[int] = set()
    for relation in theirs.relations:
        if relation.head in theirs.verbs and theirs.keys[relation.dep] & said:
            verbs.add(relation.head)
    return bool(verbs) and there not in verbs
