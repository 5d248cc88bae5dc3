"""Tree search finds the sentence, asks few questions, and keeps a true record of what it looked at."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.errors import InputError
from engines.core.retrieval import SearchSettings, retrieve, split
from engines.core.roles import Hypothesis, Verdict
from engines.core.text import Text


class SharedWords:
    """A verifier whose score is exact: the share of the statement's words that the range holds."""

    name = identity = "shared-words"

    def __init__(self) -> None:
        self.batches = 0

    def verify(self, reference: Text, hypotheses: Sequence[Hypothesis]) -> list[Verdict]:
        return [Verdict(0.5) for _ in hypotheses]

    def score_ranges(
        self, reference: Text, hypotheses: Sequence[Hypothesis], ranges: Sequence[Sequence[tuple[int, int]]]
    ) -> list[list[float]]:
        self.batches += 1
        return [[self._score(reference, h, first, last) for first, last in wanted] for h, wanted in zip(hypotheses, ranges, strict=True)]

    def _score(self, reference: Text, hypothesis: Hypothesis, first: int, last: int) -> float:
        held = set(" ".join(reference.sentence(i) for i in range(first, last)).lower().replace(".", "").split())
        words = hypothesis.statement.lower().split()
        return sum(w in held for w in words) / len(words)

    def read(self, reference: Text) -> float:
        return 1.0


def numbered(count: int) -> Text:
    return Text.of(" ".join(f"Boat number{i} sails at noon." for i in range(count)))


@pytest.mark.parametrize("count", [1, 2, 3, 7, 16, 29, 100])
@pytest.mark.parametrize("branches", [2, 3, 5])
def test_greedy_search_finds_the_only_sentence_that_fits(count: int, branches: int) -> None:
    text = numbered(count)
    for wanted in {0, count // 2, count - 1}:
        found = retrieve(SharedWords(), text, [Hypothesis(f"number{wanted}")], SearchSettings(branches=branches))[0]
        assert (found.sentence, found.score) == (wanted, 1.0)


def test_calls_grow_with_the_logarithm_and_levels_are_batches() -> None:
    verifier = SharedWords()
    found = retrieve(verifier, numbered(1000), [Hypothesis("number123"), Hypothesis("number900")])
    assert [f.sentence for f in found] == [123, 900]
    assert all(f.calls <= 20 for f in found)
    assert verifier.batches == 10


def test_exhaustive_search_scores_every_sentence_once() -> None:
    found = retrieve(SharedWords(), numbered(29), [Hypothesis("number11")], SearchSettings(exhaustive=True))[0]
    assert (found.sentence, found.calls) == (11, 29)
    assert [node.kept for node in found.trace].count(True) == 1


def test_a_beam_finds_what_greedy_search_misses() -> None:
    text = Text.of("Red ships. Blue ferries. Grey. Red blue boats.  Old.".replace("  ", " "))
    misleading = Hypothesis("red blue ships ferries boats")
    greedy = retrieve(SharedWords(), text, [misleading])[0]
    beam = retrieve(SharedWords(), text, [misleading], SearchSettings(beam=2))[0]
    assert beam.score >= greedy.score
    assert beam.sentence == 3


@given(st.integers(1, 60), st.integers(2, 6), st.integers(1, 3), st.integers(0, 59))
def test_the_trace_is_a_tree_that_covers_what_it_says(count: int, branches: int, beam: int, wanted: int) -> None:
    text = numbered(count)
    found = retrieve(SharedWords(), text, [Hypothesis(f"number{wanted % count}")], SearchSettings(branches=branches, beam=beam))[0]
    assert found.calls == len(found.trace)
    for node in found.trace:
        assert (node.start, node.end) == (text.sentences[node.first][0], text.sentences[node.last - 1][1])
        if node.parent is not None:
            parent = found.trace[node.parent]
            assert parent.kept
            assert parent.level == node.level - 1
            assert parent.first <= node.first < node.last <= parent.last


@given(st.integers(0, 50), st.integers(1, 200), st.integers(2, 8))
def test_split_covers_a_run_with_parts_of_nearly_equal_length(first: int, count: int, branches: int) -> None:
    parts = split(first, first + count, branches)
    assert [i for start, end in parts for i in range(start, end)] == list(range(first, first + count))
    lengths = [end - start for start, end in parts]
    assert max(lengths) - min(lengths) <= 1
    assert len(parts) <= branches


def test_a_reference_without_sentences_and_impossible_settings_are_refused() -> None:
    with pytest.raises(InputError, match="no sentences"):
        retrieve(SharedWords(), Text.of("..."), [Hypothesis("x")])
    for values in ({"branches": 1}, {"beam": 0}, {"window": -1}):
        with pytest.raises(InputError):
            SearchSettings(**values)
