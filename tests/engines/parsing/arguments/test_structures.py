"""The rules: subjects that English leaves out, spans without what says something else, questions of adjuncts."""

import pytest

from engines.core.language import parse_strings
from engines.parsing.arguments.candidates import Candidates, Tree
from engines.parsing.arguments.nouns import noun_arguments
from engines.parsing.arguments.structures import overlap
from engines.parsing.arguments.verbs import verb_arguments


def _arguments(sentence, word):
    (doc,) = parse_strings([sentence])
    token = next(t for t in doc if t.text == word)
    rules = noun_arguments if token.pos_ == "NOUN" else verb_arguments
    return {doc[a.start : a.end].text: a for a in rules(token)}


@pytest.mark.parametrize(
    ("sentence", "verb", "subject"),
    [
        ("Ana bought a boat and sold it.", "sold", "Ana"),
        ("Ana wants to sell the boat.", "sell", "Ana"),
        ("Ana asked Piet to sell the boat.", "sell", "Piet"),
        ("The man who sold the boat left.", "sold", "The man"),
        ("They accused Piet of stealing the boat.", "stealing", "Piet"),
        ("Walking home, Ana saw a fox.", "Walking", "Ana"),
    ],
)
def test_subjects_from_elsewhere(sentence, verb, subject):
    found = _arguments(sentence, verb)
    assert found[subject].role == "SUBJ"


@pytest.mark.parametrize(
    ("sentence", "verb", "subjects"),
    [
        ("Sea and Harbour plans a protest.", "plans", {"Sea and Harbour"}),
        ("Ola and Kari plan a protest.", "plan", {"Ola", "Kari"}),
    ],
)
def test_a_verb_in_the_singular_joins_names_to_one(sentence, verb, subjects):
    assert {text for text, a in _arguments(sentence, verb).items() if a.role == "SUBJ"} == subjects


def test_passives_have_deep_roles():
    found = _arguments("The boat was sold by Ana to a dealer.", "sold")
    assert found["The boat"].role == "OBJ"
    assert found["Ana"].role == "SUBJ"
    assert (found["a dealer"].role, found["a dealer"].preposition) == ("PREP", "to")


@pytest.mark.parametrize(
    ("sentence", "answer", "wh"),
    [
        ("Ana left in March.", "in March", "when"),
        ("Ana left because it rained.", "because it rained", "why"),
        ("Ana lived in Orlo for three years.", "for three years", "how long"),
        ("Ana left quietly.", "quietly", "how"),
    ],
)
def test_adjuncts_answer_their_question(sentence, answer, wh):
    verb = sentence.split()[1]
    assert _arguments(sentence, verb)[answer].wh == wh


def test_a_noun_takes_possessors_and_of_phrases():
    found = _arguments("Rome's destruction of the harbour shocked Ana.", "destruction")
    assert found["Rome"].role == "SUBJ"
    assert found["the harbour"].role == "OBJ"


def test_candidates_are_distinct_and_leave_the_predicate_out():
    (doc,) = parse_strings(["The man who sold the old boat to Ana left Orlo Bay in March because it rained."])
    candidates = Candidates(Tree.of(doc))
    for token in doc:
        cuts = candidates.of(token.i)
        spans = [cut[2:] for cut in cuts]
        assert len(spans) == len(set(spans))
        assert all(0 <= start <= head < end or start < end for head, _, start, end in cuts)
        assert (token.i, token.i + 1) not in spans


def test_overlap():
    assert overlap((0, 4), (2, 6)) == pytest.approx(1 / 3)
    assert overlap((0, 2), (2, 4)) == 0
    assert overlap((1, 3), (1, 3)) == 1
