"""Chunks cover the whole reference, keep their size and overlap."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.chunks import Chunking, part, published_windows, sentence_chunks, token_windows
from engines.core.errors import InputError
from engines.core.text import Text


@given(st.integers(1, 5000), st.integers(1, 300), st.floats(0, 0.9))
def test_token_windows_read_everything_and_overlap(count: int, size: int, overlap: float) -> None:
    windows = token_windows(count, size, overlap)
    assert windows[0][0] == 0
    assert windows[-1][1] == count
    for (start, end), (following, _) in itertools.pairwise(windows):
        assert start < following <= end
        assert end - following >= int(size * overlap) - 1
    assert all(0 < end - start <= size for start, end in windows)


def test_no_more_windows_than_needed() -> None:
    assert token_windows(10, 10, 0.25) == [(0, 10)]
    assert len(token_windows(175, 100, 0.25)) == 2
    assert len(token_windows(176, 100, 0.25)) == 3


def test_the_published_windows_leave_the_last_id_out() -> None:
    assert published_windows(101, 40, 0.25) == [(0, 40), (30, 70), (60, 100), (90, 100)]
    assert published_windows(41, 40, 0.25) == [(0, 40), (30, 40)]


@given(st.lists(st.integers(1, 30), min_size=1, max_size=40), st.integers(1, 60), st.floats(0, 0.9))
def test_sentence_chunks_read_every_sentence_and_go_on(lengths: list[int], size: int, overlap: float) -> None:
    text = Text.of(" ".join("Boat " + "sails " * (n - 1) + "on." for n in lengths))
    chunks = sentence_chunks(text, size, overlap)
    assert {i for first, last in chunks for i in range(first, last)} == set(range(len(text.sentences)))
    for (first, last), (following, end) in itertools.pairwise(chunks):
        assert first < following <= last < end
    for first, last in chunks:
        words = sum(len(text.sentence(i).split()) for i in range(first, last))
        assert words <= size or last - first == 1


def test_neighbouring_chunks_share_a_quarter() -> None:
    text = Text.of(" ".join(f"Boat {i} leaves the harbour at noon every single day." for i in range(40)))
    chunks = sentence_chunks(text, 100, 0.25)
    assert chunks[0] == (0, 10)
    assert chunks[1][0] == 7


def test_a_part_keeps_the_sentences_and_their_text() -> None:
    text = Text.of("One boat left. Two came. Three stayed in port.")
    piece = part(text, 1, 3)
    assert [piece.sentence(i) for i in range(2)] == ["Two came.", "Three stayed in port."]


@pytest.mark.parametrize("values", [{"size": 0}, {"overlap": 1.0}, {"overlap": -0.1}])
def test_impossible_settings_are_refused(values: dict[str, float]) -> None:
    with pytest.raises(InputError):
        Chunking(**values)  # type: ignore[arg-type]
