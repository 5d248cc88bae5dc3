"""Questions, answers from both texts and the score, with the bundled models."""

import pytest

from engines.core.engine import Outcome
from engines.core.errors import InputError
from engines.core.language import parse_sentences
from engines.core.results import Span
from engines.core.roles import QA
from engines.core.text import Text
from engines.models import registry
from engines.qags.candidates import candidates
from engines.qags.engine import QAGS, QAGSSettings
from engines.qags.questions import completed, questions

REFERENCE = (
    "The port authority of Hallam Bay said on Tuesday that it will retire its last diesel ferry in November. "
    "Two electric catamarans built in Brekke will replace the ferry. "
    "Each catamaran can carry 310 passengers. Parliament approved 41 million crowns for the project in 2022."
)


def outcome(output: str, **settings: object) -> Outcome:
    engine = QAGS(registry.get("parser", "rules"), QAGSSettings.of(settings))
    last = list(engine.run(Text.of(REFERENCE), Text.of(output)))[-1]
    assert isinstance(last, Outcome)
    return last


def test_a_copied_sentence_gets_the_same_answers() -> None:
    found = outcome("Parliament approved 41 million crowns for the project in 2022.")
    assert found.scores["qags"] > 0.8
    assert found.scores["questions"] == len(found.units) >= 3
    for unit in found.units:
        assert unit.kind == "question" and unit.question and unit.question.endswith("?") and unit.answer
        assert unit.probability == unit.details.f1
        answer = unit.details.reference_answer
        assert answer is None or REFERENCE[answer.start : answer.end] == answer.text


def test_a_wrong_place_gets_another_answer_from_the_reference() -> None:
    found = outcome("Two electric catamarans built in Sweden will replace the ferry.")
    asked = [u for u in found.units if u.answer and u.answer.text == "Sweden"]
    assert asked and all(u.details.f1 == 0 for u in asked)
    assert any(u.details.reference_answer and u.details.reference_answer.text == "Brekke" for u in asked)
    assert any("Brekke" in e.text for u in asked for e in u.evidence)


def test_no_more_than_k_questions_and_none_twice() -> None:
    output = "Two electric catamarans built in Brekke will replace the ferry. Parliament approved 41 million crowns in 2022."
    found = outcome(output, questions=3)
    assert len(found.units) == 3
    everything = outcome(output)
    asked = [(u.question, u.answer) for u in everything.units]
    assert len(set(asked)) == len(asked)
    assert all(len((u.question or "").split()) >= 3 and (u.question or "").count("?") == 1 for u in everything.units)


def test_an_output_without_anything_to_ask_about_says_so() -> None:
    found = outcome("Yes, indeed.")
    assert found.scores["qags"] == 0.0 and found.scores["questions"] == 0.0 and found.warnings


def test_settings_are_checked() -> None:
    with pytest.raises(InputError, match="Unknown settings"):
        QAGSSettings.of({"k": 3})
    with pytest.raises(InputError, match="questions"):
        QAGSSettings.of({"questions": 0})


def test_placeholders_are_filled_from_the_other_answers() -> None:
    sentence = "Parliament gave the port 41 million crowns."
    subject = QA("Who gave something?", Span.of(sentence, 0, 10), "", "subject")
    thing = QA("What did someone give?", Span.of(sentence, 25, 42), "", "object")
    assert completed(subject, [thing], subject.answer, sentence) == "Who gave 41 million crowns?"
    assert completed(thing, [subject], thing.answer, sentence) == "What did Parliament give?"


def test_an_owner_is_asked_for_with_whose_and_a_unit_not_at_all() -> None:
    text = Text.of("Orlestad's council voted on Thursday. The brewery's profits fell by 12 per cent.")
    docs = parse_sentences(text)
    asked = questions(text, docs, candidates(text, docs), [])
    assert "Whose council voted on Thursday?" in [q.text for q in asked]
    assert "cent" not in [q.answer.span.text for q in asked]


def test_a_candidate_without_a_parsed_question_is_asked_for_in_its_place() -> None:
    text = Text.of("Brekke built two catamarans near the old harbour.")
    docs = parse_sentences(text)
    found = candidates(text, docs)
    asked = questions(text, docs, found, [])
    assert {q.answer.span.text for q in asked} >= {"two catamarans", "the old harbour"}
    assert all(q.answer.span.text not in q.text for q in asked)


@pytest.mark.parametrize(
    ("sentence", "whole", "part"),
    [
        ("About 1,200 ex-sailors watched.", "1,200 ex-sailors", "sailors"),
        ("Twenty-two sailors left Vell.", "Twenty-two", "two"),
        ("She works for a London-based firm.", "London", "London-based"),
    ],
)
def test_a_candidate_is_made_of_whole_words_and_whole_names(sentence: str, whole: str, part: str) -> None:
    text = Text.of(sentence)
    found = [candidate.span.text for candidate in candidates(text, parse_sentences(text))]
    assert any(whole in one for one in found) and part not in found


def asked_about(text: str) -> list[str]:
    found = Text.of(text)
    docs = list(parse_sentences(found))
    return [q.text for q in questions(found, docs, candidates(found, docs), registry.get("parser", "rules").parse(found))]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Ben Okri succeeded her in 1998, and she left.", "Who succeeded her?"),
        ("The ferries carry two lorries to Orlo.", "What do the ferries carry?"),
        ("You offer maps to the visitors.", "What do you offer?"),
    ],
)
def test_what_fills_a_question_stands_in_its_case_and_the_verb_agrees(text: str, question: str) -> None:
    assert question in asked_about(text)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The board hopes to move to a two-thirds quorum.", "how many quorum"),
        ("The 2014 film made her famous in Orlo.", "the when film"),
        ("He bought the mill for £2m in May.", "£ how much"),
        ("The clockmaker Tomas Reed was paid to repair it.", "what tomas"),
        ("The clockmaker Tomas Reed was paid to repair it.", "clockmaker who"),
    ],
)
def test_a_question_word_stands_only_where_it_can(text: str, wrong: str) -> None:
    found = asked_about(text)
    assert found and not [question for question in found if wrong in question.lower()]
