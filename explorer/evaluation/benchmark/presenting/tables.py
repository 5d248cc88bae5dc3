"""Tables as Markdown, LaTeX (booktabs) and CSV."""

import csv
import io
from collections.abc import Callable, Sequence

from explorer.evaluation.benchmark.presenting.columns import Table, of_comparisons, of_lines
from explorer.evaluation.benchmark.results import LEVELS, Benchmark
from explorer.reading.spreadsheet import safe_cell

_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "−": "$-$",
}


def tables(benchmark: Benchmark, intervals: bool = True) -> list[Table]:
    """The tables of a benchmark: figures of each level that has some, and its systems compared in pairs."""
    found = [
        made for level in LEVELS for made in (of_lines(level, benchmark.lines, intervals), of_comparisons(level, benchmark.comparisons))
    ]
    return [table for table in found if table.rows]


def markdown(table: Table) -> str:
    """A table as Markdown, with its title."""
    right = table.rows[0][1:] if table.rows else ()
    lines = [f"**{table.title}**", "", _row(table.header), "|---|" + "---:|" * len(right), *map(_row, table.rows)]
    return "\n".join(lines) + "\n"


def latex(table: Table) -> str:
    """A table as LaTeX, to be put into a document that uses the package booktabs."""
    columns = "l" + "r" * (len(table.header) - 1)
    body = "\n".join(_line(row) for row in table.rows)
    return (
        f"\\begin{{table}}\n\\centering\n\\begin{{tabular}}{{{columns}}}\n\\toprule\n{_line(table.header)}\n\\midrule\n{body}\n"
        f"\\bottomrule\n\\end{{tabular}}\n\\caption{{{_escaped(table.title)}.}}\n\\end{{table}}\n"
    )


def csv_table(benchmark: Benchmark) -> str:
    """Every line of a benchmark as CSV, a figure a column, with the ends of its interval in columns of their own; [0, 1], not per cent."""
    rows = []
    for line in benchmark.lines:
        plain = line.to_json()
        row = {name: plain[name] for name in ("level", "engine", "subset", "n", "threshold", "seconds_per_item")}
        for name, figure in line.figures.items():
            row |= {name: figure.value, f"{name}_low": figure.low, f"{name}_high": figure.high}
        rows.append(row)
    columns = list(dict.fromkeys(name for row in rows for name in row))
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow([safe_cell(name) for name in columns])
    for row in rows:
        writer.writerow(["" if row.get(name) is None else safe_cell(row[name]) for name in columns])
    return stream.getvalue()


def written(benchmark: Benchmark, form: str) -> str:
    """All of it as `markdown`, `latex` or `csv`."""
    if form == "csv":
        return csv_table(benchmark)
    write: Callable[[Table], str] = markdown if form == "markdown" else latex
    said = f"\n{benchmark.dev}\n" if benchmark.dev and form == "markdown" else ""
    return "\n".join(map(write, tables(benchmark))) + said


FORMS = ("markdown", "latex", "csv")


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def _line(cells: Sequence[str]) -> str:
    return " & ".join(map(_escaped, cells)) + r" \\"


def _escaped(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)
