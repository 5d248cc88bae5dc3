"""Memory drawn from what endurance and crowd write."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from explorer.evaluation.memory_plot import lines, main

PAIRS = [{"pairs": 1, "seconds": 2.0, "memory": 490.5, "failed": 0}, {"pairs": 100, "seconds": 60.0, "memory": 640.0, "failed": 0}]
CROWD = [{"seconds": 30.0, "analyses": 4, "memory": 700.0}, {"seconds": 60.0, "analyses": 6, "memory": 720.0}]


def written(path: Path, marks: list[dict[str, float]]) -> Path:
    path.write_text("".join(json.dumps(mark) + "\n" for mark in marks), "utf-8")
    return path


def test_a_line_runs_over_pairs_and_minutes(tmp_path: Path) -> None:
    assert lines(written(tmp_path / "a.jsonl", PAIRS)) == ([(1, 490.5), (100, 640.0)], [(2 / 60, 490.5), (1.0, 640.0)])
    assert lines(written(tmp_path / "b.jsonl", CROWD)) == ([(4, 700.0), (10, 720.0)], [(0.5, 700.0), (1.0, 720.0)])


def test_both_are_drawn_from_zero_inside_their_panels(tmp_path: Path) -> None:
    one, hour = written(tmp_path / "one <process>.jsonl", PAIRS), written(tmp_path / "hour.jsonl", CROWD)
    main(["--pairs", str(one), "--minutes", str(hour), "--out", str(tmp_path / "memory.svg")])
    drawing = ElementTree.parse(tmp_path / "memory.svg").getroot()
    space = "{http://www.w3.org/2000/svg}"
    drawn = [path.attrib["d"] for path in drawing.iter(f"{space}path") if "stroke" in path.attrib]
    places = [[tuple(map(float, place.split())) for place in line[1:].split("L")] for line in drawn]
    assert len(places) == 2 and all(46 <= x <= 276 and 26 <= y <= 186 for line in places for x, y in line)
    assert places[0][0][1] > places[0][1][1]  # more memory stands higher
    told = [text.text for text in drawing.iter(f"{space}text")]
    assert "0" in told and "600" in told and "pairs: one <process>" in told and "minutes: hour" in told


def test_other_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="line 1 has no memory"):
        lines(written(tmp_path / "c.jsonl", [{"seconds": 1.0}]))
