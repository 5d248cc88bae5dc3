"""What brackets say of the noun before them, with the words that it is made of."""

import pytest

from engines.core.text import Text
from engines.decomposition import decompose


def statements(text: str) -> list[str]:
    return [unit.statement for unit in decompose(Text.of(text))]


def test_spans_are_those_of_the_text_around_brackets_and_titles() -> None:
    text = 'Ana Lind (born 1907) sang "We Row At Dawn" in Mora.'
    units = {u.statement: [text[a:b] for a, b in u.spans] for u in decompose(Text.of(text))}
    assert units['Ana Lind sang "We Row At Dawn" in Mora.'] == ["Ana Lind", 'sang "We Row At Dawn" in Mora']
    assert units["Ana Lind was born 1907."] == ["Ana Lind", "born 1907"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tom Reed (27) signed.", "Tom Reed was 27 years old."),
        ("The painter Ana Lind (1907 – 1981) lived in Mora.", "Ana Lind lived from 1907 to 1981."),
        ("The Krone (sold as Kro) was cheap.", "The Krone was sold as Kro."),
        ("Ana Lind (engineer) left.", "Ana Lind was an engineer."),
    ],
)
def test_a_fact_in_brackets_is_a_statement(text: str, expected: str) -> None:
    assert expected in statements(text)


def test_brackets_inside_another_noun_phrase_say_nothing_of_its_head() -> None:
    found = statements("The tale of Nils (written in 1931) won a prize.")
    assert "The tale of Nils won a prize." in found
    assert not any("Nils was written" in statement for statement in found)
