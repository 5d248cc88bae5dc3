"""LettuceDetect, and records of its shape: a reference, an output, and a list of marks in it."""

from collections.abc import Mapping
from typing import Any

from engines.core.errors import FormatError
from engines.core.results import Analysis
from explorer.formats.foreign.base import Format, Notes
from explorer.formats.foreign.marks.reading import has_marks, marked_analysis, marks_of
from explorer.formats.foreign.marks.writing import written_marks
from explorer.formats.foreign.sources import Sources
from explorer.formats.foreign.verdicts import Annotations
from explorer.reading.pairs import OUTPUTS, texts_of


def _fits(data: Mapping[str, Any]) -> bool:
    return has_marks(data) and (texts_of(data) is not None or any(isinstance(data.get(name), str) for name in OUTPUTS))


def _read(data: Mapping[str, Any], _: Sources, notes: list[str]) -> tuple[Analysis, Notes]:
    texts = texts_of(data)
    if texts is None:
        raise FormatError("this record has marks, but no reference beside them: give it a field 'reference' with that text.")
    return marked_analysis("LettuceDetect" if "prompt" in data else "marks", *texts, marks_of(data, texts[1], notes))


def _write(analysis: Analysis, annotations: Annotations, _: int) -> dict[str, Any]:
    text, found = analysis.output.text, written_marks(analysis, annotations)
    labels = [
        {"start": mark.start, "end": mark.end, "label": mark.kind, "text": text[mark.start : mark.end], "confidence": mark.confidence}
        for mark in found
    ]
    about = {"split": "test", "task_type": "Summary", "dataset": "errata", "language": "en", "id": analysis.id}
    return {"prompt": analysis.reference.text, "answer": text, "labels": labels, **about}


FORMAT = Format("lettucedetect", "LettuceDetect", _fits, _read, _write, rank=60)
