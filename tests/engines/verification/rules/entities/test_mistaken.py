"""Names in the place of others, and titles that somebody else has."""

import pytest

from engines.core.roles import Hypothesis, Verdict
from engines.core.text import Text
from engines.verification.verifier import CompactVerifier

REFERENCE = Text.of(
    "The Sandvik Players have chosen Rhea Lindqvist as their director from January. Lindqvist, 39, was born in Tolver in 1984 and has "
    "taught at the drama school in Port Ellan since 2011. The theatre's treasurer, Owen Hartig, said the members had voted for "
    "Lindqvist by a large majority. The actor Milo Brandt, a member of the board, warned that "
    "the stage in Quarry Lane was too small for musicals. "
    "Culture minister Ana Pereira promised 3 million crowns for a new stage at the harbour, but the mayor, Sten Holm, favours repairs. "
    '"It belongs to those who never gave it up," said Dora Finch, the chair of the friends of the theatre. '
    "Vera Holm, the mayor's sister, walked to the hut to raise the alarm; Pereira and Brandt waited in the car. "
    "Judge Tom Varga fined the rival theatre, Kestrel Hall, for noise; prosecutor Lena Ruiz had asked for more."
)

MISPLACED = {
    "Owen Hartig warned that the stage in Quarry Lane was too small for musicals.": "Milo Brandt",
    "Sten Holm promised 3 million crowns for a new stage at the harbour.": "Ana Pereira",
    "Lindqvist has taught at the drama school in Tolver since 2011.": "Port Ellan",
    "Ana Pereira walked to the hut to raise the alarm.": "Vera Holm",
    "Owen Hartig said the theatre belonged to those who never gave it up.": "Dora Finch",
    "The prosecutor fined Kestrel Hall for noise.": "Judge Tom Varga",
}
TITLES = {
    "Milo Brandt, the theatre's treasurer, sits on the board.": "actor",
    "Owen Hartig, chair of the friends of the theatre, said the members had voted for Lindqvist.": "theatre's treasurer",
    "The mayor, Owen Hartig, favours repairs.": "Sten Holm",
}
RIGHT = [
    "Milo Brandt, an actor, warned that the stage was too small.",
    "The board member Milo Brandt called the stage in Quarry Lane too small.",
    "Owen Hartig, the treasurer, said the members had chosen Lindqvist.",
    "Lindqvist teaches in Port Ellan.",
    "Lindqvist was born in Tolver.",
    "Dora Finch said the theatre belonged to those who never gave it up.",
    "Ana Pereira, the minister of culture, promised 3 million crowns for a stage at the harbour.",
    "The mayor's sister walked to the hut to raise the alarm.",
    "The judge fined Kestrel Hall for noise.",
]


def verdict(statement: str) -> Verdict:
    return CompactVerifier().verify(REFERENCE, [Hypothesis(statement=statement)])[0]


def shown(judged: Verdict) -> str:
    return judged.found.text if judged.found else ""


@pytest.mark.parametrize("statement", MISPLACED)
def test_a_name_in_the_place_of_another_is_unsupported_and_the_other_shown(statement: str) -> None:
    judged = verdict(statement)
    assert judged.probability < 0.5
    assert MISPLACED[statement] in shown(judged)


@pytest.mark.parametrize("statement", TITLES)
def test_a_title_that_somebody_else_has_is_unsupported_and_the_right_one_shown(statement: str) -> None:
    judged = verdict(statement)
    assert judged.probability < 0.5
    assert TITLES[statement] in shown(judged)


@pytest.mark.parametrize("statement", RIGHT)
def test_names_and_titles_in_their_place_stay_supported(statement: str) -> None:
    assert verdict(statement).probability > 0.5


def test_only_the_question_about_the_misplaced_name_is_unsupported() -> None:
    sentence = "Owen Hartig warned that the stage in Quarry Lane was too small for musicals."
    who = Hypothesis(
        statement=sentence,
        question="Who warned about something?",
        answer="Owen Hartig",
        sentence=sentence,
        predicate="warned",
        predicate_kind="verb",
        answer_span=(0, 11),
        predicate_span=(12, 18),
    )
    where = Hypothesis(
        statement=sentence,
        question="What was too small for something?",
        answer="the stage in Quarry Lane",
        sentence=sentence,
        predicate="was",
        predicate_kind="copula",
        answer_span=(24, 48),
        predicate_span=(49, 52),
    )
    named, placed = CompactVerifier().verify(REFERENCE, [who, where])
    assert named.probability < 0.5 < placed.probability


def test_a_name_made_of_two_is_unsupported() -> None:
    assert verdict("Owen Brandt, a member of the board, warned that the stage was too small.").probability < 0.5


def test_a_name_that_the_sentence_has_too_is_no_rival() -> None:
    assert verdict("Holm walked to the hut to raise the alarm while Pereira waited.").probability > 0.5
