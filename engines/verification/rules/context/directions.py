"""The other way: "two more than a year earlier" where there are two fewer, "a surplus of £70,000" where that is the deficit, "evictions
rose to six" where there were eleven the year before.

The same value, or the same thing that something is above or below, has words of direction right beside it. Where the reference has it with
the opposite one only, the hypothesis is turned round. What rose or fell to a value must do so from the one that the reference sets
against that, and not stay on it.
"""

import re
from collections.abc import Iterator

from engines.english.antonyms import directions, opposite_directions
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case, Premise
from engines.verification.rules.registry import rule
from engines.verification.sentences.comparisons import turned_round
from engines.verification.sentences.lexical_relations import is_denied
from engines.verification.sentences.parsed import ParsedSentence, counts, value_key
from engines.verification.values.finding import Value

NAME = "direction"
_NEAR = 3
"""Words on either side of a value among which its direction stands, up to a punctuation mark."""
_BETWEEN = 8
"""Words that may stand between a value and the one that it is set against."""
_BOUNDING = frozenset({"above", "after", "before", "below", "over", "under", "with", "without"})
_TO = re.compile(r"\s*(?:\w+ ){0,3}to (?:about |almost |around |just |nearly |only )*")
_STAYING = re.compile(r"\b(?:frozen|held|hold|kept|remain\w*|stay\w*|unchanged)\b(?: \w+){0,3} *$", re.IGNORECASE)
_AGAINST = re.compile(r"\b(?:against|compared (?:to|with)|from|than|versus)(?: \w+){0,3} *$", re.IGNORECASE)
_ASIDE = re.compile(r"\b(?:instead of|rather than)\b[^,;.]*$", re.IGNORECASE)
_CHANGES = {
    **dict.fromkeys(("climb", "gain", "grow", "increase", "jump", "rise", "soar"), 1),
    **dict.fromkeys(("decline", "decrease", "drop", "fall", "plunge", "shrink", "slip"), -1),
}


@rule(NAME, ConflictKind.ANTONYM, "words of direction beside the same value or the same measure as in the premises")
def direction(case: Case) -> Iterator[Conflict]:
    """The directions of a hypothesis that the premises have the other way."""
    if case.is_copy:
        return
    for value in case.hypothesis.values:
        yield from _beside_value(case, value)
    yield from _beside_measure(case)
    yield from _changes(case)


def _beside_value(case: Case, value: Value) -> Iterator[Conflict]:
    mine, known = case.hypothesis, value_key(value)
    own = _directions(mine, value) if known else {}
    there = [
        (premise, _directions(premise.sentence, other))
        for premise in (case.clause_premises if own else ())
        for other in premise.sentence.values
        if value_key(other) == known
    ]
    for word, token in own.items():
        if any(word in found for _, found in there):
            continue
        for premise, found in there:
            turned = (found[other] for other in opposite_directions(word) & found.keys() - own.keys())
            other = next((t for t in turned if _from_the_same(mine, token, premise.sentence, t)), None)
            if other is not None and not turned_round(mine, premise.sentence) and not _goes_on(case, premise, word):
                yield Conflict(ConflictKind.ANTONYM, frozenset({token}), premise.span(other, other))
                return


def _goes_on(case: Case, premise: Premise, word: str) -> bool:
    """Whether the next sentence goes on with the direction: "stays below 1.40 metres. If it goes above"."""
    behind = [premise.number + 1] if premise.number + 1 < len(case.reference.text.sentences) else []
    return any(text.lower() == word for goes_on in case.read(behind) for text in _surfaces(goes_on.sentence))


def _surfaces(sentence: ParsedSentence) -> Iterator[str]:
    return (sentence.text[slice(*span)] for span in sentence.spans)


def _from_the_same(mine: ParsedSentence, own: int, other: ParsedSentence, there: int) -> bool:
    """Whether two prepositions have the same word behind them: who is two metres behind somebody has that one two metres ahead."""
    if mine.classes[own] not in ("ADP", "SCONJ"):
        return True
    return bool(_behind(mine, own) & _behind(other, there))


