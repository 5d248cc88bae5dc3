"""The indefinite article, checked against pronunciations.

`articles.tsv` holds 300 words with their article: from the CMU Pronouncing Dictionary (1.1.3 of its package; BSD licence) all common words
that do not begin as they are written and a sample of those spelled like them, and numbers and acronyms by hand.
"""

from pathlib import Path

import pytest

from engines.english.articles import begins_with_vowel, indefinite

WORDS = [line.split("\t") for line in (Path(__file__).parent / "articles.tsv").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(("article", "word"), WORDS)
def test_the_article_goes_by_sound(article: str, word: str) -> None:
    assert indefinite(word) == article


@pytest.mark.parametrize(
    ("article", "words"),
    [
        ("an", "11-year-old singer"),
        ("an", "18,000-seat stadium"),
        ("a", "180-seat plane"),
        ("an", "1811 treaty"),
        ("an", "$8 million deal"),
        ("an", "“honest mistake”"),
        ("a", "one-way street"),
        ("a", "once-great club"),
        ("an", "onerous task"),
        ("a", "European union"),
        ("an", "EU official"),
        ("an", "MP for Mora"),
        ("a", "St Andrews man"),
        ("a", "U.S.-based firm"),
        ("an", "unimportant man"),
        ("a", "unilateral step"),
        ("a", "— "),
        ("a", ""),
    ],
)
def test_numbers_acronyms_and_marks_are_read_as_they_are_spoken(article: str, words: str) -> None:
    assert indefinite(words) == article
    assert begins_with_vowel(words) == (article == "an")
