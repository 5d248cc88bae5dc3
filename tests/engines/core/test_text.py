"""Sentences keep exact offsets and split where a reader would."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engines.core.plain.copying import model_text, safe_text
from engines.core.plain.sentences import MAX_SENTENCE
from engines.core.text import Text


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in Text.of(text).sentences]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One went. Two came!", ["One went.", "Two came!"]),
        ("Dr. Ilse Varga met Mr. Reyle at 5 p.m. on Tuesday.", ["Dr. Ilse Varga met Mr. Reyle at 5 p.m. on Tuesday."]),
        ("She joined Orrin Ltd. The firm closed.", ["She joined Orrin Ltd.", "The firm closed."]),
        ("J. R. Holt wrote it. A. Reyle read it.", ["J. R. Holt wrote it.", "A. Reyle read it."]),
        ("She stopped for P. Lasker, incl. Friday. It rained.", ["She stopped for P. Lasker, incl. Friday.", "It rained."]),
        ("See p. 12 and para. 3 of No. 4. It is clear.", ["See p. 12 and para. 3 of No. 4.", "It is clear."]),
        ("It rose 3.5 percent to 1.2 million.", ["It rose 3.5 percent to 1.2 million."]),
        ('"It works," she said. "It really does." He left.', ['"It works," she said.', '"It really does."', "He left."]),
        ('"Does it work?" asked Holt.', ['"Does it work?" asked Holt.']),
        ("He waited ... and left.", ["He waited ... and left."]),
        ("The boat sank.[1][2] Nobody died.[3]", ["The boat sank.", "Nobody died."]),
        ("The boat sank [1]. Nobody died [2].", ["The boat sank [1].", "Nobody died [2]."]),
        ("No. 5 won. No one cheered.", ["No. 5 won.", "No one cheered."]),
        ("The pier closed.The ferry stayed.", ["The pier closed.", "The ferry stayed."]),
        ("See example.com or Node.js for more.", ["See example.com or Node.js for more."]),
        ("港口关闭了。渡轮停运。", ["港口关闭了。", "渡轮停运。"]),
        ("هل غادر؟ نعم غادر.", ["هل غادر؟", "نعم غادر."]),
    ],
)
def test_splits_where_a_reader_would(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_lists_headings_and_tables_are_split_by_line_without_their_markers() -> None:
    lines = ["# Ferries", "", "- Aurelia: 310 seats", "- Marguerite: retired", "2. Third item here"]
    text = "\r\n".join([*lines, "| name | seats |", "|---|---|", "| Aurelia | 310 |"])
    assert sentences(text) == [
        "Ferries",
        "Aurelia: 310 seats",
        "Marguerite: retired",
        "Third item here",
        "name | seats",
        "Aurelia | 310",
    ]


def test_a_hard_wrapped_paragraph_is_read_across_its_line_breaks() -> None:
    text = (
        "The port authority of Hallam Bay said on Tuesday that it would\n"
        "retire its last diesel ferry in November. Two catamarans from\n"
        "Brekke will replace it, and the fares will stay as they are."
    )
    assert len(sentences(text)) == 2
    assert sentences(text)[0].endswith("ferry in November.")


def test_separate_lines_stay_separate() -> None:
    assert sentences("Anna: when does it leave\nBen: at six\nAnna: thanks") == ["Anna: when does it leave", "Ben: at six", "Anna: thanks"]


def test_a_spaced_closing_quote_stays_with_its_sentence() -> None:
    assert sentences('" It works . " He left .') == ['" It works . "', "He left ."]


@pytest.mark.parametrize("text", ["", "   \n\t ", "?!. ...", "🙂🙃", "-----\n====="])
def test_a_text_without_words_has_no_sentences(text: str) -> None:
    assert Text.of(text).sentences == ()


TEXTS = st.text(st.characters(codec=None) | st.sampled_from(list(" .!?\"'\n\r\t-•|#0aAéß你ا\ud800\x00\u2028🙂")), max_size=300)


@given(TEXTS)
@example("a" * (3 * MAX_SENTENCE))
@example("word " * 2000)
@example("\ud83d\ude00.\x00 A\u200f\u0301. ")
@settings(max_examples=300, deadline=None)
def test_sentences_are_ordered_trimmed_and_cover_every_letter(text: str) -> None:
    result = Text.of(text)
    position = 0
    for start, end in result.sentences:
        assert position <= start < end <= len(text)
        piece = text[start:end]
        assert piece.strip() == piece
        assert any(c.isalnum() for c in piece)
        assert end - start <= MAX_SENTENCE
        position = end
    covered = {i for start, end in result.sentences for i in range(start, end)}
    assert all(i in covered or not c.isalpha() or _is_marker(text, i) for i, c in enumerate(result.model_text))


def _is_marker(text: str, index: int) -> bool:
    """A single letter used as a list marker, as in "a) first" or "[x] done"."""
    return any(mark in text[max(0, index - 1) : index + 2] for mark in (f"{text[index]})", f"[{text[index]}]"))


@given(TEXTS)
def test_the_copy_for_models_has_the_same_length_and_can_be_encoded(text: str) -> None:
    copy = safe_text(text)
    assert len(copy) == len(text) == len(model_text(text))
    model_text(text).encode("utf-8")
    assert all(a == b for a, b in zip(text, copy, strict=True) if a.isalnum() or a in ".,\n")


def test_sentence_at_finds_the_sentence_of_an_offset() -> None:
    text = Text.of("  One went. Two came.")
    assert [text.sentence_at(i) for i in (0, 2, 9, 12, 20)] == [None, 0, 0, 1, 1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the port was closed . a ferry sank , officials said .", ["the port was closed .", "a ferry sank , officials said ."]),
        ("the mayor left. he went home. dr. holt stayed.", ["the mayor left.", "he went home.", "dr. holt stayed."]),
        ("it cost 3.5 million. u.s. officials agreed.", ["it cost 3.5 million.", "u.s. officials agreed."]),
        ("`` does it ? '' asked holt . he left . . . and wept .", ["`` does it ? '' asked holt .", "he left . . . and wept ."]),
        ("The port was closed . A ferry sank .", ["The port was closed .", "A ferry sank ."]),
        ("Ilse Varga e.g. swims. she rows.", ["Ilse Varga e.g. swims. she rows."]),
    ],
)
def test_small_letters_and_tokenised_text_are_split(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected
