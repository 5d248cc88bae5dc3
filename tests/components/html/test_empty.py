"""The page before the first analysis, and its help."""

from components.html.empty import empty_state, examples
from components.html.topbar import topbar
from tests.components.reading import parsed


def test_three_examples_of_a_fit_length_are_offered() -> None:
    assert len(examples()) == 3
    for example in examples():
        assert 250 <= len(example.reference.split()) <= 500
        assert 50 <= len(example.output.split()) <= 80
    assert len(parsed(empty_state()).all(tag="button")) == 3


def test_the_help_names_the_keys() -> None:
    assert {"j", "k", "Esc", "?"} <= {key.text for key in parsed(topbar()).all(tag="kbd")}
