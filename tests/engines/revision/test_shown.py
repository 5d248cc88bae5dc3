"""What the reference is shown to have fits where it is put."""

import pytest

from engines.core.findings import ErrorSpan
from engines.core.language import parse_sentences
from engines.core.spans import Span
from engines.core.text import Text
from engines.revision.values.shown import fitted, put_instead, with_article


@pytest.mark.parametrize(
    ("output", "wrong", "found", "expected"),
    [
        ("It burned for eight years.", "eight", "four years", "It burned for four years."),
        ("It was paid for by the county of Orlo.", "Orlo", "the county of Halden", "It was paid for by the county of Halden."),
        ("Matt Walsh built it.", "Walsh", "Matt Mooney", "Matt Mooney built it."),
        ("It cost £3,311 then.", "3,311", "£1,311", "It cost £1,311 then."),
        ("It holds 438.6g of fat.", "438.6", "43.3g", "It holds 43.3g of fat."),
        ("They found her not guilty.", "not", "guilty", "They found her guilty."),
        ("Ilse Varga left in a hurry.", "hurry", "old boat", "Ilse Varga left in an old boat."),
        ("Friday was dry.", "Friday", "monday", "Monday was dry."),
        ("They paid Holt's fee.", "Holt's", "Reyle", "They paid Reyle's fee."),
        ("The boat left in June.", "June", "the harbour", "The boat left in the harbour."),
        ("Ilse Varga has a boat.", "boat", "an old boat", "Ilse Varga has an old boat."),
        ("Between 2 and 5 half tons ", "half", "5", "Between 2 and 5 tons "),
        ("Between 2 and 5 half ", "half", "5", "Between 2 and 5 "),
    ],
)
def test_fits(output: str, wrong: str, found: str, expected: str) -> None:
    start = output.index(wrong)
    fit = fitted(Text.of(output), ErrorSpan(start, start + len(wrong), wrong), found)
    assert fit is not None
    assert output[: fit[0]] + fit[2] + output[fit[1] :] == expected


@pytest.mark.parametrize("found", ["June", "the whole of the long winter that came after it and the spring"])
def test_what_changes_nothing_or_is_a_sentence_is_not_put_there(found: str) -> None:
    assert fitted(Text.of("The boat left in June."), ErrorSpan(17, 21, "June"), found) is None


@pytest.mark.parametrize(("opens", "expected"), [(True, "at least 17"), (False, "At least 17")])
def test_a_capital_of_a_beginning_does_not_come_along(opens: bool, expected: str) -> None:
    output = "The storm killed at least 11 cows."
    fit = fitted(Text.of(output), ErrorSpan(17, 28, "at least 11"), "At least 17", opens)
    assert fit is not None and fit[2] == expected


@pytest.mark.parametrize(
    ("output", "wrong", "reference", "found", "expected"),
    [
        ("She died at the age of 87.", "age of 87", "She was 92.", "92", None),
        ("It holds 438 of them.", "438", "It holds 43g of them.", "43g", "It holds 43g of them."),
        ("They saw one show.", "one show", "They saw five.", "five", None),
        ("The mayor came.", "mayor", "A baker came.", "baker", "The baker came."),
        ("The baker says it rained.", "baker", "The director, Ines Halvard, says it rained.", "Ines Halvard", None),
        ("The Ministry of Health says it rained.", "Ministry of Health", "We hear from Anna Holm that it rained.", "Anna Holm", None),
        ("Peter Reed says it rained.", "Peter Reed", "We hear that Anna Holm says it rained.", "Anna Holm", "Anna Holm says it rained."),
        ("The old boats started late.", "started", "The Vessby boat finished late.", "boat finished", "The old boats finished late."),
        ("Brandts and Veldas came last.", "Veldas", "A Velda won. Brandt and Orlo came last.", "Orlo", None),
        ("She can travel in May.", "travel", "She cannot travel in May.", "not travel", "She cannot travel in May."),
        ("They sold the boats.", "boats", "They sold the barn.", "barn", None),
        ("They paid the Holts' fee.", "Holts", "They paid Reyle the fee.", "Reyle", "They paid the Reyle's fee."),
        ("He taught at a school in Berlin.", "Berlin", "He taught at a school in London.", "London", "He taught at a school in London."),
        ("He taught at a school in Berlin.", "Berlin", "He was a child when he drove a van in London.", "London", None),
        ("She mixes 19 g of salt.", "19 g", "She mixes 150 g of sugar and salt.", "150 g", None),
        ("She mixes 19 g of salt.", "19 g", "She mixes 9 g of salt.", "9 g", "She mixes 9 g of salt."),
        ("The ferry took 45 cars.", "45", "The ferry took 12 lorries and a few cars.", "12", None),
        ("The storm killed 45 people.", "45", "The storm killed 12 passengers.", "12", "The storm killed 12 people."),
        ("It lasted 8 months.", "8 months", "It lasted 2 years.", "2 years", "It lasted 2 years."),
        ("It has a staff of 7.", "7", "port | boats | staff\nBrekke | 140 | 9\n", "140", None),
        ("It has a staff of 7.", "7", "port | boats | staff\nBrekke | 140 | 9\n", "9", "It has a staff of 9."),
        ("She married a baker in 1902.", "1902", "In 1899 she met a baker whom she never married.", "1899", None),
        ("She moved to Orlo in 1920.", "1920", "She moved to Orlo on 9 June 1902.", "9 June 1902", "She moved to Orlo in 1902."),
        ("She moved to Orlo on 3 May 1920.", "3 May 1920", "She moved to Orlo in June 1902.", "June 1902", None),
        ("She was born in 1878.", "1878", "Ilse Varn (14 March 1887 – 2 November 1961) was a potter.", "2 November 1961", None),
        ("They could not bake.", "They", "Then we could not bake.", "we", None),
        ("She moved to Orlo in 1902.", "1902", "In 1899 she went to Orlo.", "1899", "She moved to Orlo in 1899."),
    ],
)
def test_only_words_of_one_kind_stand_for_each_other(output: str, wrong: str, reference: str, found: str, expected: str | None) -> None:
    start, place = output.index(wrong), reference.index(found)
    error = ErrorSpan(start, start + len(wrong), wrong, found=Span(place, place + len(found), found))
    put = put_instead(Text.of(output), parse_sentences(Text.of(output))[0], error, Text.of(reference))
    assert (put and output[: put[0]] + put[2] + output[put[1] :]) == expected


def test_the_article_follows_what_is_put_in() -> None:
    assert with_article("A 15-year-old girl", 2, "18") == (0, "An 18")
    assert with_article("the 15-year-old girl", 4, "18") == (4, "18")
