"""Sentences with gaps beside passages of the reference."""

import numpy as np

from engines.core.text import Text
from engines.verification.encoding.alignment import Alignment, align
from engines.verification.encoding.encoder import piece_of
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.cloze import MASK, ROUNDS, Cloze, Kind, clozes, gaps_of
from engines.verification.localizer.cross_encoder import LONGEST
from engines.verification.localizer.marks import Mark

REFERENCE = "Mona Tilliard, the clerk, bought 14 barges from Bertil Quane in March. Nobody saw the fox again. The gate closed at noon."
SOLD = "In March, Bertil Quane sold Mona Tilliard 14 barges."


def alignment(sentence: str) -> Alignment:
    return align(encoded(Text.of(REFERENCE)), [sentence])[0]


def gaps(sentence: str) -> list[str]:
    of = alignment(sentence)
    return [" ".join(of.words.surfaces[word] for word in gap) for gap in gaps_of(of)]


def pieces(cloze: Cloze) -> list[str]:
    return [piece_of(int(piece)) for piece in cloze.ids]


def candidates(cloze: Cloze) -> list[str]:
    words = encoded(Text.of(REFERENCE)).words
    return [words.surfaces[at] for at in cloze.candidates.tolist()]


def test_content_words_are_left_out_and_names_as_a_whole() -> None:
    assert gaps(SOLD) == [
        "March",
        "Bertil Quane",
        "sold",
        "Mona Tilliard",
        "14",
        "barges",
    ]
    assert gaps("He was there.") == []
    assert clozes(alignment("He was there.")) == clozes(alignment("…")) == []


def test_a_word_is_no_name_because_a_sentence_begins_with_it() -> None:
    assert gaps("Director Mona Tilliard left.")[:2] == ["Director", "Mona Tilliard"]
    assert gaps("Mark Tilliard left Orlo.")[0] == "Mark Tilliard"
    assert gaps("Brightwell Quane left.")[0] == "Brightwell Quane"
    (cloze,) = clozes(alignment("Nearby gates closed."), rounds=1)
    assert cloze.marks[cloze.places[0]] == Kind.WORD


def test_every_gap_is_read_once_with_a_mask_in_its_place() -> None:
    found = clozes(alignment(SOLD))
    assert len(found) == ROUNDS and sorted(gap for cloze in found for gap in cloze.gaps) == [(1,), (2, 3), (4,), (5, 6), (7,), (8,)]
    for cloze in found:
        assert (cloze.ids[cloze.places] == MASK).all() and (cloze.ids == MASK).sum() == len(cloze.gaps)
        assert (cloze.marks[cloze.places] > max(Mark)).all() and cloze.types[cloze.places].max() == 0
        assert len(cloze.ids) == len(cloze.types) == len(cloze.marks)


def test_nothing_shows_what_stood_in_a_gap() -> None:
    words = alignment(SOLD).words
    for cloze in clozes(alignment(SOLD)):
        left, gone = pieces(cloze)[: cloze.first], [words.surfaces[word].lower() for gap in cloze.gaps for word in gap]
        assert not set(left) & set(gone)
        marks = dict(zip(pieces(cloze)[cloze.first :], cloze.marks[cloze.first :].tolist(), strict=True))
        for word in ("march", "barges", "14"):
            assert marks[word] == (Mark.PASSAGE if word in gone else Mark.OF_OUTPUT)


def test_candidates_are_content_words_of_the_passages_and_numbers_fit_for_numbers_alone() -> None:
    found = clozes(alignment(SOLD))
    number = alignment(SOLD).words.surfaces.index("14")
    for cloze in found:
        names = candidates(cloze)
        assert {"Mona", "Tilliard", "Bertil", "Quane", "14", "barges", "March"} <= set(names) and "the" not in names
        for gap, fits, own in zip(cloze.gaps, cloze.fits, cloze.own, strict=True):
            assert {names[i] for i in np.flatnonzero(fits)} == ({"14"} if gap == (number,) else set(names) - {"14"})
            assert not (own & ~fits).any()
    assert sum((number,) in cloze.gaps for cloze in found) == 1


