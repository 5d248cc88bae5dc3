"""Who speaks when in texts with several speakers; and which texts are none."""

import pytest

from engines.core.plain.turns import addressed, letters, turn_at, turns

INTERVIEW = "Host: When did you come?\nAda Kern: In spring.\nI was seven.\nHost: And then?\nAda Kern (laughing): I stayed."


def test_a_turn_goes_on_until_the_next_speaker() -> None:
    found = turns(INTERVIEW)
    assert [turn.speaker for turn in found] == ["Host", "Ada Kern", "Host", "Ada Kern"]
    assert INTERVIEW[found[1].said : found[1].end].strip() == "In spring.\nI was seven."
    assert INTERVIEW[found[3].named :].startswith("Ada Kern")
    turn = turn_at(found, INTERVIEW.index("I was seven"))
    assert turn is not None and turn.speaker == "Ada Kern" and addressed(found, turn) == "Host"


@pytest.mark.parametrize("start", ["[00:14] ", "00:14:09 - ", "**", "> "])
def test_times_and_marks_before_a_speaker_are_no_part_of_the_name(start: str) -> None:
    end = "**" if start == "**" else ""
    text = "\n".join(f"{start}{name}{end}: {words}" for name, words in (("Bo Lind", "Yes."), ("Dr. Iva Noll", "No."), ("Bo Lind", "Why?")))
    assert [turn.speaker for turn in turns(text)] == ["Bo Lind", "Dr. Iva Noll", "Bo Lind"]


def test_initials_are_of_whoever_spoke_before() -> None:
    text = "The Quay Lantern: Why?\nMarra: By chance.\nQL: And then?\nM: I stayed.\nZ: So did I."
    found = turns(text)
    assert [turn.speaker for turn in found] == ["The Quay Lantern", "Marra", "The Quay Lantern", "Marra", "Z"]
    assert [text[slice(*turn.place)] for turn in found] == ["The Quay Lantern", "Marra", "QL", "M", "Z"]


def test_questions_and_answers_are_turns_of_nobody_by_name() -> None:
    assert [turn.speaker for turn in turns("Q: Who left?\nA: I did.\nQ: When?")] == ["", "", ""]


@pytest.mark.parametrize(
    "text",
    [
        "Name: Ada Kern\nPlace: Norvik\nYear: 1968",
        "From: Ada Kern\nTo: Bo Lind\nSubject: Boats\n\nDear Bo.\n\nFrom: Bo Lind\nTo: Ada Kern\nSubject: Boats",
        "The council met. One thing was clear: nobody had asked.\nAnother thing was clear: nobody would.",
        "",
    ],
)
def test_lists_letters_and_prose_have_no_turns(text: str) -> None:
    assert turns(text) == ()


def test_letters_are_told_by_who_sends_them() -> None:
    text = "From: Ada Kern <ada@example.org>\nTo: Bo Lind\n\nI will come.\n\n**From:** Bo Lind\nTo: Ada Kern\n\nGood."
    first, second = letters(text)
    assert (first.speaker, second.speaker) == ("Ada Kern", "Bo Lind")
    assert text[second.named :].startswith("Bo Lind") and (first.start, first.end, second.end) == (0, second.start, len(text))
    assert letters("From Norvik to Tarn: a walk.") == () and letters("") == ()


LETTER = (
    "Dear fellow keepers,\n\nI promised to write.\n\n{}\n\nWith warm wishes, and steady ground,\n\nOttoline Brask\nHonorary Secretary\n"
)


def test_a_letter_with_a_greeting_is_told_by_who_signs_it() -> None:
    text = LETTER.format("We met in May.")
    (letter,) = letters(text)
    assert (letter.speaker, letter.start, letter.end) == ("Ottoline Brask", 0, len(text))
    assert text[letter.named :].startswith("Ottoline Brask") and letter.speaker == "Ottoline Brask"
    assert [turn.speaker for turn in letters("Hi all,\nI am off.\n\nYours, at a height,\nSunniva Platt, Secretary")] == ["Sunniva Platt"]
    assert [turn.speaker for turn in letters("Hello,\n\nI am off.\n\nBest wishes,\n\nTomas")] == ["Tomas"]


@pytest.mark.parametrize(
    "text",
    [
        LETTER.format("We met.").removeprefix("Dear fellow keepers,\n\n"),  # no greeting
        "Dear all,\n\nWe met on Monday, and so did\nMrs Ada Osk\n",  # no closing
        "Dear all,\n\nBest wishes,\nTomas\n\nThe club met in May. It has no money.\nIt asks for some.\nIt will be shut.\nNobody came.",
        "Dear " + "a " * 20_000 + "\n" + "Yours,\n" * 20_000,
    ],
)
def test_what_is_not_signed_is_told_by_nobody(text: str) -> None:
    assert letters(text) == ()
