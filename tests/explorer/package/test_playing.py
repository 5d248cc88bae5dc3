"""Every command and every piece of Python in README and docs is run, and prints what the page says."""

import difflib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from explorer.evaluation.serving import served
from explorer.package.pages.__main__ import ELSEWHERE
from explorer.package.pages.markdown import blocks
from explorer.package.pages.playing import ADDRESS, Failed, Playground, needs, same, understood

ROOT = Path(__file__).parents[3]
PAGES = ["README.md", *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md"))]
MAY_NEED = (
    "labels",
    "the network",
    "Ollama",
    "the model",
    "both models",
    "a folder of yours",
    "a file of yours",
    "labelled data",
    "a small language model",
)
"""What an example may ask for that a test does not have; then it is only read."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A running page."""
    with served() as page:
        yield page.place


@pytest.fixture
def playground(tmp_path: Path) -> Playground:
    return Playground(tmp_path)


@pytest.mark.parametrize("name", PAGES)
def test_examples_do_what_the_page_says(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    page = (ROOT / name).read_text(encoding="utf-8")
    if name.removeprefix("docs/") in ELSEWHERE:  # tested where it is made
        for line in re.findall(r"^\$ (.*)$", page, re.M):
            understood(line)
        return
    played = Playground(tmp_path, request.getfixturevalue("address") if ADDRESS in page else "").play(page)
    assert same(page, played), "Run make docs:\n" + "".join(difflib.unified_diff(page.splitlines(True), played.splitlines(True), n=1))


def test_few_examples_are_only_read() -> None:
    asked = [
        each for name in PAGES if name.removeprefix("docs/") not in ELSEWHERE for each in needs((ROOT / name).read_text(encoding="utf-8"))
    ]
    assert [each for each in asked if not each.startswith(MAY_NEED)] == []
    commands = sum(
        line.startswith("$ errata ") for name in PAGES for b in blocks((ROOT / name).read_text()) for line in b.text.splitlines()
    )
    assert len(asked) < 25 and commands > 70


def test_what_fails_is_told(playground: Playground) -> None:
    for text in (
        "```console\n$ errata analyze --reference nowhere.txt --output summary.txt\n```\n",
        "```console\n$ false\n```\n",
        "```python\nprint(1 / 0)\n```\n",
    ):
        with pytest.raises(Failed):
            playground.play(text)
    with pytest.raises(SystemExit):
        playground.play("```console\n$ errata analyze --colour red  # needs Ollama\n```\n")


def test_what_is_printed_takes_the_place_of_what_stands_there(playground: Playground) -> None:
    told = "```python\nprint('a')\nx = 2\n```\n\n```text\nb\n```\n"
    page = f"{told}\n```console\n$ echo one\ntwo\n$ echo three\n```\n\n```python\nprint(x)\n```\n"
    assert playground.play(page) == page.replace("\nb\n", "\na\n").replace("two", "one")
    assert playground.play("<!-- file: own.txt -->\n```text\nhello\n```\n\n```console\n$ cat own.txt\nbye\n```\n").count("hello") == 2


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("0.52 a", "0.55 a", True),
        ("0.52 a", "0.75 a", False),
        ("0.52 a", "0.52 b", False),
        ("12 a", "13 a", False),
        ("1.5", "1.5 2.5", False),
    ],
)
def test_fractions_may_differ_a_little(one: str, other: str, alike: bool) -> None:
    assert same(one, other) is alike
