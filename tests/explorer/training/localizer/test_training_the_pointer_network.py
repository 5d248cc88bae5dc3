"""The pointer network of the localizer: what torch trains is what the engine computes, and what it is trained on."""

from pathlib import Path

import numpy as np
import pytest
from safetensors.torch import load_file, save_file

from engines.core.machine.files import ASSETS
from engines.verification.localizer import pointer
from engines.verification.localizer.model import CROSS_ENCODER, FOLDER, POINTER
from explorer.training.localizer.data import Labelled
from explorer.training.localizer.pointer import train
from explorer.training.localizer.pointer.examples import Gapped, gapped, is_true, within
from explorer.training.localizer.pointer.network import batched, exported, said, trained

REFERENCE = "The council bought the old barge in March. A clerk closed the harbour gate at noon."
ROWS = [
    Labelled("bump", "1", REFERENCE, "The council bought the barge. A clerk closed the gate.", ()),
    Labelled("exchanged", "2", REFERENCE, "The council bought the barge. A clerk shut the gate.", ()),
]


def weights() -> dict[str, object]:
    return load_file(ASSETS / FOLDER / CROSS_ENCODER)


def test_only_texts_known_to_be_true_are_read() -> None:
    assert is_true(ROWS[0]) and not is_true(Labelled("fib", "3", REFERENCE, "It sank.", None))
    assert not is_true(Labelled("bump", "3", REFERENCE, "It sank.", ((3, 7),)))


def test_a_sentence_is_read_once_for_its_reference() -> None:
    found = list(gapped(ROWS))
    assert [example.set for example in found].count("exchanged") == len([one for one in found if one.set == "bump"]) // 2
    assert {example.reference for example in found} == {REFERENCE}


@pytest.mark.thorough
def test_the_engine_computes_what_torch_trained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    found = list(gapped(ROWS))
    of = trained(found, weights(), 0.02, lines.append)
    save_file(exported(of), str(tmp_path / POINTER))
    monkeypatch.setattr(pointer, "asset", lambda folder, name: tmp_path / name)
    own = pointer.load_pointer_network.__wrapped__()
    cloze = [example.cloze for example in found]
    for one, computed, expected in zip(cloze, own.log_probabilities(cloze), said(of, cloze), strict=True):
        fits = np.concatenate([np.ones((len(one.gaps), 1), dtype=bool), one.fits], axis=1)
        assert np.exp(computed)[fits] == pytest.approx(np.exp(expected.detach().numpy())[fits], abs=0.1)


@pytest.mark.thorough
def test_it_learns_what_stands_in_gaps() -> None:
    found = list(gapped(ROWS))
    assert train.found_right(trained(found, weights(), 0.6, lambda line: None), found)["bump"] >= 75


def test_gaps_that_nothing_fills_are_not_counted() -> None:
    (first, *_) = gapped([Labelled("bump", "1", REFERENCE, "Nobody painted wombats.", ())])
    of = trained([first], weights(), 0.001, lambda line: None)
    assert train.found_right(of, [Gapped("bump", REFERENCE, first.cloze)]) == {}


def test_batches_hold_every_sentence_once() -> None:
    cloze = [example.cloze for example in gapped(ROWS)] * 60
    assert sorted(i for batch in batched(cloze) for i in batch) == list(range(len(cloze)))


def test_a_sentence_of_a_reference_is_read_beside_the_rest_of_it() -> None:
    told = "The council of Orlo bought the old barge in March."
    repeated = f"{told} A clerk closed the harbour gate at noon. In March, the council of Orlo bought the old barge from Ana."
    found = list(within([repeated, REFERENCE]))
    assert found and {example.reference for example in found} == {repeated} and {example.set for example in found} == {"within"}
    for example in found:
        assert example.cloze.own.any(1).mean() >= 0.5
