"""Contrasts tell apart what has the same words."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.features import contrasts as module
from engines.verification.features.contrasts import contrast_features
from engines.verification.sentences.parsed import parsed_sentence

REFERENCE = (
    "The Halvik Fishery Board criticised the Brekke Port Company for closing the old quay. "
    "Minister Karin Holm opened the bridge on 4 May 2019. "
    "She thanked the 41 workers who had built it. The bridge is 1,500 m long. Ferry traffic stopped after the storm. "
    "Corvane plans to buy Palisade Optics. Revenue rose by 8% to £140 million."
)


def contrasts(statement: str) -> dict[str, float]:
    alignment = align(encoded(Text.of(REFERENCE)), [statement])[0]
    return {name: float(values[0]) for name, values in contrast_features(alignment, [None]).items()}


def test_a_copy_has_no_contrast() -> None:
    for i, _ in enumerate(Text.of(REFERENCE).sentences):
        row = contrasts(Text.of(REFERENCE).sentence(i))
        assert row["x_matched"] == 1.0
        assert row["x_swapped"] == row["x_polarity"] == row["x_values_wrong"] == row["x_opposite"] == row["x_doubt"] == 0.0


@pytest.mark.parametrize(
    ("statement", "column"),
    [
        ("The Brekke Port Company criticised the Halvik Fishery Board for closing the old quay.", "x_swapped"),
        ("Minister Karin Holm did not open the bridge on 4 May 2019.", "x_polarity"),
        ("Minister Karin Holm opened the bridge on 5 May 2019.", "x_values_wrong"),
        ("The bridge is 2,500 m long.", "x_values_wrong"),
        ("Ferry traffic stopped before the storm.", "x_order"),
        ("Corvane bought Palisade Optics.", "x_doubt"),
        ("Revenue fell by 8% to £140 million.", "x_opposite_verb"),
        ("Minister Karin Holm thanked the 14 workers.", "x_values_wrong"),
    ],
)
def test_each_kind_of_error_shows(statement: str, column: str) -> None:
    assert contrasts(statement)[column] > 0


@pytest.mark.parametrize(
    "statement",
    [
        "The Brekke Port Company was criticised by the Halvik Fishery Board for closing the old quay.",
        "The bridge was opened by Minister Karin Holm on May 4, 2019.",
        "Holm opened the bridge.",
        "Karin Holm thanked the forty-one workers.",
        "The HFB criticised the Brekke Port Company.",
        "Revenue rose by 8 percent.",
    ],
)
def test_the_same_in_other_words_has_none(statement: str) -> None:
    row = contrasts(statement)
    assert row["x_swapped"] == row["x_polarity"] == row["x_values_wrong"] == row["x_core_replaced"] == row["x_opposite_verb"] == 0.0


@pytest.mark.parametrize(
    ("sentence", "verb", "negated", "doubt"),
    [
        ("The ferry did not sail.", "sail", True, 0),
        ("No one saw the ferry.", "see", True, 0),
        ("The ferry failed to stop.", "stop", True, 0),
        ("The ferry may sail.", "sail", False, 2),
        ("The ferry will sail.", "sail", False, 1),
        ("The firm plans to buy the ferry.", "buy", False, 1),
        ("The ferry sailed.", "sail", False, 0),
    ],
)
def test_how_verbs_are_asserted(sentence: str, verb: str, negated: bool, doubt: int) -> None:
    found = parsed_sentence(sentence)
    state = next(state for token, state in found.verbs.items() if found.lemmas[token] == verb)
    assert (state.negated, state.doubt) == (negated, doubt)


def test_hostile_texts_pass() -> None:
    for statement in ("", " ", "\ud800 x", "a" * 3000, "(((", "1 2 3 4", "👍👍"):
        contrasts(statement)


def test_a_verb_said_a_hundred_times_is_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []
    contrast = module._verb_contrast
    monkeypatch.setattr(module, "_verb_contrast", lambda verb, others: compared.append(verb) or contrast(verb, others))
    statement = "He paid and " + "paid and " * 100 + "left."
    contrasts(statement)
    assert len(parsed_sentence(statement).verbs) > 50
    assert 0 < len(compared) < 10
