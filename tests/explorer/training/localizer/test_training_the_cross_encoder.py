"""The cross-encoder of the localizer: what torch trains is what the engine computes, and what it is trained on."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from engines.verification.encoding.encoder import narrowed
from engines.verification.localizer.cross_encoder import LEAST, SHARE, SHIFT, CrossEncoder
from engines.verification.localizer.marks import Mark
from explorer.training.localizer.cross_encoder import train
from explorer.training.localizer.cross_encoder.examples import examples
from explorer.training.localizer.cross_encoder.exchanged import exchanged
from explorer.training.localizer.cross_encoder.layers import exported
from explorer.training.localizer.cross_encoder.network import ROUNDS, batched, padded, said, trained
from explorer.training.localizer.data import Labelled
from explorer.training.localizer.rows import Item

REFERENCE = "The council bought the old barge in March. A clerk closed the harbour gate at noon."
ROWS = [
    Labelled("bump", "1", REFERENCE, "The council bought the barge. A clerk opened the gate.", ((38, 44),)),
    Labelled("bump", "2", REFERENCE, "The council bought the barge.", ()),
    Labelled("fib", "3", REFERENCE, "The council sold the barge.", None, supported=False, somewhere=(((0, 27),),)),
    Labelled(
        "lss",
        "4",
        REFERENCE,
        "The council bought the green barge.",
        kept=("The council bought the barge.", "The council bought the green barge."),
    ),
]


def test_examples_tell_what_people_found_of_each_word() -> None:
    found = list(examples(ROWS, sparing=False))
    assert [(example.set, len(example.wrong)) for example in found] == [("bump", 5), ("bump", 5), ("bump", 5), ("fib", 5), ("lss", 6)]
    assert found[0].wrong.sum() == 0 and found[1].wrong.tolist() == [0, 0, 1, 0, 0]
    assert not found[3].weight.any() and found[3].somewhere.tolist() == [1, 2, 4]
    assert found[4].wrong.tolist() == [0, 0, 0, 0, 0.5, 0]


@pytest.mark.thorough
def test_the_engine_computes_what_torch_trained() -> None:
    found = list(examples(ROWS, sparing=False))
    rounds = [part._replace(minutes=0.02) for part in ROUNDS]
    lines: list[str] = []
    of = trained(found, rounds, lines.append)
    own = CrossEncoder(narrowed(exported(of)))
    for example, expected in zip(found, said(of, found, [True] * len(found)), strict=True):
        assert own.log_odds([example.pair], len(example.wrong)) == pytest.approx(expected.detach().numpy(), abs=0.15)


def test_marks_are_told_as_far_as_the_round_tells_them() -> None:
    example = next(iter(examples([Labelled("bump", "1", REFERENCE, "The council purchased the wombat.", ())])))
    full, untold, coarse = (padded([example], told)[2][0, 1 : len(example.pair.own) + 1].tolist() for told in ([True], [False], None))
    assert full == example.pair.marks.tolist() and Mark.SAME in full
    assert Mark.SAME not in untold and Mark.UNTOLD in untold and untold[0] == Mark.LINKING
    assert set(coarse) <= {Mark.BESIDE, Mark.ELSEWHERE, Mark.NOWHERE}


def test_words_are_exchanged_for_what_says_the_same_and_for_what_says_something_else() -> None:
    rows = [Labelled("bump", str(i), REFERENCE, f"The clerk closed gate {i} and bought a large boat.", ()) for i in range(40)]
    made = list(exchanged(rows))
    words = {row.output[start:end] for row in made for start, end in row.wrong or ()}
    assert len(words) > 5 and not words & {"purchased", "big", "shut", "clerk", "closed", "gate", "bought", "boat"}
    assert any(not row.wrong and "bought" not in row.output for row in made)
    assert [row.output for row in exchanged(rows)] == [row.output for row in made]
    assert list(exchanged([replace(rows[0], wrong=None)])) == []


def test_what_the_cross_encoder_says_is_added_to_what_stands_in_its_place() -> None:
    (example,) = examples([ROWS[1]], sparing=False)
    item = Item(ROWS[1], ((0, 3), (4, 11), (29, 30)), *([np.zeros(0)] * 4))  # type: ignore[arg-type]
    (odds,) = train.beside([example], [np.arange(-2, 3, dtype=np.float32)], [(item, np.full(3, SHIFT))])
    assert odds.tolist() == pytest.approx([0, 0, 0]) and LEAST == -1
    (odds,) = train.beside([example], [np.arange(5, dtype=np.float32)], [(item, np.full(3, SHIFT))])
    assert odds.tolist() == pytest.approx([SHARE, 2 * SHARE, 0])


def test_how_well_it_tells_words_apart_is_told_by_set() -> None:
    found = list(examples(ROWS, sparing=False))
    odds = [example.wrong + np.float32(0.1) for example in found]
    assert train.alone(found, odds)["bump"] == 100.0


def test_batches_hold_every_example_once() -> None:
    found = list(examples(ROWS, sparing=False)) * 40
    assert sorted(i for batch in batched(found, Random(0)) for i in batch) == list(range(len(found)))
