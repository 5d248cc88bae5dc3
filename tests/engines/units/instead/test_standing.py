"""What the reference is shown to have instead is of the same thing, event and person as the words in whose place it is shown."""

import pytest

from engines.core.findings import ErrorSpan, WordSupport
from engines.core.language import parse_sentences
from engines.core.spans import Span
from engines.core.text import Text
from engines.revision.values.shown import put_instead
from engines.units.errors import errors
from engines.units.instead.standing import shown_instead

CASES = [
    ("She mixes 19 g of salt.", "19 g", "She mixes 150 g of sugar and salt.", "150 g", None),
    ("She mixes 19 g of salt.", "19 g", "She mixes 9 g of salt.", "9 g", "9 g"),
    ("The ferry took forty cars.", "forty", "The ferry took twelve lorries and a few cars.", "twelve", None),
    ("The storm killed forty people.", "forty", "The storm killed twelve people.", "twelve", "twelve"),
    ("It has a staff of 7.", "7", "port | boats | staff\nBrekke | 140 | 9\n", "140", None),
    ("It has a staff of 7.", "7", "port | boats | staff\nBrekke | 140 | 9\n", "9", "9"),
    ("She married a baker in 1902.", "1902", "In 1899 she met a baker whom she never married.", "1899", None),
    (
        "They convicted her on Friday.",
        "Friday",
        "She was found guilty on Monday. Monday's jury convicted her in an hour.",
        "Monday",
        "Monday",
    ),
    ("It opened in May 1902.", "1902", "It opened on 7 January.", "7 January", None),
    ("It opened in May 1902.", "1902", "It opened in May 1912.", "1912", "1912"),
    ("Peter Reed says it rained.", "Peter Reed", "We hear that Anna Holm says it rained.", "Anna Holm", "Anna Holm"),
    ("Peter Reed says it rained.", "Peter Reed", "We hear that the driver drowned.", "the driver", None),
    ("The baker says it rained.", "The baker", "We hear that Anna Holm says it rained.", "Anna Holm", None),
    ("He taught at a school in Berlin.", "Berlin", "He was a child when he drove a van in London.", "London", None),
    ("She taught in Berlin.", "in Berlin", "She taught in the town of Orlo.", "Orlo", "Orlo"),
    ("It opened in 1920.", "1920", "It opened on 9 June 1902.", "9 June 1902", "9 June 1902"),
    ("It begins on 27 May.", "27", "It begins on 17 May.", "17 May", "17 May"),
    ("She was born in 1878.", "1878", "Ilse Varn (14 March 1887 – 2 November 1961) was a potter.", "2 November 1961", None),
    ("They could not bake.", "They", "Ilse says: Then we could not bake.", "we", None),
    ("It has a staff of 7.", "7", "| port | boats | staff |\n|---|---|---|\n| Brekke | 140 | 9 |\n| Lund | 212 | 15 |\n", "15", "15"),
    ("The mast stood in Orlo.", "stood", "The mast was built in 1934.", "1934", None),
    (
        "They were rescued after seventeen hours on a ledge.",
        "seventeen",
        "They spent eleven hours on a ledge. The team that rescued them was tired.",
        "eleven hours",
        "eleven hours",
    ),
    ("Peter Reed built it.", "Peter Reed", "Anna Holm never built it.", "Anna Holm never built", "Anna Holm"),
    ("Kern wanted the tunnel closed.", "Kern", "Ilse: I had, and I still think it is the safer course.", "Ilse", "Ilse"),
    ("Kern wanted the tunnel closed.", "Kern", "From: Ada Lunn\n\nI want the tunnel closed.", "Ada Lunn", "Ada Lunn"),
]


@pytest.mark.parametrize(("output", "wrong", "reference", "found", "expected"), CASES)
def test_what_may_be_shown_instead(output: str, wrong: str, reference: str, found: str, expected: str | None) -> None:
    start, place = output.index(wrong), reference.index(found)
    span = Span(place, place + len(found), found)
    shown = shown_instead(Text.of(output), start, start + len(wrong), Text.of(reference), span)
    assert (shown and shown.text) == expected


@pytest.mark.parametrize(("output", "wrong", "reference", "found", "expected"), CASES)
def test_what_is_put_in_may_be_shown(output: str, wrong: str, reference: str, found: str, expected: str | None) -> None:
    start, place = output.index(wrong), reference.index(found)
    error = ErrorSpan(start, start + len(wrong), wrong, found=Span(place, place + len(found), found))
    put = put_instead(Text.of(output), parse_sentences(Text.of(output))[0], error, Text.of(reference))
    assert expected or put is None


def test_an_error_whose_passage_is_of_another_thing_is_not_in_the_reference() -> None:
    output, reference = "She mixes 19 g of salt.", "She mixes 150 g of sugar and salt."
    words = [WordSupport(10, 12, 0.9, Span(10, 13, "150")), WordSupport(18, 22, 0.1)]
    (error,) = errors(output, (), words=words, reference=reference)
    assert (error.text, error.kind, error.found) == ("19", "extrinsic", None)
    (error,) = errors(output, (), words=words, reference="She mixes 150 g of salt.")
    assert (error.kind, error.found and error.found.text) == ("intrinsic", "150")
