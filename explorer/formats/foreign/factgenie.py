"""factgenie: a record a line with the output, its marks and what their kinds are called."""

from collections.abc import Mapping
from typing import Any

from engines.core.errors import FormatError
from engines.core.results import Analysis
from explorer.formats.foreign.base import Format, Notes, Record
from explorer.formats.foreign.marks.reading import Marked, mark_of, marked_analysis, placed
from explorer.formats.foreign.marks.voting import voted
from explorer.formats.foreign.marks.writing import Mark, nothing_judged, written_marks
from explorer.formats.foreign.person import with_origin
from explorer.formats.foreign.sources import Sources
from explorer.formats.foreign.verdicts import CATEGORIES, Annotations
from explorer.reading.pairs import texts_of

NAME = "factgenie"
_COLOURS = {"extrinsic": "rgb(181, 56, 11)", "intrinsic": "rgb(43, 76, 155)"}
_MEANINGS = {"extrinsic": "The reference does not have this.", "intrinsic": "The reference contradicts this."}


def _fits(data: Record) -> bool:
    marks = data.get("annotations")
    own = isinstance(data.get("output"), str) and any(name in data for name in ("setup_id", "example_idx"))
    return own and isinstance(marks, list) and all(isinstance(mark, Mapping) for mark in marks)


def _read(data: Record, _: Sources, notes: list[str]) -> tuple[Analysis, Notes]:
    texts = texts_of(data)
    if texts is None:
        raise FormatError(
            "this record of factgenie has no input beside its output: give it a field 'reference' with the text that is in its data set."
        )
    marks = placed(_places(data, data["output"], notes))
    analysis, said = marked_analysis(NAME, texts[0], data["output"], marks)
    return with_origin(analysis, NAME, data), said


def _places(data: Record, output: str, notes: list[str]) -> list[Marked | None]:
    """The marks at their places, each with the name of its kind."""
    names = _categories(data)
    marks = ((number, dict(mark)) for number, mark in enumerate(data["annotations"], 1))
    return [mark_of({**mark, "type": _name(names, mark.get("type"))}, number, output, notes) for number, mark in marks]


def _categories(data: Record) -> list[str]:
    about = data.get("metadata")
    found = about.get("annotation_span_categories") if isinstance(about, Mapping) else None
    return [str(each.get("name")) if isinstance(each, Mapping) else str(each) for each in found] if isinstance(found, list) else []


def _name(names: list[str], index: Any) -> str:
    """What a kind is called; the kind as it stands where nothing says so."""
    known = type(index) is int and 0 <= index < len(names)
    return names[index] if known else "" if index is None else str(index)


def _write(analysis: Analysis, annotations: Annotations, number: int) -> dict[str, Any] | None:
    if nothing_judged(analysis):
        return None
    text = analysis.output.text
    categories = [{"name": name, "color": _COLOURS[name], "description": _MEANINGS[name]} for name in CATEGORIES]
    return {
        "dataset": "errata",
        "split": "test",
        "setup_id": analysis.engine.name,
        "example_idx": number,
        "annotations": [_mark(text, mark, list(CATEGORIES)) for mark in written_marks(analysis, annotations)],
        "output": text,
        "reference": analysis.reference.text,
        "metadata": {"annotator_id": f"errata-{analysis.engine.name}", "annotation_span_categories": categories, "id": analysis.id},
    }


def _mark(text: str, mark: Mark, names: list[str]) -> dict[str, Any]:
    surface, kind = text[mark.start : mark.end], names.index(mark.kind) if mark.kind in names else 0
    return {"reason": mark.reason, "text": surface, "type": kind, "start": mark.start, "confidence": mark.confidence}


def _again(record: Record, analysis: Analysis, annotations: Annotations) -> dict[str, Any]:
    text, names = analysis.output.text, _categories(record)
    places = _places(record, text, [])
    made = voted(record["annotations"], places, analysis, annotations, lambda mark: _mark(text, mark, names), "reason")
    return {**record, "annotations": made}


FORMAT = Format(
    NAME,
    NAME,
    _fits,
    _read,
    _write,
    of_lines=True,
    rank=55,
    again=_again,
    of_marks=True,
    lacks="the facts behind the marks, evidence",
)
