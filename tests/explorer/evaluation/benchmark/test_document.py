"""The page of figures that one command makes."""

import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engines.declaration.registry import names
from explorer.evaluation.benchmark import document
from explorer.evaluation.benchmark.labels.gold import Item
from explorer.evaluation.benchmark.systems.answering import System
from explorer.evaluation.benchmark.systems.answers import SUPPORT, Answer
from tests.explorer.running import REFERENCE, write_rows

ROOT = Path(__file__).parents[4]


def _answer(system: System, item: Item) -> Answer:
    """Engines that find what is marked; the first of them alarms everywhere, so that they differ."""
    marks = ((0, 3),) if system.name == names()[0] else item.spans or ()
    return Answer({"main": 0.9 - 0.5 * bool(marks), SUPPORT: 0.8 - 0.5 * bool(marks)}, (), marks, ((0.1, ()), (0.5, marks)), 0.25)


def test_the_page_has_every_engine_on_both_sets_with_plots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(systems: Sequence[System], items: Sequence[Item], out: str, workers: int) -> dict[str, list[Answer]]:
        return {system.name: [_answer(system, item) for item in items] for system in systems}

    monkeypatch.setattr(document, "run", run)
    wrong = [
        {
            "id": f"w{n}",
            "reference": f"{REFERENCE} {n}",
            "output": f"Town {n} slept.",
            "spans": [[7, 12]],
            "faithful": f"f{n}",
            "type": "Entity",
        }
        for n in range(8)
    ]
    faithful = [{"id": f"f{n}", "reference": f"{REFERENCE} {n}", "output": f"Town {n} woke.", "spans": []} for n in range(8)]
    write_rows(tmp_path / "loc_bump.jsonl", [*wrong, *faithful])
    write_rows(tmp_path / "loc_wice.jsonl", wrong)
    document.main(["--data", str(tmp_path), "--answers", str(tmp_path / "kept"), "--out", str(tmp_path / "docs" / "page.md")])
    page = (tmp_path / "docs" / "page.md").read_text("utf-8")
    assert "in-sample" in page and page.index("## BUMP") < page.index("## WiCE")
    assert page.count("| " + " | ".join(names()) + " |") == 4, "places of both sets, whole texts and kinds of error of the first"
    assert "| consistent |" in page and "| Entity | 8 |" in page and "100.0 (100.0–100.0)" in page and "BUMP: whole texts" in page
    assert "WiCE: whole texts" not in page, "where all texts have errors there is nothing to tell apart"
    for drawing in re.findall(r"\]\((\S+\.svg)\)", page):
        assert ElementTree.fromstring((tmp_path / "docs" / drawing).read_text("utf-8")).tag.endswith("svg")


def test_the_page_in_the_docs_is_whole() -> None:
    page = (ROOT / "docs" / "benchmark.md").read_text("utf-8")
    assert all(name in page for name in names()) and "in-sample" in page
    for target in re.findall(r"\]\(([^)]+)\)", page):
        assert (ROOT / "docs" / target).exists(), target
