"""Why a fact is not supported: one line, with the reference's own words."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from components.review.reason import LONGEST_NEAR, excerpt, reason
from engines.core.results import Document, Evidence, Unit
from engines.core.text import Text
from tests.components import samples
from tests.components.reading import parsed

ANALYSIS = samples.analysis()
LONG = (
    "The harbour office, which keeps the records of every vessel that has called at Hallmere since the great flood, wrote in its "
    "yearly report that the pilot boat Sorrel had rescued nineteen sailors from the reef in one winter."
)


def said(unit: Unit, reference: Document = ANALYSIS.reference) -> str:
    return parsed(f"<div>{reason(unit, reference)}</div>").one("why").text


def with_details(number: int, **details: object) -> Unit:
    unit = ANALYSIS.units[number]
    return replace(unit, details=replace(unit.details, **details))


def instead(words: str) -> Evidence:
    """Words of the fourth sentence, or none of the reference's at its beginning."""
    start = ANALYSIS.reference.text.find(words)
    return Evidence(max(0, start), max(0, start) + len(words), words, 0.5, 4 if start >= 0 else 0)


def test_the_missing_word_and_what_the_reference_has_instead_are_named() -> None:
    assert said(with_details(3, missing=("Sardona",))) == "“Sardona” is not in the reference, which has the Tarnish town of Vell"


def test_a_number_is_named_before_other_missing_words() -> None:
    assert said(with_details(3, missing=("put", "4.2"), found=None)) == "“4.2” is not in the reference"


def test_what_the_fact_says_itself_is_not_called_another_value() -> None:
    own = with_details(3, found=instead("Sardona"))
    assert said(own) == "not in the reference"
    number = replace(with_details(3, found=instead("2.4 million")), answer=None, question=None, statement="It cost 4.2 million.")
    assert said(number) == "not in the reference, which has 2.4 million"
    scattered = with_details(3, found=instead("the built"))
    assert said(scattered) == "not in the reference"


def test_the_closest_words_are_the_part_of_a_long_sentence_that_the_fact_is_about() -> None:
    part = excerpt(LONG, "How many sailors did the pilot boat rescue? twenty")
    assert part.startswith("…") and "pilot boat Sorrel" in part and "sailors" in part
    assert len(part) <= LONGEST_NEAR
    assert excerpt(LONG, "the harbour office keeps the records").startswith("The harbour office")


def test_what_a_relation_should_be_is_marked_in_the_closest_words() -> None:
    other = with_details(6, missing=(), found=instead("before 2031"))
    shown = parsed(f"<div>{reason(other, ANALYSIS.reference)}</div>")
    assert shown.one("why").text == "contradicts the reference"
    assert shown.one("found").text == "before 2031"
    assert shown.one("closest").text.endswith("Fares will not rise before 2031, the port said.")


def test_a_stretch_has_what_it_must_have() -> None:
    assert "yearly report" in excerpt(LONG, "the pilot boat rescued sailors from the reef", "yearly report")


@given(st.text(max_size=400), st.text(max_size=60))
def test_an_excerpt_is_words_of_the_text_in_one_line(text: str, about: str) -> None:
    part = excerpt(text, about)
    assert len(part) <= LONGEST_NEAR and "\n" not in part
    assert part.strip("…") in " ".join(text.split())


def test_evidence_out_of_the_reference_breaks_nothing() -> None:
    unit = ANALYSIS.units[6]
    far = replace(unit, evidence=(replace(unit.evidence[0], start=5000, end=5010),))
    assert said(far, Document("Short.", Text.of("Short.").sentences)).startswith("contradicts")
