"""What the reference sets aside: "resigned over the war" where it was "not over the war", "a shortage of money" where it was one of "nurses
rather than money".

A word that the reference has only right behind *not*, *rather than* or *instead of* is what something is not; no verb is denied there. As
what a preposition brings in, it is told of that very thing.
"""

import re
from collections.abc import Iterator

from engines.verification.encoding.words import key
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case, Premise
from engines.verification.rules.registry import rule
from engines.verification.sentences.lexical_relations import NEGATIVE
from engines.verification.sentences.parsed import CORE, ParsedSentence, counts

NAME = "set aside"
_ROLES_OF_VERBS = CORE | {"ADV", "APPOS", "COMP", "MOD"}
_ASIDE = re.compile(r"\b(?:not|rather than|instead of)(?: (?!but\b)\w+){0,4} $", re.IGNORECASE)
"""What stands before a word that is set aside, in its clause."""
_MOST = 3
"""A word that the reference has more often is not looked at."""


@rule(NAME, ConflictKind.CAUSE, "nouns behind prepositions that the reference has only behind not, rather than or instead of")
def set_aside(case: Case) -> Iterator[Conflict]:
    """The nouns of a hypothesis that the reference says something is not."""
    mine = case.hypothesis
    if case.is_copy or not NEGATIVE.isdisjoint(mine.lemmas) or "instead" in mine.lemmas or "rather" in mine.lemmas:
        return
    for noun in _behind_prepositions(mine):
        if mine.classes[noun] != "NOUN" or not counts(mine, noun):
            continue
        word = key(mine.text[slice(*mine.spans[noun])])
        if not _may_be_aside(case, word):
            continue
        places = [(p, t) for p in case.read(case.reference.sentences_with(word)) for t in _places(p.sentence, word)]
        if places and all(_is_aside(premise, token) for premise, token in places):
            premise, token = places[0]
            yield Conflict(ConflictKind.CAUSE, frozenset({noun}), premise.span(token, token))


def _behind_prepositions(sentence: ParsedSentence) -> list[int]:
    """What prepositions bring in, with the nouns that say of what kind: "by wage rises"."""
    heads = [r.dep for r in sentence.relations if r.role not in _ROLES_OF_VERBS]
    heads += [r.dep for r in sentence.relations if r.role == "SUBJ" and r.dep > r.head]  # behind "by"
    return list(dict.fromkeys([*heads, *(r.dep for head in heads for r in sentence.of(head) if r.role == "MOD")]))


def _may_be_aside(case: Case, word: str) -> bool:
    """Whether all places of a word may set it aside, as far as can be seen without a parse."""
    reference = case.reference
    starts = reference.words.starts[reference.positions(word)].tolist()
    texts = ((reference.text.sentences[reference.sentence_of(start)][0], start) for start in starts)
    return 0 < len(starts) <= _MOST and all(_ASIDE.search(reference.text.model_text[begin:start]) for begin, start in texts)


def _places(sentence: ParsedSentence, word: str) -> list[int]:
    return [t for t, span in enumerate(sentence.spans) if sentence.keys[t] and key(sentence.text[slice(*span)]) == word]


def _is_aside(premise: Premise, token: int) -> bool:
    """Whether a word stands behind one that sets it aside, and that word denies no verb."""
    sentence = premise.sentence
    before = _ASIDE.search(sentence.text[: sentence.spans[token][0]])
    if before is None or sentence.classes[token] != "NOUN":
        return False
    inside = [t for t in range(token) if sentence.spans[t][0] >= before.start()]
    denied = any(sentence.classes[t] in ("AUX", "VERB") for t in inside)
    return not denied and (inside[0] == 0 or sentence.classes[inside[0] - 1] != "AUX")
