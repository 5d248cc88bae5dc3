"""Which words are predicates."""

import pytest

from engines.core.language import parse_strings
from engines.english.deverbal import uses, verb_of_noun
from engines.parsing.predicates.detection import find_predicates


def _found(sentence):
    (doc,) = parse_strings([sentence])
    return {(doc[p.token].text, p.kind, p.lemma) for p in find_predicates(doc)}


def test_verbs_nouns_and_copulas():
    found = _found("Ana Orlo was a painter when the destruction of the harbour began.")
    assert ("was", "copula", "be") in found
    assert ("began", "verb", "begin") in found
    assert ("destruction", "noun", "destroy") in found


def test_auxiliaries_and_modals_are_no_predicates():
    assert _found("She could have been seen.") == {("seen", "verb", "see")}


def test_things_are_no_predicates():
    words = {word for word, _, _ in _found("The table, the river and the window are in the kitchen.")}
    assert not words & {"table", "river", "window", "kitchen"}


@pytest.mark.parametrize(("noun", "verb"), [("acquisition", "acquire"), ("death", "die"), ("loss", "lose"), ("attack", "attack")])
def test_verbs_of_nouns(noun, verb):
    assert verb_of_noun(noun) == verb


def test_wordnet_tells_events_from_agents():
    assert uses("explosion").event > 0.9
    assert uses("teacher").person > 0.9
    assert uses("film").verbal < 0.1 < uses("attack").verbal
