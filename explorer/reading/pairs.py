"""The two texts of a record, whatever the tool that wrote it calls them."""

from collections.abc import Mapping
from typing import Any

REFERENCES = ("reference", "source", "context", "document", "doc", "article", "prompt")
OUTPUTS = ("output", "summary", "response", "answer")


def texts_of(data: Mapping[str, Any]) -> tuple[str, str] | None:
    """Reference and output; None where one of them is not there as a text.

    AggreFact has `doc` and `summary`, LettuceDetect `prompt` and `answer`, RefChecker `reference` (also a list of passages) and `response`.
    """
    reference = next((text for name in REFERENCES if (text := _text(data.get(name)))), "")
    output = next((text for name in OUTPUTS if (text := _text(data.get(name)))), "")
    return (reference, output) if reference and output else None


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value if value.strip() else ""
    if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
        return "\n\n".join(value)
    return ""


_NAMED = (("doc", "summary"), ("prompt", "answer"), ("reference", "response"))
"""AggreFact, LettuceDetect, RefChecker: what these call reference and output in files of rows."""


def with_our_names(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """A row in which reference and output are called so, if it is one of these; `dataset` is then its `subset`. Other rows as they are."""
    if "output" in data:
        return data
    for reference, output in _NAMED:
        if _text(data.get(reference)) and _text(data.get(output)):
            more = {"subset": data["dataset"]} if "dataset" in data and "subset" not in data else {}
            return {**data, "reference": _text(data[reference]), "output": _text(data[output]), **more}
    return data
