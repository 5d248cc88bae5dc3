"""Extractive readers on tiny models: the best span by hand, no answer, windows, and spans that are exact in the text."""

from pathlib import Path
from typing import Any

import pytest

from engines.backends.squad import SquadReader
from engines.core.text import Text
from engines.models import registry
from tests.engines.backends import tiny_models
from tests.engines.backends.verifiers.test_classification import SENTENCES

MODELS = {"bert": tiny_models.bert, "roberta": tiny_models.roberta, "deberta": tiny_models.deberta}
QUESTIONS = ["Who turned the ship around?", "What rose near the islands?", "When does the next ferry leave?"]


@pytest.fixture(scope="module", params=list(MODELS))
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return MODELS[request.param](tmp_path_factory.mktemp(request.param), kind="QuestionAnswering")


@pytest.fixture
def reader(folder: Path) -> SquadReader:
    return registry.get("reader", f"squad:{folder}")


def by_hand(folder: Path, question: str, text: str) -> tuple[str, float, float]:
    """The text of the best span, its score, and that of no answer, tried exhaustively."""
    import torch
    from transformers import AutoModelForQuestionAnswering, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForQuestionAnswering.from_pretrained(folder).eval()
    encoded = tokenizer(question, text, return_tensors="pt", return_offsets_mapping=True)
    offsets = encoded.pop("offset_mapping")[0].tolist()
    inside = [i for i, part in enumerate(encoded.sequence_ids(0)) if part == 1]
    with torch.inference_mode():
        output = model(**encoded)
    starts, ends = output.start_logits[0].tolist(), output.end_logits[0].tolist()
    score, i, j = max((starts[i] + ends[j], -i, -j) for i in inside for j in inside if i <= j < i + 30)
    return text[offsets[-i][0] : offsets[-j][1]].strip(), score, starts[0] + ends[0]


def test_the_answer_is_the_best_span_unless_no_answer_is_better(reader: SquadReader, folder: Path) -> None:
    text = Text.of(" ".join(SENTENCES[:3]))
    for question, answer in zip(QUESTIONS, reader.answers(text, QUESTIONS), strict=True):
        span, score, none = by_hand(folder, question, text.text)
        if score > none:
            assert answer is not None and answer.span.text == span
            assert 0.5 < answer.score <= 1
        else:
            assert answer is None


def test_spans_are_exact_and_in_their_sentence(reader: SquadReader) -> None:
    text = Text.of("\n\n".join(f"«{s}» 😀" for s in SENTENCES * 4))
    for answer in reader.answers(text, QUESTIONS):
        if answer is not None:
            assert text.text[answer.span.start : answer.span.end] == answer.span.text == answer.span.text.strip()
            start, _ = text.sentences[answer.sentence]
            assert start <= answer.span.start


def test_every_token_of_a_long_text_is_in_a_window(reader: SquadReader) -> None:
    text = " ".join(SENTENCES * 12)
    windows = list(reader._windows(text, QUESTIONS[0]))
    assert len(windows) > 1
    assert all(len(w.ids) <= reader.limit for w in windows)
    tokenizer = reader.loaded.tokenizer
    offsets = {tuple(o) for o in tokenizer(text, add_special_tokens=False, return_offsets_mapping=True).offset_mapping}
    assert {o for w in windows for o in w.offsets} == offsets
    assert windows[0].ids[: windows[0].first] == windows[-1].ids[: windows[-1].first]


def test_together_equals_alone(reader: SquadReader) -> None:
    text = Text.of(" ".join(SENTENCES * 6))
    together = reader.answers(text, QUESTIONS)
    assert together == [pytest.approx(a, abs=1e-5) if a is None else a for a in (reader.answers(text, [q])[0] for q in QUESTIONS)] or all(
        (a is None) == (b is None) and (a is None or a.span == b.span)
        for a, b in zip(together, (reader.answers(text, [q])[0] for q in QUESTIONS), strict=True)
    )


def test_a_threshold_makes_it_say_no_more_often(reader: SquadReader) -> None:
    import dataclasses

    text = Text.of(" ".join(SENTENCES))
    strict = dataclasses.replace(reader, threshold=1e9)
    assert strict.answers(text, QUESTIONS) == [None] * 3
    lenient: Any = dataclasses.replace(reader, threshold=-1e9)
    assert all(lenient.answers(text, QUESTIONS))
    assert strict.identity != reader.identity


def test_no_questions_and_an_empty_text_are_no_trouble(reader: SquadReader) -> None:
    assert reader.answers(Text.of(" ".join(SENTENCES)), []) == []
    assert reader.answers(Text.of("…"), QUESTIONS[:1])[0] is None
