"""Analyses as other tools read them: unsupported parts of the output as marks, or questions over tokens.

The parts are the errors of the analysis, which do not overlap. What a person has voted on counts as they say.
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engines.core.results import Analysis, Deletion, Unit
from engines.units.alignment import spans_of
from engines.units.errors import completed, errors
from explorer.formats.foreign.questions_over_tokens import loc_unfaith, qasem_consistency
from explorer.formats.foreign.standing import CATEGORIES, Annotations, is_supported, kind_of
from explorer.formats.foreign.triplets import refchecker

FORMATS = ("label-studio", "lettucedetect", "factgenie", "ragtruth", "qasem-consistency", "loc-unfaith", "refchecker")
OF_LINES = ("factgenie", "ragtruth", "qasem-consistency", "loc-unfaith")
"""Formats with a record a line; the others are lists."""

_COLOURS = {"extrinsic": "rgb(181, 56, 11)", "intrinsic": "rgb(43, 76, 155)"}
_EVIDENT = 0.9
"""How sure a mark of RAGTruth is to be called evident; below it is subtle."""

_OF_FACTS = {"qasem-consistency": qasem_consistency, "loc-unfaith": loc_unfaith, "refchecker": refchecker}
_MEANINGS = {"extrinsic": "The reference does not have this.", "intrinsic": "The reference contradicts this."}


@dataclass(frozen=True)
class Mark:
    """A part of the output that is not supported: start and end in code points, the kind of error, how sure (0 to 1), and why."""

    start: int
    end: int
    kind: str
    confidence: float
    reason: str


def record(analysis: Analysis, annotations: Annotations, shape: str, number: int) -> dict[str, Any] | None:
    """An analysis in one of `FORMATS`; None where it has nothing that the format can hold. `number` is its place in the file, from 0."""
    if shape in _OF_FACTS:
        return _OF_FACTS[shape](analysis, annotations)
    return {"label-studio": _label_studio, "lettucedetect": _lettucedetect, "factgenie": _factgenie, "ragtruth": _ragtruth}[shape](
        analysis, marks(analysis, annotations), number
    )


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


def marks(analysis: Analysis, annotations: Annotations) -> list[Mark]:
    """The errors of the output, first to last, none overlapping another; with votes they are found anew."""
    units = [_as_it_stands(unit, annotations) for unit in analysis.units]
    voted = {unit.id for unit, before in zip(units, analysis.units, strict=True) if unit is not before}
    found = errors(analysis.output.text, units, _deletions(analysis, units, voted)) if voted else completed(analysis).errors
    claims = {unit.id: _claim(unit, annotations) for unit in units}
    return [
        Mark(e.start, e.end, e.kind, e.probability, " | ".join(dict.fromkeys(claims[id] for id in e.units if id in claims)))
        for e in found or ()
    ]


def _as_it_stands(unit: Unit, annotations: Annotations) -> Unit:
    """The unit as the person says, who is sure; the unit itself where they did not vote."""
    said = annotations.get(unit.id)
    if said is None or not said.vote or unit.supported is None:
        return unit
    supported = bool(is_supported(unit, annotations))
    return replace(unit, supported=supported, probability=float(supported), error=None if supported else kind_of(unit))


def _deletions(analysis: Analysis, units: Sequence[Unit], voted: Collection[str]) -> tuple[Deletion, ...]:
    """The deletions, and where an engine deletes words, what it kept and a person finds unsupported."""
    if not analysis.deletions:
        return ()
    explained = {id for deletion in analysis.deletions for id in deletion.units}
    wrong = [unit for unit in units if unit.id in voted and unit.supported is False and unit.id not in explained]
    return (*analysis.deletions, *(Deletion(start, end, (unit.id,)) for unit in wrong for start, end in spans_of(unit)))


def _claim(unit: Unit, annotations: Annotations) -> str:
    """What a unit says, and what the person wrote of it."""
    claim = f"{unit.question} {unit.answer.text}" if unit.question and unit.answer else unit.statement
    said = annotations.get(unit.id)
    return f"{claim} {said.note}" if said and said.note else claim


def _label_studio(analysis: Analysis, found: list[Mark], _: int) -> dict[str, Any]:
    """A task with predictions; the labelling interface needs a `<Text name="output" value="$output"/>` and `<Labels name="label">`."""
    text = analysis.output.text
    results = [
        {
            "id": f"m{number}",
            "from_name": "label",
            "to_name": "output",
            "type": "labels",
            "score": mark.confidence,
            "value": {"start": mark.start, "end": mark.end, "text": text[mark.start : mark.end], "labels": [mark.kind]},
        }
        for number, mark in enumerate(found, 1)
    ]
    prediction: dict[str, Any] = {"model_version": f"errata {analysis.engine.name}", "result": results}
    if found:
        prediction["score"] = max(mark.confidence for mark in found)
    return {"data": {"id": analysis.id, "reference": analysis.reference.text, "output": text}, "predictions": [prediction]}


def _lettucedetect(analysis: Analysis, found: list[Mark], _: int) -> dict[str, Any]:
    text = analysis.output.text
    labels = [
        {"start": mark.start, "end": mark.end, "label": mark.kind, "text": text[mark.start : mark.end], "confidence": mark.confidence}
        for mark in found
    ]
    about = {"split": "test", "task_type": "Summary", "dataset": "errata", "language": "en", "id": analysis.id}
    return {"prompt": analysis.reference.text, "answer": text, "labels": labels, **about}


def _factgenie(analysis: Analysis, found: list[Mark], number: int) -> dict[str, Any]:
    text = analysis.output.text
    annotations = [
        {
            "reason": mark.reason,
            "text": text[mark.start : mark.end],
            "type": CATEGORIES.index(mark.kind),
            "start": mark.start,
            "confidence": mark.confidence,
        }
        for mark in found
    ]
    categories = [{"name": name, "color": _COLOURS[name], "description": _MEANINGS[name]} for name in CATEGORIES]
    return {
        "dataset": "errata",
        "split": "test",
        "setup_id": analysis.engine.name,
        "example_idx": number,
        "annotations": annotations,
        "output": text,
        "reference": analysis.reference.text,
        "metadata": {"annotator_id": f"errata-{analysis.engine.name}", "annotation_span_categories": categories, "id": analysis.id},
    }


def _ragtruth(analysis: Analysis, found: list[Mark], _: int) -> dict[str, Any]:
    text = analysis.output.text
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
