"""Articles in questions and statements fit the words that follow them."""

import pytest

from engines.core.text import Text
from engines.decomposition import decompose
from tests.engines.parsing.asking import asking_all


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Ana Ruiz is a French 11-year-old singer.", "Who is an 11-year-old singer?"),
        ("Ana Ruiz is a French MP.", "Who is a French MP?"),
        ("Ana Ruiz is an Irish one-time champion.", "Who is a one-time champion?"),
    ],
)
def test_questions(text: str, question: str) -> None:
    assert question in [qa.question for parsed in asking_all().parse(text) for qa in parsed.qas]


def test_statements() -> None:
    found = [unit.statement for unit in decompose(Text.of("They called 11-year-old singer Ben Okri."))]
    assert "Ben Okri was an 11-year-old singer." in found
