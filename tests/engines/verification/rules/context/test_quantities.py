"""Values that the reference has in another place, or not at all, while another stands where the rest is told."""

import pytest

from engines.core.roles import Hypothesis, Verdict
from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.localizer import CompactLocalizer
from engines.verification.rules.case import Case
from engines.verification.rules.context.quantities import NOWHERE, quantity_in_context
from engines.verification.rules.context.year_spans import years_of_spans
from engines.verification.rules.pipeline import trace
from engines.verification.verifier import CompactVerifier

REFERENCE = Text.of(
    "The old swimming bath in Harlow Street was closed in May 2014 when an engineer found cracks in the roof. "
    "The council plans to open it again on Thursday, after repairs that cost £2.4 million. "
    "A bus carrying 61 pupils left the road near Penlow on Tuesday, injuring at least 16, the police said. "
    "Runner Ada Brock won the race in 2 hours 41 minutes; Ines Falk came second, 52 seconds back. "
    "A new gym, which has 120 lockers, opened beside the station in June 2016."
)

WRONG = {
    "The bath was shut in May 2011 after an engineer discovered cracks in the roof.": "May 2014",
    "The bath was shut in June 2016 after an engineer discovered cracks in the roof.": "May 2014",
    "The council will reopen the bath on Tuesday.": "Thursday",
    "The bus crashed near Penlow, and at least 26 of the pupils were hurt.": "16",
    "The repairs of the bath cost £4.2 million.": "£2.4 million",
}
RIGHT = [
    "The bath was shut in 2014 after an engineer discovered cracks in the roof.",
    "The council will reopen the bath on Thursday.",
    "The bus crashed near Penlow, and at least 16 of the pupils were hurt.",
    "The repairs of the bath cost about £2.4 million.",
    "The gym beside the station was opened in the summer of 2016.",
]


def verdict(statement: str) -> Verdict:
    return CompactVerifier().verify(REFERENCE, [Hypothesis(statement=statement)])[0]


@pytest.mark.parametrize("statement", WRONG)
def test_another_value_in_the_place_that_tells_the_rest_is_unsupported_and_shown(statement: str) -> None:
    judged = verdict(statement)
    assert judged.probability < 0.5
    assert judged.found is not None
    assert judged.found.text == WRONG[statement]
    assert REFERENCE.text[judged.found.start : judged.found.end] == WRONG[statement]


@pytest.mark.parametrize("statement", RIGHT)
def test_the_value_of_the_place_stays_supported(statement: str) -> None:
    assert verdict(statement).probability > 0.5


def test_only_the_question_about_the_value_is_unsupported() -> None:
    sentence = "The bath was shut in June 2016 after an engineer discovered cracks in the roof."
    asked = {"When was something shut?": "in June 2016", "What was shut?": "The bath"}
    hypotheses = [
        Hypothesis(statement=sentence, question=q, answer=a, sentence=sentence, predicate="shut", predicate_kind="VERB")
        for q, a in asked.items()
    ]
    wrong, right = CompactVerifier().verify(REFERENCE, hypotheses)
    assert wrong.probability < 0.5 < right.probability


STATED = Text.of(
    "Earnings of the mill per share were $3.69 for the third quarter, after $3.41 in the second. "
    "Its net interest was $971 million in the third quarter, against $946 million before."
)


def test_what_is_shown_in_a_place_is_no_value_that_the_sentence_gives_elsewhere() -> None:
    statement = "In the third quarter earnings of the mill per share were $3.50, and its net interest was $971 million."
    judged = CompactVerifier().verify(STATED, [Hypothesis(statement=statement)])[0]
    shown = {conflict.found.text for conflict in judged.conflicts if conflict.found}
    assert judged.conflicts and shown == {"$3.69"}


def test_what_counts_the_same_thing_is_shown_before_what_stands_nearer() -> None:
    reference = Text.of(
        "The ferry Solveig ran aground on a sandbank outside the harbour of Tarnby shortly after six on Tuesday morning "
        "with 214 passengers and a crew of 19 on board."
    )
    output = Text.of("A ferry with 241 passengers ran aground near Tarnby on Tuesday morning.")
    found = {output.text[word.start : word.end]: word.found for word in CompactLocalizer().locate(reference, output)}["241"]
    assert found is not None and found.text == "214"


VOTE = Text.of(
    "The rowing club voted on Friday on seven new boats. Snow had blocked the road, and many came late. "
    "The result, 118 to 94, was read out by the treasurer shortly before midnight."
)


@pytest.mark.parametrize(
    ("statement", "is_seen"),
    [
        ("The rowing club voted 118 to 94 for new boats.", False),
        ("The rowing club voted 118 to 49 for new boats.", True),
    ],
)
def test_two_values_that_stand_side_by_side_in_the_reference_are_right_wherever_that_is_told(statement: str, is_seen: bool) -> None:
    (alignment,) = align(encoded(VOTE), [statement])
    assert bool(list(quantity_in_context(Case(alignment, ())))) == is_seen


