"""Where edits lie in a draft that was edited by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.results import Edit
from explorer.services.drafting import ACCEPTED, REJECTED, UNDECIDED, RevisionDraft
from explorer.services.live.placing import Placed, draft_text, lines, placed
from tests.strategies import texts

OUTPUT = "A storm damaged the mast. Forty elephants slept. The ferry was built in 1937. It sank in May."


def edit(words: str, replacement: str) -> Edit:
    start = OUTPUT.index(words)
    return Edit(start, start + len(words), replacement, "why", ())


EDITS = (edit(" Forty elephants slept.", ""), edit("1937", "1973"), edit("in May", "on Monday"))


def draft(written: str | None, *choices: int) -> RevisionDraft:
    return RevisionDraft("a", EDITS, choices=choices, written=written)


def found(written: str, *choices: int) -> list[tuple[str, int] | None]:
    return [place and (written[place.start : place.end], place.choice) for place in placed(OUTPUT, draft(written, *choices))]


def test_before_anybody_wrote_they_lie_where_they_were_made() -> None:
    made = draft(None, ACCEPTED, UNDECIDED, REJECTED)
    text = draft_text(OUTPUT, made)
    places = placed(OUTPUT, made)
    assert [place and text[place.start : place.end] for place in places] == ["", "1937", "in May"]
    assert [place and place.choice for place in places] == [ACCEPTED, UNDECIDED, REJECTED]


def test_words_written_elsewhere_move_them() -> None:
    written = OUTPUT.replace("A storm", "On Tuesday a great storm").replace("1937", "1973") + " Nobody was hurt."
    assert found(written, UNDECIDED, ACCEPTED, REJECTED) == [
        (" Forty elephants slept.", UNDECIDED),
        ("1973", ACCEPTED),
        ("in May", REJECTED),
    ]


def test_what_hands_changed_is_not_made() -> None:
    written = OUTPUT.replace("1937", "1940").replace("Forty elephants", "Fifty elephants")
    assert found(written, UNDECIDED, ACCEPTED, UNDECIDED) == [None, None, ("in May", UNDECIDED)]
    assert found("Something else altogether.", 0, 0, 0)[1:] == [None, None]


def test_what_hands_did_as_the_edit_would_counts_as_accepted() -> None:
    written = OUTPUT.replace("1937", "1973").replace(" Forty elephants slept.", "")
    assert found(written, UNDECIDED, REJECTED, UNDECIDED) == [("", ACCEPTED), ("1973", ACCEPTED), ("in May", UNDECIDED)]


def test_what_was_accepted_and_taken_back_by_hand_can_be_accepted_again() -> None:
    assert found(OUTPUT + "!", ACCEPTED, ACCEPTED, ACCEPTED) == [
        (" Forty elephants slept.", UNDECIDED),
        ("1937", UNDECIDED),
        ("in May", UNDECIDED),
    ]


def test_lines_of_a_box_end_with_one_sign() -> None:
    assert lines("a\r\nb\rc\n") == "a\nb\nc\n"
    windows = RevisionDraft("a", (Edit(3, 4, "x", "", ()),), choices=(UNDECIDED,))
    assert placed("a\r\nb", windows) == [Placed(2, 3, UNDECIDED)]


@given(texts, texts, st.integers(0, 60), st.integers(0, 20), st.sampled_from([ACCEPTED, UNDECIDED, REJECTED]))
def test_a_place_always_has_the_words_of_its_state(original: str, written: str, start: int, length: int, choice: int) -> None:
    original = lines(original)
    start = min(start, len(original))
    one = Edit(start, min(start + length, len(original)), "new words", "", ())
    place = placed(original, RevisionDraft("a", (one,), choices=(choice,), written=written))[0]
    if place is not None:
        words = "new words" if place.choice == ACCEPTED else original[one.start : one.end]
        assert lines(written)[place.start : place.end] == words


def test_a_long_draft_is_compared_by_its_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer.services.live.placing._MOST_COMPARED", 10)
    written = "On Tuesday a" + OUTPUT[1:].replace("1937", "the year 1940")
    assert found(written, 0, 0, 0)[1:] == [None, ("in May", 0)]
