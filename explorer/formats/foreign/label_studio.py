"""Label Studio: tasks with what people annotated, or else what a model predicted, as marks in the output."""

from collections.abc import Mapping
from typing import Any

from engines.core.errors import FormatError
from engines.core.results import Analysis
from explorer.formats.foreign.base import Format, Notes
from explorer.formats.foreign.marks.reading import Marked, mark_of, marked_analysis
from explorer.formats.foreign.marks.writing import written_marks
from explorer.formats.foreign.sources import Sources
from explorer.formats.foreign.verdicts import Annotations
from explorer.reading.pairs import OUTPUTS, texts_of


def _fits(task: Mapping[str, Any]) -> bool:
    return isinstance(task.get("data"), Mapping) and ("annotations" in task or "predictions" in task)


def _read(task: Mapping[str, Any], _: Sources, notes: list[str]) -> tuple[Analysis, Notes]:
    texts = texts_of(task["data"])
    if texts is None:
        raise FormatError("the 'data' of this Label Studio task has no reference and output as texts.")
    field = next(name for name in OUTPUTS if task["data"].get(name))
    return marked_analysis("Label Studio", *texts, _marks(task, field, texts[1], notes))


def _marks(task: Mapping[str, Any], field: str, output: str, notes: list[str]) -> list[Marked]:
    """The marks of a Label Studio task: what people annotated, or else what a model predicted.

    Raises:
        FormatError: the task is damaged.
    """
    results: list[Any] = next((task[name] for name in ("annotations", "predictions") if task.get(name)), [])
    spans = []
    for result in results:
        if not isinstance(result, Mapping) or not isinstance(result.get("result"), list):
            raise FormatError("this Label Studio task has an annotation without a 'result'.")
        for item in result["result"]:
            value = item.get("value") if isinstance(item, Mapping) else None
            if isinstance(value, Mapping) and "start" in value and item.get("to_name", field) == field:
                label = next((str(labels[0]) for labels in (value.get("labels"), value.get("hypertextlabels")) if labels), "")
                spans.append({"start": value["start"], "end": value.get("end"), "text": value.get("text"), "label": label})
    return [mark for number, span in enumerate(spans, 1) if (mark := mark_of(span, number, output, notes))]


def _write(analysis: Analysis, annotations: Annotations, _: int) -> dict[str, Any]:
    """A task with predictions; the labelling interface needs a `<Text name="output" value="$output"/>` and `<Labels name="label">`."""
    text, found = analysis.output.text, written_marks(analysis, annotations)
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


FORMAT = Format("label-studio", "Label Studio", _fits, _read, _write, rank=30)
