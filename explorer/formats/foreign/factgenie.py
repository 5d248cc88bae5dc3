"""factgenie: a record a line with the output, its marks and what their kinds are called. It is read as any record with marks."""

from typing import Any

from engines.core.results import Analysis
from explorer.formats.foreign.base import Format
from explorer.formats.foreign.marks.writing import written_marks
from explorer.formats.foreign.verdicts import CATEGORIES, Annotations

_COLOURS = {"extrinsic": "rgb(181, 56, 11)", "intrinsic": "rgb(43, 76, 155)"}
_MEANINGS = {"extrinsic": "The reference does not have this.", "intrinsic": "The reference contradicts this."}


def _write(analysis: Analysis, annotations: Annotations, number: int) -> dict[str, Any]:
    text, found = analysis.output.text, written_marks(analysis, annotations)
    made = [
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
        "annotations": made,
        "output": text,
        "reference": analysis.reference.text,
        "metadata": {"annotator_id": f"errata-{analysis.engine.name}", "annotation_span_categories": categories, "id": analysis.id},
    }


FORMAT = Format("factgenie", "factgenie", write=_write, of_lines=True)
