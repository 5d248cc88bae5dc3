"""A benchmark as HTML: tables, plots, and the worst cases, each one click from its texts."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from components.benchmark.plots import drawn_plots, plotly_script
from components.html.markup import Mark, escape, marked, plural, shortened
from explorer.evaluation.benchmark.labels.gold import Ranges
from explorer.evaluation.benchmark.presenting.columns import Table, level_title, of_comparisons, of_lines
from explorer.evaluation.benchmark.results import LEVELS, UNIT, Benchmark, Case

_STYLE = """
.bench h2 { margin: 28px 0 8px; } .bench h3 { margin: 18px 0 6px; font-size: 15px; }
.bench table { width: auto; } .bench td { white-space: nowrap; } .bench :is(td, th):not(:first-child) { text-align: right; }
.bench .scroll { overflow-x: auto; } .bench .plots { display: flex; flex-wrap: wrap; gap: 10px 24px; }
.bench dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 14px; font-size: 13px; } .bench dt { font-weight: 600; }
.bench dd { margin: 0; } .bench details { border-top: 1px solid var(--e-line); padding: 6px 0; } .bench summary { cursor: pointer; }
.bench .texts { display: grid; grid-template-columns: 1fr 1fr; gap: 20px; font: 15px/1.5 var(--e-serif); padding: 8px 0 12px; }
.bench .texts > div { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24em; overflow-y: auto; }
.bench mark { background: none; color: inherit; } .bench mark.gold { border-bottom: 2px solid var(--e-ok); }
.bench mark.ours { background: var(--e-mark-bad); } .bench .hint { color: var(--e-muted); }
@media (max-width: 860px) { .bench .texts { grid-template-columns: 1fr; } }
"""


def benchmark_page(found: Benchmark) -> str:
    """All of a benchmark as one piece of HTML with the script that draws its plots."""
    sections = "".join(_level(level, found) for level in LEVELS)
    script = plotly_script() if found.plots else ""
    said = f"<p>{escape(found.dev)}</p>" if found.dev else ""
    return f'<style>{_STYLE}</style>{script}<div class="qx bench">{said}{sections}{_failed(found)}</div>'


def _level(level: str, found: Benchmark) -> str:
    figures, compared = of_lines(level, found.lines), of_comparisons(level, found.comparisons)
    if not figures.rows:
        return ""
    plots = [plot for plot in found.plots if plot.level == level]
    parts = [f"<h2>{escape(level_title(level))}</h2>", _table(figures), _meanings(figures)]
    if compared.rows:
        parts.append("<h3>Compared in pairs</h3><p>Differences; a star where 0 lies outside the interval.</p>" + _table(compared))
    if plots:
        parts.append(f'<div class="plots">{drawn_plots(plots, f"plot-{level}")}</div>')
    cases = [case for case in found.cases if case.level == level]
    for kind in dict.fromkeys((case.system, case.kind) for case in cases):
        parts.append(_cases(kind, [case for case in cases if (case.system, case.kind) == kind]))
    return "".join(parts)


def _table(table: Table) -> str:
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in table.header)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in table.rows)
    return f'<div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'


def _meanings(table: Table) -> str:
    terms = "".join(f"<dt>{escape(name)}</dt><dd>{escape(meaning)}</dd>" for name, meaning in table.meanings)
    note = "<p>In brackets: 95 % intervals of a bootstrap that draws references.</p>"
    return f"<details><summary>What the columns mean</summary>{note}<dl>{terms}</dl></details>"


def _cases(kind: tuple[str, str], cases: Sequence[Case]) -> str:
    title = f"{kind[0]}: {plural(len(cases), kind[1])}, the worst first"
    return f'<h3>{escape(title)}</h3><section class="cases">{"".join(map(_case, cases))}</section>'


def _case(case: Case) -> str:
    words = shortened(case.asked or case.output, 110)
    summary = f'<b>{case.score:.2f}</b> {escape(words)} <span class="hint">{escape("" if case.id is None else case.id)}</span>'
    asked = f"<p>{escape(case.asked)}</p>" if case.level == UNIT else ""
    output = f'<div tabindex="0" aria-label="Output">{_marked(case)}</div>'
    reference = f'<div tabindex="0" aria-label="Reference">{escape(case.reference)}</div>'
    legend = '<p class="hint"><mark class="gold">underlined</mark>: by people; <mark class="ours">shaded</mark>: by the system</p>'
    return f'<details><summary>{summary}</summary>{asked}{legend}<div class="texts">{output}{reference}</div></details>'


def _marked(case: Case) -> str:
    """The output with what people and the system find wrong in it."""
    marks = [
        Mark(start, end, f'<mark class="{" ".join(names)}">', "</mark>")
        for start, end, names in segments({"gold": case.gold, "ours": case.marks})
    ]
    return marked(case.output, marks)


def segments(marks: Mapping[str, Ranges]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """The marks of several cut where one begins or ends, each piece with the names of those that have it, first to last."""
    edges = sorted({edge for ranges in marks.values() for pair in ranges for edge in pair})
    for start, end in pairwise(edges):
        names = tuple(name for name, ranges in marks.items() if any(a <= start and end <= b for a, b in ranges))
        if names:
            yield start, end, names


def _failed(found: Benchmark) -> str:
    if not found.failed:
        return ""
    items = "".join(
        f"<li>{escape(name)}: {plural(len(reasons), 'text')} without an answer, for example: {escape(reasons[0])}</li>"
        for name, reasons in found.failed.items()
    )
    return f"<h2>Not answered</h2><ul>{items}</ul>"
