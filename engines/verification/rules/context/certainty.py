"""Told as certain: "undoubtedly by the cleaners" where it was presumably they, "is certain to break even" where it may, "will renew it" of
one who may, "whether or not they agree" where it is only if they do.

A word of certainty in a hypothesis is held against the words of doubt of the sentences that fit it, by what stands around them, and what
says that no condition counts against conditions; *will* and *must* against *may*, *might* and *could* of the same verb.
"""

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case, Premise
from engines.verification.rules.context.surroundings import told_around, words_around
from engines.verification.rules.registry import rule
from engines.verification.sentences.lexical_relations import NEGATIVE
from engines.verification.sentences.parsed import ParsedSentence
from engines.verification.sentences.word_lists import word_list

NAME = "certainty"
_CERTAIN, _FOUND_OUT = word_list("words of certainty"), word_list("verbs of finding out")
_DOUBTS = (
    rf"may|might|could|{'|'.join(sorted(word_list('adverbs of doubt')))}"
    r"|suspect(?:s|ed)?|alleg(?:e|es|ed)|suggest(?:s|ed)?"
    r"|(?:is|are|was|were|been) (?:believed|thought|rumou?red|supposed|said|feared) to"
    r"|claim(?:s|ed|ing)? (?:that|to)|speculat\w+|whether|unconfirmed|unclear"
)
"""Words that leave open whether something is so."""
_DOUBT = re.compile(
    rf"\b(?:{_DOUBTS}|hop(?:e|es|ed|ing)|expect\w*|presum\w+|likeliest|tentative|inclined to|uncertain|unsure|argu(?:e|es|ed)"
    r"|(?:never|not|n't) (?:been )?(?:certain|known|sure)"
    r"|(?:could|can) ?(?:not|n't) (?:be )?(?:ruled? out|exclude\w*|say|settled?|tell))\b",
    re.IGNORECASE,
)
_SURE = re.compile(rf"\b(?:{'|'.join(sorted(_CERTAIN | _FOUND_OUT))}|confident|convinced|without doubt|no doubt)\b", re.IGNORECASE)
_WITHOUT_CONDITION = re.compile(
    r"\b(?:whether or not|regardless(?: of)?|irrespective of|no matter (?:how|if|what|when|where|whether|who)"
    r"|(?<!break )(?<!broke )(?<!breaks )even if|now that|unconditionally)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"(?<!\beven )\bif\b(?! (?:any|not|so)\b)|\b(?:unless|provided(?! by| with| for)|providing that|(?:as|so) long as"
    r"|on (?:the )?condition|subject to|conditional (?:on|upon)|depend(?:s|ed|ing)? (?:on|upon))\b",
    re.IGNORECASE,
)
_NOT_SO = frozenset({"a", "far", "for", "less", "make", "no", "nearly", "almost"})
"""Before which words nothing is certain: "a certain time", "make sure", "almost certain"."""
_TOO_MUCH, _REACH = frozenset({"difficult", "hard", "impossible", "too"}), 5
"""What nobody can be certain for within so many words behind it: "too early to be certain"."""
_UNDECIDED = frozenset({"if", "unless", "whether"})
_SURE_MODALS, _OPEN_MODALS = frozenset({"will", "must"}), frozenset({"may", "might", "could"})
_LEFT_OPEN = frozenset({"perhaps", "possibly", "probably"})
_FARTHEST = 4
"""Words between a verb and what leaves it open, but for what stands between commas: "may, if the board agrees, be raised"."""
_TOLD = 0.5
"""The share of what stands around the word that the place of the doubt must have, and of the condition itself that of a condition."""


@rule(
    NAME,
    ConflictKind.MODALITY,
    "words of certainty, will and must, and that no condition counts, beside the place that tells the rest with doubt or a condition",
)
def certainty(case: Case) -> Iterator[Conflict]:
    """The words of a hypothesis that are surer than the reference."""
    if case.is_copy:
        return
    mine = case.hypothesis
    for token, lemma in enumerate(mine.lemmas):
        surface = mine.text[slice(*mine.spans[token])].lower()
        if surface in _CERTAIN or (surface in _FOUND_OUT and _tells_that(mine, token)):
            found = _doubted(case, token)
        elif lemma in _SURE_MODALS and mine.classes[token] == "AUX":
            found = _open(case, token)
        else:
            continue
        if found is not None:
            yield Conflict(ConflictKind.MODALITY, frozenset({token}), found)
    for marked in _WITHOUT_CONDITION.finditer(mine.text):
        behind = re.split(r"[,;:.]", mine.text[marked.end() :], maxsplit=1)[0]
        weights = words_around(case, *marked.span()) * case.alignment.words.inside(marked.end(), marked.end() + len(behind))
        found = _told_instead(case, weights, _CONDITION, _WITHOUT_CONDITION)
        if found is not None:
            yield Conflict(ConflictKind.MODALITY, case.inside(*marked.span()), found)


def _tells_that(sentence: ParsedSentence, verb: int) -> bool:
    """Whether a clause hangs on a verb: "established that"."""
    return any(relation.role == "COMP" and relation.dep in sentence.verbs for relation in sentence.of(verb))


def _doubted(case: Case, token: int) -> tuple[int, int] | None:
    """The word of doubt in the place that tells what stands around a word of certainty."""
    mine = case.hypothesis
    before = mine.lemmas[max(0, token - 2) : token]
    if not _TOO_MUCH.isdisjoint(mine.lemmas[max(0, token - _REACH) : token]):
        return None
    if not _NOT_SO.isdisjoint(before[-1:]) or not NEGATIVE.isdisjoint(before) or "not" in before or "n't" in before:
        return None
    if any(relation.role == "ATTR" for relation in mine.of(token)):
        return None  # "the clay proved younger", as it turned out
    return _told_instead(case, words_around(case, *mine.spans[token]), _DOUBT, _SURE)


def _told_instead(
    case: Case, weights: NDArray[np.float64], otherwise: "re.Pattern[str]", alike: "re.Pattern[str]"
) -> tuple[int, int] | None:
    """Where the place that tells what is weighted has words that say otherwise, if none with words like it tells as much."""
    others, like = ([place for premise in case.clause_premises for place in _places(of, premise)] for of in (otherwise, alike))
    if not others:
        return None
    shares = told_around(case, weights, [start for start, _ in (*others, *like)])
    best = max(range(len(others)), key=lambda i: shares[i])
    return others[best] if shares[best] >= _TOLD and shares[best] > max(shares[len(others) :], default=0.0) else None


def _places(pattern: "re.Pattern[str]", premise: Premise) -> list[tuple[int, int]]:
    return [(premise.start + match.start(), premise.start + match.end()) for match in pattern.finditer(premise.sentence.text)]


def _open(case: Case, token: int) -> tuple[int, int] | None:
    """The word that leaves open whether what a verb tells happens, where all sentences that fit and have the verb have such a word."""
    mine = case.hypothesis
    verb = _verb_of(mine, token)
    if verb is None or mine.verbs[verb].negated or not _UNDECIDED.isdisjoint(mine.lemmas[:token]) or _modal_of(mine, verb) is not None:
        return None
    said = [
        (premise, there)
        for premise in case.clause_premises
        for there in premise.sentence.verbs
        if premise.sentence.lemmas[there] == mine.lemmas[verb]
    ]
    modals = [(premise, _modal_of(premise.sentence, there)) for premise, there in said]
    if not modals or any(modal is None for _, modal in modals):
        return None
    premise, modal = modals[0]
    return premise.span(modal, modal) if modal is not None else None


def _verb_of(sentence: ParsedSentence, modal: int) -> int | None:
    """The verb that a modal verb stands before."""
    return next(
        (t for t in range(modal + 1, min(modal + 5, len(sentence.lemmas))) if t in sentence.verbs and sentence.lemmas[t] != "be"), None
    )


def _modal_of(sentence: ParsedSentence, verb: int) -> int | None:
    """The modal verb or adverb that leaves open whether what a verb tells happens; a request leaves nothing open: "could you bring it?"."""
    if sentence.text.rstrip().endswith("?"):
        return None
    token, away = verb - 1, 0
    while token >= 0 and away < _FARTHEST:
        if sentence.lemmas[token] == ",":
            token = next((t for t in range(token - 1, -1, -1) if sentence.lemmas[t] == ","), -1) - 1
            continue
        if token in sentence.verbs and sentence.lemmas[token] != "be":
            return None
        if (sentence.lemmas[token] in _OPEN_MODALS and sentence.classes[token] == "AUX") or sentence.lemmas[token] in _LEFT_OPEN:
            return token
        token, away = token - 1, away + 1
    return None
