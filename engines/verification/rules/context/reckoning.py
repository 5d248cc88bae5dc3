"""Values of a hypothesis that can be worked out of those that the places which fit it tell: differences, sums, parts, multiples, roundings.

Many differences can be made of a few numbers, so one is looked for only where words beside the value tell of one: "eight minutes
*longer*", "*by* a third", "30 *more than*", "*a drop of* four points".
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from engines.english.lexicon import words
from engines.english.word_forms import lemmas
from engines.verification.encoding.reference import EncodedReference
from engines.verification.rules.case import Case, Premise
from engines.verification.rules.context.surroundings import told_around, words_around
from engines.verification.sentences.word_lists import word_list
from engines.verification.values.arithmetic import (
    NO_AMOUNTS,
    figures,
    is_difference,
    is_multiple,
    is_part,
    is_rest,
    is_rounding,
    is_sum,
    is_times,
    unit_of,
)
from engines.verification.values.finding import Value, compare
from engines.verification.values.intervals import counted_from, lies_between, lies_between_times

_DIFFERENCE = word_list("words of difference")
_CHANGES = words("from one amount to another")
_NEAREST = 2
"""So many places that fit a hypothesis best have the dates and times between which a length of time lies."""
_PLACES = 3
"""So many places that fit a hypothesis best have the values that are reckoned with, one place at a time or with that beside it."""
_TELLING, _MOST_PLACES = 3, 6
"""A difference with so many figures comes out of two amounts by chance too rarely to ask that they are told together; in so many places."""
_MOST_VALUES = 40
"""So many of the first values of a place are reckoned with: a table is no sentence."""
_ABOUT_AS_LARGE, _MOST_NEAR = 1.2, 400
"""By what share amounts may differ of which one may round the other, and how many such are looked at."""
_FACTORS = {"halve": 0.5, "double": 2.0, "triple": 3.0, "treble": 3.0, "quadruple": 4.0}
"""What verbs multiply by."""
_BY, _BY_BEFORE = "by", 2
"""What tells of a change within so many words ahead of a part."""
_BOUNDS = frozenset({"above", "below", "beyond", "fewer", "less", "more", "over", "under"})
"""What tells a bound ahead of a value, and a difference behind it."""
_BEFORE, _AFTER = 3, 4
"""Words before and after a value among which one tells that it is a difference."""


def values_derived(case: Case) -> tuple[Value, ...]:
    """The values of a hypothesis that follow from those of the places that fit it best: "for 17 years" of 1987 to 2004, 1924 of three
    years after 1921, "a quarter" of 12 in 48, "nearly 190" of 186."""
    return tuple(claimed for claimed in case.hypothesis.values if _is_dated(case, claimed) or _is_reckoned(case, claimed))


def _is_dated(case: Case, claimed: Value) -> bool:
    near = case.premises[:_NEAREST]
    return (
        lies_between(claimed, [value for premise in near for value in premise.sentence.values])
        or any(lies_between_times(claimed, premise.sentence.values) for premise in near)
        or any(_is_counted(case, claimed, premise) for premise in case.clause_premises[:_MOST_PLACES])
    )


def _is_counted(case: Case, claimed: Value, premise: Premise) -> bool:
    """Whether a premise tells a year by another one, where no other year stands as near to the words around it."""
    values = premise.sentence.values
    if not any(value.kind == "date" and math.isfinite(value.low) for value in values):  # "… in 1952. It was closed the following year."
        values = (*values, *case.reference.values_of_sentences.get(premise.number - 1, ())[-_MOST_VALUES:])
    length = counted_from(claimed, values, premise.sentence.text)
    if length is None:
        return False
    weights, years = words_around(case, claimed.start, claimed.end), [v for v, _ in case.reference.values if _is_other_date(v, claimed)]
    told = told_around(case, weights, [premise.start + length.start, *(value.start for value in years)], nearest=True)
    return told[0] >= max(told)


def _is_other_date(known: Value, claimed: Value) -> bool:
    return known.kind == claimed.kind and compare(known, claimed) == "different"


def _is_reckoned(case: Case, claimed: Value) -> bool:
    """Whether a value that is no date or time is worked out of others, or rounds one."""
    if claimed.kind in NO_AMOUNTS:
        return False
    if any(is_rounding(claimed, value) for value in case.reference.derived(_Amounts).near(claimed)):
        return True
    differs, factors = _tells_difference(case, claimed), _told_factors(case)
    changed = differs and _tells_change(case, claimed)
    if differs and figures(claimed) >= _TELLING and any(is_difference(claimed, values) for values in _far_pools(case)):
        return True
    for values in _pools(case):
        if any(is_times(claimed, factor, values) for factor in factors):
            return True
        if is_multiple(claimed, values) or is_part(claimed, values, changed=changed) or is_sum(claimed, values):
            return True
        if (differs and is_difference(claimed, values)) or is_rest(claimed, _beside(case, claimed), values):
            return True
    return False


def _pools(case: Case) -> Iterator[tuple[Value, ...]]:
    """The values that are told together: of each place that fits best, and with those of the next place in the text."""
    of = case.reference.values_of_sentences
    places = sorted(place.number for place in case.clause_premises[:_PLACES])
    told = [(place, tuple(of.get(place, ())[:_MOST_VALUES])) for place in places]
    yield from (values for _, values in told)
    yield from ((*values, *others) for (one, values), (other, others) in pairwise(told) if other - one == 1)


def _far_pools(case: Case) -> Iterator[tuple[Value, ...]]:
    """The values of any two of the places that fit best, which only a difference of several figures is looked for in."""
    of = case.reference.values_of_sentences
    told = [tuple(of.get(place.number, ())[:_MOST_VALUES]) for place in case.clause_premises[:_MOST_PLACES]]
    yield from ((*one, *other) for one, other in combinations(told, 2))


class _Amounts:
    """The amounts of a reference by size, to find those about as large as a given one."""

    def __init__(self, reference: EncodedReference) -> None:
        found: dict[tuple[str, str], list[Value]] = {}
        for value, _ in reference.values:
            if value.kind not in NO_AMOUNTS:
                found.setdefault(unit_of(value), []).append(value)
        self._sorted = {unit: sorted(values, key=lambda value: value.low) for unit, values in found.items()}

    def near(self, claimed: Value) -> Sequence[Value]:
        """Those of its unit, a few hundred at most."""
        of = self._sorted.get(unit_of(claimed), [])
        first = bisect_left(of, claimed.low / _ABOUT_AS_LARGE, key=lambda value: value.low)
        last = bisect_right(of, claimed.low * _ABOUT_AS_LARGE, key=lambda value: value.low)
        return of[first : min(last, first + _MOST_NEAR)]


def _beside(case: Case, claimed: Value) -> list[Value]:
    return [value for value in case.hypothesis.values if value.start != claimed.start]


def _told_factors(case: Case) -> frozenset[float]:
    """By what a verb of the hypothesis or of a place that fits it multiplies: 0.5 of "the fine was halved"."""
    sentences = (case.hypothesis, *(place.sentence for place in case.clause_premises[:_PLACES]))
    return frozenset(_FACTORS[s.lemmas[verb]] for s in sentences for verb in s.verbs if s.lemmas[verb] in _FACTORS)


def _tells_difference(case: Case, claimed: Value) -> bool:
    """Whether a word near a value tells that it is how far two others are apart."""
    before, after = _beside_it(case, claimed)
    ahead = (word for word in before[-_BEFORE:] if word[1] not in _BOUNDS)
    return any(_is_of_difference(*word) for word in (*ahead, *after[:_AFTER]))


def _tells_change(case: Case, claimed: Value) -> bool:
    """Whether a part is told to be that by which something is more or less: "*by* about a third", "a fifth *fewer*"."""
    before, after = _beside_it(case, claimed)
    return any(word == _BY for _, word in before[-_BY_BEFORE:]) or any(_is_of_difference(*word) for word in after[:1])


def _beside_it(case: Case, claimed: Value) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The lemmas and words before a value and after it."""
    mine = case.hypothesis
    told = [(lemma, mine.text[start:end].lower()) for lemma, (start, end) in zip(mine.lemmas, mine.spans, strict=True)]
    before = [word for word, (_, end) in zip(told, mine.spans, strict=True) if end <= claimed.start]
    return before, [word for word, (start, _) in zip(told, mine.spans, strict=True) if start >= claimed.end]


def _is_of_difference(lemma: str, word: str) -> bool:
    if lemma in _DIFFERENCE or word in _DIFFERENCE or lemma in _CHANGES:
        return True
    known = lemmas(word) if word.endswith("er") else {}
    return any(known.get(part, (word,)) != (word,) for part in ("ADJ", "ADV"))
