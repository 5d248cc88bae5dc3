"""Whatever the texts are, every engine finds its way through them to a result that keeps its promises and can be written in every format.

The examples are the same on every day; `make fuzz` looks for new ones.
"""

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from engines.declaration.registry import names
from explorer.evaluation.fuzzing import run as fuzzing
from explorer.evaluation.fuzzing.adversarial import ALPHABETS, NAMES, RUNS, SENTENCES, pair
from explorer.evaluation.fuzzing.run import Tried, slowest, tried, whole_path

pieces = st.one_of(*map(st.sampled_from, ALPHABETS), st.text(max_size=6))
runs = st.builds(lambda repeated, times: repeated * times, st.sampled_from(RUNS), st.integers(1, 400))


@st.composite
def sentences(draw: st.DrawFn) -> str:
    """An English sentence with odd things in some of its places."""
    sentence = draw(st.sampled_from(SENTENCES))
    return sentence.format(*(draw(st.one_of(st.sampled_from(NAMES), pieces)) for _ in range(sentence.count("{}"))))


texts = st.builds(
    lambda space, parts: space.join(parts),
    st.sampled_from([" ", "\n", ""]),
    st.lists(st.one_of(sentences(), sentences(), pieces, runs), min_size=1, max_size=4),
)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[str, str]:
    """A reference, and an output that is another text or says the same but for one thing."""
    reference = draw(texts)
    if draw(st.booleans()):
        return reference, draw(texts)
    words = reference.split(" ")
    words[draw(st.integers(0, len(words) - 1))] = draw(pieces)
    return reference, " ".join(words)


@pytest.mark.parametrize("engine", [name if name == "qasem" else pytest.param(name, marks=pytest.mark.thorough) for name in names()])
@settings(max_examples=2, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(pairs())
@example(("He paid " + "9" * 5000 + " crowns.", "He paid " + "9" * 4999 + " crowns."))
@example(("On ² May 20²0 the ferry left with ² people at ²:30.", "The ferry left with ³ people at 3:² on ² May 20²0."))
@example(("\ud83d\udc00 Mary, \u0301\u0301, left \udc00 for İstanbul.", "Mary, \u0301, left \ud83d for ǰstanbul \udfff\ud800."))
@example(
    (
        "\u017f $1.5bn (( May 0 \u0301 \u3000 March 1,000,\xb2 people twenty-",
        "\u017f\ufffc . \u0395\u03bb\u03bb\u03ac\u03c2 May 0 \u0301 \u3000 March 1,000,\xb2 people \xb2:\xb3 twen",
    )
)
@example(("0.\xb2", "The ferry left in May."))  # a mark of a list and one of a note: no words
@example(("There were between İstanbul and the council ^ at t", "41 workers is the Karin Holm of President Lind, no"))
@example(("\0\r\n(((((\u202eשלום\u202c [[[ Mary left.", "👩‍👩‍👧 Mary\0 did not leave.\r\n)))))"))
def test_every_pair_of_texts_goes_the_whole_way(engine: str, texts: tuple[str, str]) -> None:
    whole_path(*texts, engine, thorough=True)


def test_what_fails_is_told_with_its_place_and_can_be_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(reference: str, output: str, engine: str, thorough: bool = False) -> None:
        raise ValueError(f"{engine} fails")

    monkeypatch.setattr(fuzzing, "whole_path", failing)
    found = tried(3, 7)
    assert found.problem.startswith("ValueError: acueval fails (test_run.py:")
    assert (found.number, found.engine, found.length) == (7, "acueval", sum(map(len, pair(3, 7))))
    assert pair(3, 7) == pair(3, 7) != pair(4, 7)


def test_the_slowest_are_held_against_those_about_as_long() -> None:
    found = [Tried(n, "qasem", 100, 0.1) for n in range(1, 7)] + [Tried(9, "qasem", 100, 2.0), Tried(10, "qasem", 9000, 3.0)]
    revised = [Tried(7 * n, "qasem", 100, 4.0) for n in range(3)]
    (times, slow), *_ = slowest([*found, *revised])
    assert slow.number == 9 and times == pytest.approx(20), "what is revised as well takes longer, and is held against its like"
