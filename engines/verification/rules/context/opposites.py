"""The opposite in the place that tells the rest: "on the eastern slope" where it was the western one, "only by night" where it was by day.

A word of a closed list of opposites that no sentence has that fits is held against its opposite there, by what stands around both. No
parse is needed, nor the same word to hang on; verbs are not among them, which have other opposites with every object.
"""

from collections.abc import Iterator

from engines.core.language import parse_strings
from engines.english.antonyms import opposite_sides
from engines.english.lexicon import words
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.context.surroundings import told_around, words_around
from engines.verification.rules.registry import rule
from engines.verification.sentences.comparisons import only_compared
from engines.verification.sentences.lexical_relations import NEGATIVE, may_stand_for
from engines.verification.sentences.parsed import ParsedSentence, counts
from engines.verification.sentences.word_lists import word_list

NAME = "opposite"
_LEFT_OUT = word_list("opposites said side by side")
_CLASSES = frozenset({"ADJ", "ADP", "ADV", "NOUN", "SCONJ"})
_TOLD = 0.62
"""The share of what stands around the word that the place of its opposite must have."""
_TOLD_OF_TIME = 0.35
"""The same of "before" and "after" with the same thing behind them."""
_COMPARATIVES = frozenset({"better", "fewer", "less", "more", "worse"})
"""A comparison may be told from either side: "less by the cut than by the timing"."""
_DENIED = 3
"""Words before one in which a negation may stand."""


@rule(NAME, ConflictKind.ANTONYM, "words of a list of opposites beside the place that tells the rest, which has the opposite")
def opposite(case: Case) -> Iterator[Conflict]:
    """The words of a hypothesis whose opposite the place has that tells the rest of it."""
    if case.is_copy:
        return
    mine = case.hypothesis
    for token, own in enumerate(_words(mine)):
        compared = "than" in mine.lemmas and (not own.isdisjoint(_COMPARATIVES) or any(word.endswith("er") for word in own))
        compound = mine.text[: mine.spans[token][0]].endswith("-")
        listed = mine.classes[token] in _CLASSES and own.isdisjoint(_LEFT_OUT) and not compared and not compound
        against = {other for word in own for other in opposite_sides(word)} - _LEFT_OUT if listed else set[str]()
        if not against:
            continue
        there = [(premise, t, written) for premise in case.clause_premises for t, written in enumerate(_words(premise.sentence))]
        if timed := [each for each in there if _is_same_time(mine, token, each[0].sentence, each[1])]:
            there = timed
        if any(not own.isdisjoint(written) for _, _, written in there):
            continue
        denied = _is_denied(mine, token)
        places = [
            p.span(t, t)
            for p, t, written in there
            if not against.isdisjoint(written)
            and _is_denied(p.sentence, t) == denied
            and _graded(mine, token) == _graded(p.sentence, t)
            and not _is_of_other(mine, token, p.sentence, t)
            and not _are_counted_apart(mine, token, p.sentence, t)
            and not only_compared(mine, token, p.sentence, t)
            and not _is_measure(p.sentence, t)
            and _is_when(mine, token) == _is_when(p.sentence, t)
            and not _are_of_other_times(mine, token, p.sentence, t)
        ]
        shares = told_around(case, words_around(case, *mine.spans[token]), [start for start, _ in places])
        best = max(range(len(places)), key=lambda i: shares[i], default=0)
        if places and shares[best] >= (_TOLD_OF_TIME if timed else _TOLD):
            yield Conflict(ConflictKind.ANTONYM, frozenset({token}), places[best])


def _words(sentence: ParsedSentence) -> list[frozenset[str]]:
    """Each word as it is written, and its lemma."""
    written = (sentence.text[start:end].lower() for start, end in sentence.spans)
    return [frozenset(both) for both in zip(written, sentence.lemmas, strict=True)]


