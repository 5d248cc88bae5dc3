"""`errata analyze`: a readable report, JSON, and what is said of texts and settings that do not fit."""

import io
import json
import sys
from pathlib import Path

import pytest

from engines.core.results import Analysis
from tests.explorer.running import Errata


def test_the_report_shows_the_output_its_facts_and_their_evidence(errata: Errata, pair: tuple[Path, Path], data: list[object]) -> None:
    ran = errata("analyze", "--reference", pair[0], "--output", pair[1], *data)
    assert ran.code == 0 and "facts supported" in ran.out and "approved (verb)" in ran.out
    assert "Parliament approved 41 million crowns in 2022." in ran.out and "sentence 3:" in ran.out
    assert "\x1b" not in ran.out, "no colour into a pipe"


def test_analyze_reads_standard_input_and_exact_line_ends(
    errata: Errata, pair: tuple[Path, Path], data: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "Parliament approved\r\n41 million crowns. 👩‍👩‍👧\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    ran = errata("analyze", "--reference", pair[0], "--output", "-", "--json", *data)
    assert Analysis.from_json(ran.rows[0]).output.text == text


@pytest.mark.parametrize("content, said", [(b"", "empty"), (b" \n", "empty"), (b"?!", "no words"), (b"caf\xe9", "UTF-8")])
def test_texts_that_cannot_be_analysed_are_said(errata: Errata, pair: tuple[Path, Path], content: bytes, said: str) -> None:
    pair[1].write_bytes(content)
    ran = errata("analyze", "--reference", pair[0], "--output", pair[1])
    assert ran.code == 1 and said in ran.err and ran.out == ""


def test_a_wrong_setting_is_said(errata: Errata, pair: tuple[Path, Path]) -> None:
    ran = errata("analyze", "--reference", pair[0], "--output", pair[1], "--set", "treshold=0.4", "--no-save")
    assert ran.code == 1 and "treshold" in ran.err and "threshold" in ran.err


def test_without_saving_nothing_is_left(errata: Errata, pair: tuple[Path, Path], tmp_path: Path, data: list[object]) -> None:
    ran = errata("analyze", "--reference", pair[0], "--output", pair[1], "--json", "--no-save", *data)
    assert ran.code == 0 and ran.rows[0]["units"]
    assert not (tmp_path / "data").exists()


def test_two_engines_write_two_lines(errata: Errata, pair: tuple[Path, Path], data: list[object]) -> None:
    from explorer.services.engines import available

    others = [info.name for info in available() if info.available and info.name != "qasem"]
    if not others:
        pytest.skip("there is one engine only")
    ran = errata("analyze", "--reference", pair[0], "--output", pair[1], "--engine", "qasem", "--engine", others[0], "--json", *data)
    assert [json.loads(line)["engine"]["name"] for line in ran.out.splitlines()] == ["qasem", others[0]]


def test_passages_become_numbered_sources_and_the_question_is_kept(
    errata: Errata, pair: tuple[Path, Path], data: list[object], tmp_path: Path
) -> None:
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    first.write_text("The pier was built in 1911.")
    second.write_text("It burnt down in 1950.")
    asked = ["--output", pair[1], "--engine", "scale", "--json", *data]
    ran = errata("analyze", "--passages", first, second, "--question", " When was it built? ", *asked)
    analysis = Analysis.from_json(ran.rows[0])
    assert analysis.reference.text == "[1] The pier was built in 1911.\n\n[2] It burnt down in 1950."
    assert analysis.question == "When was it built?"
    other = errata("analyze", "--passages", first, second, "--question", "Where?", *asked).rows[0]
    assert other["id"] != analysis.id and other["question"] == "Where?" and other["scores"] == dict(analysis.scores)
    assert errata("analyze", "--passages", first, second, "--reference", pair[0], *asked).code == 2
