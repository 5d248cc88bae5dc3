"""What can be worked out of values that are told together."""

import pytest

from engines.verification.values.arithmetic import is_difference, is_multiple, is_part, is_rest, is_rounding, is_sum, is_times
from engines.verification.values.finding import find_values


@pytest.mark.parametrize(
    ("told", "known", "comes_out"),
    [
        ("eight minutes longer", "Handing over took 18 minutes, then 26 minutes.", True),
        ("nine minutes longer", "Handing over took 18 minutes, then 26 minutes.", False),
        ("eight minutes longer", "It was 18 km to the quay and 26 km back.", False),
        ("half an hour longer", "It took 90 minutes in May and two hours in June.", True),
        ("4.4 points", "The share was 71.4% (2021: 75.8%).", True),
        ("5 points", "The share was 71.4% (2021: 75.8%).", False),
        ("four places", "Third of ten, after 7th the year before.", True),
        ("13 degrees", "It was 6 °C at the finish and 19 °C at the start.", True),
        ("2.4 years", "The median age was 41.3 years (2012: 38.9).", True),
        ("about 31,000", "There were 657,700 women and 626,900 men.", True),
        ("nearly 30,000", "There were 657,700 women and 626,900 men.", False),
        ("at least $17 million", "Losses are put at $58-66 million, against $41 million in 2018.", True),
        ("at least $19 million", "Losses are put at $58-66 million, against $41 million in 2018.", False),
        ("£3.5m", "Agencies cost £14.7m, a year before £11.2m.", True),
        ("three years", "It opened in 1921 and closed in 1924.", False),
    ],
)
def test_differences(told: str, known: str, comes_out: bool) -> None:
    assert is_difference(find_values(told)[0], find_values(known)) == comes_out


@pytest.mark.parametrize(
    ("told", "known", "comes_out"),
    [
        ("181 trains", "143 passenger trains and 38 freight trains were late.", True),
        ("191 trains", "143 passenger trains and 38 freight trains were late.", False),
        ("£3.62m", "£2.15m for the track, £0.94m for wagons, £0.53m for passengers", True),
        ("19 people", "12 people fell, 40 stood, 7 people left.", False),
    ],
)
def test_sums_of_neighbours(told: str, known: str, comes_out: bool) -> None:
    assert is_sum(find_values(told)[0], find_values(known)) == comes_out


def test_the_rest_of_a_whole_that_is_told_beside_it() -> None:
    known = find_values("There were 22 starters and 19 finishers.")
    three, whole = find_values("three of the 22 runners")
    assert is_rest(three, [whole], known)
    assert not is_rest(find_values("four runners")[0], [whole], known)
    assert not is_rest(three, [], known)


@pytest.mark.parametrize(
    ("share", "known"),
    [
        ("a quarter of the fleet", "Faulty brakes were found on 12 of the 48 buses."),
        ("60 per cent of the crew", "Of the 200 crew members 120 tested positive."),
        ("about a third of voters", "Of 3,020 voters 990 came."),
        ("two thirds of the board", "Six of nine board members agreed."),
        ("a third of the bill", "The bill was £6.3m, of which £2.1m went to heating."),
        ("fewer than three quarters", "71.4% were treated within four hours."),
        ("one patient in seven", "Tiredness was felt by 1 of 7 patients."),
        ("almost a fifth", "58 patients (19%) stopped."),
        ("one train in 40", "Cancelled were 2.5% (3,216 trains)."),
        ("little more than two trains in five ran", "That day 41.8% of trains ran to time."),
        ("more than twenty per cent", "46 of the 212 schools were shut."),
    ],
)
def test_a_part_of_a_whole(share: str, known: str) -> None:
    assert is_part(find_values(share)[0], find_values(known))


@pytest.mark.parametrize(
    ("share", "known"),
    [
        ("a fifth of the fleet", "Faulty brakes were found on 12 of the 48 buses."),
        ("a third of voters", "Of 3,020 voters 950 came."),
        ("a quarter of the fleet", "The 12 km race was won in 48 minutes."),
        ("two people in five cars", "40% of cars held nobody else."),
        ("12 buses", "Faulty brakes were found on 12 of the 48 buses."),
        ("a quarter of the fleet", "The fleet has 48 buses."),
        ("almost a fifth", "63 patients (21%) stopped."),
        ("more than three quarters", "71.4% were treated within four hours."),
        ("a quarter of the fleet", "There are 48 buses, 90 trams, 31 boats, 77 bicycles and 12 lifts."),
    ],
)
def test_no_part_of_it(share: str, known: str) -> None:
    assert not is_part(find_values(share)[0], find_values(known))


@pytest.mark.parametrize(
    ("share", "known", "comes_out"),
    [
        ("by a third", "Inspections went from 12 to 8.", True),
        ("half", "Inspections went from 12 to 8.", True),
        ("two thirds", "Inspections went from 12 to 8.", False),
        ("about a quarter", "The rate fell from 12.4% to 9.3%.", True),
    ],
)
def test_a_part_by_which_something_is_more_or_less(share: str, known: str, comes_out: bool) -> None:
    assert is_part(find_values(share)[0], find_values(known), changed=True) == comes_out


@pytest.mark.parametrize(
    ("told", "known", "comes_out"),
    [
        ("three times as much", "They lost 1.2 kg and 0.4 kg.", True),
        ("twice as much", "They lost 1.2 kg and 0.4 kg.", False),
        ("more than twice as many", "Karsholm has 312,450 people, Tessin Bay 148,900.", True),
        ("more than three times as many", "Karsholm has 312,450 people, Tessin Bay 148,900.", False),
        ("twice as much", "It took 4 hours and cost 2 crowns.", False),
    ],
)
def test_multiples(told: str, known: str, comes_out: bool) -> None:
    assert is_multiple(find_values(told)[0], find_values(known)) == comes_out


@pytest.mark.parametrize(
    ("told", "factor", "known", "comes_out"),
    [
        ("75 crowns", 0.5, "The fine of 150 crowns was halved in 3 weeks.", True),
        ("75 crowns", 2.0, "It had been 150 crowns.", True),
        ("80 crowns", 0.5, "The fine of 150 crowns was halved.", False),
        ("75 boats", 0.5, "The fine of 150 crowns was halved.", False),
    ],
)
def test_what_is_multiplied(told: str, factor: float, known: str, comes_out: bool) -> None:
    assert is_times(find_values(told)[0], factor, find_values(known)) == comes_out


@pytest.mark.parametrize(
    ("told", "known", "comes_out"),
    [
        ("186 km", "186.4 km", True),
        ("187 km", "186.4 km", False),
        ("3 km", "3.4 km", False),
        ("nearly 190 tonnes", "186 t", True),
        ("nearly 190 tonnes", "193 t", False),
        ("nearly 1,300 houses", "1,240 sheep", False),
        ("more than 4,300", "4,318", True),
        ("more than 4,400", "4,318", False),
        ("almost five minutes", "4.9 minutes", True),
        ("about 5,000", "5,000", False),
        ("about 4,990", "5,000", False),
        ("less than 20 apiece", "19.80", True),
        ("some 31 km", "31.2 kg", False),
    ],
)
def test_roundings(told: str, known: str, comes_out: bool) -> None:
    assert is_rounding(find_values(told)[0], find_values(known)[0]) == comes_out
