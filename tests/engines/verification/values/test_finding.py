"""Values are found with exact offsets and compared by what they amount to."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.plain.copying import model_text
from engines.verification.values.finding import Value, compare, entails, find_values


def value(text: str) -> Value:
    found = find_values(text)
    assert len(found) == 1, f"{text!r}: {[v.surface for v in found]}"
    return found[0]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("1,500 m", "1.5 km"),
        ("The 5,000 m race", "5 km"),
        ("forty-one boats", "41 boats"),
        ("forty - one boats", "41 boats"),
        ("two dozen eggs", "24 eggs"),
        ("1.5 million users", "1,500,000 users"),
        ("two hundred and fifty thousand", "250,000"),
        ("half a million", "500,000"),
        ("half of them", "50% of them"),
        ("one in five", "20 percent"),
        ("one large sample in five", "20 percent"),
        ("12 per cent", "12 %"),
        ("$5m", "5 million dollars"),
        ("It rose to 1.63. Then it fell.", "1.63"),
        ("a share for $2.50.", "$2.5"),
        ("$ 5 m", "US$5,000,000"),
        ("£2.5bn", "£2,500 million"),
        ("18 €", "€18"),
        ("18\u202f400 €", "€18,400"),
        ("1\u00a0500 people", "1,500 people"),
        ("3 March 2024", "March 3, 2024"),
        ("in '78", "in 1978"),
        ("November ’63", "November 1963"),
        ("3 March '05", "3 March 2005"),
        ("Tue", "on Tuesdays"),
        ("Sat 7 Feb", "Saturday 7 February"),
        ("29:40", "29 minutes 40 seconds"),
        ("1:05.3", "65.3 seconds"),
        ("2024-03-03", "the 3rd of March 2024"),
        ("March 3 , 2024", "03 Mar 2024"),
        ("18:40", "6:40 pm"),
        ("6 p.m.", "18:00"),
        ("the nineties", "the 1990s"),
        ("the 19th century", "the nineteenth century"),
        ("a 24 - year - old", "aged 24"),
        ("two weeks", "14 days"),
        ("90 minutes", "1.5 hours"),
        ("68 degrees Fahrenheit", "20 °C"),
        ("the twenty-first", "the 21st"),
        ("won 3 – 1", "won 3-1"),
        ("two-thirds", "two thirds of"),
        ("5-10 km", "5 to 10 kilometres"),
        ("fell to −7 degrees", "fell to minus 7 degrees"),
        ("fined # 45,000 after", "£45,000"),
        ("an hour and a half", "90 minutes"),
        ("two years and a half", "30 months"),
        ("a litre and a half", "1,500 millilitres"),
        ("three quarters of an hour", "45 minutes"),
        ("a quarter of a metre", "25 cm"),
        ("stayed for a fortnight", "14 days"),
        ("three quarters of a million pounds", "750,000 pounds"),
        ("an eighth of its huts", "12.5%"),
        ("one respondent in four", "25 per cent"),
        ("nine out of ten candidates", "90%"),
        ("205p", "£2.05"),
        ("a hundred thousand people", "100,000 people"),
        ("a hundred and fifty people", "150 people"),
        ("a thousand five hundred people", "1,500 people"),
        ("two and a half million cars", "2.5 million cars"),
        ("a million and a half people", "1,500,000 people"),
        ("a quarter of a million people", "250,000 people"),
        ("New Year's Eve", "31 December"),
        ("Christmas Day", "25 December"),
    ],
)
def test_same(a: str, b: str) -> None:
    assert compare(value(a), value(b)) == "same"
    assert compare(value(b), value(a)) == "same"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("in 2023", "in 2024"),
        ("3 March 2024", "4 March 2024"),
        ("3 March 2024", "Monday"),
        ("on Monday", "on Tuesday"),
        ("1984", "the 1990s"),
        ("5 km", "5 miles"),
        ("41 boats", "14 boats"),
        ("12 %", "21 %"),
        ("$5m", "$5bn"),
        ("won 3-1", "won 3-2"),
        ("6:40 pm", "6:40 am"),
        ("the first", "the second"),
        ("more than 500 people", "400 people"),
        ("aged 24", "a 25-year-old"),
        ("499 people", "500 people"),
        ("15,412 votes", "15,421 votes"),
        ("8,848 metres", "8,840 metres"),
        ("99.9 %", "99.8 %"),
        ("a hundred thousand people", "100 people"),
        ("several thousand people", "5 people"),
    ],
)
def test_different(a: str, b: str) -> None:
    assert compare(value(a), value(b)) == "different"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("March 2024", "3 March 2024"),
        ("1984", "the 1980s"),
        ("3 March 2024", "Sunday"),
        ("about 500 people", "512 people"),
        ("more than 500 people", "612 people"),
        ("1.5 million", "1,512,340"),
        ("5 miles", "8 km"),
        ("at 6:40", "at 18:40"),
        ("24 of them", "a 24-year-old"),
        ("half past six", "18:30"),
        ("seven o'clock", "7 pm"),
        ("at ten to nine", "20:50"),
        ("around midnight", "23:55"),
        ("-18 °C", "0 °F"),
        ("1 °C", "34 °F"),
        ("several thousand people", "5,000 people"),
    ],
)
def test_compatible(a: str, b: str) -> None:
    assert compare(value(a), value(b)) == "compatible"


@pytest.mark.parametrize(("a", "b"), [("last Tuesday", "on Monday"), ("5 km", "5 kg"), ("in 2024", "in March"), ("500 people", "in 1984")])
def test_incomparable(a: str, b: str) -> None:
    assert compare(value(a), value(b)) == "incomparable"


def test_a_less_exact_claim_is_entailed_but_not_a_more_exact_one() -> None:
    assert entails(value("512 people"), value("about 500 people"))
    assert entails(value("512 people"), value("more than 500 people"))
    assert not entails(value("more than 500 people"), value("512 people"))
    assert entails(value("3 March 2024"), value("in March 2024"))
    assert not entails(value("in March 2024"), value("3 March 2024"))
    assert entails(value("at 17:15"), value("at quarter past five"))
    assert not entails(value("at quarter past five"), value("at 17:15"))
    assert entails(value("-18 °C"), value("0 °F"))
    assert entails(value("1984"), value("the 1980s"))
    assert not entails(value("the 1980s"), value("in 1984"))


@pytest.mark.parametrize(("claimed", "told"), [("15 February", True), ("16 February", False), ("15 March", False), ("15.5 metres", False)])
def test_a_day_alone_is_one_of_the_month_told_before(claimed: str, told: bool) -> None:
    eighth, day = find_values("It stops on 8 February and is repaired from the 15th on.")
    assert entails(day, value(claimed)) == told and not entails(eighth, value(claimed))
    assert not entails(value("from the 15th on"), value(claimed)) and entails(day, value("the 15th"))


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("The gate is shut from 7.30 to 10.30 and not a minute more.", [450, 630]),
        ("The cable parted at about 6.40 on Tuesday.", [400]),
        ("Doors open at 7.30, and the last bus leaves at 22.05.", [450, 1325]),
        ("between 7.30 and 10.30 in the morning", [450, 630]),
        ("The bar is open until 11.30 on Friday.", [690]),
        ("The shares closed at 7.30 dollars.", []),
        ("It rose from 7.30 to 10.30 per cent.", []),
        ("They are sold at 2.50 each, at 3.5 and at 7.99.", []),
        ("The plank is between 2.50 and 3.50 metres long.", []),
    ],
)
def test_a_dot_between_hours_and_minutes(text: str, times: list[int]) -> None:
    assert [round(found.low) for found in find_values(text) if found.kind == "time"] == times


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("a quarter to eight in the evening", "19:45"),
        ("half past six in the morning", "06:30"),
        ("twenty-five past three pm", "15:25"),
        ("twenty past midnight", "00:20"),
        ("five minutes to noon", "11:55"),
        ("at six in the evening", "18:00"),
        ("seven o'clock in the evening", "19:00"),
        ("at three in the afternoon", "15:00"),
        ("by two o'clock at night", "02:00"),
    ],
)
def test_times_in_words(spoken: str, written: str) -> None:
    (found,), (clock,) = find_values(spoken), find_values(written)
    assert (found.kind, found.low, found.half_day) == ("time", clock.low, False)


@pytest.mark.parametrize(
    "text", ["from two to four", "won ten to nine", "at two to five people", "six in the evening class", "ten past the mill"]
)
def test_numbers_that_are_no_times(text: str) -> None:
    assert all(found.kind != "time" for found in find_values(text))


@pytest.mark.parametrize(("text", "surfaces"), [("an hour and a half of the staff", ["a half"]), ("one man in the crowd", ["one"])])
def test_what_looks_like_a_part_and_is_none(text: str, surfaces: list[str]) -> None:
    assert [found.surface for found in find_values(text)] == surfaces


@pytest.mark.parametrize("text", ["COVID-19", "vitamin B12", "an F-16", "version 1.2.3", "no one came", "one of the men", "she may go"])
def test_not_values(text: str) -> None:
    assert find_values(text) == ()


def test_values_of_a_passage() -> None:
    text = "On 4 May 2019 some 300 guests, two of them aged 90, paid £12.50 each and walked 3.2 km, at least 20 % of them barefoot."
    found = find_values(text)
    assert [(v.kind, v.surface, v.comparator) for v in found] == [
        ("date", "4 May 2019", "="),
        ("number", "300", "~"),
        ("number", "two", "="),
        ("quantity", "90", "="),
        ("money", "£12.50", "="),
        ("quantity", "3.2 km", "="),
        ("percent", "20 %", ">="),
    ]
    assert found[1].counted == "guests"


def test_a_part_of_a_part_of_a_part_is_read_in_no_time() -> None:
    assert len(find_values("one in " * 5000 + "two.")) < 5000


def test_a_number_before_a_sum_is_no_part_of_it() -> None:
    assert [(v.kind, v.surface) for v in find_values("20 £30 tickets")] == [("number", "20"), ("money", "£30")]


def test_a_number_sign_is_a_pound_only_before_a_sum() -> None:
    assert [(v.kind, v.surface) for v in find_values("the # 1 seed and #15")] == [("number", "1"), ("number", "15")]


_PIECES = [
    "5",
    "1,500",
    "m",
    "km",
    "March",
    "3",
    "2024",
    "-",
    "–",
    "forty",
    "-one",
    "half",
    "a",
    "million",
    "$",
    "%",
    "'90s",
    "to",
    "6",
    ":",
    "40",
    "pm",
    "é",
    "👍",
    ".",
]


def test_a_quantity_in_two_units_is_read_with_plain_spaces() -> None:
    assert [value.surface for value in find_values("It is 5\u00a0km\u00a05\u00a0m away")] == ["5 km 5 m"]


@settings(deadline=None)
@given(st.lists(st.sampled_from(_PIECES) | st.text(max_size=4), max_size=12), st.sampled_from(["", " ", "\u00a0"]))
def test_spans_are_exact_ordered_and_finite(pieces: list[str], glue: str) -> None:
    text = glue.join(pieces)
    end = 0
    for found in find_values(text):
        assert model_text(text)[found.start : found.end] == found.surface
        assert found.start >= end
        end = found.end
        assert not math.isnan(found.low)
        if found.kind != "relative":
            assert compare(found, found) == "same" or found.kind == "date"


@pytest.mark.parametrize(
    "text",
    [
        "²",
        "at ²:30 pm",
        "3:²",
        "²:³",
        "on 4 May ²",
        "'²0s",
        "20²0s",
        "²/³",
        "2019-²-²",
        "$² million",
        "9" * 5000,
        "9" * 299 + " trillion",
        "2019-" + "9" * 5000 + "-1",
        "hundred " * 900,
        "1." + "0" * 5000,
        "-" + "9" * 400 + "%",
        "9" * 200 + "-" + "9" * 250,
    ],
)
def test_what_looks_like_a_number_and_is_none_is_passed_over(text: str) -> None:
    for value in find_values(text):
        assert model_text(text)[value.start : value.end] == value.surface
        assert compare(value, value) in ("same", "compatible", "incomparable")


def test_digits_of_every_script_are_read() -> None:
    (fullwidth,) = find_values("in ２０１９")
    (arabic,) = find_values("٤ May ٢٠١٩")
    (plain,) = find_values("4 May 2019")
    assert fullwidth.kind == "date" and fullwidth.low == 2019
    assert compare(arabic, plain) == "same"


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("Profit fell from 5.1 to 4.4 million euros.", ["5.1 million euros", "4.4 million euros"]),
        ("Sales rose from 40 to 46 percent.", ["40 percent", "46 percent"]),
        ("The price dropped from $50 to $40.", ["$50", "$40"]),
        ("The crew grew from 12 to 15 sailors.", ["12", "15"]),
    ],
)
def test_what_changes_from_one_amount_to_another_is_no_range(text: str, amounts: list[str]) -> None:
    found = find_values(text)
    assert [(v.kind, v.low, v.high) for v in found] == [(v.kind, v.low, v.high) for v in map(value, amounts)]


def test_between_two_amounts_there_is_a_range() -> None:
    assert (value("between 180 and 185 million euros").low, value("between 180 and 185 million euros").high) == (180e6, 185e6)
    assert value("between 2,400 and 2,600 units").low == 2400
    assert value("between five and ten boats").high == 10
    assert [v.surface for v in find_values("between Orlo and 12 boats")] == ["12"]


@pytest.mark.parametrize("space", ["&nbsp;", "&#160;", "&ensp;", "&thinsp;", "\u2009"])
@pytest.mark.parametrize(
    "text", ["on 9 May 1931", "5 ft 10 in", "two hours and 10 minutes", "at 10 a.m.", "£5 million", "1929 – 31", "20 °C", "40 %"]
)
def test_a_space_is_a_space_however_it_is_written(text: str, space: str) -> None:
    written = text.replace(" ", space)
    found = find_values(written)
    assert [(v.kind, v.low, v.high, v.calendar, v.unit) for v in found] == [
        (v.kind, v.low, v.high, v.calendar, v.unit) for v in find_values(text)
    ]
    assert all(0 <= v.start < v.end <= len(written) for v in found)


def test_a_dash_is_a_dash_however_it_is_written() -> None:
    assert [v.low for v in find_values("from 1931&ndash;33")] == [v.low for v in find_values("from 1931–33")] == [1931, 1933]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Mon–Sat", [0, 5]),
        ("Sat, Sun", [5, 6]),
        ("Sun 22 Feb", [6]),
        ("They sat down.", []),
        ("Sat in the sun, they read The Sun.", []),
        ("They wed in May.", [None]),
    ],
)
def test_short_names_of_days(text: str, days: list[int | None]) -> None:
    assert [value.calendar[2] for value in find_values(text)] == days


@pytest.mark.parametrize("text", ["A 50:50 split", "at 18:40 and 12:15", "1:09:14"])
def test_what_is_no_length_of_a_race(text: str) -> None:
    assert all(value.unit != "duration" for value in find_values(text))


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("The 2023/24 season", [2023, 2024]),
        ("The winter of 1999/00", [1999, 2000]),
        ("From 2017–22 on", [2017, 2022]),
        ("Form 2023/12", [2023]),
    ],
)
def test_the_year_of_two_digits_behind_another(text: str, years: list[int]) -> None:
    assert [value.low for value in find_values(text) if value.kind == "date"] == years


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("It failed over the weekend of 18–19 April.", [(4, 18), (4, 19)]),
        ("It failed on 18 - 19 April.", [(4, 18), (4, 19)]),
        ("From 3 to 5 May it rained.", [(5, 3), (5, 5)]),
        ("Between the 3rd and the 5th of May it rained.", [(5, 3), (5, 5)]),
        ("On 3, 4 and 5 May it rained.", [(5, 3), (5, 4), (5, 5)]),
        ("In the night of 3/4 May it rained.", [(5, 3), (5, 4)]),
        ("April 18–19 were dry.", [(4, 18), (4, 19)]),
        ("April 18th–19th were dry.", [(4, 18), (4, 19)]),
        ("It rained on May 3 and 5.", [(5, 3), (5, 5)]),
        ("On May 3 and 5 people left.", [(5, 3)]),
        ("They won 3-2, 5 May being the day.", [(5, 5)]),
        ("Of 12 to 5 May belongs.", [(5, 5)]),
        ("From 28 May to 2 June it rained.", [(5, 28), (6, 2)]),
        ("On 3 and 40 May be enough.", []),
    ],
)
def test_days_that_share_a_month(text: str, days: list[tuple[int, int]]) -> None:
    assert [value.calendar[:2] for value in find_values(text) if value.kind == "date"] == days


@pytest.mark.parametrize("text", ["On 18 and 19 April 1987 it rained.", "On April 18 and 19, 1987, it rained."])
def test_days_that_share_a_month_share_its_year(text: str) -> None:
    assert [value.low for value in find_values(text)] == [1987, 1987]
