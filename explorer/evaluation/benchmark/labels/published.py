"""Rows of published sets in our terms: BUMP's pairs, WiCE's claims and tokens, TofuEval's sentences."""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from engines.core.errors import FormatError
from explorer.reading.pairs import REFERENCES

_WORD = re.compile(r"\w+|[^\w\s]")
_WICE = {"supported": 1, "partially_supported": 0, "not_supported": 0}
_TOFUEVAL = {"yes": 1, "no": 0}


def in_our_terms(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A row as one or two of ours: `reference`, `output`, and `label`, `spans`, `faithful` or `subset`. Other rows as they are.

    Raises:
        FormatError: it has the shape of such a set, but not its texts.
    """
    if isinstance(data.get("edited_summary"), str):
        yield from _bump(data)
    elif isinstance(data.get("evidence"), list) and isinstance(data.get("claim"), str):
        yield _wice(data)
    elif "sent_label" in data:
        yield _tofueval(data)
    else:
        yield data


def changed(before: str, after: str) -> tuple[tuple[int, int], ...]:
    """The words of `after` that `before` does not have in that place, runs of them as one part; where words were only left out, the
    words on both sides of the gap."""
    old, new = ([word.group() for word in _WORD.finditer(text)] for text in (before, after))
    places = [word.span() for word in _WORD.finditer(after)]
    parts = []
    for tag, _, _, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "delete":
            first, last = max(0, first - 1), min(len(new), last + 1)
        if tag != "equal" and first < last:
            parts.append((places[first][0], places[last - 1][1]))
    return tuple(parts)


def token_ranges(text: str, tokens: Sequence[str]) -> list[tuple[int, int]]:
    """Where each token stands in a text, one after the other.

    Raises:
        FormatError: the text is made of others.
    """
    places, at = [], 0
    for token in tokens:
        found = text.find(token, at)
        if found < 0 or text[at:found].strip():
            raise FormatError(f"the token {token!r} does not stand in its text after character {at}.")
        at = found + len(token)
        places.append((found, at))
    return places


def _bump(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A pair of BUMP: the faithful summary, and the same with an error that a person wrote into it."""
    article = next((str(data[name]) for name in REFERENCES if name != "reference" and data.get(name)), "")
    before = next((data[name] for name in ("reference_summary", "reference", "summary") if isinstance(data.get(name), str)), "")
    if not article or not before:
        raise FormatError("this pair of summaries has no 'article' or no 'reference_summary'.")
    faithful = hashlib.sha256(f"{article}\0{before}".encode("utf-8", "replace")).hexdigest()[:12]
    kind = str(data.get("corrected_error_type") or data.get("error_type") or "").removesuffix(" Error")
    yield {"id": faithful, "reference": article, "output": before, "spans": []}
    edited = {"id": data.get("id"), "reference": article, "output": data["edited_summary"], "faithful": faithful, "type": kind}
    yield {**edited, "spans": changed(before, data["edited_summary"])}


def _wice(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """A claim of WiCE with the page that it cites: a label, or the tokens that people found unsupported."""
    meta = data.get("meta")
    about = {"id": data.get("id", meta.get("id") if isinstance(meta, Mapping) else None), "output": data["claim"]}
    about["reference"] = "\n".join(str(sentence) for sentence in data["evidence"])
    if isinstance(data.get("claim_tokens"), list):
        places = token_ranges(data["claim"], data["claim_tokens"])
        wrong = [place for place, bad in zip(places, data.get("non_supported_spans") or (), strict=False) if bad]
        return {**about, "spans": wrong}
    return {**about, "label": _WICE.get(str(data.get("label")), data.get("label"))}


def _tofueval(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """A sentence of a summary of TofuEval, whose files leave the documents to others."""
    if not data.get("reference"):
        raise FormatError("TofuEval's files have no documents: give a table of them (doc_id, source) with --references.")
    label = str(data["sent_label"]).strip().lower()
    kept = {name: data[name] for name in ("type", "topic", "model_name") if data.get(name)}
    id = "-".join(str(data[name]) for name in ("doc_id", "annotation_id", "topic", "model_name", "sent_idx") if name in data)
    return {**kept, "id": id, "reference": data["reference"], "output": data["summ_sent"], "label": _TOFUEVAL.get(label, label)}
