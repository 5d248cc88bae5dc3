"""The questions and answers of an analysis over tokens, as QASemConsistency and its annotation tool, loc-unfaith, have them."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from engines.core.results import Analysis, Span, Unit
from explorer.formats.foreign.verdicts import Annotations, is_supported, kind_of

_TOKEN = re.compile(r"\w+(?=n['’]t\b)|n['’]t\b|['’]\w+|\w+(?:[-.,]\w+)*|[^\w\s]")
"""Words as treebanks part them: `is n't`, `Ana 's`, `two-thirds`, `1,200.5`."""

POSITIONS = {"noun": "NOUN", "copula": "AUX"}
Place = tuple[int, int]


@dataclass(frozen=True)
class Asked:
    """A question with the tokens (first, end exclusive) of its predicate and of its answer, and its verdict."""

    unit: Unit
    predicate: Place
    answer: Place
    supported: bool

    @property
    def uncovered(self) -> bool:
        """Whether the answer itself is not in the reference."""
        return not self.supported and kind_of(self.unit) == "extrinsic"


def qasem_consistency(analysis: Analysis, annotations: Annotations) -> dict[str, Any] | None:
    """A record of the data set; None without judged questions. In `qas` 0 is supported, in `spans` 1 is covered, as there."""
    tokens, asked = _asked(analysis, annotations)
    spans: dict[Place, dict[str, Any]] = {}
    qas = []
    for number, qa in enumerate(asked):
        first, last = qa.answer
        empty = {"id": len(spans), "start": first, "end": last, "qaIds": [], "annotations": [1]}
        span = spans.setdefault(qa.answer, empty)
        span["qaIds"].append(number)
        if qa.uncovered:
            span["annotations"] = [0]
        qas.append({**_question(number, qa), "annotations": [0 if qa.supported else 1]})
    if not qas:
        return None
    return {
        "source_id": analysis.id,
        "source": _texts(analysis.reference.text, tokens_of(analysis.reference.text)),
        "summary": _texts(analysis.output.text, tokens),
        "model": analysis.engine.name,
        "datasource": "errata",
        "dataset": "errata",
        "spans": list(spans.values()),
        "qas": qas,
    }


def _question(number: int, qa: Asked) -> dict[str, Any]:
    assert qa.unit.answer and qa.unit.predicate
    return {
        "qa_id": number,
        "sent_id": qa.unit.details.sentence or 0,
        "predicate_idx": qa.predicate[0],
        "predicate_pos": POSITIONS.get(qa.unit.predicate.kind, "VERB"),
        "predicate": qa.unit.predicate.text,
        "question": qa.unit.question,
        "answer_idx": _written(qa.answer),
        "answer": qa.unit.answer.text,
    }


def loc_unfaith(analysis: Analysis, annotations: Annotations) -> dict[str, Any] | None:
    """What the annotation tool saves of one reference with one summary; None without judged questions.

    In `qas` 0 is covered and 1 is not, in `spans` 1 is covered and 0 is not.
    """
    tokens, asked = _asked(analysis, annotations)
    if not asked:
        return None
    spans: dict[tuple[Place, bool], dict[str, Any]] = {}
    for is_predicate in (False, True):  # the tool counts the answers from 0, whatever stands between them
        for number, qa in enumerate(asked):
            place = qa.predicate if is_predicate else qa.answer
            empty = {"id": len(spans), "start": place[0], "end": place[1], "qaIds": [], "predicate": is_predicate, "similars": []}
            span = spans.setdefault((place, is_predicate), empty if is_predicate else {**empty, "label": 1})
            span["qaIds"].append(number)
            if qa.uncovered and not is_predicate:
                span["label"] = 0
    notes = [said.note for said in annotations.values() if said.note]
    summary = {
        "tokens": _marked(_numbered(analysis.output.text, tokens), [span for span in spans.values() if not span["predicate"]]),
        "spans": list(spans.values()),
        "predicates": [span["id"] for span in spans.values() if span["predicate"]],
        "qas": [_tool_question(number, qa) for number, qa in enumerate(asked)],
        "qaClusters": {},
        "notes": "\n".join(notes),
    }
    source = _numbered(analysis.reference.text, tokens_of(analysis.reference.text))
    return {"source": source, "sourceId": analysis.id, "dataset": "errata", "summaries": [summary], "duration": 0, "done": True}


def _tool_question(number: int, qa: Asked) -> dict[str, Any]:
    assert qa.unit.answer and qa.unit.predicate
    return {
        "id": number,
        "questionId": number,
        "sentId": qa.unit.details.sentence or 0,
        "predicateId": _written(qa.predicate),
        "predicate": qa.unit.predicate.text,
        "question": qa.unit.question,
        "answer": qa.unit.answer.text,
        "answerId": _written(qa.answer),
        "answerStartToken": [qa.answer[0]],
        "answerEndToken": [qa.answer[1]],
        "label": 0 if qa.supported else 1,
    }


def _asked(analysis: Analysis, annotations: Annotations) -> tuple[list[Place], list[Asked]]:
    """The tokens of the output, and the judged questions on them."""
    output = analysis.output.text
    known = [
        (unit, unit.predicate, unit.answer, verdict)
        for unit in analysis.units
        if unit.question and unit.predicate and unit.answer and (verdict := is_supported(unit, annotations)) is not None
    ]
    edges = {edge for _, predicate, answer, _ in known for span in (predicate, answer) for edge in (span.start, span.end)}
    tokens = tokens_of(output, edges)
    return tokens, [Asked(unit, _place(tokens, p), _place(tokens, a), verdict) for unit, p, a, verdict in known]


def tokens_of(text: str, edges: Collection[int] = ()) -> list[Place]:
    """Words and signs as (start, end) in code points, parted also at `edges`, so that every answer begins and ends with a token."""
    tokens: list[Place] = []
    for match in _TOKEN.finditer(text):
        cuts = [match.start(), *sorted(edge for edge in edges if match.start() < edge < match.end()), match.end()]
        tokens += pairwise(cuts)
    return tokens


def _place(tokens: list[Place], span: Span) -> Place:
    """From the first token that ends after the span's start to the last that begins before its end, end exclusive."""
    first = next((i for i, token in enumerate(tokens) if token[1] > span.start), len(tokens))
    last = next((i for i in range(len(tokens), first, -1) if tokens[i - 1][0] < span.end), first)
    return first, last


def _written(place: Place) -> str:
    return f"{place[0]}-{place[1]}"


def _texts(text: str, tokens: list[Place]) -> list[str]:
    return [text[start:end] for start, end in tokens]


def _numbered(text: str, tokens: list[Place]) -> list[dict[str, Any]]:
    """Tokens as the tool shows them: a space stands behind each unless it says otherwise."""
    ends = {end for (_, end), (start, _) in pairwise(tokens) if start == end}
    return [
        {"id": number, "text": text[start:end], "lemma": text[start:end].lower(), "noWhite": end in ends}
        for number, (start, end) in enumerate(tokens)
    ]


def _marked(tokens: list[dict[str, Any]], answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The tokens of a summary, which know the answers that they stand in."""
    found = [[span["id"] for span in answers if span["start"] <= token["id"] < span["end"]] for token in tokens]
    return [{**token, "spans": ids, "class": "mention" if ids else "token"} for token, ids in zip(tokens, found, strict=True)]
