"""FaithBench: summaries in which several people marked what they found unfaithful, and what of the source it should agree with.

Their labels are Unwanted (intrinsic or extrinsic), Benign (not in the source either, though a reader would let it pass) and Questionable
(they could not say). A part that nobody is surer of than that has no verdict here; one that somebody calls Benign or Unwanted is wrong.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engines.core.errors import FormatError
from engines.core.results import Analysis, Evidence
from engines.core.text import Text
from explorer.formats.foreign.base import Format, Notes, Record
from explorer.formats.foreign.marks.reading import Marked, Marks, marked_analysis, place_of, placed
from explorer.formats.foreign.marks.voting import voted
from explorer.formats.foreign.marks.writing import Mark
from explorer.formats.foreign.person import with_origin
from explorer.formats.foreign.sources import Sources
from explorer.formats.foreign.verdicts import Annotations

NAME, TITLE = "faithbench", "FaithBench"
_SURENESS = ("questionable", "benign", "unwanted")
"""First words of the labels, from what is least an error to what is most."""


def _fits(data: Record) -> bool:
    marks = data.get("annotations")
    texts = all(isinstance(data.get(name), str) for name in ("source", "summary"))
    if not texts or not isinstance(marks, list) or not all(isinstance(mark, Mapping) for mark in marks):
        return False
    return "sample_id" in data or any("summary_span" in mark or "summary_start" in mark for mark in marks)


def _read(data: Record, _: Sources, notes: list[str]) -> tuple[Analysis, Notes]:
    source, summary = data["source"], data["summary"]
    if not source.strip() or not summary.strip():
        raise FormatError("its source or its summary is empty.")
    marks = placed([_mark(mark, number, data, notes) for number, mark in enumerate(data["annotations"], 1)])
    analysis, said = marked_analysis(TITLE, source, summary, _together(marks))
    return with_origin(analysis, NAME, data), said


def _mark(mark: Mapping[str, Any], number: int, data: Record, notes: list[str]) -> Marked | None:
    """What one person marked, with the part of the source that they marked with it."""
    what, labels = f"mark {number}", _labels(mark)
    found = place_of(mark.get("summary_start"), mark.get("summary_end"), _text(mark, "summary_span"), what, data["summary"], notes)
    if found is None:
        return None
    level = max((_SURENESS.index(label.split(".")[0].lower()) for label in labels if label.split(".")[0].lower() in _SURENESS), default=2)
    who, note = _text(mark, "annotator_name"), _text(mark, "note").strip()
    said = f"{who}: {note}" if who and note else note
    return Marked(*found, labels[-1] if labels else "", said, False if level else None, _evidence(mark, data["source"], what, notes))


def _labels(mark: Mapping[str, Any]) -> list[str]:
    given = mark.get("label")
    return [str(label) for label in given] if isinstance(given, list) else [str(given)] if given else []


def _text(mark: Mapping[str, Any], name: str) -> str:
    value = mark.get(name)
    return value if isinstance(value, str) else ""


def _evidence(mark: Mapping[str, Any], source: str, what: str, notes: list[str]) -> tuple[Evidence, ...]:
    surface = _text(mark, "source_span")
    if not surface and mark.get("source_start") is None:
        return ()
    lost: list[str] = []
    found = place_of(mark.get("source_start"), mark.get("source_end"), surface, f"the source of {what}", source, lost)
    notes += [note.replace("is not in the output", "is not in the source") for note in lost]
    return (Evidence(*found, source[slice(*found)], 1.0, Text.of(source).sentence_at(found[0])),) if found else ()


def _together(marks: Marks) -> Marks:
    """What several people say of the same words as one mark: the gravest label, all notes."""
    found: dict[tuple[int, int], Marked] = {}
    for mark in marks.placed:
        before = found.get((mark.start, mark.end))
        if before is not None:
            graver = before if before.supported is False and (mark.supported is None or "Benign" in mark.label) else mark
            note = "\n".join(filter(None, dict.fromkeys((before.note, mark.note))))
            mark = replace(graver, note=note, evidence=tuple(dict.fromkeys(before.evidence + mark.evidence)))
        found[mark.start, mark.end] = mark
    return Marks(tuple(found.values()), marks.lost)


def _again(record: Record, analysis: Analysis, annotations: Annotations) -> dict[str, Any]:
    text, marks = analysis.output.text, record["annotations"]
    known = [mark.get("annot_id") for mark in marks]
    number = max((id for id in known if type(id) is int), default=0)

    def fresh(mark: Mark) -> dict[str, Any]:
        nonlocal number
        number += 1
        return {
            "annot_id": number,
            "annotator_id": "errata",
            "annotator_name": "errata",
            "label": ["Unwanted", f"Unwanted.{'Intrinsic' if mark.kind == 'intrinsic' else 'Extrinsic'}"],
            "note": mark.reason,
            "summary_span": text[mark.start : mark.end],
            "summary_start": mark.start,
            "summary_end": mark.end,
            "source_span": None,
            "source_start": None,
            "source_end": None,
        }

    places = [_mark(mark, number, record, []) for number, mark in enumerate(marks)]
    return {**record, "annotations": voted(marks, places, analysis, annotations, fresh)}


def _write(analysis: Analysis, annotations: Annotations, _: int) -> None:
    """Nothing: a sample has the verdicts of FaithBench's own detectors, which no other analysis has."""


FORMAT = Format(
    NAME, TITLE, _fits, _read, _write, rank=35, again=_again, around=('{"samples":[', "]}"), lacks="whatever did not come from FaithBench"
)
