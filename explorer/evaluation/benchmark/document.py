"""Where the five engines find errors: `make benchmark` writes docs/benchmark.md with its plots from BUMP and WiCE."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from engines.declaration.registry import names
from explorer.evaluation.benchmark.benchmarking import labelled
from explorer.evaluation.benchmark.measuring import Plan, measure
from explorer.evaluation.benchmark.presenting.columns import COLUMNS, Table, figure_text, of_comparisons, side_by_side
from explorer.evaluation.benchmark.presenting.drawing import svg
from explorer.evaluation.benchmark.presenting.tables import markdown
from explorer.evaluation.benchmark.results import SPAN, TEXT, Benchmark
from explorer.evaluation.benchmark.systems.answering import System
from explorer.evaluation.benchmark.systems.running import run
from explorer.reading.rows import BadRow

SETS = {
    "loc_bump": ("BUMP", "faithful, human-written summaries of news, and the same with one error that a person wrote into each"),
    "loc_wice": ("WiCE", "sub-claims of Wikipedia with the page that they cite, and the words in them that people found unsupported"),
}
"""The files, what they are called, and what is in them."""


def measured(path: Path, answers: Path, workers: int, by: str = "type") -> Benchmark:
    """All engines on a file of marked outputs; what they answered is kept in a folder, and known again."""
    bad: list[BadRow] = []
    items = labelled(str(path), bad)
    systems = [System(engine, engine) for engine in names()]
    answers.mkdir(parents=True, exist_ok=True)
    return measure(items, run(systems, items, str(answers / path.name), workers), Plan(by=by))


def page(found: dict[str, Benchmark], folder: Path) -> str:
    """The page; its plots are written into the folder."""
    parts = [_HEAD.format(meanings=_meanings())]
    for name, of in found.items():
        title, what = SETS[name]
        of = replace(of, lines=tuple(replace(line, seconds=None) for line in of.lines))  # of a machine that may be busy
        texts = next(line.n for line in of.lines if line.level == SPAN and line.subset == "all")
        parts.append(f"## {title}\n\n{texts} texts: {what}.\n\n{markdown(_named(side_by_side(SPAN, of.lines), f'{title}: places'))}")
        labels_of_both_kinds = any(plot.level == TEXT for plot in of.plots)
        if labels_of_both_kinds:
            parts.append(markdown(_named(side_by_side(TEXT, of.lines), f"{title}: whole texts, by the score of each engine")))
        if by_kind := _by_kind(of):
            parts.append(markdown(_named(by_kind, f"{title}: errors located, by kind, %")))
        apart = _apart(of)
        title_of_pairs = f"{title}: engines compared in pairs, differences of which 0 lies outside the interval"
        parts.append(markdown(_named(apart, title_of_pairs)) if apart.rows else "No two engines differ by more than the intervals allow.\n")
        plots = [plot for plot in of.plots if plot.level == SPAN or (labels_of_both_kinds and plot.title in ("ROC", "Reliability"))]
        drawing = folder / f"benchmark-{title.lower()}.svg"
        drawing.write_text(svg(plots, f"{title}: every engine at every threshold"), "utf-8")
        parts.append(f"![{title}: every engine at every threshold]({drawing.name})\n")
    return "\n".join(parts)


def _named(table: Table, title: str) -> Table:
    return replace(table, title=title)


def _apart(found: Benchmark) -> Table:
    """The pairs of engines that differ in some figure, with those figures."""
    table = of_comparisons(SPAN, found.comparisons)
    rows = [(row[0], *("" if "*" not in cell else cell for cell in row[2:])) for row in table.rows if any("*" in cell for cell in row)]
    used = [0, *(place for place in range(1, len(table.header) - 1) if any(row[place] for row in rows))]
    header = ("engines", *table.header[2:])
    return Table("", tuple(header[place] for place in used), tuple(tuple(row[place] for place in used) for row in rows))


def _by_kind(found: Benchmark) -> Table | None:
    """Errors located by their kind; None where no kinds are told."""
    lines = [line for line in found.lines if line.level == SPAN and line.figures["located"].value is not None]
    kinds = [kind for kind in dict.fromkeys(line.subset for line in lines) if kind != "all"]
    if not kinds:
        return None
    systems = list(dict.fromkeys(line.system for line in lines))
    cells = {(line.subset, line.system): figure_text(COLUMNS[SPAN][0], line.figures["located"]) for line in lines}
    counts = {line.subset: str(line.n) for line in lines}
    rows = tuple((kind, counts[kind], *(cells[kind, system] for system in systems)) for kind in kinds)
    return Table("", ("kind of error", "n", *systems), rows)


def _meanings() -> str:
    return "\n".join(f"| {column.heading} | {column.meaning} |" for column in COLUMNS[SPAN])


_HEAD = """# Benchmark: where the engines find errors

`make benchmark DATA=FOLDER` makes this page and its plots; what the engines answered is kept, so that a run that was stopped goes on.

**These figures are in-sample.** The bundled localizer, which decides in all five engines which words are wrong, was trained on these two
sets, so read them as a comparison of engines, not as what to expect of other texts. Cross-validated figures, each text judged by a model
that saw neither it nor its reference, are in [the localizer's card](../assets/localizer/CARD.md): far fewer errors are found there, at far
more alarms.

All engines mark the words that the localizer finds wrong, so they hardly differ in places. They differ in their scores, which is what
*consistent* and *AUC* show.

In brackets stand 95 % intervals: of a bootstrap of 1,000 draws with replacement from the references, each with all texts written about it.
A difference between two engines is one on the same draws. Words are runs of letters and digits, and pooled over all texts; P, R, F1 and
IoU are of texts with errors.

| figure | what it says |
|---|---|
{meanings}

Measure your own system in the same way: give its answers as rows of `id` and `marks` (see `errata benchmark --help`).

```console
$ errata benchmark labelled.jsonl --engine qasem --system mine=answers.jsonl --html report.html
$ errata benchmark table.csv --map reference=article,output=summary --engine scale --dev 0.2 --format latex
$ errata benchmark labelled.jsonl --engine acueval --out kept.jsonl --workers 2 --plots plots
```
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", metavar="FOLDER", type=Path, required=True, help=f"folder with {' and '.join(SETS)}.jsonl")
    parser.add_argument("--answers", metavar="FOLDER", type=Path, required=True, help="folder where the answers are kept")
    parser.add_argument("--out", metavar="FILE.md", type=Path, required=True, help="the page; its plots are written beside it")
    parser.add_argument("--workers", metavar="N", type=int, default=1, help="processes (default: 1)")
    options = parser.parse_args(arguments)
    found = {name: measured(options.data / f"{name}.jsonl", options.answers, options.workers) for name in SETS}
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(page(found, options.out.parent), "utf-8")


if __name__ == "__main__":
    main()
