"""Directions beside the same value or measure, what something is not, and values that a place has word for word."""

import pytest

from engines.core.text import Text
from engines.verification.localizer.localizer import CompactLocalizer
from tests.engines.verification.rules.instead import told

REPORT = (
    "The trust closed the year with a deficit of £70,000. There were six evictions, against eleven in the previous year. The hall cost "
    "£84,000, a little under the estimate, and was finished two years after Arne's death. Rents stay at £42. Visits rose to 900 from 700. "
    "The sloop came in two lengths ahead of the cutter. The room is kept with no heating. "
    "The councillor promised to raise the matter after the election. The pump can rest while the drain is below 1.40 metres. If it goes "
    "above, the keeper starts it. The lorry was booked without berries. "
    "So we turned the timetable round: more buses after two, fewer before midnight. Water ruined the minutes prior to 1861."
)
LIFE = (
    "In 1921 Ada Moor left the mill for the school of Robert Ames, whom she married three years later. Her aunt sold a piano to pay the "
    "fees of 1922. She qualified in 1928, second in her year. She left the council not over the war but over the school. "
    "The ferry took seven years instead of the planned five."
)


@pytest.mark.parametrize(
    ("statement", "instead"),
    [
        ("The trust had a surplus of £70,000.", "deficit"),
        ("The trust had a deficit of £70,000.", None),
        ("Evictions rose to six.", "six evictions, against eleven"),
        ("Evictions fell to six.", None),
        ("Visits rose to 900.", None),
        ("Visits fell to 900.", "900 from 700"),
        ("Rents will rise to £42.", "stay at £42"),
        ("The cost of the hall was above the estimate.", "under"),
        ("The hall was finished two years before Arne's death.", "after"),
        ("The cutter came in two lengths behind the sloop.", None),  # told from the other side
        ("The room is kept without heating.", None),
        ("The matter will be raised by the councillor before the election.", "after"),
        ("Should the drain rise above 1.40 metres, the keeper will start the pump.", None),  # the next sentence has it so
        ("She paid more rather than share the lorry with berries.", None),
        ("She shares the lorry with berries.", "without"),
        ("Water ruined the minutes from after 1861.", "prior"),
        ("Water ruined the minutes from before 1861.", None),
        ("The timetable was turned round, with more buses after two and fewer before midnight.", None),
        ("The timetable was turned round, with fewer buses after two.", "more"),
        ("Once the election is over the matter will be raised.", None),
    ],
)
def test_a_direction_is_that_of_the_same_value_or_measure(statement: str, instead: str | None) -> None:
    assert told(statement, REPORT).get("direction") == instead


@pytest.mark.parametrize(
    ("statement", "seen"),
    [
        ("Moor left the council over the war.", True),
        ("Moor left the council over the school.", False),
        ("Moor did not leave the council over the war.", False),
        ("Moor left the council because of her plan.", False),  # what took longer than planned is no plan
    ],
)
def test_what_is_set_aside_is_what_something_is_not(statement: str, seen: bool) -> None:
    assert ("set aside" in told(statement, LIFE)) == seen


@pytest.mark.parametrize(
    ("output", "year", "right"),
    [
        ("Moor married Robert Ames in 1924.", "1924", True),  # three years after 1921
        ("Moor married Robert Ames in 1926.", "1926", False),
        ("Her aunt sold a piano to pay the fees, and she qualified in 1928, second in her year.", "1928", True),  # word for word
    ],
)
def test_a_year_is_told_by_another_or_by_the_words_beside_it(output: str, year: str, right: bool) -> None:
    (word,) = [word for word in CompactLocalizer().locate(Text.of(LIFE), Text.of(output)) if output[word.start : word.end] == year]
    assert (word.probability <= 0.05) == right
