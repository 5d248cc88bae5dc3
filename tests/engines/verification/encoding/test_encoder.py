"""The encoder computes MiniLM, for texts of any length."""

import random

import numpy as np
import pytest
import torch

from engines.core.machine.threads import VARIABLE
from engines.verification.encoding import encoder


def test_vectors_equal_those_of_transformers() -> None:
    import torch
    from transformers import BertModel

    sentence = "Two electric catamarans were built at the yard in Brekke."
    model = BertModel.from_pretrained(encoder.model_folder(), add_pooling_layer=False).eval()
    ids = torch.tensor([encoder._tokenizer().encode(sentence).ids])
    with torch.no_grad():
        expected = torch.nn.functional.normalize(model(input_ids=ids).last_hidden_state[0, 1:-1], dim=-1).numpy()
    vectors = encoder.encode([sentence])[0].vectors.astype(np.float32)
    assert (vectors * expected).sum(axis=1).min() > 0.999


def test_nothing_of_a_long_sentence_is_cut_off() -> None:
    sentence = "the boat sailed " * 300
    pieces = encoder.encode([sentence])[0]
    assert pieces.ends[-1] == len(sentence.rstrip())
    assert np.abs(np.linalg.norm(pieces.vectors.astype(np.float32), axis=1) - 1).max() < 0.01


@pytest.mark.parametrize("precision", ["float32", pytest.param("bfloat16", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("number", [pytest.param("1", marks=pytest.mark.thorough), "2"])
def test_the_vectors_of_a_string_are_the_same_to_the_last_bit_whatever_stands_beside_it(
    monkeypatch: pytest.MonkeyPatch, precision: str, number: str
) -> None:
    monkeypatch.setenv(VARIABLE, number)
    monkeypatch.setattr(encoder, "precision", lambda: precision)
    encoder._weights.cache_clear()
    try:
        told = "the harbour of Lindholm was closed for repairs after a storm in March and the ferries stayed at Brekke"
        words = told.split()
        strings = [" ".join(words[n % 7 : n % 7 + 1 + n % 13]) + f" {n}." for n in range(24)] + ["", "a", "the boat sailed " * 130]
        alone = [encoder._encode([string])[0].vectors for string in strings]
        for seed in range(3):
            order = random.Random(seed).sample(range(len(strings)), (len(strings), 17, 5)[seed])
            for at, pieces in zip(order, encoder._encode([strings[n] for n in order]), strict=True):
                assert np.array_equal(pieces.vectors, alone[at]), strings[at]
        assert sum(map(len, alone)) > 500
    finally:
        encoder._weights.cache_clear()


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_what_the_layers_make_of_windows_is_the_same_to_the_last_bit_on_any_number_of_threads(
    monkeypatch: pytest.MonkeyPatch, precision: str
) -> None:
    monkeypatch.setattr(encoder, "precision", lambda: precision)
    encoder._weights.cache_clear()
    try:
        for lengths in ([9, 41, 180], [200], [183] * 4, [5] * 40):
            hidden = torch.randn(sum(lengths), encoder.WIDTH, generator=torch.Generator().manual_seed(1))
            made = []
            for number in ("1", "2"):
                monkeypatch.setenv(VARIABLE, number)
                with torch.inference_mode():
                    made.append(encoder.layers(hidden.clone(), lengths, encoder._weights()))
            assert torch.equal(*made)
    finally:
        encoder._weights.cache_clear()


@pytest.mark.parametrize("string", ["ferry", "xylophone", "half-timbered", "the north bank"])
def test_a_few_words_read_alone_have_the_vectors_that_they_have_anyway(string: str) -> None:
    alone, (pieces,) = encoder.encode_alone(string), encoder.encode([string])
    assert alone.shape == pieces.vectors.shape
    assert (alone * pieces.vectors.astype(np.float32)).sum(axis=1).min() > 0.995


def test_what_is_read_alone_may_be_nothing_or_too_long() -> None:
    assert encoder.encode_alone("").shape == (0, encoder.WIDTH)
    assert encoder.encode_alone("boat " * 500).shape == (encoder.WINDOW, encoder.WIDTH)


def test_products_are_filled_up_where_few_rows_are_summed_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    from torch.nn import functional

    linear = functional.linear
    encoder._weights()
    for other, expected in ((False, 16), (True, 512)):
        monkeypatch.setattr(functional, "linear", lambda x, *of, other=other: linear(x, *of) + (other and len(x) < 100))
        assert encoder._fewest_wide.__wrapped__(1, "") == expected
