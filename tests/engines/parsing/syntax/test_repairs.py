"""What the pipeline's parser often takes for something else is put right, and nothing else is touched."""

import pytest

from engines.core.language import parse_strings
from engines.parsing.syntax.repairs import repaired


def arcs(text: str) -> dict[str, tuple[str, str]]:
    """What changes: word, what it depends on, and as what."""
    (doc,) = parse_strings([text])
    new = repaired(doc)
    return {b.text: (b.head.text, b.dep_) for a, b in zip(doc, new, strict=True) if (a.head.i, a.dep_) != (b.head.i, b.dep_)}


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("The reviewer found the scherzo untidy.", {"scherzo": ("found", "dobj"), "untidy": ("found", "oprd")}),
        ("It drew over 900 orders.", {"over": ("900", "advmod")}),
        (
            "The firm expects margins to pick up and rules out redundancies.",
            {"rules": ("expects", "conj"), "and": ("expects", "cc")},
        ),
        ("Neighbours accused the sisters of photographing the harbour.", {"of": ("accused", "prep")}),
        ("The firm can come on Monday.", {"Monday": ("on", "pobj")}),
        ("He warned the council that the bridge might fall.", {"that": ("fall", "mark")}),
    ],
)
def test_what_is_put_right(text: str, changed: dict[str, tuple[str, str]]) -> None:
    assert arcs(text) == changed


@pytest.mark.parametrize(
    "text",
    [
        "She said the price was too low.",
        "He read the book and liked it.",
        "They want to leave and return.",
        "They turned over the papers.",
        "She praised the smell of baking.",
        "She sold the boat that the club had built.",
        "They said that was enough.",
        "He said the firm would pay and that it was late.",
        "Experts said she did not understand the case and was unfit.",
    ],
)
def test_what_is_left_as_it_is(text: str) -> None:
    (doc,) = parse_strings([text])
    assert repaired(doc) is doc
