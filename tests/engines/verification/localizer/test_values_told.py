"""A value that the reference has in its place in another form is right, and one that is another value is wrong."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.localizer import CompactLocalizer
from engines.verification.localizer.reading import read_output
from engines.verification.rules.context.quantities import values_told

REFERENCE = (
    "Hallmere's first bridge was designed by Ines Corrand, who was 34 when she won the contest. It opened in 1934 after four years of "
    "work. A second was built on 28 January 1987."
)


def worst(output: str, words: str) -> float:
    """The highest probability of the words."""
    start = output.index(words)
    found = CompactLocalizer().locate(Text.of(REFERENCE), Text.of(output))
    return max(word.probability for word in found if start <= word.start < start + len(words))


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("The bridge opened in the 1930s.", "in the 1930s"),
        ("The bridge opened in the early twentieth century.", "in the early twentieth century"),
        ("The second bridge was built in early 1987.", "in early 1987"),
        ("Ines Corrand, in her early thirties, won the contest.", "early thirties"),
    ],
)
def test_a_period_that_holds_the_date(output: str, words: str) -> None:
    assert worst(output, words) < 0.5


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("The bridge opened in the late 1930s.", "late 1930s"),
        ("The bridge opened in the 1940s.", "1940s"),
        ("The second bridge was built in mid-1987.", "mid-1987"),
        ("Ines Corrand was in her forties when she won.", "forties"),
    ],
)
def test_a_period_that_does_not(output: str, words: str) -> None:
    assert worst(output, words) > 0.5


def test_between_the_very_same_words_another_value_is_wrong_wherever_it_stands() -> None:
    reference = (
        "3. Thermostat. Mr Pender presented two quotations, from Hobday Cooling and from Frith & Daughter. On a vote, Frith & Daughter was "
        "chosen by three votes to one, the chair abstaining.\n\n4. Overdue loans. Some portions were overdue."
    )
    output = "A thermostat will come from Frith & Daughter, chosen by four votes to one."
    found = CompactLocalizer().locate(Text.of(reference), Text.of(output))
    assert next(word.probability for word in found if output[word.start : word.end] == "four") >= 0.8


COUNCIL = (
    "Drivers in Carrowmere will walk out for 48 hours from Monday. Of 48 members of the council 12 backed the strike. The depot in Mill "
    "Lane opens at 18:30 on working days. A survey by the union found that 20% of drivers had left within a year. Its fund holds 412,000 "
    "crowns."
)


@pytest.mark.parametrize(
    ("output", "words", "right"),
    [
        ("Carrowmere's drivers are to walk out for two days.", "two days", True),
        ("Carrowmere's drivers are to walk out for three days.", "three days", False),
        ("A quarter of the council members backed the strike.", "A quarter", True),
        ("Two thirds of the council members backed the strike.", "Two thirds", False),
        ("The depot in Mill Lane opens at half past six in the evening.", "half past six in the evening", True),
        ("The depot in Mill Lane opens at half past seven in the evening.", "half past seven", False),
        ("One driver in five had left within a year, the union found.", "One driver in five", True),
        ("One driver in three had left within a year, the union found.", "three", False),
        ("The union's fund holds more than 400,000 crowns.", "400,000", True),
        ("The union's fund holds more than 900,000 crowns.", "900,000", False),
    ],
)
def test_values_in_another_form(output: str, words: str, right: bool) -> None:
    start = output.index(words)
    found = CompactLocalizer().locate(Text.of(COUNCIL), Text.of(output))
    assert (max(word.probability for word in found if start <= word.start < start + len(words)) < 0.5) == right


def test_about_a_number_as_exact_as_another_is_not_it_in_another_form() -> None:
    reference = "In total, 870 people worldwide have been infected, and 457 deaths have been reported in 21 countries."
    (sentence,) = read_output(encoded(Text.of(reference)), Text.of("Around 871 people worldwide have been infected.")).sentences
    assert list(values_told(sentence.case)) == []
    (sentence,) = read_output(encoded(Text.of(reference)), Text.of("Around 900 people worldwide have been infected.")).sentences
    assert [value.surface for value in values_told(sentence.case)] == ["900"]


LEAGUE = (
    "Harrow League, Sunday 9 June, 14.2 km of paths. Low cloud stayed off the tops, so the full route was used. The Tarn mill was closed "
    "on 15 November. Ines Corrand won in spite of the mud, and Teo Brandt was second."
)


@pytest.mark.parametrize(
    ("output", "words", "wrong"),
    [("Ines Corrand won the league on 9 June.", "9 June", False), ("The Tarn mill was closed on 9 June.", "9 June", True)],
)
def test_a_value_that_stands_in_the_reference_is_wrong_only_if_another_has_its_place(output: str, words: str, wrong: bool) -> None:
    start, found = output.index(words), CompactLocalizer().locate(Text.of(LEAGUE), Text.of(output))
    highest = max(word.probability for word in found if start <= word.start < start + len(words))
    assert highest > 0.5 if wrong else highest <= 0.05
