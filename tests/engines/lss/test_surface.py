"""Kept words as text: a subsequence of the output's words whatever is deleted, readable punctuation, repaired grammar."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.language import parse_strings
from engines.lss.repair import FILLERS, repaired
from engines.lss.surface import surface, tidied
from engines.verification.word_support.tree import WordTree, word_tree

SENTENCES = (
    "In 2011, Ilse Varga (born 1950), a well-known engineer from Brekke, repaired the ferry and sold two boats.",
    "The museum's trust said \"the old bridge wasn't safe\", but Anneke Holt and Tomas Reyle were not there; nobody asked.",
    "A honest actor, who lives in Saint Orrin–Dunmore, won 3–0 on 4 June 2013 after a U.K.-based coach left!",
    "Mirel saw Jonas Abry join the library, the school board, and the union on a two-year deal for £1.5m.",
    "No",
    "* * *",
)
WORD = re.compile(r"\w+")


def tree_of(sentence: str) -> WordTree:
    return word_tree(parse_strings([sentence])[0])


def is_subsequence(part: list[str], whole: list[str]) -> bool:
    rest = iter(whole)
    return all(word in rest for word in part)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SENTENCES), st.data())
def test_no_word_is_ever_added_changed_or_moved(sentence: str, data: st.DataObject) -> None:
    tree = tree_of(sentence)
    kept = tidied(tree, [data.draw(st.booleans()) for _ in range(len(tree))])
    text = surface(tree, kept)
    assert is_subsequence(WORD.findall(text), WORD.findall(sentence))
    assert is_subsequence([c for c in text if not c.isspace()], [c for c in sentence if not c.isspace()])
    assert WORD.findall(text) == [w for i, k in enumerate(kept) if k for w in WORD.findall(tree.text(i))]
    assert "  " not in text


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(SENTENCES), st.data())
def test_keeping_more_words_never_drops_more_function_words(sentence: str, data: st.DataObject) -> None:
    tree = tree_of(sentence)
    fewer = [data.draw(st.booleans()) for _ in range(len(tree))]
    more = [f or data.draw(st.booleans()) for f in fewer]
    assert all(a <= b for a, b in zip(tidied(tree, fewer), tidied(tree, more), strict=True))


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(SENTENCES), st.data())
def test_the_repaired_form_has_no_content_of_its_own(sentence: str, data: st.DataObject) -> None:
    tree = tree_of(sentence)
    kept = tidied(tree, [data.draw(st.booleans()) for _ in range(len(tree))])
    star, text = repaired(tree, kept), surface(tree, kept)
    fillers = {"a", "an", "and", "is", "was", "has", "does"} | FILLERS
    fillers |= {tree.text(i).lower() for i in range(len(tree)) if tree.dep(i) in ("aux", "auxpass")}
    stems = {w.lower()[:3] for w in WORD.findall(text)}
    assert all(w.lower() in fillers or w.lower()[:3] in stems for w in WORD.findall(star))


def test_keeping_everything_leaves_the_sentence_as_it_is() -> None:
    for sentence in SENTENCES[:4]:
        tree = tree_of(sentence)
        assert surface(tree, [True] * len(tree)) == sentence


def kept_words(sentence: str, *deleted: str) -> tuple[WordTree, tuple[bool, ...]]:
    tree = tree_of(sentence)
    return tree, tuple(tree.text(i) not in deleted for i in range(len(tree)))


@pytest.mark.parametrize(
    ("sentence", "deleted", "lss", "star"),
    [
        ("Varga, a painter, left.", ("a", "painter"), "Varga left.", "Varga left."),
        ("In 2011 she won a gold medal.", ("In", "2011"), "she won a gold medal.", "She won a gold medal."),
        ("He is a British actor.", ("British",), "He is a actor.", "He is an actor."),
        ("She bought an old boat (in May).", ("in", "May", "old"), "She bought an boat.", "She bought a boat."),
    ],
)
def test_punctuation_and_articles_after_deletions(sentence: str, deleted: tuple[str, ...], lss: str, star: str) -> None:
    tree, kept = kept_words(sentence, *deleted)
    assert surface(tree, kept) == lss
    assert repaired(tree, kept) == star


def test_a_preposition_comes_back_between_the_words_that_it_joins() -> None:
    tree, kept = kept_words("Ilse was an assistant to the painter Tomas Reed.", "to", "the", "painter")
    assert surface(tree, kept) == "Ilse was an assistant Tomas Reed."
    assert repaired(tree, kept) == "Ilse was an assistant to Tomas Reed."
    tree, kept = kept_words("Ilse left before the storm.", "before", "the")
    assert "before" not in repaired(tree, kept)


def test_a_conjunction_needs_both_sides() -> None:
    tree, kept = kept_words("Ilse and Tomas sold the boat.", "Tomas")
    assert surface(tree, tidied(tree, kept)) == "Ilse sold the boat."


@pytest.mark.parametrize(
    ("sentence", "deleted", "left"),
    [
        ("The work took two months in Vell.", ("two",), "The work took in Vell."),
        ("She said that the plan was good.", ("good",), "She said."),
        ("The boat was old and the mast was new.", ("new",), "The boat was old."),
        ("The months were long.", (), "The months were long."),
    ],
)
def test_no_measure_is_left_without_its_number_and_no_copula_with_nothing_to_say(
    sentence: str, deleted: tuple[str, ...], left: str
) -> None:
    tree, kept = kept_words(sentence, *deleted)
    assert surface(tree, tidied(tree, kept)) == left


def test_the_verb_agrees_with_the_subject_that_is_left() -> None:
    tree, kept = kept_words("Anna and Tom were late.", "Tom", "and")
    assert repaired(tree, kept) == "Anna was late."
