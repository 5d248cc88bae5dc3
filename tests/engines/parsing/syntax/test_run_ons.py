"""Sentences that web pages run together are parsed part by part, and offsets still point into the text."""

import pytest

from engines.core.text import Text
from engines.parsing.syntax.run_ons import pieces
from tests.engines.parsing.asking import asking_all

RUN_ON = [
    ("Rovers sign keeper on loan Ilse Varga has joined Rovers from Dunmore Town.", 2),
    ("Singer jailed for fraud The former singer of Orlo Bay has been jailed for nine months.", 2),
    ("Lower Orlo Bay Lower Orlo Bay is a village in the north of the island.", 2),
    ('the families moved out of the valley. "we had no time to pack before the water came."', 2),
    ("Ilse Varga leaves Rovers Dunmore Rovers can confirm that Varga has left the club.", 2),
    ("Statement on Ilse Varga The Cycling Union of Brekke announces that the race is over.", 2),
]
WHOLE = [
    "He told reporters Ilse Varga had left the club on Monday.",
    "The keeper Ilse Varga has joined Rovers from Dunmore Town.",
    "At the same time Lunn Lines opened a second route to Brekke.",
    "In the previous season Varga averaged ten points for Dunmore.",
    "The magazine Aurora was printed in Tarrow until 1931.",
    "Ana Orlo read the novel What Comes After before she left.",
    "She said the mill was closed and he asked why it had been built.",
]


@pytest.mark.parametrize(("text", "parts"), RUN_ON)
def test_a_boundary_is_found(text, parts):
    found = pieces(Text.of(text))
    assert len(found) == parts
    for piece in found:
        assert text[piece.start :].startswith(piece.doc.text)


@pytest.mark.parametrize("text", WHOLE)
def test_a_sentence_is_left_whole(text):
    assert [piece.doc.text for piece in pieces(Text.of(text))] == [text]


def test_parts_keep_the_number_of_their_sentence():
    text = Text.of(f"It rained in Brekke. {RUN_ON[0][0]}")
    assert {piece.sentence for piece in pieces(text)} == {0, 1}
    predicates = asking_all().parse(text)
    assert {parsed.sentence for parsed in predicates} == {0, 1}
    for parsed in predicates:
        begin, end = text.sentences[parsed.sentence]
        assert begin <= parsed.predicate.start < parsed.predicate.end <= end
