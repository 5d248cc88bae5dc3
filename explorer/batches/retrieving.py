"""Rows of claims and reference sentences to the sentence that a tree search ends in."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from engines.core.errors import ErrataError, FormatError
from engines.core.plain.copying import model_text
from engines.core.results import TraceNode
from engines.core.retrieval import Retrieved, SearchSettings, retrieve
from engines.core.roles import Hypothesis, Verifier
from engines.core.text import Text
from explorer.reading.rows import BadRow, Row


def retrieved(verifier: Verifier, rows: Sequence[Row], bad: list[BadRow], settings: SearchSettings) -> Iterator[dict[str, Any]]:
    """One answer {id, sentence, score, calls, trace} per usable row, in order; the others are added to `bad`.

    Consecutive rows that share their reference are searched together.
    """
    for _, run in groupby(_usable(rows, bad), key=lambda row: row.data["reference_sentences"]):
        yield from _answers(verifier, list(run), bad, settings)


def given_sentences(sentences: Sequence[str]) -> tuple[Text, list[int]]:
    """A text of the sentences as given, whatever stands in them, and for each of its sentences the index that it was given with.

    Sentences without a letter or digit are in the text, but are not searched.
    """
    spans, indices, start = [], [], 0
    for index, sentence in enumerate(sentences):
        if any(character.isalnum() for character in sentence):
            spans.append((start, start + len(sentence)))
            indices.append(index)
        start += len(sentence) + 1
    text = " ".join(sentences)
    return Text(text, tuple(spans), model_text(text)), indices


def _usable(rows: Sequence[Row], bad: list[BadRow]) -> Iterator[Row]:
    for row in rows:
        try:
            row.text("claim")
            sentences = row.data.get("reference_sentences")
            if not isinstance(sentences, list) or not all(isinstance(s, str) for s in sentences):
                raise FormatError(f"line {row.line}: 'reference_sentences' must be a list of texts.")
            if not any(character.isalnum() for sentence in sentences for character in sentence):
                raise FormatError(f"line {row.line}: 'reference_sentences' has no words in it.")
            yield row
        except FormatError as problem:
            bad.append(BadRow(row.line, str(problem), row.id))


def _answers(verifier: Verifier, rows: Sequence[Row], bad: list[BadRow], settings: SearchSettings) -> Iterator[dict[str, Any]]:
    reference, indices = given_sentences(rows[0].data["reference_sentences"])
    try:
        found = retrieve(verifier, reference, [Hypothesis(row.data["claim"]) for row in rows], settings)
    except ErrataError:
        raise
    except Exception as problem:  # one row that a verifier stumbles over must not stop the others
        if len(rows) == 1:
            row = rows[0]
            bad.append(BadRow(row.line, f"line {row.line}: the verifier failed ({type(problem).__name__}: {problem}).", row.id))
            return
        for row in rows:
            yield from _answers(verifier, [row], bad, settings)
        return
    for row, result in zip(rows, found, strict=True):
        yield _answer(row, result, indices)


def _answer(row: Row, result: Retrieved, indices: Sequence[int]) -> dict[str, Any]:
    return {
        "id": row.id,
        "sentence": indices[result.sentence],
        "score": result.score,
        "calls": result.calls,
        "trace": [_as_given(node, indices).to_json() for node in result.trace],
    }


def _as_given(node: TraceNode, indices: Sequence[int]) -> TraceNode:
    """A node that counts the sentences as they were given, those without words included."""
    return replace(node, first=indices[node.first], last=indices[node.last - 1] + 1)