def test_each_piece_of_the_passages_belongs_to_its_candidate() -> None:
    cloze = clozes(alignment("Mona Tilliard bought 14 barges."))[0]
    told = pieces(cloze)[cloze.first : -1]
    for piece, owner in zip(told, cloze.owners.tolist(), strict=True):
        assert owner < 0 or piece.removeprefix("##") in candidates(cloze)[owner].lower()
    assert (cloze.owners >= 0).any()


def test_a_long_sentence_is_read_in_parts() -> None:
    found = clozes(alignment("The clerk bought the barge, " + "and the clerk closed the gate, " * 30 + "and nobody saw it."))
    assert len(found) == 2 * ROUNDS and max(cloze.first for cloze in found) <= LONGEST + 2


def test_a_reference_without_words_fills_no_gap() -> None:
    assert clozes(align(encoded(Text.of("…")), ["Mona Tilliard bought barges."])[0]) == []


def test_a_gap_tells_of_which_kind_it_was() -> None:
    words = alignment(SOLD).words
    kinds = {
        words.surfaces[gap[0]]: Kind(mark)
        for cloze in clozes(alignment(SOLD))
        for gap, mark in zip(cloze.gaps, cloze.marks[cloze.places].tolist(), strict=True)
    }
    assert kinds["14"] == Kind.NUMBER and kinds["Bertil"] == kinds["Mona"] == Kind.NAME and kinds["sold"] == kinds["barges"] == Kind.WORD


def test_the_sentence_before_stands_ahead_whole_and_a_long_one_by_its_end() -> None:
    for alone, after in zip(clozes(alignment(SOLD)), clozes(alignment(SOLD), "Bertil Quane is a barge keeper."), strict=True):
        ahead = pieces(after)[1 : len(after.ids) - len(alone.ids)]
        assert ahead[:4] == ["bert", "##il", "quan", "##e"] and ahead[-1] == "."
        assert set(after.marks[1 : 1 + len(ahead)].tolist()) == {Kind.BEFORE} and after.types[: after.first].max() == 0
        assert pieces(after)[len(ahead) + 2 :] == pieces(alone)[1:]
        assert (after.ids[after.places] == MASK).all() and (after.own == alone.own).all()
    (long, *_) = clozes(alignment(SOLD), "It was cold, " * 40 + "and Ana left.")
    (short, *_) = clozes(alignment(SOLD))
    assert len(long.ids) - len(short.ids) == 41 and pieces(long)[37:41] == ["and", "ana", "left", "."]


def test_a_word_that_says_the_same_fills_a_gap() -> None:
    for cloze in clozes(alignment("The gate shut at noon.")):
        for gap, own in zip(cloze.gaps, cloze.own, strict=True):
            if alignment("The gate shut at noon.").words.surfaces[gap[0]] == "shut":
                assert [candidates(cloze)[i] for i in np.flatnonzero(own)] == ["closed"]


def test_a_part_of_a_name_fills_the_gap_of_another_part() -> None:
    sentence, found = "Tilliard bought barges.", set()
    for cloze in clozes(alignment(sentence)):
        for gap, own in zip(cloze.gaps, cloze.own, strict=True):
            if alignment(sentence).words.surfaces[gap[0]] == "Tilliard":
                found |= {candidates(cloze)[i] for i in np.flatnonzero(own)}
    assert found == {"Mona", "Tilliard"}


def test_parts_of_the_reference_can_be_left_out() -> None:
    for cloze in clozes(alignment("The gate closed at noon."), without=[2]):
        assert not {"gate", "closed", "noon"} & set(candidates(cloze)) and not cloze.own.any()
        assert Mark.BESIDE not in {
            mark for piece, mark in zip(pieces(cloze), cloze.marks.tolist(), strict=True) if piece in ("gate", "noon")
        }
