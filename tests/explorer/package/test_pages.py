"""What is made in docs is what the code says now; links lead somewhere; figures stand in a card; all is told of in the index."""

import re
import sys
from pathlib import Path

import pytest

from engines.declaration.registry import names
from explorer.package.pages.__main__ import ELSEWHERE, WHOLE
from explorer.package.pages.engine_parts import made
from explorer.package.pages.markdown import with_made

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
HEADINGS = ("## Step by step", "## Settings", "## Measured", "## Published", "## Weak spots", "<!-- made: paper")


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="other versions of Python write types and usage in another way")
@pytest.mark.parametrize("name", WHOLE)
def test_pages_that_are_made_are_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == WHOLE[name](), "Run make docs"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_parts_that_are_made_are_up_to_date(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    assert with_made(page, made) == page, "Run make docs"


@pytest.mark.parametrize("name", names())
def test_every_engine_has_a_whole_page(name: str) -> None:
    page = (DOCS / "engines" / f"{name}.md").read_text(encoding="utf-8")
    assert [heading for heading in HEADINGS if heading not in page] == []
    assert f"<!-- made: settings {name} -->" in page and f"<!-- made: scores {name} -->" in page and "**What it asks:**" in page
    weak = page.split("## Weak spots")[1].split("\n## ")[0]
    assert "```python" in weak and "```text\n" in weak, "a weak spot has an example"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\((?!https?://)([^)\s]+)\)", path.read_text(encoding="utf-8")):
        file, _, part = target.partition("#")
        to = (path.parent / file).resolve() if file else path
        if to.name in ELSEWHERE and not to.exists():
            continue
        assert to.exists(), target
        if part:
            headings = re.findall(r"^#+ (.+)$", to.read_text(encoding="utf-8"), re.M)
            assert part in {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}, target


@pytest.mark.parametrize("path", sorted((DOCS / "engines").glob("*.md")), ids=lambda path: path.stem)
def test_measured_figures_stand_where_they_are_said_to_come_from(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    told = page.split("## Measured")[1].split("\n## ")[0]
    sources = [path.parent / target for target in re.findall(r"\]\(([^)]+)\)", told)]
    known = " ".join(source.read_text(encoding="utf-8") for source in sources)
    figures = re.findall(r"(?<![\w.])\d*\.\d+", re.sub(r"\([^)]*\.md\)", "", told))
    assert sources and [figure for figure in figures if figure not in known] == []
    assert len(figures) + len(re.findall(r"\b\d+\b", told)) > 1


def test_the_index_has_every_page() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} - {"README.md"}
    assert {page for page in pages if f"({page})" not in index} == set()


def test_who_to_cite() -> None:
    import yaml

    said = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert said["cff-version"] == "1.2.0" and said["version"] == "0.1.0" and said["license"] == "Apache-2.0"
    notes = " ".join(each["notes"] for each in said["references"])
    assert len(said["references"]) == 5 and all(each["authors"] and each["url"] for each in said["references"])
    assert [name for name in names() if f"engine {name}" not in notes] == []


def test_no_page_says_how_it_was_made_or_where() -> None:
    for path in [*PAGES, *(DOCS / "examples").iterdir()]:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"/(work|home|root|tmp)/", text), path
