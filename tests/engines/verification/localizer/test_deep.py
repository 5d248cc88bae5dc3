"""The localizer with a language model: what it expects counts, a long reference is read where it fits, and without one nothing changes."""

from collections.abc import Sequence

import numpy as np
import pytest

from engines.core.findings import Exchange, Expectations, Preference
from engines.core.roles import LanguageModel
from engines.core.text import Text
from engines.models import registry
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.localizer import CompactLocalizer
from engines.verification.localizer.reading import passages, read_output
from engines.verification.localizer.second_look import COLUMNS, TOLD, ask
from explorer.services.analysis import analyze
from tests.engines.backends import tiny_models

REFERENCE = Text.of("Ilse Varga was born in Hallam Bay in 1931. The harbour board criticised the ferry company in March.")
OUTPUT = Text.of("Ilse Varga was born in 1947. The harbour board praised the ferry company.")


class Watched:
    """A language model that keeps what it was asked."""

    name = identity = "watched"

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self.exchanges: list[Exchange] = []

    def expectations(self, reference: str, output: str) -> Expectations:
        return self._model.expectations(reference, output)

    def preferences(self, reference: str, output: str, exchanges: Sequence[Exchange]) -> Sequence[Preference | None]:
        self.exchanges += exchanges
        return self._model.preferences(reference, output, exchanges)


@pytest.fixture(scope="module")
def language_model(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"causal:{tiny_models.llama(tmp_path_factory.mktemp('llama'), template=None)}"


def test_only_words_that_are_not_surely_right_are_tried(language_model: str) -> None:
    model = Watched(registry.get("language_model", language_model))
    reading = read_output(encoded(REFERENCE), OUTPUT, model)
    odds = [np.full(len(sentence.tree), -9.0) for sentence in reading.sentences]
    ask(reading, model, odds)
    assert model.exchanges == []
    odds[0][5] = 1.0  # 1947
    rows = ask(reading, model, odds).rows
    year = OUTPUT.text.index("1947")
    assert {(one.start, one.end) for one in model.exchanges} == {(year, year + 4)}
    assert "1931" in {one.text for one in model.exchanges}
    assert rows[0][:, len(COLUMNS) - len(TOLD) :].any(axis=1).all(), "what it expected counts for every word"


def test_it_counts_and_is_named(language_model: str) -> None:
    model = registry.get("language_model", language_model)
    plain, deep = CompactLocalizer(), CompactLocalizer(model)
    found, more = (localizer.locate(REFERENCE, OUTPUT) for localizer in (plain, deep))
    assert [(w.start, w.end) for w in found] == [(w.start, w.end) for w in more]
    assert [w.probability for w in found] != [w.probability for w in more]
    assert model.identity in deep.identity and deep.identity != plain.identity


def test_an_analysis_says_that_a_language_model_read_along(language_model: str) -> None:
    plain = analyze(REFERENCE.text, OUTPUT.text)
    deep = analyze(REFERENCE.text, OUTPUT.text, models={"language_model": language_model})
    assert deep.words is not None and deep.words != plain.words
    assert "+" in deep.engine.models["localizer"] and "+" not in plain.engine.models["localizer"]
    # questions are judged by their own head, and by a word that is surely wrong, which it is with and without it
    assert [u.probability for u in deep.units] == pytest.approx([u.probability for u in plain.units], abs=0.01)


def test_of_a_long_reference_the_sentences_that_fit_are_read() -> None:
    filler = " ".join(f"On day {day} the weather in Dunmore was as it had been on the day before that one." for day in range(100))
    long = encoded(Text.of(f"{filler} {REFERENCE.text} {filler}"))
    read = passages(long, align(long, [OUTPUT.text[slice(*sentence)] for sentence in OUTPUT.sentences]))
    assert "criticised the ferry company" in read and "born in Hallam Bay" in read
    assert 600 < len(read.split()) <= 800
    short = encoded(REFERENCE)
    assert passages(short, align(short, [OUTPUT.text])) == REFERENCE.text
