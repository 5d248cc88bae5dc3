"""SCALE scores sentences by their best chunk, sums a document up in three ways, and shows how it searched."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.backends.verifiers.seq2seq import load_flan
from engines.core.details import SentenceDetails
from engines.core.engine import Outcome
from engines.core.errors import InputError
from engines.core.results import Evidence, Unit
from engines.core.roles import Hypothesis, Verdict
from engines.core.text import Text
from engines.models.ids import ModelId
from engines.scale.engine import Scale, ScaleSettings, scores
from tests.engines.backends.verifiers.test_seq2seq import CLAIMS, SENTENCES, save_tiny_t5


class SharedWords:
    """A verifier whose probability is exact: the share of the statement's words that the text holds."""

    name = identity = "shared-words"

    def __init__(self) -> None:
        self.longest = 0

    def verify(self, reference: Text, hypotheses: Sequence[Hypothesis]) -> list[Verdict]:
        self.longest = max(self.longest, reference.words)
        start, end = reference.sentences[0]
        evidence = (Evidence(start, end, reference.text[start:end], 0.5, 0),)
        return [Verdict(self._share(reference.text, h), evidence=evidence) for h in hypotheses]

    def score_ranges(
        self, reference: Text, hypotheses: Sequence[Hypothesis], ranges: Sequence[Sequence[tuple[int, int]]]
    ) -> list[list[float]]:
        sentences = [reference.sentence(i) for i in range(len(reference.sentences))]
        return [[self._share(" ".join(sentences[a:b]), h) for a, b in wanted] for h, wanted in zip(hypotheses, ranges, strict=True)]

    def _share(self, text: str, hypothesis: Hypothesis) -> float:
        held = set(text.lower().replace(".", "").split())
        words = hypothesis.statement.lower().replace(".", "").split()
        return sum(word in held for word in words) / len(words)

    def read(self, reference: Text) -> float:
        return 1.0


def last(engine: Scale, reference: str, output: str) -> Outcome:
    outcomes = [step for step in engine.run(Text.of(reference), Text.of(output)) if isinstance(step, Outcome)]
    assert all(u.probability is None for u in outcomes[0].units)
    return outcomes[-1]


LONG = " ".join(f"Boat number{i} sails at noon for harbour{i}." for i in range(60))


def test_a_long_reference_is_read_in_chunks_and_the_best_one_counts() -> None:
    verifier = SharedWords()
    result = last(Scale(verifier, ScaleSettings(chunk_size=50)), LONG, "Boat number57 sails for harbour57. Trains number3 fly.")
    good, bad = result.units
    assert good.probability == 1.0
    assert good.supported
    assert not bad.supported
    assert bad.error == "intrinsic"
    assert verifier.longest <= 50
    chunks = good.details.chunks
    assert max(c.score for c in chunks) == 1.0
    assert chunks[0].start == 0
    assert chunks[-1].end == len(LONG)
    assert [e.text for e in good.evidence][:1] == ["Boat number57 sails at noon for harbour57."]
    assert all(LONG[e.start : e.end] == e.text for e in good.evidence)


def test_every_sentence_is_a_unit_with_its_span_and_trace() -> None:
    output = "Boat number1 sails.  Boat number2 sails."
    units = last(Scale(SharedWords()), LONG, output).units
    assert [u.kind for u in units] == ["sentence", "sentence"]
    assert [output[slice(*u.details.spans[0])] for u in units] == [u.statement for u in units]
    for unit in units:
        assert unit.details.calls == len(unit.trace)
        assert [n.kept for n in unit.trace if n.last - n.first == 1].count(True) >= 1


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_the_three_document_scores_are_ordered(probabilities: list[float]) -> None:
    units = [
        Unit(f"s{i}", "sentence", "x", probability=p, supported=p >= 0.5, details=SentenceDetails(sentence=i))
        for i, p in enumerate(probabilities)
    ]
    values = scores(units)
    assert values["scale_min"] <= values["scale_harmonic"] + 1e-9
    assert values["scale_harmonic"] <= values["scale"] + 1e-9
    assert values["scale_sentence_1"] == probabilities[0]


def test_the_compatible_setting_gives_the_scores_of_the_public_package(tmp_path: Path) -> None:
    package = pytest.importorskip("scale_score.score")
    save_tiny_t5(tmp_path)
    verifier = load_flan(ModelId("flan-t5", str(tmp_path)))
    engine = Scale(verifier, ScaleSettings(chunk_size=230, reference_compatible=True))
    units = last(engine, " ".join(SENTENCES), " ".join(CLAIMS)).units
    shared = {"device": "cpu", "model": verifier.form.model, "tokenizer": verifier.form.tokenizer}
    theirs = package.score([" ".join(SENTENCES)], [CLAIMS], chunk_size=230, **shared)
    assert [u.probability for u in units] == pytest.approx(theirs, abs=1e-4)
    assert [u.evidence[0].text for u in units] == [s for s, _ in package.retrieve([SENTENCES], [CLAIMS], **shared)]


def test_settings_are_checked() -> None:
    with pytest.raises(InputError, match="Unknown settings"):
        ScaleSettings.of({"chunks": 3})
    for values in ({"threshold": 2.0}, {"chunk_size": 0}, {"overlap": 1.5}, {"branches": 1}):
        with pytest.raises(InputError):
            ScaleSettings.of(values)
    with pytest.raises(InputError, match="no words"):
        list(Scale(SharedWords()).run(Text.of("..."), Text.of("A boat.")))
