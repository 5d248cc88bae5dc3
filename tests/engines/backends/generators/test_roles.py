"""Encoder-decoder models as parser, question writer and LSS writer, on tiny ones that have learned a few sentences by heart."""

from pathlib import Path

import pytest

from engines.backends.generators.qasem_t5 import WrittenQA, read, span_of
from engines.core.results import Span
from engines.core.text import Text
from engines.models import registry
from tests.engines.backends import tiny_models

SENTENCE = "The skipper sold the red boat in May ."
TOKENS = SENTENCE.split()
PROMPT = "Generate QA pairs: The skipper <extra_id_0>sold<extra_id_1> the red boat in May ."
REPLY = "Who sold something?The skipper<extra_id_2>What did someone sell?the red boat<extra_id_3>May"


@pytest.fixture(scope="module")
def parser_id(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"qasem-t5:{tiny_models.taught(tmp_path_factory.mktemp('qasem'), [(PROMPT, REPLY)])}"


def test_what_the_model_writes_becomes_spans_of_the_text(parser_id: str) -> None:
    text = Text.of("It rained. The skipper sold the red boat in May.")
    sold = next(p for p in registry.get("parser", parser_id).parse(text, ("verb",)) if p.lemma == "sell")
    assert text.text[sold.predicate.start : sold.predicate.end] == sold.predicate.text == "sold"
    assert [(qa.question, qa.answer.text) for qa in sold.qas] == [
        ("Who sold something?", "The skipper"),
        ("What did someone sell?", "the red boat"),
        ("What did someone sell?", "May"),
    ]
    assert all(text.text[qa.answer.start : qa.answer.end] == qa.answer.text for qa in sold.qas)
    assert sold.sentence == 1
    assert sold.qas[1].statement == "The skipper sold the red boat." and sold.qas[1].role == "object"


def test_kinds_that_the_model_does_not_know_are_asked_about_by_rules(parser_id: str) -> None:
    parser = registry.get("parser", parser_id)
    found = parser.parse(Text.of("The skipper sold the boat in May. The boat is a wreck. It was red."))
    assert {"copula", "adjective"} <= {p.predicate.kind for p in found}
    assert parser.parse(Text.of("The boat is a wreck."), ("verb", "noun")) == []


def test_given_tokens_keep_their_indices(parser_id: str) -> None:
    parsed = registry.get("parser", parser_id).parse_tokenized([(TOKENS, [2]), (["Rain", "fell", "."], None)])
    assert [(qa.question, " ".join(TOKENS[qa.start : qa.end])) for qa in parsed[0][0].qas][:2] == [
        ("Who sold something?", "The skipper"),
        ("What did someone sell?", "the red boat"),
    ]
    assert len(parsed) == 2


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("who _ _ sold something _ _ ?the skipper", [("Who sold something?", 0, 2)]),
        ("what was sold?the  redboat", [("What was sold?", 3, 6)]),
        ("what was sold?the red boat;May", [("What was sold?", 3, 6), ("What was sold?", 7, 8)]),
        ("what was sold?a zeppelin<extra_id_2>who?", []),
        ("nothing at all", []),
        ("<extra_id_2><extra_id_2>?", []),
        ("when?May<extra_id_2>when?May", [("When?", 7, 8)]),
    ],
)
def test_replies_are_read_as_they_come(written: str, expected: list[tuple[str, int, int]]) -> None:
    assert read(written, TOKENS, 2) == [WrittenQA(*qa) for qa in expected]


def test_of_equal_answers_the_nearest_to_the_predicate_is_meant() -> None:
    tokens = ["the", "cook", "saw", "the", "cook", "who", "sang", "the", "cook"]
    assert span_of("the cook", tokens, 2) == (0, 2)
    assert span_of("the cook", tokens, 6) == (7, 9)
    assert span_of("The Cook", tokens, 4) == (3, 5)


def test_a_question_is_written_for_a_marked_answer(tmp_path: Path) -> None:
    marked = "generate question: The skipper sold <hl> the red boat <hl> in May."
    folder = tiny_models.taught(tmp_path, [(marked, "What did the skipper sell?")], marks=["<hl>"])
    text = Text.of("The skipper sold the red boat in May.")
    start = text.text.index("the red")
    questions = registry.get("question_writer", f"question-t5:{folder}").write(text, [Span.of(text.text, start, start + 12)])
    assert questions[0][0] == "What did the skipper sell?"


def test_without_marks_answer_and_context_are_named(tmp_path: Path) -> None:
    text = Text.of("The skipper sold the red boat in May.")
    folder = tiny_models.taught(tmp_path, [(f"answer: May  context: {text.text}", "When was it sold?")])
    questions = registry.get("question_writer", f"question-t5:{folder}").write(text, [Span.of(text.text, 33, 36)])
    assert questions[0][0] == "When was it sold?"


def test_the_passage_of_a_question_is_cut_to_what_fits(tmp_path: Path) -> None:
    writer = registry.get("question_writer", f"question-t5:{tiny_models.t5(tmp_path)}")
    text = Text.of(" ".join(f"Boat number {n} lay in the harbour." for n in range(60)))
    start = text.text.index("30")
    first, last = writer._passage(text, Span.of(text.text, start, start + 2))
    assert 0 < first < start < last < len(text.text)
    assert writer._length(text, text.sentence_at(first), text.sentence_at(last - 1) + 1) <= writer.limit


def test_an_lss_is_written_for_reference_and_claim(tmp_path: Path) -> None:
    reference, claim = "The skipper sold a boat.", "The skipper sold the red boat in May."
    folder = tiny_models.taught(tmp_path, [(f"Reference: {reference}\n Claim: {claim}\n Output:", "The skipper sold the boat.")])
    writer = registry.get("lss_writer", f"lss-t5:{folder}")
    assert writer.write(Text.of(reference), [claim]) == ["The skipper sold the boat."]


def test_a_long_reference_is_read_in_chunks_and_a_word_kept_if_any_supports_it(tmp_path: Path) -> None:
    writer = registry.get("lss_writer", f"lss-t5:{tiny_models.t5(tmp_path)}")
    reference = Text.of(" ".join(f"Boat number {n} lay in the harbour." for n in range(120)))
    pieces = writer._pieces(reference, "A boat lay there.")
    assert len(pieces) > 2
    assert all(reference.sentence(i) in " ".join(pieces) for i in range(len(reference.sentences)))
    assert isinstance(writer.write(Text.of("A boat."), ["A boat lay there."])[0], str)
