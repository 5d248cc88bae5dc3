"""What stands in the reference where a word of the output would stand: in the gap of a sentence that else has the same words in order, with
the same arguments, on the same word in the same role."""

from collections.abc import Iterator

from engines.verification.localizer.signals.comparison import comparisons
from engines.verification.rules.case import Case, Premise


def in_place_of(case: Case, token: int) -> Iterator[tuple[Premise, int]]:
    """The premise and its token, for each that stands in the place of a token of the hypothesis."""
    if case.near:
        place = max(range(len(case.near)), key=lambda p: case.differences[p].shared)
        for gap in case.differences[place].gaps:
            if token in gap.mine:
                yield from ((case.near[place], there) for there in gap.theirs)
    compared = comparisons(case)
    if compared:
        best = max(range(len(compared)), key=lambda k: compared[k].worth(token))
        for there in (compared[best].frame_of(token), compared[best].filler_of(token)):
            if there is not None:
                yield case.premises[best], there
