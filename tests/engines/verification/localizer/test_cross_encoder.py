"""What the cross-encoder is told of words, and what it says of them."""

from pathlib import Path

import numpy as np
import pytest

from engines.core.errors import UnavailableError
from engines.core.text import Text
from engines.verification.encoding.alignment import Alignment, align
from engines.verification.encoding.encoder import piece_of
from engines.verification.encoding.reference import encoded
from engines.verification.localizer import cross_encoder
from engines.verification.localizer.cloze import clozes
from engines.verification.localizer.cross_encoder import LONGEST, SHIFT, Pair, load_cross_encoder, pairs, read
from engines.verification.localizer.marks import Mark
from engines.verification.localizer.pointer import pointed
from engines.verification.localizer.reading import read_output

REFERENCE = "The council bought the barge in March. " + "Nobody saw the fox again. " * 3 + "A clerk closed the harbour gate at noon."


def alignment(sentence: str) -> Alignment:
    return align(encoded(Text.of(REFERENCE)), [sentence])[0]


def marks(sentence: str) -> dict[str, Mark]:
    (pair,) = pairs(alignment(sentence))
    return {piece_of(int(piece)): Mark(mark) for piece, mark in zip(pair.own, pair.marks, strict=True)}


def test_words_are_marked_by_where_the_reference_has_them_and_by_the_thesaurus() -> None:
    told = marks("The council purchased the barge and opened the gate and the violin.")
    assert told["the"] == told["and"] == Mark.LINKING
    assert told["council"] == told["barge"] == Mark.BESIDE
    assert told["purchased"] == Mark.SAME
    assert told["opened"] == Mark.OTHERWISE
    assert told["violin"] in (Mark.NOWHERE, Mark.LISTED) and told["gate"] == Mark.BESIDE


def test_passages_are_marked_by_what_they_are_to_the_output() -> None:
    (pair,) = pairs(alignment("The council purchased the barge."))
    told = {piece_of(int(piece)): Mark(mark) for piece, mark in zip(pair.passages, pair.passage_marks, strict=True)}
    assert (told["council"], told["bought"], told["march"]) == (Mark.OF_OUTPUT, Mark.RELATED, Mark.PASSAGE)


def log_odds(sentence: str) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    of = alignment(sentence)
    return load_cross_encoder().log_odds(pairs(of), len(of.words))


def test_a_word_that_says_something_else_looks_wronger_than_the_same_and_another_that_says_it() -> None:
    bought, purchased, sold = (log_odds(f"The council {verb} the barge in March.")[2] for verb in ("bought", "purchased", "sold"))
    assert sold > purchased + 1 and sold > bought + 1


def test_pronouns_are_left_to_others() -> None:
    output = "The council sold the barge. It sold her in May."
    reading = read_output(encoded(Text.of(REFERENCE)), Text.of(output))
    added = {
        sentence.tree.doc.text[word.start : word.end]: value
        for sentence in reading.sentences
        for word, value in zip(sentence.tree.words, read(sentence), strict=True)
    }
    assert added["It"] == added["her"] == added["barge"] == -SHIFT
    assert added["sold"] > -SHIFT and added["May"] > -SHIFT


def test_every_word_of_a_long_sentence_is_read() -> None:
    sentence = "The council bought the barge, " + "and a clerk closed the gate, " * 30 + "and nobody saw it."
    found = pairs(alignment(sentence))
    assert len(found) > 1 and max(len(pair.own) for pair in found) == LONGEST
    assert np.isfinite(log_odds(sentence)).all() and (log_odds(sentence) != 0).all()


def test_of_a_passage_without_end_the_part_is_read_that_fits() -> None:
    reference = encoded(Text.of(f"The store holds {'望遠鏡' * 300} and a brass telescope from Mirava."))
    (of,) = align(reference, ["The brass telescope came from Mirava."])
    assert np.diff(reference.piece_offsets).max() > 512
    (pair,) = pairs(of)
    assert len(pair.ids) <= 512 and {"brass", "telescope"} <= {piece_of(int(piece)) for piece in pair.passages}
    assert np.isfinite(load_cross_encoder().log_odds([pair], len(of.words))).all()
    assert all(len(cloze.ids) <= 512 for cloze in clozes(of)) and pointed(read_output(reference, Text.of(of.text)).sentences[0])


def test_a_sentence_without_words_is_not_read() -> None:
    assert pairs(alignment("…")) == []
    assert log_odds("…").shape == (0,)


def test_all_that_is_read_is_marked() -> None:
    pair = Pair(*(np.arange(size) for size in (3, 3, 2, 3, 2)))
    assert pair.ids.tolist() == [101, 0, 1, 2, 102, 0, 1, 102]
    assert pair.types.tolist() == [0, 0, 0, 0, 0, 1, 1, 1]
    assert pair.all_marks.tolist() == [8, 0, 1, 2, 8, 0, 1, 8]


def test_without_its_weights_it_says_what_makes_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cross_encoder, "asset", lambda *names: tmp_path.joinpath(*names))
    with pytest.raises(UnavailableError, match=r"Run: python -m explorer\.training cross_encoder"):
        load_cross_encoder.__wrapped__()
