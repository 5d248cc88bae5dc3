"""Analyses as other tools read them: unsupported parts of the output as marks, or the QAs of QASemConsistency.

What a person has voted on counts as they say. Marks that overlap become one, since most of these tools allow no others.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from engines.results import Analysis, Unit
from explorer.alignment import spans_of

if TYPE_CHECKING:
    from sessions.annotations import Annotation

FORMATS = ("label-studio", "lettucedetect", "factgenie", "qasem-consistency")
CATEGORIES = ("extrinsic", "intrinsic")
"""Kinds of marks; factgenie records the place in this list."""

_COLOURS = {"extrinsic": "rgb(181, 56, 11)", "intrinsic": "rgb(43, 76, 155)"}
_MEANINGS = {"extrinsic": "The reference does not have this.", "intrinsic": "The reference contradicts this."}
_TOKEN = re.compile(r"\w+(?=n['’]t\b)|n['’]t\b|['’]\w+|\w+(?:[-.,]\w+)*|[^\w\s]")
"""Words as treebanks part them: `is n't`, `Ana 's`, `two-thirds`, `1,200.5`."""
_POSITIONS = {"noun": "NOUN", "copula": "AUX"}

Annotations = Mapping[str, "Annotation"]


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
    if shape == "qasem-consistency":
        return _qasem_consistency(analysis, annotations)
    return {"label-studio": _label_studio, "lettucedetect": _lettucedetect, "factgenie": _factgenie}[shape](
        analysis, marks(analysis, annotations), number
    )


def marks(analysis: Analysis, annotations: Annotations) -> list[Mark]:
    """The unsupported parts of the output, first to last, none overlapping another."""
    found: list[Mark] = []
    length = len(analysis.output.text)
    for mark in sorted(_single_marks(analysis, annotations), key=lambda mark: (mark.start, -mark.end)):
        if not 0 <= mark.start < mark.end <= length:
            continue
        if found and mark.start < found[-1].end:
            found[-1] = _joined(found[-1], mark)
        else:
            found.append(mark)
    return found


def is_supported(unit: Unit, annotations: Annotations) -> bool | None:
    """The verdict as it stands: the person's where they voted, else the engine's; None where there is none."""
    said = annotations.get(unit.id)
    return unit.supported if unit.supported is None or said is None or said.vote != -1 else not unit.supported


def _single_marks(analysis: Analysis, annotations: Annotations) -> Iterator[Mark]:
    for unit in analysis.units:
        if is_supported(unit, annotations) is not False:
            continue
        said = annotations.get(unit.id)
        sure = 1.0 if (said and said.vote) or unit.probability is None else 1 - unit.probability
        claim = f"{unit.question} {unit.answer.text}" if unit.question and unit.answer else unit.statement
        reason = f"{claim} {said.note}" if said and said.note else claim
        for start, end in spans_of(unit):
            yield Mark(start, end, _kind(unit), round(sure, 4), reason)


def _kind(unit: Unit) -> str:
    kind = unit.error or str(unit.extra.get("error_if_unsupported"))
    return kind if kind in CATEGORIES else "extrinsic"


def _joined(first: Mark, second: Mark) -> Mark:
    kind = "intrinsic" if "intrinsic" in (first.kind, second.kind) else first.kind
    reason = first.reason if second.reason in first.reason else f"{first.reason} | {second.reason}"
    return Mark(first.start, max(first.end, second.end), kind, max(first.confidence, second.confidence), reason)


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


def _qasem_consistency(analysis: Analysis, annotations: Annotations) -> dict[str, Any] | None:
    """QAs and answers over tokens. In `qas` 0 is supported, in `spans` 1 is covered, as in the data set."""
    units = [u for u in analysis.units if u.question and u.answer and u.predicate and is_supported(u, annotations) is not None]
    if not units:
        return None
    output = analysis.output.text
    edges = {edge for u in units for span in (u.answer, u.predicate) if span for edge in (span.start, span.end)}
    tokens = tokens_of(output, edges)
    spans: dict[str, dict[str, Any]] = {}
    qas = []
    for number, unit in enumerate(units):
        assert unit.answer and unit.predicate
        place, supported = _token_span(tokens, unit.answer.start, unit.answer.end), is_supported(unit, annotations)
        first, last = (int(edge) for edge in place.split("-"))
        answer = {"id": place, "start": first, "end": last, "qaIds": [], "annotations": [1]}
        spans.setdefault(place, answer)["qaIds"].append(number)
        if not supported and _kind(unit) == "extrinsic":
            spans[place]["annotations"] = [0]
        qas.append(
            {
                "qa_id": number,
                "sent_id": unit.extra.get("sentence", 0),
                "predicate_idx": int(_token_span(tokens, unit.predicate.start, unit.predicate.end).partition("-")[0]),
                "predicate_pos": _POSITIONS.get(unit.predicate.kind, "VERB"),
                "predicate": unit.predicate.text,
                "question": unit.question,
                "answer_idx": place,
                "answer": unit.answer.text,
                "annotations": [0 if supported else 1],
            }
        )
    reference = [analysis.reference.text[start:end] for start, end in tokens_of(analysis.reference.text)]
    return {
        "source_id": analysis.id,
        "source": reference,
        "summary": [output[start:end] for start, end in tokens],
        "model": analysis.engine.name,
        "datasource": "errata",
        "dataset": "errata",
        "spans": list(spans.values()),
        "qas": qas,
    }


def tokens_of(text: str, edges: Collection[int] = ()) -> list[tuple[int, int]]:
    """Words and signs as (start, end), parted also at `edges`, so that every answer begins and ends with a token."""
    tokens: list[tuple[int, int]] = []
    for match in _TOKEN.finditer(text):
        cuts = [match.start(), *sorted(edge for edge in edges if match.start() < edge < match.end()), match.end()]
        tokens += pairwise(cuts)
    return tokens


def _token_span(tokens: list[tuple[int, int]], start: int, end: int) -> str:
    """`3-6`: the tokens from the first that ends after `start` to the last that begins before `end`, end exclusive."""
    first = next((i for i, token in enumerate(tokens) if token[1] > start), len(tokens))
    last = next((i for i in range(len(tokens), first, -1) if tokens[i - 1][0] < end), first)
    return f"{first}-{last}"
