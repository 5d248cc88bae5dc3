"""Closed classes of English words are written in `engines.english` alone: elsewhere they are imported."""

import ast
from pathlib import Path

import pytest

from engines.english.calendar import MONTHS, WEEKDAYS
from engines.english.lexicon import closed_class
from engines.english.number_words import MULTIPLES, ORDINALS, SHORT_MULTIPLES, TENS, UNITS
from engines.english.pronouns import ABOUT_PERSONS, THIRD_PERSON

ROOT = Path(__file__).parents[3]
CLASSES = {
    "months": (frozenset(name.lower() for name in MONTHS), 6),
    "days of the week": (frozenset(name.lower() for name in WEEKDAYS), 4),
    "numbers": (frozenset(UNITS), 8),
    "tens": (frozenset(TENS), 4),
    "multiples": (frozenset(MULTIPLES), 5),
    "ordinal numbers": (frozenset(ORDINALS), 6),
    "denying adverbs": (closed_class("denying adverbs"), 5),
    "denying pronouns": (closed_class("denying pronouns"), 4),
    "short multiples": (frozenset(SHORT_MULTIPLES), 4),
    "distances in time": (closed_class("distances in time"), 3),
    "personal pronouns": (THIRD_PERSON | ABOUT_PERSONS, 6),
}
"""Each class, with so many of its words as no list of its own has by chance."""


def written(tree: ast.AST) -> list[tuple[int, frozenset[str]]]:
    """The line and words in small letters of each innermost set, list, tuple or table of a module."""
    found = []
    for node in ast.walk(tree):
        items = node.keys if isinstance(node, ast.Dict) else node.elts if isinstance(node, ast.Set | ast.List | ast.Tuple) else []
        words = [item.value.lower() for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)]
        if words:
            found.append((node.lineno, frozenset(words)))
    return found


@pytest.fixture(scope="module")
def lists() -> list[tuple[str, frozenset[str]]]:
    """Every list of words outside `engines.english`, with its place."""
    elsewhere = [path for path in sorted(ROOT.glob("e*/**/*.py")) if path.relative_to(ROOT).parts[:2] != ("engines", "english")]
    return [(f"{path}:{line}", words) for path in elsewhere for line, words in written(ast.parse(path.read_text(encoding="utf-8")))]


@pytest.mark.parametrize("name", CLASSES)
def test_a_closed_class_is_written_once(name: str, lists: list[tuple[str, frozenset[str]]]) -> None:
    words, most = CLASSES[name]
    assert len(lists) > 100
    assert [f"{place} {sorted(listed & words)}" for place, listed in lists if len(listed & words) >= most] == []


def test_a_list_would_be_found() -> None:
    (_, listed), *_ = written(ast.parse('X = {"he": 1, "She": 2, "it": 3, "they": 4, "him": 5, "her": 6}'))
    words, most = CLASSES["personal pronouns"]
    assert len(listed & words) >= most
