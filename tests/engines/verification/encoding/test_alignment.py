"""Words of a hypothesis are found where the reference has them, in any form, and nowhere else."""

import numpy as np

from engines.core.text import Text
from engines.verification.encoding import alignment as alignments
from engines.verification.encoding.alignment import Alignment, align
from engines.verification.encoding.reference import EncodedReference, encoded

REFERENCE = Text.of(
    "The United Nations sent a second-hand ferry to Lindholm. The ferry is 1.5 km from the harbour.\n"
    "Its owner, Ada Brenn, painted the hull green; nobody complained."
)


def aligned(text: str) -> Alignment:
    return align(encoded(REFERENCE), [text])[0]


def found(text: str) -> dict[str, bool]:
    alignment = aligned(text)
    return dict(zip(alignment.words.surfaces, map(bool, alignment.found), strict=True))


def test_words_are_found_in_their_segment() -> None:
    alignment = aligned("Ada Brenn painted the hull")
    hull = alignment.words.surfaces.index("hull")
    assert alignment.exact[hull].tolist() == [0, 0, 1]
    assert alignment.degrees[hull].argmax() == 2


def test_other_forms_of_names_values_and_compounds_are_found() -> None:
    assert found("the UN sent a secondhand ferry 1,500 m away") | {"away": True} == dict.fromkeys(
        ("the", "UN", "sent", "a", "secondhand", "ferry", "1,500", "m", "away"), True
    )


def test_other_numbers_and_names_are_not_found_however_alike() -> None:
    alignment = aligned("Ada Vik is 1.7 km from the harbour")
    degree = dict(zip(alignment.words.surfaces, alignment.degrees.max(axis=1), strict=True))
    assert degree["1.7"] <= 0.2 and degree["Vik"] <= 0.7
    assert degree["km"] == degree["harbour"] == degree["Ada"] == 1


def test_synonyms_are_nearer_than_unrelated_words() -> None:
    likeness = dict(zip(("boat", "violin"), aligned("boat violin").likeness, strict=True))
    assert likeness["boat"] > likeness["violin"]


def test_runs_and_neighbours_count_words_in_the_same_order() -> None:
    alignment = aligned("painted the hull and the harbour")
    assert alignment.runs.tolist()[:3] == [1, 2, 3]
    assert alignment.neighbours.tolist()[:2] == [True, True]


def test_a_long_reference_is_compared_in_blocks_with_the_same_result(monkeypatch) -> None:
    whole = aligned("Ada Brenn painted the hull of the ferry")
    monkeypatch.setattr(alignments, "_BLOCK_PIECES", 8)
    pieces = aligned("Ada Brenn painted the hull of the ferry")
    assert np.allclose(whole.cosine, pieces.cosine, atol=1e-5)
    assert np.array_equal(whole.nearest, pieces.nearest)


def test_every_word_of_the_reference_lies_in_a_segment_of_its_sentence() -> None:
    reference: EncodedReference = encoded(Text.of("word " * 200 + "end. Another sentence."))
    for i, segment in enumerate(reference.word_segments):
        start, end, _ = reference.segments[segment]
        assert start <= reference.words.starts[i] and reference.words.ends[i] <= end
    assert np.diff(reference.piece_offsets).min() > 0


def test_a_text_is_aligned_once_with_a_reference_and_anew_with_another() -> None:
    text = "Ada Brenn painted a ferry in Lindholm"
    first, again, twice = aligned(text), aligned(text), align(encoded(REFERENCE), [text, "The hull is green.", text])
    assert first is again is twice[0] is twice[2] and twice[1] is not first
    other = Text.of("A ferry was painted.")
    assert align(encoded(other), [text])[0].reference.text is other
    assert aligned(text).reference.text == REFERENCE and aligned(text) is not first
