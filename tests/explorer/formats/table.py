"""Makes docs/formats.md: what each format keeps, measured by writing and reading again (`make formats`)."""

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from engines.core.results import Analysis, Unit
from engines.units.errors import completed
from explorer.formats import tool_files
from explorer.formats.exporting import as_json, jsonl_text
from explorer.formats.foreign.registry import formats, writer
from explorer.formats.importing import Imported, imported
from explorer.formats.sheets import csv_text
from sessions.annotations import Annotation
from tests.components import samples
from tests.explorer.formats.foreign.published import RAGTRUTH_SOURCES, RECORDS
from tests.explorer.formats.foreign.readers import ENDINGS

DOCS = Path(__file__).parents[3] / "docs" / "formats.md"
OWN = ("jsonl", "csv")
"""Our own formats; json and html hold what jsonl does, html to be read by people."""

BEGINNING = """# Formats

`errata import` and `errata export --format NAME` read and write what other tools do. This page is made by `make formats`, which writes
every format, reads it again and compares; a test holds it to that.

## What goes through Errata and back

Records made up in the published schema of each tool, with every field that it has, are imported, kept in the history and exported again.
A record comes back as it was, to the letter but for the order of its fields: Errata keeps it beside what it read from it. What a person
has voted on since is put into it: marks that they find right are gone, what they find wrong is marked, questions and claims get their
label; in QASemConsistency the vote stands beside those of the people before. The 148 records of QASemConsistency's dev part come back in
the same way.

"""

MIDDLE = """
Exported as JSON or JSON lines and imported elsewhere, an analysis takes the record along; a spreadsheet (CSV) has no place for it, and what
is written for the tool then is made anew.

## What Errata's own analyses lose

An analysis with {units} facts, {errors} of them unsupported, a vote that agrees, a note and paragraphs in its reference, written for each
tool and read again. “All” came back the same; else how much of it did. What a person voted is the verdict there.

"""

END = """
Line breaks and runs of spaces are lost where a format has tokens in the place of texts. Where a format has only marks, what is not marked
counts as right: an analysis none of whose facts has a verdict is not written, and facts without a verdict in others are said. FaithBench's
samples have the verdicts of its own detectors, so only what came from it can be written for it.

## What is demanded of labels

Every mark is held against its text. One that is off is looked for: counted in UTF-16 units as browsers do, then at the nearest place that
reads the same, or where its words stand if they stand there once; what was moved is said. A record none of whose marks is found is
refused. Where some are found and others not, what is not marked is not called right: it comes without verdicts. Label Studio's tasks that
nobody has annotated, that were skipped, or that have choices and ratings only, are refused. Questionable marks of FaithBench are facts
without a verdict.

## Files

| format | file | beside it |
|---|---|---|
{files}

Label Studio counts characters in a `Text`, as Errata does; `--utf16` counts as its versions of 2021 and before did. Its labelling
interface is to be pasted into the settings of the project before the tasks are imported. `{{stem}}` is the name of the first file without
its ending. factgenie finds outputs and annotations in the same lines.
"""


