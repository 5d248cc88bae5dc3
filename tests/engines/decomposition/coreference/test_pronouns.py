"""Pronouns are named in statements where it is plain whom they stand for."""

import pytest

from engines.core.text import Text
from engines.decomposition import decompose
from engines.decomposition.coreference import pronouns


def statements(text: str) -> list[str]:
    return [unit.statement for unit in decompose(Text.of(text))]


def test_a_pronoun_is_named_once_and_only_where_its_noun_is_missing() -> None:
    found = statements("Anna Brook won the race. She thanked her mother. Anna Brook said that she was tired.")
    assert "Anna Brook thanked her mother." in found
    assert not any(s.startswith("She ") for s in found)
    assert not any(s.count("Anna Brook") > 1 for s in found)


def test_who_was_called_she_before_is_she_again() -> None:
    text = "Mara Ostvik drew the maps. She worked in Lindholm. Captain Rolf Eide led when Ostvik fell ill. She spent a year in prison."
    written = statements(text)
    assert "Mara Ostvik worked in Lindholm." in written and "Mara Ostvik spent a year in prison." in written


def test_a_chain_of_pronouns_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pronouns, "_DEEPEST", 3)
    assert decompose(Text.of("Ana Lind fell. " + "She said that she left. " * 12))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tom Varn says he is tired.", "Tom Varn is tired."),
        ("The mayor and her driver were hurt.", "The mayor's driver was hurt."),
        ("The Mora Rowers sang while they rowed.", "The Mora Rowers rowed."),
        ("Ana Lind said she's ill.", "Ana Lind is ill."),
    ],
)
def test_pronouns_are_named_where_that_is_plain(text: str, expected: str) -> None:
    assert expected in statements(text)
