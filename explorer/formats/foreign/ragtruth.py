"""RAGTruth: responses with marks in one file, and their references in another beside it, source_info.jsonl."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

from engines.core.results import Analysis
from explorer.formats.foreign.base import Beside, Format, Notes, Record
from explorer.formats.foreign.marks.reading import list_of_marks, mark_of, marked_analysis, marks_of
from explorer.formats.foreign.marks.voting import voted
from explorer.formats.foreign.marks.writing import Mark, nothing_judged, written_marks
from explorer.formats.foreign.person import with_origin
from explorer.formats.foreign.sources import Sources
from explorer.formats.foreign.verdicts import Annotations
from explorer.reading.rows import dumps

NAME = "ragtruth"
_EVIDENT = 0.9
"""How sure a mark is to be called evident; below it is subtle."""


def _fits(data: Record) -> bool:
    return "source_id" in data and isinstance(data.get("response"), str) and list_of_marks(data) == "labels"


def _read(data: Record, sources: Sources, notes: list[str]) -> tuple[Analysis, Notes]:
    output, source = data["response"], sources.source(data["source_id"])
    analysis, said = marked_analysis("RAGTruth", source.text, output, marks_of(data, output, notes))
    return with_origin(analysis, NAME, data, source=source.row), said


def ragtruth_sources(analyses: Iterable[Analysis]) -> Iterator[dict[str, Any]]:
    """The references of RAGTruth, each once: they stand in a file of their own, source_info.jsonl."""
    written = set()
    for analysis in analyses:
        origin = analysis.origin or {}
        id = _source_id(analysis)
        row = {"source_id": id, "task_type": "Summary", "source": "errata", "source_info": analysis.reference.text, "prompt": ""}
        if origin.get("format") == NAME and "source" in origin:
            row = dict(origin["source"])
        if str(row["source_id"]) not in written:
            written.add(str(row["source_id"]))
            yield row


def _beside(written: Iterable[tuple[Analysis, Record]]) -> Iterator[str]:
    for row in ragtruth_sources(analysis for analysis, _ in written):
        yield dumps(row) + "\n"


def _source_id(analysis: Analysis) -> str:
    """An id that no table reader takes for a number."""
    return f"errata-{hashlib.sha256(analysis.reference.text.encode('utf-8', 'replace')).hexdigest()[:12]}"


def _write(analysis: Analysis, annotations: Annotations, _: int) -> dict[str, Any] | None:
    if nothing_judged(analysis):
        return None
    text = analysis.output.text
    labels = [_label(text, mark) for mark in written_marks(analysis, annotations)]
    about = {"model": "unknown", "temperature": None, "split": "test", "quality": "good"}
    return {"id": analysis.id, "source_id": _source_id(analysis), **about, "labels": labels, "response": text}


def _label(text: str, mark: Mark) -> dict[str, Any]:
    kind = "Conflict" if mark.kind == "intrinsic" else "Baseless Info"
    return {
        "start": mark.start,
        "end": mark.end,
        "text": text[mark.start : mark.end],
        "meta": mark.reason,
        "label_type": f"{'Evident' if mark.confidence >= _EVIDENT else 'Subtle'} {kind}",
        "implicit_true": False,
        "due_to_null": False,
    }


def _again(record: Record, analysis: Analysis, annotations: Annotations) -> dict[str, Any]:
    text, labels = analysis.output.text, record["labels"]
    places = [mark_of(label, number, text, []) for number, label in enumerate(labels)]
    return {**record, "labels": voted(labels, places, analysis, annotations, lambda mark: _label(text, mark), "meta")}


FORMAT = Format(
    NAME,
    "RAGTruth",
    _fits,
    _read,
    _write,
    of_lines=True,
    rank=40,
    again=_again,
    of_marks=True,
    beside=Beside("source_info.jsonl", "the references", True, _beside),
    lacks="the facts behind the marks, evidence, probabilities",
)