def losses(before: Any, after: Any, place: str = "") -> Iterator[str]:
    """The fields of a record that are not the same in another, by their names."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for name in dict.fromkeys([*before, *after]):
            where = f"{place}.{name}" if place else name
            if name in before and name in after:
                yield from losses(before[name], after[name], where)
            else:
                yield where
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for one, other in zip(before, after, strict=True):
            yield from losses(one, other, f"{place}[]")
    elif before != after:
        yield place


def round_trip(shape: str, folder: Path) -> tuple[int, int, list[str]]:
    """How many records there are, how many could be read, and the fields that differ after they were written again."""
    path = folder / f"in.{ENDINGS.get(shape, 'json')}"
    records = RECORDS[shape]
    lines = "\n".join(map(json.dumps, records))
    path.write_text(lines if path.suffix == ".jsonl" else json.dumps({"samples": records} if shape == "faithbench" else records))
    (folder / "source_info.jsonl").write_text("\n".join(map(json.dumps, RAGTRUTH_SOURCES)))
    analyses = [_kept(item.analysis) for item in imported(str(path)) if item.analysis]
    again = [record for file in _written(shape, [(each, {}) for each in analyses], folder / "out") for record in _records(file)]
    lost = list(dict.fromkeys(losses(records, again)))
    if shape == "ragtruth":
        sources = [json.loads(line) for line in (folder / "out" / "source_info.jsonl").read_text().splitlines()]
        lost += losses(RAGTRUTH_SOURCES, sources, "source_info")
    return len(records), len(again), lost


def _kept(analysis: Analysis) -> Analysis:
    """The analysis as it comes out of our own JSON."""
    return Analysis.from_json(json.loads(json.dumps(as_json(analysis, {}))))


def _written(shape: str, items: list[tuple[Analysis, Mapping[str, Annotation]]], folder: Path) -> list[Path]:
    folder.mkdir()
    format = writer(shape)
    out = folder / "texts" if format.apart else folder / f"x.{ENDINGS.get(shape, 'json')}"
    tool_files.write(format, lambda: items, str(out), [])
    return sorted(out.iterdir()) if format.apart else [out]


def _records(path: Path) -> list[Any]:
    text = path.read_text(encoding="utf-8")
    data = [json.loads(line) for line in text.splitlines()] if path.suffix == ".jsonl" else json.loads(text)
    return data.get("samples", [data]) if isinstance(data, dict) else data


def _facts(value: Callable[[Unit], Any]) -> "Aspect":
    """What facts have, by the words of the fact: its question and answer where both sides have them, else its statement."""

    def aspect(before: Imported, after: Imported) -> tuple[set[Any], set[Any]]:
        assert before.analysis and after.analysis
        asked = any(unit.question for unit in after.analysis.units)
        found = [
            {("".join(_words(unit, asked).split()), value(unit)) for unit in each.units if value(unit) is not None}
            for each in (before.analysis, after.analysis)
        ]
        return found[0], found[1]

    return aspect


def _words(unit: Unit, asked: bool) -> str:
    return f"{unit.question} {unit.answer.text}" if asked and unit.question and unit.answer else unit.statement.rstrip(".")


def _texts(before: Imported, after: Imported) -> tuple[set[Any], set[Any]]:
    assert before.analysis and after.analysis
    return {before.analysis.reference.text, before.analysis.output.text}, {after.analysis.reference.text, after.analysis.output.text}


def _errors(kind: bool) -> "Aspect":
    """The places of the errors, with what kind they are or without; of facts where the tool knows no places."""

    def aspect(before: Imported, after: Imported) -> tuple[set[Any], set[Any]]:
        assert before.analysis and after.analysis
        if kind and not completed(after.analysis).errors:
            return _facts(lambda unit: unit.error)(before, after)
        found = [
            {(error.start, error.end, error.kind if kind else "") for error in completed(each).errors or ()}
            for each in (before.analysis, after.analysis)
        ]
        return found[0], found[1]

    return aspect


def _notes(before: Imported, after: Imported) -> tuple[set[Any], set[Any]]:
    assert after.analysis
    said = " ".join([*(note.note for note in after.added.annotations), *after.analysis.warnings])
    notes = {note.note for note in before.added.annotations if note.note}
    return notes, {note for note in notes if note in said}


Aspect = Callable[[Imported, Imported], tuple[set[Any], set[Any]]]
"""What there is of something before, and after."""
ASPECTS: Mapping[str, Aspect] = {
    "texts": _texts,
    "errors": _errors(False),
    "kinds of error": _errors(True),
    "facts": _facts(lambda unit: ""),
    "verdicts": _facts(lambda unit: unit.supported),
    "probabilities": _facts(lambda unit: unit.probability),
    "evidence": _facts(lambda unit: unit.evidence[0].text if unit.evidence else None),
    "notes": _notes,
}


def sample() -> tuple[Analysis, dict[str, Annotation]]:
    """The analysis that is written, with a vote that agrees and a note of the person."""
    analysis = samples.analysis()
    return analysis, {"q4": Annotation(analysis.id, "q4", 1, "It is Vell.", "2026-01-01")}


def kept(shape: str, folder: Path) -> dict[str, str]:
    """Of each aspect of our analysis how much comes back: all, none, or how many of how many."""
    analysis, said = sample()
    item: tuple[Analysis, Mapping[str, Annotation]] = (analysis, said)
    if shape in OWN:
        path = folder / f"x.{shape}"
        with path.open("w", encoding="utf-8", newline="") as file:
            file.writelines(csv_text([item]) if shape == "csv" else jsonl_text([item]))
    else:
        paths = _written(shape, [item], folder / "out")
        if not any(_records(path) for path in paths):
            return dict.fromkeys(ASPECTS, "–")
        (path,) = paths
    (found,) = imported(str(path))
    (before,) = _ours(item, folder)
    return {name: _share(*aspect(before, found)) for name, aspect in ASPECTS.items()}


def _ours(item: tuple[Analysis, Mapping[str, Annotation]], folder: Path) -> list[Imported]:
    path = folder / "ours.jsonl"
    path.write_text("".join(jsonl_text([item])), encoding="utf-8")
    return list(imported(str(path)))


def _share(before: set[Any], after: set[Any]) -> str:
    same = len(before & after)
    return "all" if same == len(before) else "none" if not same else f"{same} of {len(before)}"


def page() -> str:
    """The page."""
    first = ["| format | records | read | fields that differ |", "|---|---:|---:|---|"]
    second = [f"| format | {' | '.join(ASPECTS)} | has no place for |", f"|---|{'---|' * (len(ASPECTS) + 1)}"]
    files = []
    for format in formats():
        with tempfile.TemporaryDirectory() as folder:
            count, read, lost = round_trip(format.name, Path(folder))
        first.append(f"| {format.title} (`{format.name}`) | {count} | {read} | {', '.join(lost) or 'none'} |")
    for name in (*OWN, *(format.name for format in formats())):
        with tempfile.TemporaryDirectory() as folder:
            shares = kept(name, Path(folder))
        lacks = {"csv": "traces, the records of other tools", "jsonl": "nothing"}.get(name) or writer(name).lacks
        second.append(f"| `{name}` | {' | '.join(shares.values())} | {lacks} |")
    for format in formats():
        shape = "a folder with an object a file" if format.apart else "a list in .json, a record a line in .jsonl"
        if not format.apart and format.of_lines is not None:
            shape = "a record a line" if format.of_lines else "one JSON value"
        files.append(f"| `{format.name}` | {shape} | {f'`{format.beside.name}`: {format.beside.what}' if format.beside else ''} |")
    analysis, _ = sample()
    wrong = sum(unit.supported is False for unit in analysis.units)
    middle = MIDDLE.format(units=len(analysis.units), errors=wrong)
    return BEGINNING + "\n".join(first) + "\n" + middle + "\n".join(second) + "\n" + END.format(files="\n".join(files))


if __name__ == "__main__":
    DOCS.write_text(page(), encoding="utf-8")
