"""How growth is told: tables, the power of the last step, and a drawing that a reader of XML can read."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from explorer.evaluation.growth import Point, exponent, table, write
from explorer.evaluation.growth_plot import svg

POINTS = {
    "qasem": [
        *(Point("words of the reference", size, size / 1000, size / 500) for size in (100, 1000, 10_000)),
        *(Point("words of the output", size, (size / 10) ** 2, 3) for size in (10, 100)),
    ],
    "a <sixth>": [Point("words of the reference", size, 0.1, 1) for size in (100, 1000, 10_000)],
}


def test_the_power_of_the_last_step() -> None:
    linear, square = POINTS["qasem"][:3], POINTS["qasem"][3:]
    assert exponent(*linear[-2:]) == pytest.approx(1) and exponent(*square) == pytest.approx(2)
    assert exponent(*POINTS["a <sixth>"][-2:]) is None


def test_the_page_has_the_tables_and_names_the_plot_beside_it(tmp_path: Path) -> None:
    write(POINTS, tmp_path / "docs" / "growth.md")
    page = (tmp_path / "docs" / "growth.md").read_text("utf-8")
    assert table(POINTS) in page and "(growth.svg)" in page
    assert "| qasem | 0.10 s, 0 MB | 1.00 s, 2 MB | 10.00 s, 20 MB | 1.0 |" in page
    assert (tmp_path / "docs" / "growth.svg").read_text("utf-8") == svg(POINTS)


def test_the_plot_draws_a_line_for_each_engine_in_each_panel_inside_its_frame() -> None:
    drawing = ElementTree.fromstring(svg(POINTS))
    space = "{http://www.w3.org/2000/svg}"
    lines = [path.attrib for path in drawing.iter(f"{space}path") if "L" in path.attrib["d"] and "stroke" in path.attrib]
    assert len(lines) == 5  # the engine of <sixth> was not measured with longer outputs
    heights = [float(place.split()[1]) for line in lines for place in line["d"][1:].split("L")]
    assert all(0 <= height <= 220 for height in heights)
    rising = [float(place.split()[1]) for place in lines[0]["d"][1:].split("L")]
    assert rising == sorted(rising, reverse=True)
    assert [text.text for text in drawing.iter(f"{space}text")][-2:] == ["qasem", "a <sixth>"]
