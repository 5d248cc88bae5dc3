"""Names are recognised in all their forms, and pronouns lead back to them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.language import parse_strings
from engines.verification.names.coreference import links
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
        assert text[name.start : name.end] == name.surface
        assert name.start >= end
        end = name.end
        assert same(name.surface, name.surface)