def _behind(sentence: ParsedSentence, word: int) -> frozenset[str]:
    """The keys of what stands behind a preposition, or behind a word with one of its own: "after 1861", "prior to 1861"."""
    deps = (r.dep for r in sentence.relations if (r.role == sentence.lemmas[word] or r.head == word) and r.dep > word)
    return frozenset(key for dep in deps for key in sentence.keys[dep])


def _directions(sentence: ParsedSentence, value: Value) -> dict[str, int]:
    """The words of direction beside a value with their tokens."""
    first = next((t for t, (_, end) in enumerate(sentence.spans) if end > value.start), 0)
    last = next((t for t, (start, _) in enumerate(sentence.spans) if start >= value.end), len(sentence.spans))
    found = {}
    for tokens in (range(first - 1, max(first - 1 - _NEAR, -1), -1), range(last, min(last + _NEAR, len(sentence.spans)))):
        for token in tokens:
            if not sentence.keys[token]:
                break
            word = sentence.text[slice(*sentence.spans[token])].lower()
            if word in directions():
                found[word] = token
    return found


def _beside_measure(case: Case) -> Iterator[Conflict]:
    """ "Above the estimate" for "under the estimate"."""
    mine = case.hypothesis
    for relation in mine.relations:
        opposite = opposite_directions(relation.role) & _BOUNDING if relation.role in _BOUNDING else frozenset[str]()
        if not opposite or not counts(mine, relation.dep) or mine.classes[relation.dep] != "NOUN":
            continue
        same = [
            (premise, r)
            for premise in case.clause_premises
            for r in premise.sentence.relations
            if mine.lemmas[relation.dep] == premise.sentence.lemmas[r.dep] and r.role in opposite | {relation.role}
        ]
        told = [(mine, relation), *((premise.sentence, r) for premise, r in same)]
        if any(r.role == "with" and _is_left_out(sentence, r.dep) for sentence, r in told):
            continue
        if same and all(r.role in opposite for _, r in same):
            premise, other = same[0]
            token = _preposition(mine, relation.role, relation.dep)
            there = _preposition(premise.sentence, other.role, other.dep)
            if token is not None and there is not None and not _goes_on(case, premise, relation.role):
                yield Conflict(ConflictKind.ANTONYM, frozenset({token}), premise.span(there, there))


def _is_left_out(sentence: ParsedSentence, noun: int) -> bool:
    """ "With no heating", "rather than share the space with berries"; or something happened to it: "with its last line cut off"."""
    return noun + 1 in sentence.verbs or is_denied(sentence, noun) or bool(_ASIDE.search(sentence.text[: sentence.spans[noun][0]]))


def _preposition(sentence: ParsedSentence, word: str, noun: int) -> int | None:
    return next((t for t in range(noun - 1, -1, -1) if sentence.lemmas[t] == word), None)


def _changes(case: Case) -> Iterator[Conflict]:
    """What rose or fell to a value that the reference sets against one on the other side of it."""
    mine = case.hypothesis
    for verb in mine.verbs:
        up = _CHANGES.get(mine.lemmas[verb])
        end = mine.spans[verb][1]
        reached = next((v for v in mine.values if v.start > end and _TO.fullmatch(mine.text[end : v.start])), None)
        if up is None or reached is None or mine.verbs[verb].negated:
            continue
        told = ((premise, *found) for premise in case.clause_premises for found in _set_against(premise, reached))
        premise, start, end, difference = next(told, (None, 0, 0, up))
        if premise is not None and difference * up <= 0:
            yield Conflict(ConflictKind.ANTONYM, frozenset({verb}), (premise.start + start, premise.start + end))


def _set_against(premise: Premise, reached: Value) -> Iterator[tuple[int, int, float]]:
    """Where a premise has a value, from what it is set against or what says that it stays on, and by how much it is more: "six evictions,
    against eleven", "rents stay at £42"."""
    values, text = premise.sentence.values, premise.sentence.text
    for value in values:
        if value_key(value) != value_key(reached):
            continue
        staying = _STAYING.search(text[: value.start])
        if staying is not None:
            yield staying.start(), value.end, 0.0
        for before in values:
            between = text[value.end : before.start] if before.start > value.end else ""
            alike = before.kind == "number" or (before.kind, before.unit) == (value.kind, value.unit)
            if alike and before.low != value.low and len(between.split()) < _BETWEEN and _AGAINST.search(between):
                yield value.start, before.end, value.low - before.low
