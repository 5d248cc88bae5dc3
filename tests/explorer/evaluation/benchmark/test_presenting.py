"""Tables and plots of a benchmark, in every form."""

import csv
import io
import re
from pathlib import Path
from xml.etree import ElementTree

from engines.calibration.reliability import reliability
from explorer.evaluation.benchmark.figures.resampling import Difference, Figure
from explorer.evaluation.benchmark.presenting.columns import of_comparisons, of_lines, side_by_side
from explorer.evaluation.benchmark.presenting.drawing import svg, write_plots
from explorer.evaluation.benchmark.presenting.tables import tables, written
from explorer.evaluation.benchmark.results import SPAN, TEXT, Benchmark, Comparison, Curve, Line, Plot

SYSTEM = "=mine & 50 % <b>|_"
BINS = tuple(reliability([0.2, 0.9], [0, 1]))
LINES = (
    Line(TEXT, SYSTEM, "all", 40, 0.5, {"roc_auc": Figure(0.8124, 0.7, 0.9), "pearson": Figure(-0.1234), "ece": Figure(None)}, 0.25, BINS),
    Line(SPAN, SYSTEM, "news", 20, 0.35, {"located": Figure(0.5, 0.25, 0.75), "f1_all": Figure(0.3)}),
    Line(SPAN, SYSTEM, "all", 40, 0.35, {"located": Figure(1.0), "f1_all": Figure(0.3)}),
)
PAIRS = (
    Comparison(
        SPAN, SYSTEM, "other", 40, {"located": Difference(-0.031, -0.06, -0.001, 0.04), "alarms": Difference(0.02, -0.01, 0.05, 0.3)}
    ),
)
PLOTS = (
    Plot(
        TEXT,
        "ROC",
        "supported, called errors",
        "errors found",
        (Curve(SYSTEM, (0, 0.2, 1), (0, 0.8, 1), "AUC 81.2"), Curve("other", (), ())),
        True,
    ),
    Plot(SPAN, "Errors located", "threshold", "share", (Curve("other", (0.1, 0.9), (0.2, 2.0)),)),
)
FOUND = Benchmark(LINES, PAIRS, PLOTS, dev="Thresholds were chosen on 20% of the references.")


def test_tables_have_the_columns_that_have_figures() -> None:
    text, places = of_lines(TEXT, LINES), of_lines(SPAN, LINES)
    assert text.header == ("system", "n", "AUC", "Pearson", "s/item") and text.rows == (
        (SYSTEM, "40", "81.2 (70.0–90.0)", "−0.123", "0.250"),
    )
    assert places.header == ("system", "subset", "n", "threshold", "located"), "without faithful texts both F1 are the same"
    assert places.rows[0] == (SYSTEM, "news", "20", "0.35", "50.0 (25.0–75.0)")
    assert of_lines(SPAN, LINES, intervals=False).rows[0][-1] == "50.0"
    beside = side_by_side(SPAN, LINES)
    assert beside.header == ("Places", SYSTEM) and beside.rows == (("n", "40"), ("threshold", "0.35"), ("located", "100.0"))
    (pair,) = of_comparisons(SPAN, PAIRS).rows
    assert pair == (f"{SYSTEM} − other", "40", "−3.1* (−6.0 to −0.1)", "+2.0 (−1.0 to +5.0)")
    assert [table.title for table in tables(FOUND)] == ["Whole texts", "Places", "Places, compared in pairs"]


def test_markdown_and_latex_are_safe_for_any_name() -> None:
    markdown = written(FOUND, "markdown")
    rows = [line for line in markdown.splitlines() if line.startswith("|")]
    assert (
        all(len(re.findall(r"(?<!\\)\|", row)) == len(re.findall(r"(?<!\\)\|", rows[0])) for row in rows[:3])
        and "20% of the references" in markdown
    )
    latex = written(FOUND, "latex")
    assert latex.count(r"\begin{table}") == 3 and r"=mine \& 50 \% <b>|\_" in latex and "81.2 (70.0--90.0)" in latex and "$-$3.1*" in latex
    assert all(line.count(" & ") == 4 for line in latex.splitlines()[4:7] if line.endswith(r"\\"))


def test_csv_has_a_figure_a_column_with_the_ends_of_its_interval() -> None:
    rows = list(csv.DictReader(io.StringIO(written(FOUND, "csv"), newline="")))
    assert len(rows) == 3 and rows[0]["engine"] == f"'{SYSTEM}" and rows[0]["roc_auc"] == "0.8124"
    assert (rows[1]["located"], rows[1]["located_low"], rows[1]["located_high"], rows[1]["roc_auc"]) == ("0.5", "0.25", "0.75", "")


def test_lines_and_pairs_as_json() -> None:
    plain = LINES[0].to_json()
    assert (plain["engine"], plain["roc_auc"], plain["intervals"], plain["ece"]) == (SYSTEM, 0.8124, {"roc_auc": [0.7, 0.9]}, None)
    assert PAIRS[0].to_json()["located"] == {"difference": -0.031, "interval": [-0.06, -0.001], "p": 0.04}


def test_plots_are_drawn_in_their_frame_with_names_that_are_escaped(tmp_path: Path) -> None:
    for path in write_plots(PLOTS, tmp_path / "plots"):
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
        assert root.attrib["width"] == root.attrib["viewBox"].split()[2]
    assert {path.name for path in (tmp_path / "plots").iterdir()} == {"text.svg", "span.svg"}
    drawn = svg(PLOTS, "Title")
    texts = [element.text for element in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]
    assert f"{SYSTEM} AUC 81.2" in texts and SYSTEM in texts and "other" in texts and "errors found" in texts
    heights = [float(y) for y in re.findall(r"[ML]\d+\.\d (\d+\.\d)", drawn)]
    assert heights and max(heights) <= 226 and min(heights) >= 26, "a value beyond 1 stays on the edge"
    assert svg((), "Empty").startswith("<svg")