def _graded(sentence: ParsedSentence, token: int) -> frozenset[str]:
    """What is graded by an adverb before it: "less sure" is no opposite of "more cautious"."""
    graded = sentence.classes[token] == "ADV" and sentence.classes[token + 1 : token + 2] in (("ADJ",), ("ADV",))
    return sentence.keys[token + 1] if graded else frozenset()


def _is_of_other(mine: ParsedSentence, token: int, other: ParsedSentence, there: int) -> bool:
    """Whether two words belong to two things or deeds of which the other sentence has both: "the earlier bus", "the last bus after a late
    shift"."""
    own, theirs, known = _head(mine, token), _head(other, there), frozenset(key for keys in other.keys for key in keys)
    return bool(own & known) and bool(theirs) and own.isdisjoint(theirs)


def _are_counted_apart(mine: ParsedSentence, token: int, other: ParsedSentence, there: int) -> bool:
    """Whether "fewer" and "more" are said of other things: "fewer breakages" where there were more injuries."""
    own, theirs = (parse_strings([s.text])[0][t] for s, t in ((mine, token), (other, there)))
    if own.lower_ not in _COMPARATIVES or not own.dep_ == theirs.dep_ == "amod":
        return False
    return not may_stand_for(mine, own.head.i, other, theirs.head.i)


def _is_measure(sentence: ParsedSentence, token: int) -> bool:
    """Whether an adjective only says what is measured: "1.7 metres deep" may be shallow."""
    return sentence.classes[token] == "ADJ" and any(value.end == sentence.spans[token][0] - 1 and value.unit for value in sentence.values)


def _is_when(sentence: ParsedSentence, token: int) -> bool:
    """Whether a word stands before a time: "last November" is no opposite of "first"."""
    return sentence.classes[token] == "ADJ" and not words("time").isdisjoint(sentence.lemmas[token + 1 : token + 2])


def _are_of_other_times(mine: ParsedSentence, token: int, other: ParsedSentence, there: int) -> bool:
    """Whether two prepositions or conjunctions of time have other things behind them: "after he phoned", "before lunch"."""
    if mine.lemmas[token] not in words("prepositions of time"):
        return False
    own, theirs = _behind(mine, token), _behind(other, there)
    return bool(own) and bool(theirs) and own.isdisjoint(theirs)


def _is_same_time(mine: ParsedSentence, token: int, other: ParsedSentence, there: int) -> bool:
    """Whether two prepositions or conjunctions of time have the same behind them: "before her dismissal", "after she was dismissed"."""
    if not all(s.lemmas[t] in words("prepositions of time") for s, t in ((mine, token), (other, there))):
        return False
    return not _behind(mine, token).isdisjoint(_behind(other, there))


def _behind(sentence: ParsedSentence, token: int) -> frozenset[str]:
    """The keys of what a preposition brings in, or of the clause that a conjunction opens."""
    word = parse_strings([sentence.text])[0][token]
    inside = word.head.subtree if word.dep_ == "mark" else word.subtree
    return frozenset(key for t in inside if t != word and counts(sentence, t.i) for key in sentence.keys[t.i])


def _head(sentence: ParsedSentence, token: int) -> frozenset[str]:
    """The thing that an adjective stands before, or the deed that a preposition or a conjunction tells more of."""
    word = parse_strings([sentence.text])[0][token]
    if word.dep_ == "mark":
        return sentence.keys[word.head.head.i]
    return sentence.keys[word.head.i] if word.dep_ in ("amod", "prep") else frozenset()


def _is_denied(sentence: ParsedSentence, token: int) -> bool:
    """Whether a negation stands before a word, or the deed is denied of which a preposition or conjunction says when: "no firing takes
    place before" is "only after"."""
    before = sentence.lemmas[max(0, token - _DENIED) : token]
    if sentence.lemmas[token] in words("prepositions of time"):
        word = parse_strings([sentence.text])[0][token]
        deed = sentence.verbs.get((word.head.head if word.dep_ == "mark" else word.head).i)
        if deed is not None and deed.negated:
            return True
    return not NEGATIVE.isdisjoint(before) or "not" in before or "n't" in before
