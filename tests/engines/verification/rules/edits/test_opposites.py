"""An opposite is told where a sentence says it of the same word, however else the sentence is put."""

import pytest

from tests.engines.verification.rules.edits.seeing import seen


@pytest.mark.parametrize(
    ("statement", "reference", "words"),
    [
        (
            "The night crew had slightly lower blood pressure.",
            "Blood pressure was, as the doctors noted in May, slightly higher blood pressure than usual in those who work at night.",
            ("lower", "higher"),
        ),
        (
            "In 1912 she married the painter Elias Holm, with whom she had two sons.",
            "She married the painter Elias Holm in 1912; the couple had two daughters and lived in Brekke.",
            ("sons", "daughters"),
        ),
        (
            "It took the jurors an hour to acquit Sanna Ruud.",
            "The jurors in Tarn were out for just an hour before they came back to convict Sanna Ruud.",
            ("acquit", "convict"),
        ),
    ],
)
def test_it_is_told_in_other_words(statement: str, reference: str, words: tuple[str, str]) -> None:
    assert words in seen("antonym", statement, reference)


@pytest.mark.parametrize(
    ("statement", "reference"),
    [
        ("She agrees to receive the letters by mail.", "May I send you the letters, which take a week, by mail?"),
        ("She had two sons.", "The couple had two sons and two daughters."),
        ("Glaswick got less snow last winter than Upper Skeld.", "Last winter the village of Upper Skeld got more snow than Glaswick."),
        ("The bridge opens if it does not freeze.", "The bridge opens unless it freezes."),
        ("She had two sons.", "The couple had two daughters. Their two sons were born later."),
        (
            "It is said that they did not acquit Sanna Ruud.",
            "It took the jurors in Tarn an hour on Monday to come back and convict Sanna Ruud.",
        ),
        (
            "Orlo Trust, the biggest shareholder, backs the sale; Brekke Capital considers the price too low.",
            "Orlo Trust, the largest investor with 22 per cent of the shares, said it would support the deal. "
            "However, a smaller shareholder, Brekke Capital, described the price as too low and urged the board to wait.",
        ),
        (
            "Rhys Young joined Tarn Athletic in June 2011 from Aston Rovers .",
            "The 29-year-old moved to Old Brook in June 2011 from Aston Rovers and feels he has a role to play at Athletic .",
        ),
        (
            "In May 1997 Quaile passed her test, two years before getting her library certificate.",
            "So in May 1997 Quaile passed her test, and two years after that got her library certificate.",
        ),
        ("The upper deck was painted.", "The lower rooms were closed on Monday and guests ate in the garden while the deck was painted."),
    ],
)
def test_it_is_not_told(statement: str, reference: str) -> None:
    assert seen("antonym", statement, reference) == []


@pytest.mark.parametrize(
    ("statement", "reference", "words"),
    [
        ("She declined an offer to relaunch the coat.", "She accepted, but turned down an offer to have the coat relaunched.", []),
        ("The guild opposes the fee.", "The guild supports the fee but objects to the rule.", [("opposes", "supports")]),
    ],
)
def test_an_opposite_must_be_said_of_what_the_verb_is_said_of(statement: str, reference: str, words: list[tuple[str, str]]) -> None:
    assert seen("antonym", statement, reference) == words
