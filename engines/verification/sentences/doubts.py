"""What a sentence leaves open, and by which word: "may have sunk", "is thought to be hers", "perhaps because the heat had weakened it"."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from engines.verification.sentences.word_lists import word_list

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_ADVERBS, VERBS, ADJECTIVES = word_list("adverbs of doubt"), word_list("verbs of doubt"), word_list("adjectives of doubt")
_APPEARING = frozenset({"appear", "seem"})
"""Verbs of doubt that say how it looks, not whose guess it is."""
_MODALS = frozenset({"may", "might"})
_HEARSAY = frozenset({"report", "rumour", "say"})
"""Verbs of doubt in the passive only: "is said to be"."""
_REPORTED = frozenset({"allegedly", "purportedly", "reportedly"})
"""Adverbs of what others say: a source that the hypothesis names says as much."""
_ABLE = frozenset({"conceivable", "possible"})
"""Of an infinitive they tell what can be done: "possible to"."""
_SOFTENING = frozenset({"believe", "guess", "reckon", "suppose", "think"})
"""What people say of themselves to be polite: "I think I will ask"."""
_EXCLUDED = frozenset({"certain", "exclude", "rule", "sure"})
"""What leaves something open where it is denied: "cannot rule out that", "was not sure that"."""
_OWN_WORD = frozenset({"account", "admission", "count", "estimate", "reckoning"})
"""Nouns of "by her own account"."""
_CLAUSES = frozenset({"acl", "ccomp", "csubj", "csubjpass", "xcomp"})
_OTHER_CLAUSES = frozenset({"acl", "advcl", "ccomp", "parataxis", "relcl"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})


class Doubt(NamedTuple):
    """A word that leaves something open.

    Attributes:
        word: its token.
        phrase: the first and the last token of what is said of it: "by her own count", "perhaps because".
        head: the token of what it leaves open, most often a verb.
        scope: the tokens of what it leaves open.
        owned: whether it says whose guess, hope or word it is, so that to say whose it is leaves as much open.
    """

    word: int
    phrase: tuple[int, int]
    head: int
    scope: frozenset[int]
    owned: bool


def doubts(doc: "Doc") -> Iterator[Doubt]:
    """Every doubt of a parsed sentence; a modal verb of what somebody was able to do, or of what did not come about, is none."""
    for token in doc:
        owned = token.lower_ in _REPORTED or (token.lemma_.lower() in VERBS - _APPEARING and not _is_passive(token))
        for head in _left_open(token):
            yield Doubt(token.i, _phrase(token), head.i, frozenset(t.i for t in clause(head)), owned)


def clause(head: "Token") -> list["Token"]:
    """A word and what belongs to it, but for clauses of their own."""
    found = [head]
    for token in found:
        found += [child for child in token.children if child.dep_ not in _OTHER_CLAUSES and not _stands_alone(child)]
    return found


def _phrase(token: "Token") -> tuple[int, int]:
    if token.lower_ in _OWN_WORD:
        return token.head.i, token.i
    after = token.i + 1 < len(token.doc) and token.pos_ == "ADV" and token.nbor().dep_ == "mark"
    return token.i, token.i + after


def _stands_alone(token: "Token") -> bool:
    return token.dep_ == "conj" and any(child.dep_ in _SUBJECTS for child in token.children)


def _left_open(token: "Token") -> list["Token"]:
    """The heads of what a word leaves open; none for a word that leaves nothing open."""
    lower, lemma = token.lower_, token.lemma_.lower()
    if token.dep_ == "aux" and (lower in _MODALS or (lower == "could" and _is_guess(token.head))):
        return [child for child in token.head.children if child.dep_ == "ccomp" and token.head.lemma_ == "be"] or [token.head]
    if token.dep_ == "mark":
        return [token.head] if lower == "whether" and not any(t.lower_ == "or" for t in clause(token.head)) else []
    if token.pos_ == "ADV" and lower in _ADVERBS:
        return _behind(token)
    if lower in _OWN_WORD and token.head.lower_ == "by" and any(child.lower_ == "own" for child in token.children):
        return [token.head.head]
    if token.pos_ == "VERB" and (lemma in VERBS or (lemma in _HEARSAY and _is_passive(token))):
        polite = lemma in _SOFTENING and any(child.dep_ == "nsubj" and child.lower_ in ("i", "we") for child in token.children)
        return _clauses_of(token) if not polite and all(child.dep_ != "neg" for child in token.children) else []
    if token.pos_ == "ADJ" and lower in ADJECTIVES:
        return _told_of(token, _CLAUSES - {"xcomp"} if lower in _ABLE else _CLAUSES)
    if lemma in _EXCLUDED and any(child.dep_ == "neg" for child in (*token.children, *token.head.children)):
        return _told_of(token, _CLAUSES | {"dobj", "nsubjpass"})
    return []


def _is_guess(verb: "Token") -> bool:
    """Whether "could" before a verb tells no ability: "could have been", "could be", and what somebody says could happen, unless it is what
    something was done for."""
    if verb.dep_ == "ccomp":
        return all(child.dep_ != "neg" for child in verb.children)
    purpose = any(child.dep_ == "mark" and child.lower_ in ("so", "that") for child in verb.children)
    return not purpose and any(child.dep_ in ("aux", "auxpass") and child.lower_ in ("be", "have") for child in verb.children)


def _is_passive(verb: "Token") -> bool:
    return any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children)


def _behind(adverb: "Token") -> list["Token"]:
    """What an adverb stands before, where that is a clause or a phrase of its own ("perhaps because", "possibly in"), else its head."""
    after = adverb.nbor() if adverb.i + 1 < len(adverb.doc) else adverb
    if after.dep_ == "prep":
        return [after]
    head = after.head if after.dep_ == "mark" else adverb.head
    return [head] if head != adverb else []


def _clauses_of(verb: "Token") -> list["Token"]:
    """The clauses of a verb: those behind it, else the one before it in the same breath ("she was first, he believes")."""
    clauses = [child for child in verb.children if child.dep_ in _CLAUSES]
    after = [child for child in clauses if child.i > verb.i]
    return after or [child for child in clauses if all(token.text != ";" for token in verb.doc[child.i : verb.i])]


def _told_of(token: "Token", roles: frozenset[str]) -> list["Token"]:
    """What is said to be likely, or is not ruled out: a clause of the word itself or of the verb that it belongs to."""
    above = token.head.children if token.dep_ == "acomp" else ()
    return [child for child in (*token.children, *above) if child.dep_ in roles and child != token]
