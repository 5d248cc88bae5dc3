"""Another quantifier in the same place of a near copy: "all" for "most", "both" for "neither"."""

from collections.abc import Iterator, Sequence

from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.edits.copies import denied_elsewhere, rest_shared
from engines.verification.rules.registry import rule
from engines.verification.sentences.parsed import ParsedSentence, counts
from engines.verification.sentences.word_lists import word_list

NONE, FEW, SOME, MANY, MOST, ALL = range(6)
_SHARES = tuple(word_list(f"told of {share}") for share in ("none", "few", "some", "many", "most", "all"))
_NEARLY = word_list("nearly")


@rule("quantifier", ConflictKind.QUANTITY, "how many of the same it is told of in a near copy")
def quantifier(case: Case) -> Iterator[Conflict]:
    """What is told of all or most of them by the hypothesis and of fewer by a premise, or of few or none and of more."""
    for near, between in zip(case.near, case.differences, strict=True):
        shared = frozenset(a for a, _ in between.pairs)
        for gap in between.gaps:
            own, other = _share(case.hypothesis, gap.mine), _share(near.sentence, gap.theirs)
            if own is None or other is None or not _excludes(own[0], other[0]):
                continue
            if rest_shared(case, shared, frozenset(gap.mine)) and not denied_elsewhere(case.hypothesis, near.sentence, between, gap):
                yield Conflict(ConflictKind.QUANTITY, frozenset(own[1]), near.span(other[1][0], other[1][-1]), near=near.place)


def _share(sentence: ParsedSentence, tokens: Sequence[int]) -> tuple[int, list[int]] | None:
    """Of how many something is told by some neighbouring words, with those that say so; None where they say something else, too."""
    told = [(share, t) for t in tokens for share, of in enumerate(_SHARES) if sentence.lemmas[t] in of]
    if len(told) != 1:
        return None
    share, at = told[0]
    before = [t for t in tokens if t < at and sentence.lemmas[t] in _NEARLY]
    numbers = {t for t in tokens for value in sentence.values if value.start <= sentence.spans[t][0] < value.end}
    if any(counts(sentence, t) for t in tokens if t not in {at, *before, *numbers}):
        return None
    if share == FEW and at and sentence.lemmas[at - 1] == "a":
        share = SOME
    return (MOST if share == ALL and before else share), [*before, at]


def _excludes(mine: int, theirs: int) -> bool:
    """Whether what is told of so many does not follow from what is told of so many others."""
    if mine >= MOST:
        return theirs < (MANY if mine == MOST else ALL)
    return theirs == NONE or (mine == FEW and theirs >= MANY) if mine else theirs > NONE
