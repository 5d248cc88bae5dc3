"""Names are recognised in all their forms, and pronouns lead back to them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc

from engines.core.language import parse_strings
from engines.core.plain.copying import model_text
from engines.core.plain.spacing import single_spaced
from engines.verification.names.coreference import links, looks_back
from engines.verification.names.finding import NameIndex, find_names, same

PASSAGE = (
    "The Halvik Fishery Board (HFB) met on Monday. Mr. Lars Bergström, a Norwegian doctor from the University of Osterby, spoke first. "
    "Bergström's brother Thomas Bergström stayed at home. Nordlys Inc. and the World Tide Organization sent letters from New Harbour."
)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Lars Bergström", "Dr. Bergstrom"),
        ("Lars Bergström", "L. Bergström"),
        ("Lars Bergström's", "Lars"),
        ("Tom Bergström", "Thomas Bergström"),
        ("World Tide Organization", "WTO"),
        ("the World Tide Organization", "W.T.O."),
        ("Norway", "Norwegian"),
        ("the United States", "American"),
        ("Nordlys Inc.", "Nordlys"),
        ("President Anna de la Cruz", "Cruz"),
    ],
)
def test_the_same_name(a: str, b: str) -> None:
    assert same(a, b)
    assert same(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Lars Bergström", "Thomas Bergström"),
        ("University of Osterby", "Osterby"),
        ("New Harbour", "Harbour"),
        ("Norway", "Swedish"),
        ("World Tide Organization", "WHO"),
        ("Halvik Museum", "Halvik School"),
    ],
)
def test_another_name(a: str, b: str) -> None:
    assert not same(a, b)


def test_an_index_covers_aliases_and_not_strangers() -> None:
    index = NameIndex.of(PASSAGE)
    for name in ("HFB", "Bergstrom", "Dr Lars Bergström", "Norway", "WTO", "Nordlys", "Tom Bergström"):
        assert index.covers(name) == 1.0, name
    assert index.covers("Sweden") == 0.0
    assert index.covers("Karin Bergström") == 0.5
    assert [name.surface for name in index.mentions("HFB")] == ["Halvik Fishery Board", "HFB"]


def test_whoever_is_named_in_full_may_have_initials_elsewhere() -> None:
    index = NameIndex.of("Present: Greta Olm (chair), Jun-Pyo Hart. GO thanked JPH. The door was shut.")
    assert [name.surface for name in index.mentions("Olm")] == ["Greta Olm", "GO"]
    assert [name.surface for name in index.mentions("Hart")] == ["Jun-Pyo Hart", "JPH"]


def test_sentence_openers_are_not_names() -> None:
    assert [name.surface for name in find_names("When rain fell, Karin Holm left. Boats sank near Brekke.")] == ["Karin Holm", "Brekke"]


def test_pronouns_and_descriptions_lead_to_their_names() -> None:
    sentences = [
        "Minister Anna Berg opened the bridge in Halvik on Monday.",
        "She praised the workers.",
        "Her husband, the painter Olav Lund, came too.",
        "The painter was born in Brekke.",
        "Afterwards the minister went home.",
    ]
    docs = parse_strings(sentences)
    found = {docs[link.doc][link.start : link.end].text: link.antecedent.text for link in links(docs)}
    assert found["She"] == "Anna Berg"
    assert found["Her"] == "Anna Berg"
    assert found["The painter"] == "Olav Lund"
    assert found["the minister"] == "Anna Berg"


def test_a_surname_after_the_whole_name_is_a_person_whatever_the_pipeline_calls_it() -> None:
    docs = parse_strings(["Anna Brandt sold the mill.", "Brandt is awaiting a buyer.", "The boat that she built leaks."])
    assert [entity.label_ for entity in docs[1].ents] != ["PERSON"]
    found = {docs[link.doc][link.start : link.end].text: link.antecedent.text for link in links(docs)}
    assert found["she"] == "Brandt"


@pytest.mark.parametrize(
    ("sentence", "before", "looks"),
    [
        ("She praised the workers.", "Anna Berg opened the bridge.", True),
        ("Afterwards the minister went home.", "Minister Anna Berg opened it.", True),
        ("Then the man left.", "Two men, Berg and Lund, came.", True),
        ("The company sold the mill.", "Halvik Timber grew.", True),
        ("Then the cities paid.", "Brekke is a city.", False),
        ("Then the city paid.", "Brekke and Halvik, two cities, closed.", True),
        ("Lund sold it.", "Halvik has a mill.", True),
        ("The mill closed its doors.", "Halvik has a mill.", True),
        ("Its doors closed.", "Halvik has a mill.", True),
        ("Then the minister went home.", "Lund slept.", False),
        ("Then the minister went home.", "Lund mined a mine.", False),
        ("A mill in Brekke closed its doors.", "Halvik has a boat.", False),
        ("Two boats left when they were full.", "Many ferries came.", False),
        ("Anna Berg sold her boat.", "Karin Holm came.", True),
        ("It rained in Brekke.", "Halvik has a boat.", False),
        ("Lund sold the mill.", "Anna Berg opened the bridge.", False),
    ],
)
def test_a_sentence_looks_back_only_where_a_word_may_stand_for_something_before(sentence: str, before: str, looks: bool) -> None:
    assert looks_back(parse_strings([sentence])[0], [before]) is looks


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "Minister Anna Berg opened the bridge in Halvik.",
                "Anna Berg is a painter.",
                "The painter sold his mill.",
                "Rain fell on the town.",
                "Two men, Berg and Lund, met the minister.",
                "The company grew.",
                "Lund AS, a company in Brekke, closed.",
                "The men saw it.",
                "That man left the bank.",
                "A mill in Brekke lost its roof when it burnt.",
                "Two boats left before they were full.",
                "It is clear that Halvik Timber sold it.",
                "They say that the mills closed their doors.",
                "Anna Brandt sold it.",
                "Brandt is awaiting a buyer, as it leaks.",
            ]
        ),
        min_size=1,
        max_size=4,
    )
)
def test_where_no_word_looks_back_the_sentence_alone_says_what_its_words_stand_for(sentences: list[str]) -> None:
    docs = parse_strings(sentences)
    if not looks_back(docs[-1], sentences[:-1]):
        assert _antecedents(docs) == _antecedents(docs[-1:])


def _antecedents(docs: list[Doc]) -> list[tuple[int, int, str]]:
    """What the words of the last sentence stand for."""
    return [(link.start, link.end, link.antecedent.text) for link in links(docs) if link.doc == len(docs) - 1]


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(["Anna", "de", "Åse", "WHO", "the", "'s", ".", "Mr", "ÉÉ", "7", "-", "\n", "U.S."]) | st.text(max_size=5),
        max_size=12,
    )
)
def test_name_spans_are_exact(pieces: list[str]) -> None:
    text = " ".join(pieces)
    end = 0
    for name in find_names(text):
        assert single_spaced(model_text(text)[name.start : name.end]) == name.surface
        assert name.start >= end
        end = name.end
        assert same(name.surface, name.surface)


def test_a_name_is_written_with_any_space() -> None:
    (name,) = find_names("They met in New&nbsp;Harbour.")
    assert (name.start, name.end, name.surface) == (12, 28, "New Harbour")
    assert same(name.surface, "New Harbour")
