"""BLEU, ROUGE and word overlap against values worked out by hand and against the published formulas."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.lss.scores import bleu, lss_scores, overlap, rouge_l, rouge_n

words = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=14)


def test_bleu_of_the_same_text_is_one() -> None:
    assert bleu(["a", "b", "c", "d", "e"], ["a", "b", "c", "d", "e"]) == pytest.approx(1.0)


def test_bleu_of_a_prefix_is_its_brevity_penalty() -> None:
    assert bleu(["a", "b", "c", "d", "e", "f", "g", "h"], ["a", "b", "c", "d"]) == pytest.approx(math.exp(1 - 8 / 4))


def test_orders_without_a_match_count_a_little_less_each_time() -> None:
    """One unigram of three and no longer n-gram: 1/3, then ln(3)/(2·5), ln(3)/(4·5), ln(3)/(8·5) matches."""
    small = math.log(3) / 5
    expected = (1 / 3 * (small / 2) / 2 * (small / 4) / 1 * (small / 8) / 1) ** 0.25
    assert bleu(["a", "x", "y"], ["a", "b", "c"]) == pytest.approx(expected)


def test_a_single_word_is_not_smoothed() -> None:
    assert bleu(["a", "b", "c"], ["a"]) == pytest.approx(math.exp(1 - 3))


def test_nothing_in_common_is_zero() -> None:
    assert bleu(["a"], ["b"]) == 0.0
    assert bleu(["a"], []) == 0.0


@given(words, words)
def test_every_score_lies_between_zero_and_one(reference: list[str], hypothesis: list[str]) -> None:
    assert 0 <= bleu(reference, hypothesis) <= 1
    for value in lss_scores(" ".join(reference), " ".join(hypothesis)).values():
        assert 0 <= value <= 14


@given(words)
def test_deleting_words_never_raises_rouge_or_recall(reference: list[str]) -> None:
    chosen = random.Random(len(reference)).sample(range(len(reference)), len(reference) // 2)
    fewer = [w for i, w in enumerate(reference) if i not in chosen]
    assert rouge_n(reference, fewer, 1) <= 1
    assert rouge_l(reference, fewer) == pytest.approx(2 * len(fewer) / (len(fewer) + len(reference)))
    assert overlap(reference, fewer)[0] == (1.0 if fewer else 0.0)


def test_the_scores_have_their_agreed_names() -> None:
    scores = lss_scores("An old man sold two boats.", "An man sold boats.")
    assert set(scores) == {f"lss_{n}" for n in ("bleu", "rouge1", "rouge2", "rougeL", "precision", "recall", "f1", "ratio")}
    assert scores["lss_precision"] == 1.0
    assert scores["lss_recall"] == scores["lss_ratio"] == pytest.approx(4 / 6)


def test_an_empty_lss_scores_nothing() -> None:
    assert set(lss_scores("An old man sold two boats.", "").values()) == {0.0}
