"""Something added: a noun that the reference has nowhere, in no other form or word either, where one place of it has half of the rest.

A thing of which the source says nothing was made up, unless the words around it let readers take it for granted (the head of the LSS
engine). Likewise a reason that is given for what the reference tells without it.
"""

from collections.abc import Sequence

import numpy as np

from engines.english.animacy import noun_class
from engines.verification.encoding.alignment import Alignment
from engines.verification.features.contrasts import tokens_of
from engines.verification.localizer.word_support import word_support
from engines.verification.rules.additions.added_clauses import added_clauses
from engines.verification.rules.arguments.relation_conflicts import nearness
from engines.verification.sentences.edits import MOST_COMPARED, difference
from engines.verification.sentences.lexical_relations import alike, are_related
from engines.verification.sentences.parsed import Facts, counts

_REST = 0.5
"""The share of the other words, by weight, that two neighbouring sentences must have for one of their nouns to be looked for there."""
_TOLD = 0.8
"""The share of what a reason is given for that a sentence must have."""
_LIKE = 0.45
"""The cosine from which on a word is taken to be meant by one of the reference, in its context."""
_VAGUE = frozenset({"act", "group", "relation", "state", "time"})
"""Kinds of nouns that are often another word for what a verb or a clause of the reference says: "asks for guidance", "the organization"."""
_DOUBTED = 0.0
"""Log-odds below which people rather drop a word than keep it (the head of the LSS engine); a "contract" goes with signing."""
_KEPT = 2
"""So many words of a copy are needed for every one that was inserted into it."""
_TAKEN_OVER = 0.85
"""So much of a sentence must be in its copy."""
_CLASSES = frozenset({"NOUN", "ADJ", "VERB", "ADV", "NUM"})
_PLAIN = frozenset(
    {"also", "later", "then", "now", "still", "just", "only", "even", "again", "however", "meanwhile", "already", "so", "far", "such"}
    | {"more", "most", "less", "least", "few", "about", "around", "some", "any", "other", "own", "certain", "various"}
    | {"accord", "view", "opinion", "statement", "word", "say", "tell", "explain", "report", "claim", "believe", "think"}
    | {"take", "place", "happen", "occur", "make", "get", "become", "go", "come", "give", "call", "name", "use"}
)
"""Words that hold a text together, say whose words follow or that something is so, and tell of nothing themselves."""
_REASON = 0.5
"""The share of a reason's words that the reference must have to give it."""


def added(alignment: Alignment, mine: Facts, theirs: Sequence[Facts], parts: Sequence[frozenset[int]]) -> list[frozenset[str]]:
    """What each part (a set of tokens) of a hypothesis has that was "added" to what the reference says, or "inserted" into a copy of it.

    Args:
        theirs: the sentences of the reference that fit best.
    """
    if not alignment.reference.segments.size:
        return [frozenset()] * len(parts)
    nouns = _nouns(alignment, mine, theirs) | tokens_of(alignment, mine, added_clauses(alignment))
    reason = _reason(mine, theirs, tokens_of(alignment, mine, alignment.found))
    new = _inserted(alignment, mine, theirs)
    found = []
    for part in parts:
        kinds = {"added"} if part & nouns or (reason and reason <= part) else set()
        found.append(frozenset(kinds | ({"inserted"} if part & new else set())))
    return found