LIFE = "Agnes Moor was born in March 1871 in Skellan. The map of 1900 had his name alone; the second printing had hers. She died in 1938."


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("Agnes Moor (1871–1938) was born in Skellan.", True),
        ("Agnes Moor (1871-1900) was born in Skellan.", True),  # both years are there; what they are told of is left to the rest
        ("Agnes Moor (1878–1938) was born in Skellan.", False),
        ("The map first had his name alone.", True),
    ],
)
def test_years_of_a_life_are_told_where_both_are_and_no_adverb_is_an_ordinal(statement: str, told: bool) -> None:
    judged = CompactVerifier().verify(Text.of(LIFE), [Hypothesis(statement=statement)])[0]
    assert (not any(conflict.kind == "quantity" for conflict in judged.conflicts)) == told


@pytest.mark.parametrize("span", ["2022–23", "2022/23", "2022-2023"])
def test_a_year_of_business_is_told_by_its_two_ends(span: str) -> None:
    reference = Text.of("Annual report, April 2022 to March 2023. It was the first year since 2019 with all nine branches open.")
    output = f"The report says that {span} was the first year since 2019 with all nine branches open."
    judged = CompactLocalizer().locate(reference, Text.of(output))
    assert all(word.probability <= 0.05 for word in judged if output[word.start].isdecimal() and output[word.start : word.end] != "2019")


BRACKETS = (
    "Halvard Brekke (14 March 1871 – 2 November 1938) was a bridge engineer. In 1883 his father drowned, and Halvard was sent to Stavnes. "
    "A stroke in 1934 left him unable to draw. His pupil Einar Dahl (1902–1977) took over the office."
)


@pytest.mark.parametrize(
    ("output", "told"),
    [
        ("Pneumonia killed Brekke in 1938.", True),
        ("Halvard Brekke died on 2 November 1938.", True),
        ("Brekke, born in 1871, was an engineer.", True),
        ("Dahl died in 1977.", True),
        ("Pneumonia killed Brekke in 1977.", False),
        ("Pneumonia killed Brekke in 1871.", False),
        ("Brekke retired in 1938.", False),
    ],
)
def test_a_span_in_brackets_tells_when_somebody_was_born_and_died(output: str, told: bool) -> None:
    (alignment,) = align(encoded(Text.of(BRACKETS)), [output])
    assert bool(years_of_spans(Case(alignment, ()))) == told


@pytest.mark.parametrize(
    ("output", "number", "told"),
    [
        ("The tables for 1890 were never wrong by more than six minutes.", "1890", True),
        ("The tables for 1891 were never wrong by more than six minutes.", "1891", False),
        ("Night staff had to begin an hour earlier.", "hour", True),
        ("Night staff had to begin three hours earlier.", "three", False),
    ],
)
def test_the_following_year_and_the_hours_between_two_times_are_told(output: str, number: str, told: bool) -> None:
    reference = Text.of(
        "The machine was ready in October 1889, and its tables for the following year were never wrong by more than six minutes. "
        "Under the new rota night staff had to start at 9pm instead of 10pm."
    )
    judged = CompactLocalizer().locate(reference, Text.of(output))
    assert all((word.probability <= 0.05) == told for word in judged if output[word.start : word.end] == number)


@pytest.mark.parametrize(
    ("output", "number", "told"),
    [
        ("The chapel was closed in 1953.", "1953", True),
        ("The chapel was closed in 1954.", "1954", False),
        ("The ferry is repaired from 15 February on.", "15", True),
        ("The ferry is repaired from 16 February on.", "16", False),
    ],
)
def test_years_and_months_that_the_words_before_tell(output: str, number: str, told: bool) -> None:
    reference = Text.of(
        "Fire destroyed the roof of the chapel in 1952. It was closed the following year. "
        "The ferry stops on 8 February and is repaired from the 15th on."
    )
    judged = CompactLocalizer().locate(reference, Text.of(output))
    assert all((word.probability <= 0.05) == told for word in judged if output[word.start : word.end] == number)


ROUTES = Text.of(
    "Routes of the valley\n\n| Route | Operator | Riders 2021 | Riders 2023 |\n|---|---|---|---|\n"
    "| 7 Wexley | Hallam & Daughter | 620 | 505 |\n| 11 Stane | Redfern Coaches | 1,130 | 1,290 |\n"
)


@pytest.mark.parametrize("riders", ["505", "620"])
def test_in_a_row_of_a_table_no_number_stands_nearer_than_another(riders: str) -> None:
    (alignment,) = align(encoded(ROUTES), [f"Route 7, run by Hallam & Daughter, fell to {riders} riders."])
    assert not list(quantity_in_context(Case(alignment)))


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("The gym has stood beside the station since the end of July.", "end of July"),
        ("The bath is to open on a Sunday.", "Sunday"),
        ("The bath has been shut for two years, since 2014.", ""),
        ("The gym followed after two years and a month, in June 2016.", ""),
        ("The gym opened in mid-2016.", ""),
        ("The bus had 30 empty seats.", ""),  # a number may be of anything
        ("The repairs were 20 per cent dearer than planned.", ""),  # the reference has no percentages at all
    ],
)
def test_dates_that_are_none_of_the_reference(output: str, words: str) -> None:
    case = Case(align(encoded(REFERENCE), [output])[0])
    spans = case.hypothesis.spans
    seen = [output[spans[min(c.tokens)][0] : spans[max(c.tokens)][1]] for c in trace(case) if c.rule == NOWHERE]
    assert seen == ([words] if words else [])
