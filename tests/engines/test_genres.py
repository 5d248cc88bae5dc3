"""Six genres as people paste them: news, a biography with citations, a report with a table, an interview, an e-mail thread, a summary in
small letters. Each has four words that its reference contradicts."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from engines.core.results import Analysis
from engines.declaration.registry import names
from explorer.services.analysis import analyze

FOLDER = Path(__file__).parent.parent / "data" / "genres"
GENRES = sorted(path.stem for path in FOLDER.glob("*.json"))
MARKS = re.compile(r"\[\d|\*\*|\||^#|-lrb-|``|\s,|<")
"""What belongs to how a text is set, and stands in no question or statement."""


def pasted(genre: str) -> dict[str, Any]:
    return dict(json.loads((FOLDER / f"{genre}.json").read_text("utf-8")))


def located(analysis: Analysis, planted: list[str]) -> tuple[int, int]:
    """How many of the planted errors are marked, and how many marks are elsewhere."""
    text = analysis.output.text
    places = [(text.index(words), text.index(words) + len(words)) for words in planted]
    errors = [(e.start, e.end) for e in analysis.errors or ()]
    found = sum(any(s < end and start < e for s, e in errors) for start, end in places)
    return found, sum(not any(s < end and start < e for start, end in places) for s, e in errors)


@pytest.mark.parametrize("engine", names())
@pytest.mark.parametrize("genre", GENRES)
def test_every_engine_asks_about_what_the_text_says_and_nothing_else(genre: str, engine: str) -> None:
    analysis = analyze(pasted(genre)["reference"], pasted(genre)["output"], engine=engine)
    asked = [(u.question or "") if u.answer else u.statement for u in analysis.units if engine != "scale"]
    assert len(analysis.units) >= 4 and all(u.probability is not None for u in analysis.units)
    assert not [words for words in asked if genre != "lower-case" and MARKS.search(words)]
    assert len(analysis.output.sentences) >= 5
    assert any(u.supported for u in analysis.units) and any(u.supported is False for u in analysis.units)


def test_most_planted_errors_are_marked_and_little_else() -> None:
    each = {genre: located(analyze(pasted(genre)["reference"], pasted(genre)["output"]), pasted(genre)["planted"]) for genre in GENRES}
    assert len(GENRES) == 6
    assert sum(found for found, _ in each.values()) >= 19 and sum(others for _, others in each.values()) <= 2, each
