"""RAGTruth: responses with marks in one file, and their references in another beside it, source_info.jsonl."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engines.core.results import Analysis
from explorer.formats.foreign.base import Format, Notes
from explorer.formats.foreign.marks.reading import has_marks, marked_analysis, marks_of
from explorer.formats.foreign.marks.writing import written_marks
from explorer.formats.foreign.sources import Sources
from explorer.formats.foreign.verdicts import Annotations

_EVIDENT = 0.9
"""How sure a mark is to be called evident; below it is subtle."""


def _fits(data: Mapping[str, Any]) -> bool:
    return "source_id" in data and isinstance(data.get("response"), str) and has_marks(data)


def _read(data: Mapping[str, Any], sources: Sources, notes: list[str]) -> tuple[Analysis, Notes]:
    output = data["response"]
    return marked_analysis("RAGTruth", sources.text(data["source_id"]), output, marks_of(data, output, notes))


def ragtruth_sources(analyses: Iterable[Analysis]) -> Iterator[dict[str, Any]]:
    """The references of RAGTruth, each once: they stand in a file of their own, source_info.jsonl."""
    written = set()
    for analysis in analyses:
        text, id = analysis.reference.text, _source_id(analysis)
        if id not in written:
            written.add(id)
            yield {"source_id": id, "task_type": "Summary", "source": "errata", "source_info": text, "prompt": ""}


def _source_id(analysis: Analysis) -> str:
    return hashlib.sha256(analysis.reference.text.encode("utf-8", "replace")).hexdigest()[:12]


def _write(analysis: Analysis, annotations: Annotations, _: int) -> dict[str, Any]:
    text, found = analysis.output.text, written_marks(analysis, annotations)
    labels = [
        {
            "start": mark.start,
            "end": mark.end,
            "text": text[mark.start : mark.end],
            "meta": mark.reason,
            "label_type": f"{'Evident' if mark.confidence >= _EVIDENT else 'Subtle'} "
            f"{'Conflict' if mark.kind == 'intrinsic' else 'Baseless Info'}",
            "implicit_true": False,
            "due_to_null": False,
        }
        for mark in found
    ]
    about = {"model": "unknown", "temperature": None, "split": "test", "quality": "good"}
    return {"id": analysis.id, "source_id": _source_id(analysis), **about, "labels": labels, "response": text}


FORMAT = Format("ragtruth", "RAGTruth", _fits, _read, _write, of_lines=True, rank=40)
