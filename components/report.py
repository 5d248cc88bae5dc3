"""Analyses as one HTML file that needs nothing else: style, scripts and fonts are inside, and the linked panes work.

Nothing is loaded from anywhere: the page's own policy forbids it.
"""

import base64
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from engines.core.machine.files import asset
from engines.core.results import Analysis

if TYPE_CHECKING:
    from explorer.evaluation.benchmark.results import Benchmark
    from explorer.services.comparison import Comparison
    from sessions.annotations import Annotation
    from sessions.soundness import Damaged

POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'"
"""What a page that stands alone may load: nothing."""

FONT = re.compile(r'url\("\.\./fonts/([\w.-]+)"\)')
"""Where a style sheet names a font."""

_SCRIPTS = ("errata", "texts", "reference", "panes", "errors", "threshold", "trace", "opinions", "review", "compare")

_KIND = "Errata report"
_CAUTION = "Verdicts are estimates of models: read the evidence before you rely on them."

_START = """
(() => {
  const night = matchMedia("(prefers-color-scheme: dark)");
  const dress = () => {
    document.body.classList.toggle("dark", night.matches);
    document.documentElement.style.colorScheme = night.matches ? "dark" : "light";
  };
  dress();
  night.addEventListener("change", dress);
  const nobody = () => {};
  document.querySelectorAll(".report").forEach((element) => {
    const draw = element.querySelector(".qx.compare") ? window.errata.compare : window.errata.review;
    draw(element, nobody, nobody);
  });
})();
"""

_PAGE_STYLE = """
body { margin: 0; background: var(--e-canvas); }
main { max-width: 1400px; margin: 0 auto; padding: 20px 28px; }
.titled { margin-bottom: 14px; padding: 0 4px; }
.titled :is(h1, h2) { font-family: var(--e-serif); font-weight: 600; line-height: 1.25; break-after: avoid; }
.titled :is(h1, h2) { letter-spacing: -.01em; text-wrap: balance; overflow-wrap: anywhere; }
.titled h1 { font-size: 30px; } .titled h2 { font-size: 23px; }
.titled p { color: var(--e-muted); font-size: 13px; margin-top: 3px; }
.report + .report { margin-top: 40px; }
main > footer { color: var(--e-muted); font: 13px/1.5 var(--e-sans); margin-top: 20px; }
@media (max-width: 860px) { main { padding: 12px; } }
"""


def html_report(
    analyses: Sequence[Analysis],
    annotations: Mapping[str, Mapping[str, "Annotation"]] = MappingProxyType({}),
    left_out: "list[Damaged] | None" = None,
    title_given: "Callable[[str], str | None] | None" = None,
) -> str:
    """One self-contained page with a section per analysis under its title. Every string of the analyses is escaped.

    Args:
        analyses: what is reported, in this order.
        annotations: the person's votes and notes, by the id of the analysis and then of the unit; they stand below the facts, to be read.
        left_out: is given those that cannot be drawn; without it the first of them is an error.
        title_given: the title that a person gave the analysis of an id; the beginning of its output where there is none.
    """
    from components.html.markdown import without_marks
    from components.html.markup import plural
    from components.review.page import review
    from explorer.formats.exporting import skipping
    from sessions.listing.titles import title_of

    def title(analysis: Analysis) -> str:
        return (title_given and title_given(analysis.id)) or title_of(without_marks(analysis.output.text))

    def section(analysis: Analysis) -> str:
        said = {unit: {"vote": a.vote, "note": a.note} for unit, a in annotations.get(analysis.id, {}).items()}
        heading = _heading("h2", title(analysis), _made(analysis)) if several else ""
        with skipping(analysis.id, left_out):
            return f'<section class="report">{heading}{review(analysis, annotations=said)}</section>'
        return ""

    several = len(analyses) != 1
    whole, line = (
        (plural(len(analyses), "analysis", "analyses"), _KIND) if several else (title(analyses[0]), f"{_KIND} · {_made(analyses[0])}")
    )
    return _page(whole, line, "\n".join(map(section, analyses)), _CAUTION)


def comparison_report(comparison: "Comparison") -> str:
    """One self-contained page with a comparison: strips, disagreements with what is behind them, scores, agreement, the person's too."""
    from components.comparison.judges import title_of_judge
    from components.comparison.page import comparison_view
    from components.html.markdown import without_marks
    from sessions.listing.titles import title_of

    section = f'<section class="report">{comparison_view(comparison, stored=False)}</section>'
    judges = ", ".join(title_of_judge(opinion.judge) for opinion in comparison.opinions)
    return _page(f"Comparison: {title_of(without_marks(comparison.output))}", f"{_KIND} · {judges}", section, _CAUTION)


def benchmark_report(found: "Benchmark") -> str:
    """One self-contained page with the tables and plots of a benchmark, and its worst cases with their texts."""
    from components.benchmark.page import benchmark_page

    systems = ", ".join(dict.fromkeys(line.system for line in found.lines))
    return _page("Benchmark", f"{_KIND} · {systems}", benchmark_page(found), _CAUTION)


def batch_report(title: str, line: str, figures: str, worst: Sequence[tuple[str, Analysis]]) -> str:
    """One self-contained page with the `figures` of a batch, which are HTML, and its `worst` rows in full, each under its id."""
    from components.review.page import review

    sections = "".join(
        f'<section class="report">{_heading("h2", f"Row {id}", _made(analysis))}{review(analysis)}</section>' for id, analysis in worst
    )
    rows = f'<div class="qx titled"><h2>The {len(worst)} worst rows</h2></div>{sections}' if worst else ""
    return _page(title, f"{_KIND} · {line}", f'<section class="qx batch">{figures}</section>{rows}', _CAUTION)


def _made(analysis: Analysis) -> str:
    """By which engine, and when."""
    from components.review.provenance import moment
    from engines.declaration.registry import engine_title

    return f"{engine_title(analysis.engine.name)} · {moment(analysis.created)}"


def _heading(level: str, title: str, line: str) -> str:
    """A title with a line below it, both plain text."""
    from components.html.markup import escape

    return f'<div class="qx titled"><{level} dir="auto">{escape(title)}</{level}><p>{escape(line)}</p></div>'


def _page(title: str, line: str, sections: str, footer: str) -> str:
    """A page that loads nothing; `title` and the `line` below it are plain text, `sections` are HTML."""
    from components.html.markup import escape

    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{escape(title)} · Errata</title>
<style>{_styles()}{_PAGE_STYLE}</style>
</head>
<body>
<main>
{_heading("h1", title, line)}
{sections}
<footer>Made with Errata. {footer}</footer>
</main>
<script>{_scripts()}{_START}</script>
</body>
</html>
"""


def _styles() -> str:
    sheets = (path.read_text(encoding="utf-8") for path in sorted(asset("css").glob("*.css")))
    return re.sub(FONT, font_inside, "\n".join(sheets))


def font_inside(match: re.Match[str]) -> str:
    """A font, as the style sheets name it, as a data address."""
    data = base64.b64encode(asset("fonts", match[1]).read_bytes()).decode("ascii")
    return f'url("data:font/woff2;base64,{data}")'


def _scripts() -> str:
    return "\n".join(script_inside(asset("js", f"{name}.js")) for name in _SCRIPTS)


def script_inside(path: Path) -> str:
    """A script that can stand between script tags."""
    return path.read_text(encoding="utf-8").replace("</script", "<\\/script")
