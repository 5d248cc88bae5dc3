"""Content units: one fact each, standing alone, with the words of the text that they are made of."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.text import Text
from engines.decomposition import ContentUnit, decompose
from engines.decomposition.writer import MOST_REPEATED


def statements(text: str) -> list[str]:
    return [unit.statement for unit in decompose(Text.of(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Ilse Varn, a painter from Mora, sold two boats in Aldona.",
            {"Ilse Varn was a painter from Mora.", "Ilse Varn sold two boats.", "Ilse Varn sold two boats in Aldona."},
        ),
        (
            "The bridge was built in 1931 and repaired by Tomas Reed.",
            {"The bridge was built in 1931.", "The bridge was repaired by Tomas Reed."},
        ),
        (
            "Officials said that the ferry sank near the coast.",
            {"Officials said that the ferry sank.", "The ferry sank.", "The ferry sank near the coast."},
        ),
        (
            "A sailor who repaired the engine was praised.",
            {"A sailor was praised.", "A sailor repaired the engine."},
        ),
        (
            "Mara Lind bought apples and pears.",
            {"Mara Lind bought apples.", "Mara Lind bought pears."},
        ),
        (
            "Anna Brook, 44, was arrested on Tuesday.",
            {"Anna Brook was 44 years old.", "Anna Brook was arrested.", "Anna Brook was arrested on Tuesday."},
        ),
        (
            "A man arrested in Mirava was released.",
            {"A man was released.", "A man was arrested in Mirava."},
        ),
        ("However, the road is closed.", {"The road is closed."}),
        ("In 2015 Lind made her debut.", {"Lind made her debut.", "In 2015, Lind made her debut."}),
        ("Ana Lind (born 1907) painted boats.", {"Ana Lind was born 1907.", "Ana Lind painted boats."}),
        ('The song "You Can Go Home" won a prize.', {'The song "You Can Go Home" won a prize.'}),
        ("The track was re-released in 1999.", {"The track was re-released.", "The track was re-released in 1999."}),
        ("A native of Mora, Ana Lind moved to Aldona.", {"Ana Lind moved to Aldona.", "Ana Lind was a native of Mora."}),
        ("The team did not score in the final.", {"The team did not score in the final."}),
        ("No harbour was closed for longer than two weeks.", {"No harbour was closed for longer than two weeks."}),
        ("Nobody saw the boat in May.", {"Nobody saw the boat in May."}),
        ("A few people saw the boat in May.", {"A few people saw the boat.", "A few people saw the boat in May."}),
    ],
)
def test_each_fact_becomes_a_statement(text: str, expected: set[str]) -> None:
    assert expected <= set(statements(text))


def test_what_is_only_believed_or_conditional_is_not_stated() -> None:
    assert statements("If the harbour will close, the boats leave.") == ["The boats leave if the harbour will close."]
    assert statements("The mayor denied that the harbour will close.") == ["The mayor denied that the harbour will close."]


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("The team did not score in the final.", "The team did not score.", "The team did not score in the final."),
        ("He won the most goals scored in a year.", "The most goals were scored in a year.", "He won the most goals scored in a year."),
        ("After the storm passed Aldona, it reached Mirava.", "Aldona reached Mirava.", "The storm passed Aldona."),
        ("They met at the Institute, Mora, in May.", "The Institute was Mora.", "They met at the Institute, Mora, in May."),
        (
            "The office praised poems by the writer Tomas Reed, which were sung.",
            "The writer Tomas Reed were sung.",
            "Tomas Reed was the writer.",
        ),
    ],
)
def test_what_the_text_does_not_say_is_not_stated(text: str, wrong: str, right: str) -> None:
    found = statements(text)
    assert right in found
    assert wrong not in found


def test_reported_facts_are_marked() -> None:
    units = {u.statement: u for u in decompose(Text.of("The mayor said that the harbour froze."))}
    assert units["The harbour froze."].attributed
    assert not units["The mayor said that the harbour froze."].attributed


def test_repetitions_are_merged_with_the_spans_of_both() -> None:
    text = "The ferry sank. The ferry sank."
    units = decompose(Text.of(text))
    assert len(units) == 1
    assert [text[a:b] for a, b in units[0].spans] == ["The ferry sank", "The ferry sank"]


@pytest.mark.parametrize("text", ["", "...", "BREAKING", "- one\n- two", "def f(x): return x", "Ja, das ist gut.", "(((", '"', "Why? No!"])
def test_odd_texts_do_no_harm(text: str) -> None:
    units = decompose(Text.of(f"The ferry sank.\n\n{text}"))
    assert units[0].statement == "The ferry sank."
    assert all(isinstance(unit, ContentUnit) for unit in [*units, *decompose(Text.of(text))])


_SOURCE = "the a ferry captain Anna , . said that sank and near harbour who was built in 1931 old ( ) \" 's not because it her by to"
_WORDS = st.sampled_from(tuple(_SOURCE.split(" ")))


@settings(max_examples=60, deadline=None)
@given(st.lists(_WORDS, min_size=1, max_size=30))
def test_spans_are_exact_ordered_and_inside_whatever_the_words(words: list[str]) -> None:
    text = Text.of("The ferry sank.\n\n" + " ".join(words))
    units = decompose(text)
    assert units
    for unit in units:
        assert unit.spans
        for spans in (unit.spans, unit.focus):
            assert all(0 <= a < b <= len(text.text) for a, b in spans)
            assert all(first[1] < second[0] for first, second in itertools.pairwise(spans))
        assert all(not text.text[a:b].isspace() for a, b in unit.spans)
        assert unit.statement[-1] in ".!?\"”'"


def test_the_name_of_a_firm_is_not_taken_apart() -> None:
    units = [unit.statement for unit in decompose(Text.of("Vik & Holm, which inspected the bridge in October, praised the builders."))]
    assert "Vik & Holm praised the builders." in units
    assert "Vik & Holm inspected the bridge." in units


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("The squad included three local players, Ana Lind and Jon Ask.", "is a player", "The squad included three local players."),
        (
            "The mill set a record for the most flour sacks filled in an hour.",
            "sacks were filled",
            "The mill set a record for the most flour sacks filled in an hour.",
        ),
    ],
)
def test_what_is_said_of_several_or_of_the_most_is_not_said_of_one(text: str, wrong: str, right: str) -> None:
    found = statements(text)
    assert right in found
    assert not any(wrong in statement for statement in found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A law banning nets was passed in Mora.", "A law banned nets."),
        ("The survey conducted in May was wrong.", "The survey was conducted in May."),
        ("Ana Lind is the painter who drew the maps.", "Ana Lind drew the maps."),
        ("The works were closed in May and Reed Boats was dissolved.", "Reed Boats was dissolved."),
        ("She was the founder and the head of the school in Mora.", "She was the founder of the school in Mora."),
        ("The woman was 21 and from Mora.", "The woman was from Mora."),
        ("The show ran from May to June.", "The show ran from May to June."),
        ("The film was directed by Ana Lind and debuted in May.", "The film debuted in May."),
        ("The tale of Nils won [[the Mora Prize]] in 1932.", "The tale of Nils won the Mora Prize."),
        ("Although in 2016 service 9 was stopped, service 8 ran.", "Service 9 was stopped."),
    ],
)
def test_what_the_parse_or_the_wording_hides_is_stated(text: str, expected: str) -> None:
    assert expected in statements(text)


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("The guild offers boats. They sell nets.", "Boats sell", "The guild offers boats."),
        ("The council praised the film on its site, which was made by Jon Ask.", "site was made", "The council praised the film."),
        ("The video of them fighting was shown.", "video was fighting", "The video of them fighting was shown."),
        ("Ana Lind wrote a poem about Tom Reed, which was read in Mora.", "Tom Reed was read", "Ana Lind wrote a poem about Tom Reed."),
        ("The tale of Nils (written in 1931) won a prize.", "Nils was written", "The tale of Nils won a prize."),
    ],
)
def test_nothing_is_said_of_the_wrong_noun(text: str, wrong: str, right: str) -> None:
    found = statements(text)
    assert right in found
    assert not any(wrong in statement for statement in found)


def test_clauses_in_clauses_without_end_are_not_told_again_and_again() -> None:
    text = Text.of("d Mary, " + "said Mary, " * 45 + "and he left. The ferry sank.")
    units = decompose(text)
    assert sum(len(unit.statement) for unit in units) <= MOST_REPEATED * len(text.text)
    assert "The ferry sank." in [unit.statement for unit in units]
