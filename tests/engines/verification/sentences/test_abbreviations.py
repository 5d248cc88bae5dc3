"""Words in capitals stand for neighbouring words by their first letters."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.localizer import CompactLocalizer
from engines.verification.sentences.abbreviations import abbreviated

LONG = "Detective Inspector Yusuf Cardew of the Orlo Office for Harbour Safety praised the crew."
SHORT = "DI Yusuf Cardew of the OOHS praised the crew."


@pytest.mark.parametrize(
    ("text", "reference", "found"),
    [
        ("DI Cardew thanked the crew.", LONG, ["DI"]),
        ("The OOHS thanked the crew.", LONG, ["OOHS"]),
        ("Detective Inspector Cardew left.", SHORT, ["Detective Inspector"]),
        ("DS Cardew thanked the crew.", LONG, []),
        ("Doctor Inspector left, and Ida.", "The BBC left.", []),
        ("Olga Frey left.", "SALE OF MILL. The mill was sold.", []),
    ],
)
def test_they_are_found_either_way_round(text: str, reference: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in abbreviated(text, encoded(Text.of(reference)))] == found


@pytest.mark.parametrize(("output", "alarms"), [("DI Yusuf Cardew praised the crew.", False), ("MP Yusuf Cardew praised the crew.", True)])
def test_an_abbreviation_of_what_is_spelt_out_raises_no_alarm(output: str, alarms: bool) -> None:
    first = CompactLocalizer().locate(Text.of(LONG), Text.of(output))[0]
    assert (first.probability >= 0.5) == alarms
