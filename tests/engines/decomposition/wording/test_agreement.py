"""Words that a statement adds fit the noun that is left."""

from engines.core.text import Text
from engines.decomposition import decompose


def statements(text: str) -> list[str]:
    return [unit.statement for unit in decompose(Text.of(text))]


def test_one_subject_of_two_gets_a_singular_verb() -> None:
    found = statements("The mother and the daughter were arrested.")
    assert found == ["The mother was arrested.", "The daughter was arrested."]
    assert statements("The mother and the daughter met.") == ["The mother and the daughter met."]


def test_be_agrees_with_the_noun_that_is_left() -> None:
    found = statements("The mayor, Ana Lind, and her drivers were seen in Mora.")
    assert any(statement.endswith("were seen in Mora.") for statement in found)
    assert not any("mayor are" in statement or "mayor were" in statement for statement in found)
