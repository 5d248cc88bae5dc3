"""What the parser promises: exact answers, the predicates asked for, nothing said twice, and no text that breaks it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.text import Text
from engines.parsing import KINDS, PAPER_KINDS, load_parser

BRIDGE = "The bridge, which was built in 1820 by Ana Orlo, has been sold to a foreign investor."

WORDS = (
    "Ana",
    "the",
    "boat",
    "sold",
    ",",
    "who",
    "which",
    "was",
    "to",
    "in",
    "1820",
    "because",
    "(",
    ")",
    "''",
    "-LRB-",
    ".",
    "not",
    "killer",
)


@pytest.fixture(scope="module")
def parser():
    return load_parser()


def _answers(parser, text, predicate):
    return {qa.answer.text: qa for p in parser.parse(text) if p.predicate.text == predicate for qa in p.qas}


def test_answers_are_exact_spans(parser):
    text = "Intro 🌉\r\n\r\n" + BRIDGE + "\n- She sold it."
    found = parser.parse(text)
    assert {"built", "sold"} <= {predicate.predicate.text for predicate in found}
    for predicate in found:
        assert text[predicate.predicate.start : predicate.predicate.end] == predicate.predicate.text
        for qa in predicate.qas:
            assert text[qa.answer.start : qa.answer.end] == qa.answer.text


def test_a_relative_clause_has_its_own_qas_and_is_no_part_of_other_answers(parser):
    built, sold = _answers(parser, BRIDGE, "built"), _answers(parser, BRIDGE, "sold")
    assert {"The bridge", "Ana Orlo"} <= set(built)
    assert "The bridge" in sold
    assert not any("built" in answer for answer in sold)


def test_roles_are_deep(parser):
    built = _answers(parser, BRIDGE, "built")
    assert built["The bridge"].role == "object"
    assert built["Ana Orlo"].role == "subject"
    assert built["in 1820"].role == "when"


def test_conjuncts_are_answers_of_their_own(parser):
    bought = _answers(parser, "The mayor and her driver bought a boat.", "bought")
    assert {"The mayor", "her driver"} <= set(bought)


def test_a_controlled_subject_is_implied(parser):
    repair = _answers(parser, "Lena Dorn promised to repair the boat.", "repair")
    assert repair["Lena Dorn"].implied
    assert not repair["the boat"].implied


def test_no_predicate_says_the_same_twice(parser):
    text = (
        BRIDGE
        + " Lena said she wanted to leave, because she was tired and because it rained. The mayor's decision to close the park upset them."
    )
    found = parser.parse(text)
    assert len(found) > 5
    for predicate in found:
        said = [(qa.question, qa.answer.start, qa.answer.end) for qa in predicate.qas]
        assert len(said) == len(set(said))


def test_kinds_restrict(parser):
    text = "Ana Orlo, a doctor, is a runner. The election of two new members followed."
    assert {p.predicate.kind for p in parser.parse(text, PAPER_KINDS)} <= set(PAPER_KINDS)
    assert {p.predicate.kind for p in parser.parse(text, ["copula"])} == {"copula"}
    assert {p.predicate.kind for p in parser.parse(text)} <= set(KINDS)


def test_given_predicates_are_parsed_exactly(parser):
    tokens = ["-LRB-", "Ana", "was", "tired", "-RRB-", "but", "she", "went", "to", "work"]
    parsed = parser.parse_tokens(tokens, [2, 7])
    assert [(p.index, p.text) for p in parsed] == [(2, "was"), (7, "went")]
    assert all(p.qas for p in parsed)
    assert all(0 <= qa.start < qa.end <= len(tokens) for p in parsed for qa in p.qas)


def test_the_same_text_is_parsed_the_same(parser):
    assert parser.parse(BRIDGE) == parser.parse(BRIDGE)
    alone = [p.qas for p in parser.parse(BRIDGE)]
    assert alone
    among = [p.qas for p in parser.parse(BRIDGE + " It rained all day in Orlo Bay.") if p.sentence == 0]
    assert [[qa.answer for qa in qas] for qas in alone] == [[qa.answer for qa in qas] for qas in among]


def test_an_adjunct_before_a_new_sentence_is_related_across_it(parser):
    text = "It rained all night. As a result, the match was cancelled."
    related = [qa for p in parser.parse(text, ["relation"]) for qa in p.qas]
    assert any(qa.answer.end <= 20 for qa in related)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "word",
        "MAYOR QUITS OVER BRIDGE DEAL; COUNCIL TO VOTE MONDAY",
        "| name | age |\n|---|---|\n| Ana | 34 |\n| Piet | 41 |",
        "- buy milk\n- call Lena\n  - ask about boat\n1. done",
        "[12:01] ana: lol did u see that??? :)\n[12:02] piet: yeah brb",
        "def f(x):\n    return {k: v for k, v in x.items() if v}  # drop empty\n",
        "Der Bürgermeister hat die Brücke gebaut, die gestern verkauft wurde.",
        "市长昨天宣布了这座桥的出售。これは橋です。",
        "كتب الولد الرسالة أمس.",
        "\"\"\"''' (((( [[[ ``",
        "\x00\x01 binary \ufffd junk \ud800",
        "!" * 5000,
        "a " * 3000,
    ],
)
def test_nothing_breaks_it(parser, text):
    before = f"{BRIDGE}\n\n"
    found = parser.parse(before + text)
    assert found[0].predicate.text == "built"
    for predicate in [*found, *parser.parse(text)]:
        whole = before + text if predicate in found else text
        for qa in predicate.qas:
            assert whole[qa.answer.start : qa.answer.end] == qa.answer.text


def test_a_very_long_sentence_is_parsed(parser):
    text = "Ana said that " + ", and that ".join(f"Piet number {k} sold a boat to Lena in Orlo Bay" for k in range(60)) + "."
    assert len(text.split()) > 500
    assert parser.parse(text)


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=200))
def test_any_text_gives_exact_spans(text):
    parser = load_parser()
    for predicate in parser.parse(Text.of(text)):
        assert text[predicate.predicate.start : predicate.predicate.end] == predicate.predicate.text
        for qa in predicate.qas:
            assert text[qa.answer.start : qa.answer.end] == qa.answer.text


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=25))
def test_any_tokens_with_any_predicates(tokens):
    parsed = load_parser().parse_tokens(tokens, list(range(len(tokens))))
    assert [p.index for p in parsed] == list(range(len(tokens)))
    for predicate in parsed:
        for qa in predicate.qas:
            assert 0 <= qa.start < qa.end <= len(tokens)


def test_what_a_relative_clause_modifies_is_implied(parser):
    assert _answers(parser, BRIDGE, "built")["The bridge"].implied
    assert not _answers(parser, BRIDGE, "sold")["The bridge"].implied


def test_a_headline_is_not_taken_for_a_part_of_the_sentence_below_it():
    text = "Rovers sign keeper on loan Ilse Varga has joined Rovers from Dunmore Town until the end of the season."
    answers = {qa.answer.text for parsed in load_parser().parse(text) for qa in parsed.qas}
    assert "Ilse Varga" in answers
    assert not any("loan Ilse" in answer for answer in answers)
