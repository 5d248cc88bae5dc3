"""The report of a benchmark in a real browser: plots are drawn without a network, cases open, and nothing of the texts runs."""

from pathlib import Path

import pytest

from components.benchmark.page import segments
from components.report import benchmark_report
from explorer.evaluation.benchmark.figures.resampling import Figure
from explorer.evaluation.benchmark.results import FALSE_ALARM, SPAN, TEXT, UNIT, Benchmark, Case, Curve, Line, Plot
from tests.chromium import CHROMIUM

sync = pytest.importorskip("playwright.sync_api")

EVIL = "<img src=x onerror=alert(1)></script><script>alert(2)</script>${alert(3)} \"'><b x='"


def found() -> Benchmark:
    lines = tuple(Line(level, EVIL, "all", 3, 0.5, {"f1": Figure(0.5, 0.25, 0.75)}) for level in (TEXT, UNIT, SPAN))
    plots = tuple(Plot(level, EVIL, EVIL, EVIL, (Curve(EVIL, (0.0, 1.0), (0.2, 0.8), EVIL),), True) for level in (TEXT, SPAN))
    text = f"Ada left Norvik. {EVIL}"
    cases = (
        Case(SPAN, EVIL, FALSE_ALARM, 0, EVIL, 0.1, f"Snow fell. {EVIL}", text, "", ((0, 8),), ((4, 15),)),
        Case(UNIT, EVIL, FALSE_ALARM, 0, None, 0.2, "Snow fell.", text, f"Who left? {EVIL}"),
    )
    return Benchmark(lines, (), plots, cases, EVIL, {EVIL: (EVIL,)})


@pytest.mark.browser
@pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed")
def test_plots_are_drawn_and_cases_open(tmp_path: Path, browser: "sync.Browser") -> None:
    (tmp_path / "report.html").write_text(benchmark_report(found()), encoding="utf-8")
    context = browser.new_context(offline=True)
    page, said = context.new_page(), []
    page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto((tmp_path / "report.html").as_uri())
    page.wait_for_selector(".js-plotly-plot .scatterlayer .trace path.js-line")
    assert page.locator(".js-plotly-plot").count() == 2 and page.locator(".js-plotly-plot img, .js-plotly-plot b").count() == 0
    case = page.locator(".cases details").nth(1)  # facts come before places
    assert not case.locator(".texts").is_visible()
    case.locator("summary").click()
    assert case.locator(".texts > div").first.inner_text() == f"Ada left Norvik. {EVIL}" and case.locator(".texts").is_visible()
    assert [mark.inner_text() for mark in case.locator(".texts mark").all()] == ["Ada ", "left", " Norvik"]
    assert [mark.get_attribute("class") for mark in case.locator(".texts mark").all()] == ["gold", "gold ours", "ours"]
    assert "Who left?" in page.locator(".cases").first.inner_text() and page.locator("td", has_text="50.0 (25.0–75.0)").count() == 3
    assert said == []
    context.close()


def test_marks_of_both_are_cut_where_they_begin_and_end() -> None:
    assert list(segments({"a": ((0, 4), (6, 8)), "b": ((2, 7),)})) == [
        (0, 2, ("a",)),
        (2, 4, ("a", "b")),
        (4, 6, ("b",)),
        (6, 7, ("a", "b")),
        (7, 8, ("a",)),
    ]
    assert list(segments({"a": ()})) == []
