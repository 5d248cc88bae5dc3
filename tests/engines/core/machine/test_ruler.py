"""Asking the pipeline's rules once about each kind of word finds what they find word by word."""

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.language import Language

from engines.core.language import installed_model, pipeline
from engines.core.machine.ruler import quicken

WORDS = [
    "I",
    "ain't",
    "gonna",
    "let's",
    "y'all",
    "got",
    "ta",
    "not",
    "n't",
    "it",
    "you",
    "That",
    "is",
    "there",
    "saw",
    "does",
    "'em",
    ".",
    "\n",
    " ",
]


@pytest.fixture(scope="module")
def untouched() -> Language:
    name = installed_model()
    assert name
    return spacy.load(name)


@settings(max_examples=40, deadline=None)
@given(words=st.lists(st.sampled_from([*WORDS, "Anna", "boats", "SAW", "got", "7"]), max_size=12))
def test_the_matches_are_the_same_in_the_same_order(untouched: Language, words: list[str]) -> None:
    doc = untouched.make_doc(" ".join(words))
    for name in ("tok2vec", "tagger", "parser"):
        doc = untouched.get_pipe(name)(doc)
    assert pipeline().get_pipe("attribute_ruler").match(doc) == untouched.get_pipe("attribute_ruler").match(doc)


def test_rules_of_several_words_and_of_white_space_are_asked(untouched: Language) -> None:
    text = "Y'all let's say there 's nothin' we ain't seen.\n\nI saw that it does not."
    ours, theirs = pipeline()(text), untouched(text)
    told = [[(t.text, t.tag_, t.pos_, t.dep_, t.lemma_, str(t.morph)) for t in doc] for doc in (ours, theirs)]
    assert told[0] == told[1]
    assert {"us", "nothing", "be"} <= {t.lemma_ for t in ours}


def test_a_pipeline_without_rules_is_left_as_it_is() -> None:
    nlp = spacy.blank("en")
    quicken(nlp)
    assert [token.text for token in nlp("It left.")] == ["It", "left", "."]
