"""Lines that parse badly."""

import pytest

from engines.core import language
from engines.parsing.syntax.noise import is_noisy, least_probability
from tests.engines.parsing.asking import asking_all


def line(text: str):
    return language.parse_strings([text])[0]


@pytest.mark.parametrize(
    "text",
    [
        "Rovers To Sign Keeper On Loan Ilse Varga has spent three years at the harbour club and will train on Monday.",
        "Home → Orlo → Harbour | Opening hours of the ferry office and the pier",
    ],
)
def test_titles_and_pieces_of_web_pages_are_noisy(text):
    assert is_noisy(line(text))
    assert least_probability(line(text)) > 0.8


@pytest.mark.parametrize(
    "text",
    [
        "Former Orlo mayor Ilse Varga was freed on Monday after two years in prison.",
        "Ana Ruiz joined Orlo United in May, and Ben Okri left the club in June.",
        "• Keep the boat dry and check the ropes before you leave the pier",
        "She bought a book called The Long Tide in Brekke.",
    ],
)
def test_sentences_are_not(text):
    assert not is_noisy(line(text))
    assert least_probability(line(text)) == 0.0


def test_less_is_asked_of_a_noisy_line():
    text = "Home → Orlo → Harbour | The ferry office is a wooden building | The pier is open"
    assert any(parsed.predicate.kind == "copula" for parsed in asking_all().parse("The ferry office is a wooden building."))
    assert not any(parsed.predicate.kind == "copula" for parsed in asking_all().parse(text))
