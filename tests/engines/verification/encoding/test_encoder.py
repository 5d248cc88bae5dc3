"""The encoder computes MiniLM, for texts of any length."""

import numpy as np

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


def test_batches_do_not_change_the_vectors() -> None:
    sentences = ["A short one.", "The harbour of Lindholm was closed for repairs after the storm in March.", ""]
    together = encoder._encode(sentences)
    alone = [encoder._encode([s])[0] for s in sentences]
    for a, b in zip(together, alone, strict=True):
        assert a.vectors.shape == b.vectors.shape
        assert not a.vectors.size or np.abs(a.vectors.astype(np.float32) - b.vectors.astype(np.float32)).max() < 0.02
