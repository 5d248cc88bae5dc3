"""LettuceDetect, and records of its shape: a reference, an output, and a list of marks in it."""

from collections.abc import Mapping
from typing import Any

from engines.core.errors import FormatError
from engines.core.results import Analysis
from explorer.formats.foreign.base import Format, Notes, Record
from explorer.formats.foreign.marks.reading import list_of_marks, mark_of, marked_analysis, marks_of
from explorer.formats.foreign.marks.voting import voted
from explorer.formats.foreign.marks.writing import Mark, nothing_judged, written_marks
from explorer.formats.foreign.person import with_origin
from explorer.formats.foreign.sources import Sources
from explorer.formats.foreign.verdicts import Annotations
from explorer.reading.pairs import OUTPUTS, texts_of

NAME = "lettucedetect"


def _fits(data: Record) -> bool:
    return bool(list_of_marks(data)) and (texts_of(data) is not None or any(isinstance(data.get(name), str) for name in OUTPUTS))


def _read(data: Record, _: Sources, notes: list[str]) -> tuple[Analysis, Notes]:
    its_own = all(isinstance(data.get(name), str) for name in ("prompt", "answer")) and list_of_marks(data) == "labels"
    texts = (data["prompt"], data["answer"]) if its_own else texts_of(data)
    if texts is None:
        raise FormatError("this record has marks, but no reference beside them: give it a field 'reference' with that text.")
    source, (reference, output) = "LettuceDetect" if its_own else "marks", texts
    analysis, said = marked_analysis(source, reference, output, marks_of(data, output, notes))
    return with_origin(analysis, NAME, data) if its_own else analysis, said


def _write(analysis: Analysis, annotations: Annotations, _: int) -> dict[str, Any] | None:
    if nothing_judged(analysis):
        return None
    labels = [_label(analysis.output.text, mark) for mark in written_marks(analysis, annotations)]
    about = {"split": "test", "task_type": "Summary", "dataset": "errata", "language": "en", "id": analysis.id}
    return {"prompt": analysis.reference.text, "answer": analysis.output.text, "labels": labels, **about}


def _label(text: str, mark: Mark) -> dict[str, Any]:
    return {"start": mark.start, "end": mark.end, "label": mark.kind, "text": text[mark.start : mark.end], "confidence": mark.confidence}


def _again(record: Mapping[str, Any], analysis: Analysis, annotations: Annotations) -> dict[str, Any]:
    text, labels = analysis.output.text, record["labels"]
    places = [mark_of(label, number, text, []) for number, label in enumerate(labels)]
    return {**record, "labels": voted(labels, places, analysis, annotations, lambda mark: _label(text, mark))}


FORMAT = Format(
    NAME,
    "LettuceDetect",
    _fits,
    _read,
    _write,
    of_lines=None,
    rank=60,
    again=_again,
    of_marks=True,
    lacks="the facts behind the marks, evidence, notes",
)
