"""The two texts of a record, whatever the tool that wrote it calls them, and whether they can be analysed."""

from collections.abc import Mapping
from typing import Any

from engines.core.errors import InputError
from engines.core.plain.copying import model_text

REFERENCES = ("reference", "source", "context", "document", "doc", "article", "prompt")
OUTPUTS = ("output", "summary", "response", "answer")

MOST_REFERENCE = 2_000_000
"""Longest reference in code points (about 330,000 words)."""
MOST_OUTPUT = 200_000
"""Longest output in code points (about 33,000 words)."""


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


_NAMED = (("doc", "summary"), ("doc", "claim"), ("prompt", "answer"), ("reference", "response"))
"""AggreFact, LLM-AggreFact, LettuceDetect, RefChecker: what these call reference and output in files of rows."""
_OF_TEXTS = (("source", "summary"), ("article", "summary"), ("document", "summary"), ("doc", "summ_sent"), ("source", "summ_sent"))
"""FaithBench, sets of summaries, and TofuEval beside its documents; lists under these names are tokens."""


def with_our_names(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """A row in which reference and output are called so, if it is one of these; `dataset` is then its `subset`. Other rows as they are."""
    if "output" in data:
        return data
    found = next((pair for pair in _NAMED if all(_text(data.get(name)) for name in pair)), None) or next(
        (pair for pair in _OF_TEXTS if all(isinstance(data.get(name), str) and _text(data[name]) for name in pair)), None
    )
    if found is None:
        return data
    more = {"subset": data["dataset"]} if "dataset" in data and "subset" not in data else {}
    return {**data, "reference": _text(data[found[0]]), "output": _text(data[found[1]]), **more}


def check(reference: str, output: str) -> None:
    """Whether the pair can be analysed.

    Raises:
        InputError: a text is no text, is empty, has no words in it, or is too long; the message says what to do.
    """
    for name, text, most in (("reference", reference, MOST_REFERENCE), ("output", output, MOST_OUTPUT)):
        if not isinstance(text, str):
            raise InputError(f"The {name} is not a text, but {_kind(text)}. Give {_WHAT[name]} as a str.")
        if not text.strip():
            raise InputError(f"The {name} is empty. Paste {_WHAT[name]}.")
        if len(text) > most:
            raise InputError(f"The {name} has {len(text):,} characters; at most {most:,} fit. Split it and check the parts one by one.")
        if not any(character.isalnum() for character in model_text(text)):
            raise InputError(f"The {name} has no words in it. Paste {_WHAT[name]}.")


def _kind(value: object) -> str:
    """What a value is that should be a text."""
    return "None" if value is None else f"of the type {type(value).__name__}"


_WHAT = {"reference": "the text that the output should agree with", "output": "the text to be checked"}
