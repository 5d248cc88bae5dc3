"""What is found in a text does not depend on its citation marks, its markup or its line breaks."""

import pytest

from engines.core.results import Analysis
from engines.declaration.registry import names
from explorer.services.analysis import analyze

REFERENCE = (
    "The Eskdale Mill Museum opened in 1912 in a former weaving shed beside the Orrin. Ilse Varga bought the building for 40,000 crowns in "
    "1987. She restored two looms and opened the archive to schools. In 2019 the museum closed for three months because the boiler failed."
)
PLAIN = (
    "The Eskdale Mill Museum opened in 1912 beside the Orrin. Ilse Varga bought the building for 40,000 crowns in 1985. It was later named "
    "a listed building. She restored two looms, and the museum closed for three months because the roof failed."
)
CITED = (PLAIN.replace("1912", "1912 [1]").replace("1985.", "1985.[2][3]").replace("listed building.", "listed building [4, 5].")).replace(
    "two looms,", "two looms,[6]"
)
LINKED = PLAIN.replace("listed building.", "listed building https://example.org/a_b?x=1.")
HTML = "<div><p>" + PLAIN.replace("Eskdale", "<b>Eskdale</b>").replace("40,000 crowns", '<a href="x">40,000 crowns</a>') + "</p></div>"
MARKDOWN = PLAIN.replace("Eskdale Mill", "**Eskdale Mill**").replace("two looms", "[two looms](http://a.example)")
WRAPPED = PLAIN.replace("for 40,000", "for\n40,000").replace("restored two", "restored\ntwo")


def told(analysis: Analysis) -> list[tuple[str, float]]:
    """Each question with its probability, whatever the order."""
    return sorted((u.question or "", u.probability or 0.0) for u in analysis.units)


def joined(text: str | None) -> list[str]:
    return (text or "").split()


def wrong_words(analysis: Analysis) -> list[str]:
    return [error.text for error in analysis.errors]


@pytest.mark.parametrize("engine", names())
@pytest.mark.parametrize("marked", [CITED, LINKED, HTML, MARKDOWN, WRAPPED], ids=["cited", "linked", "html", "markdown", "wrapped"])
def test_marks_change_nothing(engine: str, marked: str) -> None:
    plain, found = analyze(REFERENCE, PLAIN, engine=engine), analyze(REFERENCE, marked, engine=engine)
    assert [question for question, _ in told(found)] == [question for question, _ in told(plain)] and len(plain.units) >= 4
    assert [value for _, value in told(found)] == pytest.approx([value for _, value in told(plain)], abs=0.05)
    assert wrong_words(found) == wrong_words(plain) and "1985" in wrong_words(found)
    assert joined(found.lss) == joined(plain.lss)