def _inserted(alignment: Alignment, mine: Facts, theirs: Sequence[Facts]) -> frozenset[int]:
    """The words of which the reference has nothing, where a sentence of it has all the others in order, and nothing in their place."""
    absent = frozenset(t for t in range(len(mine.keys)) if counts(mine, t)) - tokens_of(alignment, mine, alignment.found)
    if not absent:
        return frozenset()
    for other in theirs:
        if len(mine.keys) * len(other.keys) > MOST_COMPARED or nearness(mine, other).back < _TAKEN_OVER:
            continue
        between = difference(mine, other)
        shared = frozenset(a for a, _ in between.pairs)
        rest = [t for t in range(len(mine.keys)) if counts(mine, t) and t not in shared]
        gaps = [gap for gap in between.gaps if any(counts(mine, t) for t in gap.mine)]
        if len(gaps) != 1 or sum(counts(mine, t) for t in shared) < _KEPT * max(2, len(rest)):
            continue
        if any(counts(other, t) for t in gaps[0].theirs):
            continue
        new = [t for t in rest if t in absent and mine.classes[t] in _CLASSES and mine.lemmas[t] not in _PLAIN]
        found = frozenset(t for t in new if _likeness(alignment, mine, t) < _LIKE and not _meant(mine, t, theirs))
        if found:
            return found
    return frozenset()


def _likeness(alignment: Alignment, mine: Facts, token: int) -> float:
    """The cosine of the reference's word that comes nearest to a token."""
    (start, end), words = mine.spans[token], alignment.words
    return float(alignment.likeness[(words.starts < end) & (words.ends > start)].max(initial=0.0))


def _nouns(alignment: Alignment, mine: Facts, theirs: Sequence[Facts]) -> frozenset[int]:
    words = alignment.words
    found: dict[int, int] = {}
    for token, (start, end) in enumerate(mine.spans):
        inside = np.flatnonzero((words.starts < end) & (words.ends > start))
        if mine.classes[token] != "NOUN" or not counts(mine, token) or len(inside) != 1 or alignment.found[inside[0]]:
            continue
        if (
            any(v.start < end and start < v.end for v in mine.values)
            or noun_class(mine.lemmas[token]) in _VAGUE
            or _set_phrase(mine, token)
        ):
            continue
        if alignment.likeness[inside[0]] < _LIKE and not _meant(mine, token, theirs):
            found[token] = int(inside[0])
    if not found:
        return frozenset()
    rest = alignment.weights.copy()
    rest[list(found.values())] = 0
    covered = float((rest @ alignment.degrees2).max(initial=0.0)) / max(float(rest.sum()), 1e-9)
    if covered < _REST:
        return frozenset()
    support = word_support(alignment)
    return frozenset(token for token, word in found.items() if support[word] < _DOUBTED)


def _set_phrase(facts_: Facts, token: int) -> bool:
    """Whether this is the noun of "in addition to", "in front of" or "in addition,", which names no thing."""
    before, after = facts_.classes[token - 1 : token], facts_.classes[token + 1 : token + 2]
    return before == ("ADP",) and after in (("ADP",), ("PUNCT",)) and token + 2 < len(facts_.classes)


def _meant(mine: Facts, token: int, theirs: Sequence[Facts]) -> bool:
    """Whether one of the best sentences has another word for it."""
    return any(
        are_related(mine, token, other, t) or (other.classes[t] in ("NOUN", "PROPN") and alike(mine.lemmas[token], other.lemmas[t]))
        for other in theirs
        for t in range(len(other.keys))
        if counts(other, t)
    )


def _reason(mine: Facts, theirs: Sequence[Facts], present: frozenset[int]) -> frozenset[int]:
    """The words after "because" where a sentence has nearly all before it, and the reference not even half of them."""
    first = next((t for t, lemma in enumerate(mine.lemmas) if lemma == "because"), 0)
    reason = [t for t in range(first + 1, len(mine.keys)) if counts(mine, t)]
    told = [t for t in range(first) if counts(mine, t)]
    if not first or not reason or len(told) < 2:
        return frozenset()
    if sum(t in present for t in reason) >= _REASON * len(reason):
        return frozenset()
    return frozenset(reason) if any(_share(mine, told, other) >= _TOLD for other in theirs) else frozenset()


def _share(mine: Facts, tokens: Sequence[int], other: Facts) -> float:
    present = frozenset(key for keys in other.keys for key in keys)
    return sum(bool(mine.keys[t] & present) for t in tokens) / len(tokens)
