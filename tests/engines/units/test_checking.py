"""Units are judged a batch at a time: every one once, those of a sentence together where asked, with partial results in between."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engines.core.details import ACUDetails
from engines.core.engine import Outcome, Progress
from engines.core.results import Unit
from engines.core.roles import Hypothesis
from engines.units.asking import Asked
from engines.units.checking import checked, of_size, whole_sentences


def asked_in(sentences: Sequence[int]) -> list[Asked]:
    return [
        Asked(Unit(id=f"a{i}", kind=ACUDetails.kind, statement=f"Fact {i}."), Hypothesis(f"Fact {i}."), sentence, None)
        for i, sentence in enumerate(sentences)
    ]


def judge(batch: Sequence[Asked]) -> list[Unit]:
    return [replace(each.unit, probability=0.5, supported=True) for each in batch]


@given(st.lists(st.integers(0, 4), max_size=20).map(sorted), st.integers(1, 6))
def test_every_unit_is_in_one_batch_and_no_sentence_is_parted(sentences: list[int], size: int) -> None:
    asked = asked_in(sentences)
    for batches in (of_size(asked, size), whole_sentences(asked, size)):
        assert [each for batch in batches for each in batch] == asked
        assert all(batches)
    for one, other in zip(whole_sentences(asked, size), whole_sentences(asked, size)[1:], strict=False):
        assert len(one) >= size
        assert one[-1].sentence != other[0].sentence


def test_units_come_unjudged_first_then_batch_by_batch() -> None:
    asked = asked_in([0, 0, 1])
    run = checked(asked, of_size(asked, 2), judge, "Checking", {"parse": 1.0})
    steps = []
    while True:
        try:
            steps.append(next(run))
        except StopIteration as end:
            units = end.value
            break
    judged = [[u.probability is not None for u in s.units] for s in steps if isinstance(s, Outcome)]
    assert judged == [[False, False, False], [True, True, False]]
    assert [s for s in steps if isinstance(s, Progress)] == [Progress("Checking", 0, 3), Progress("Checking", 2, 3)]
    assert [u.id for u in units] == ["a0", "a1", "a2"]
    assert all(u.probability == 0.5 for u in units)


def test_nothing_to_check_is_no_error() -> None:
    assert list(checked([], of_size([], 8), judge, "Checking", {})) == [Outcome((), timings={})]
