"""Arguments are put into the role that they have in fact."""

from typing import Any

import pytest

from engines.core.language import parse_strings
from engines.parsing.arguments.structures import Argument
from engines.parsing.filters.plausibility import plausible
from tests.engines.parsing.asking import asking_all


@pytest.mark.parametrize(
    ("text", "predicate", "answer", "proposed", "role", "wh", "preposition", "left"),
    [
        ("The trip was highly anticipated.", "anticipated", "The trip", {"role": "SUBJ"}, "OBJ", "", "", "The trip"),
        (
            "They ordered a third season of the series.",
            "ordered",
            "a third season of the series",
            {"role": "ADJ", "wh": "when", "head": "season"},
            "OBJ",
            "",
            "",
            "a third season of the series",
        ),
        (
            "Two patients asked for the lamp to be dimmed.",
            "asked",
            "for the lamp to be dimmed",
            {"role": "ADJ", "wh": "why", "head": "dimmed"},
            "PREP",
            "what",
            "for",
            "the lamp to be dimmed",
        ),
        (
            "They turned on them.",
            "turned",
            "on them",
            {"role": "ADJ", "wh": "where", "head": "them"},
            "PREP",
            "who",
            "on",
            "them",
        ),
        (
            "They lie about their age.",
            "lie",
            "about their age",
            {"role": "ADJ", "wh": "when", "head": "age"},
            "PREP",
            "",
            "about",
            "their age",
        ),
        ("Arrests were made Sunday.", "made", "Sunday", {"role": "ATTR"}, "ADJ", "when", "", "Sunday"),
        (
            "They cannot verify if he was there.",
            "verify",
            "if he was there",
            {"role": "ADJ", "wh": "when", "head": "was"},
            "CCOMP",
            "what",
            "",
            "if he was there",
        ),
        (
            "The mill underwent a renovation.",
            "renovation",
            "The mill",
            {"role": "SUBJ", "source": "shared", "own": False},
            "OBJ",
            "",
            "",
            "The mill",
        ),
    ],
)
def test_an_argument_gets_the_role_that_it_has(
    text: str, predicate: str, answer: str, proposed: dict[str, Any], role: str, wh: str, preposition: str, left: str
) -> None:
    (doc,) = parse_strings([text])
    places = {token.text: token.i for token in doc}
    span = doc.char_span(text.index(answer), text.index(answer) + len(answer))
    known = {"head": span.root.i} | proposed
    if isinstance(known["head"], str):
        known["head"] = places[known["head"]]
    (found,) = plausible(doc, places[predicate], [Argument(start=span.start, end=span.end, **known)])
    assert (found.role, found.wh, found.preposition) == (role, wh, preposition)
    assert doc[found.start : found.end].text == left


def test_an_employee_is_employed_by_the_employer() -> None:
    asked = {qa.answer.text: qa.role for p in asking_all().parse("Ana Orlo was an employee of the mill.", ("noun",)) for qa in p.qas}
    assert asked.get("the mill") == "subject"


def test_an_up_at_the_end_of_a_text_reaches_no_amount() -> None:
    (doc,) = parse_strings(["Prices go up"])
    assert not any(found.role == "PREP" for found in plausible(doc, 1, [Argument(head=2, start=2, end=3, role="OBJ")]))
