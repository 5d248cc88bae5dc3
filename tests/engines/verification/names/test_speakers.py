"""Who speaks where no label says so: interviews of questions and answers; and which texts are none."""

import pytest

from engines.verification.names.speakers import interview, speakers, spoken

INTRODUCTION = "At the Brannow depot Edda Quaile has run the night ferries since 2017. She spoke to us before the last crossing."
ASKED = (
    ("How did you come to the ferries?", "By accident. I was a clerk, and the pilot, Bryn Aldous, broke his hip."),
    ("What was it like then?", "Small.\n\nWe had two boats. I slept on the quay."),
    ("And now?", "There are nine, and I like every one of them."),
)
INTERVIEW = "\n\n".join([INTRODUCTION, *(f"{question}\n\n{answer}" for question, answer in ASKED)])


def test_answers_are_of_whom_the_introduction_names() -> None:
    found = interview(INTERVIEW)
    assert [turn.speaker for turn in found] == ["", "Edda Quaile"] * 3
    assert [INTERVIEW[turn.start : turn.end].strip() for turn in found] == [part for pair in ASKED for part in pair]
    assert {INTERVIEW[slice(*turn.place)] for turn in found if turn.speaker} == {"Edda Quaile"}
    assert INTERVIEW.index("Edda Quaile") == found[1].named < found[0].start and found[-1].end == len(INTERVIEW)


def test_paragraphs_may_be_lines() -> None:
    lines = interview(INTERVIEW.replace("\n\n", "\n"))
    assert [turn.speaker for turn in lines] == ["", "Edda Quaile"] * 3


@pytest.mark.parametrize(
    "text",
    [
        "",
        INTERVIEW.removeprefix(INTRODUCTION),  # nobody is introduced
        INTERVIEW.replace("I ", "she "),
        INTERVIEW.replace("you", "she"),
        INTERVIEW.replace("And now?", "And now there are nine."),
        INTERVIEW + "\n\nThe ferries have run for a century and more." * 20,  # here and there a question
        INTRODUCTION + " They carry coal, sheep and post." * 40 + INTERVIEW.removeprefix(INTRODUCTION),
        "Edda Quaile stood up. “Who are you?” she asked. I said nothing. Why should I? Because she was my aunt?",
    ],
)
def test_other_texts_are_no_interviews(text: str) -> None:
    assert interview(text) == ()


def test_labels_tell_who_speaks_where_there_are_any() -> None:
    text = "Edda Quaile met us.\nHost: When did you come?\nBo Lind: I came in spring.\nHost: And then?\nBo Lind: I stayed."
    assert [turn.speaker for turn in spoken(text)] == ["Host", "Bo Lind", "Host", "Bo Lind"]
    assert spoken(INTERVIEW) == interview(INTERVIEW)


def test_speakers_are_those_in_turn_those_interviewed_and_the_senders_of_letters() -> None:
    assert speakers("Host: When?\nAda Kern: In spring.\nHost: And then?\nAda Kern (laughing): I stayed.") == {"Host", "Ada Kern"}
    assert speakers("From: Ada Kern <ada@example.org>\nTo: Bo Lind\n\nI will come.\n\n> **From:** Bo Lind\n> Good.") == {
        "Ada Kern",
        "Bo Lind",
    }
    assert speakers(INTERVIEW) == {"Edda Quaile"} and speakers("From Norvik to Tarn: a walk.") == frozenset()
