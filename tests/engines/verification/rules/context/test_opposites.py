"""The opposite of what the place has that tells the rest."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.rules.case import Case
from engines.verification.rules.context.opposites import opposite

REFERENCE = (
    "Sollas saw that the ferns on the western slope of the island were browning from the roots. The oven is to run more slowly, and only "
    "by day. Deare scored the winner after a cross from the left. The old mill was not open in winter. Her 19-year-old pupil won. "
    "Investors were surprised less by the cut than by the timing. Rowle was more cautious about the gain in loans. "
    "A nurse walked home after a late shift because the last bus had left at ten. "
    "Asbestos had to be taken out of the roof, work which ended only last November. "
    "At the jetty the pool is 1.7 metres deep. Divers found deep water off the quay. "
    "Captain Vane chose the inner channel rather than the longer outer channel in order to make up time. "
    "Nourl stopped the diggers before lunch, to her director's displeasure."
)


@pytest.mark.parametrize(
    ("output", "word", "found"),
    [
        ("Sollas saw ferns on the eastern slope browning from the roots.", "eastern", "western"),
        ("Until then the oven runs more slowly, and only by night.", "night", "day"),
        ("Deare got the winner from a cross from the right.", "right", "left"),
        ("Sollas saw ferns on the western slope browning.", None, None),
        ("Sollas saw that the browning ferns were not on the eastern slope.", None, None),
        ("The mill was closed in winter.", None, None),
        ("A path leads to the eastern gate of the harbour.", None, None),
        ("The 19-year-old pupil won.", None, None),
        ("Investors were surprised more by the timing than by the cut.", None, None),
        ("After he phoned, Nourl stopped the diggers, to her director's displeasure.", None, None),  # before something else
        ("Nourl stopped the diggers after lunch, to her director's displeasure.", "after", "before"),
        ("Rowle was less sure about the gain in loans.", None, None),
        ("A nurse walked home because the earlier bus had left at ten.", None, None),
        ("A nurse walked home after an early shift because the last bus had left.", "early", "late"),
        ("Rowle was less cautious about the gain in loans.", "less", "more"),
        ("Captain Vane chose the shorter inner channel to make up time.", None, None),
        ("At the jetty the pool is shallow.", None, None),  # "1.7 metres deep" is its measure
        ("Asbestos had to be taken out of the roof first, work which ended late.", None, None),  # "last" is of November
        ("Divers found shallow water off the quay.", "shallow", "deep"),
    ],
)
def test_a_word_beside_its_opposite_in_the_place_that_tells_the_rest(output: str, word: str | None, found: str | None) -> None:
    (alignment,) = align(encoded(Text.of(REFERENCE)), [output])
    case = Case(alignment, ())
    spans = case.hypothesis.spans
    seen = [(case.hypothesis.text[slice(*spans[min(c.tokens)])], REFERENCE[slice(*(c.found or (0, 0)))]) for c in opposite(case)]
    assert seen == ([(word, found)] if word else [])


GLASS = (
    "I melted one batch for an owl at the theatre, because the director, Fia Sundt, wanted it to glow. It glowed so well that the children "
    "cried. Fia had the eyes replaced with amber ones before the second night. Rolf left after the first."
)


@pytest.mark.parametrize(
    ("time", "instead"),
    [("after the second performance", ["before"]), ("before the second performance", []), ("after the third performance", [])],
)
def test_before_and_after_the_same_thing_little_else_need_be_told(time: str, instead: list[str]) -> None:
    output = f"She melts such glass, as she did for an owl on stage whose glowing stare upset children and gave way to amber eyes {time}."
    case = Case(align(encoded(Text.of(GLASS)), [output])[0])
    assert [GLASS[slice(*conflict.found)] for conflict in opposite(case) if conflict.found] == instead
