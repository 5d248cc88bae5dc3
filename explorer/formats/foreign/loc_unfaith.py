"""Files of loc-unfaith, the annotation tool of QASemConsistency: one reference, one or several summaries, questions over tokens.

There a question is labelled 0 where the reference covers it, 1 where it does not and 2 where it makes no sense; an answer 1 where the
reference has it, 0 where not, and then its questions are not asked. Files made for annotating have one `summary` and no labels.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import accumulate, groupby
from typing import Any

from engines.core.details import QADetails
from engines.core.digits import whole_number
from engines.core.errors import FormatError
from engines.core.findings import ErrorKind
from engines.core.results import Analysis, Predicate, Span, Unit
from explorer.formats.foreign.base import Format, Notes, Record
from explorer.formats.foreign.person import person_analysis, with_origin
from explorer.formats.foreign.questions.over_tokens import loc_unfaith
from explorer.formats.foreign.questions.tokens import joined_tokens
from explorer.formats.foreign.sources import Sources
from explorer.formats.foreign.verdicts import Annotations, is_supported
from explorer.reading.rows import dumps

SOURCE = "loc-unfaith"
_COVERED, _HALLUCINATED = 0, 1


def is_loc_unfaith(data: Mapping[str, Any]) -> bool:
    """Whether a record has this shape."""
    sources, summaries = data.get("source", data.get("sources")), data.get("summaries", data.get("summary"))
    parts = [part for part in (sources, summaries) if isinstance(part, list) and part and isinstance(part[0], Mapping)]
    return len(parts) == 2 and ("summaries" in data or isinstance(data.get("qas"), list))


def by_summary(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The record once for each of its summaries."""
    if not isinstance(data.get("summaries"), list):
        return [data]
    return [{**data, "summaries": [summary]} for summary in data["summaries"] if isinstance(summary, Mapping)]


def together(records: Iterable[Record]) -> Iterator[dict[str, Any]]:
    """Records one after the other that differ in their summary alone as one, as the tool had them."""
    for _, group in groupby(records, key=lambda record: dumps(_shared(record)) if "summaries" in record else id(record)):
        same = list(group)
        if "summaries" not in same[0]:
            yield dict(same[0])
        else:
            yield {**same[0], "summaries": [summary for record in same for summary in record["summaries"]]}


def _shared(record: Record) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != "summaries"}


def _summary(record: Record) -> Record:
    """The only summary of a record with its questions, as files made for annotating have it."""
    return {**record["summaries"][0], "summary": record["summaries"][0].get("tokens")} if record.get("summaries") else record


def loc_unfaith_analysis(data: Mapping[str, Any], notes: list[str]) -> Analysis:
    """A record of one summary as an analysis by a person; questions that nobody has judged are left out and said.

    Raises:
        FormatError: its tokens are no texts, or none of its questions has been judged.
    """
    summary = _summary(data)
    reference, _ = _joined(data.get("source", data.get("sources")))
    output, places = _joined(summary.get("summary"))
    qas = [qa for qa in summary.get("qas") or () if isinstance(qa, Mapping)]
    uncovered = {id for span in summary.get("spans") or () if span.get("label") == 0 for id in span.get("qaIds", ())}
    units = list(_units(qas, output, places, uncovered, notes))
    if not units:
        raise FormatError(f"none of its {len(qas)} questions has been judged.")
    said = str(summary.get("notes") or "").strip()
    analysis = replace(person_analysis(SOURCE, reference, output, units), warnings=(f"The annotator noted: {said}",) if said else ())
    return with_origin(analysis, SOURCE, data)


def _joined(value: Any) -> tuple[str, list[tuple[int, int]]]:
    """A text of its tokens with their places: spaces as the tokens tell (by `noWhite`, or ending in them), else as people write."""
    tokens = _tokens(value)
    told = any(isinstance(token, Mapping) and "noWhite" in token for token in value)
    if not told and not any(token != token.rstrip() for token in tokens):
        return joined_tokens(tokens)
    spaces = [" " if told and not token.get("noWhite") else "" for token in value]
    pieces = [token + space for token, space in zip(tokens, spaces, strict=True)]
    ends = list(accumulate(map(len, pieces)))
    starts = [end - len(piece) for end, piece in zip(ends, pieces, strict=True)]
    places = [(start, start + len(token.rstrip() or token)) for start, token in zip(starts, tokens, strict=True)]
    return "".join(pieces)[: ends[-1] - len(spaces[-1])], places


def _tokens(value: Any) -> list[str]:
    given = [token.get("text") if isinstance(token, Mapping) else token for token in value or ()]
    tokens = [token for token in given if isinstance(token, str) and token]
    if not tokens or len(tokens) < len(given):
        raise FormatError("its texts are no lists of tokens.")
    return tokens


def _units(
    qas: list[Mapping[str, Any]], output: str, places: list[tuple[int, int]], uncovered: set[Any], notes: list[str]
) -> Iterator[Unit]:
    for number, qa in enumerate(qas, 1):
        id = _id(qa, number)
        answer = _span(output, places, qa.get("answerStartToken"), qa.get("answerEndToken"))
        label = _HALLUCINATED if id in uncovered else qa.get("label")
        if answer is None or label not in (_COVERED, _HALLUCINATED):
            why = "its answer is not in the summary." if answer is None else "it makes no sense." if label == 2 else "nobody has judged it."
            notes.append(f"QA {number}, {qa.get('question')!r}: {why}")
            continue
        supported = label == _COVERED
        error: ErrorKind = "extrinsic" if id in uncovered else "intrinsic"
        first, _, last = str(qa.get("predicateId")).partition("-")
        word = _span(output, places, [whole_number(first, len(places))], [whole_number(last, len(places))])
        yield Unit(
            id=f"q{id}",
            kind=QADetails.kind,
            statement=f"{qa.get('question')} {answer.text}",
            predicate=Predicate(word.start, word.end, word.text, "verb") if word else None,
            question=str(qa.get("question")),
            answer=answer,
            probability=float(supported),
            supported=supported,
            error=None if supported else error,
            details=QADetails(error_if_unsupported=error),
        )


def _id(qa: Mapping[str, Any], number: int) -> Any:
    return qa.get("id", qa.get("questionId", number))


def _span(output: str, places: list[tuple[int, int]], starts: Any, ends: Any) -> Span | None:
    """From the first of the tokens to the last; an answer may be in several pieces."""
    if not isinstance(starts, list) or not isinstance(ends, list) or not starts or not ends:
        return None
    first, last = min(starts), max(ends)
    if type(first) is not int or type(last) is not int or not 0 <= first < last <= len(places):
        return None
    return Span.of(output, places[first][0], places[last - 1][1])


def _read(data: Mapping[str, Any], _: Sources, notes: list[str]) -> tuple[Analysis, Notes]:
    return loc_unfaith_analysis(data, notes), ()


def _write(analysis: Analysis, annotations: Annotations, _: int) -> dict[str, Any] | None:
    return loc_unfaith(analysis, annotations)


def _again(record: Record, analysis: Analysis, annotations: Annotations) -> dict[str, Any]:
    """The record with the person's labels on the questions that they voted on, and their notes below the annotator's."""
    summary = _summary(record)
    verdicts = {unit.id: is_supported(unit, annotations) for unit in analysis.units if unit.id in annotations and annotations[unit.id].vote}
    notes = [said.note for said in annotations.values() if said.note]
    if not verdicts and not notes:
        return dict(record)
    qas = {f"q{_id(qa, number)}": dict(qa) for number, qa in enumerate(summary["qas"], 1)}
    spans = [dict(span) for span in summary.get("spans") or ()]
    for span in spans:
        ids = [f"q{id}" for id in span.get("qaIds", ())]
        if span.get("label") == 0 and any(verdicts.get(id) for id in ids):
            span["label"] = 1
            for id in ids:
                qas[id] = {**qas[id], "label": _HALLUCINATED}
    for id, supported in verdicts.items():
        qas[id]["label"] = _COVERED if supported else _HALLUCINATED
    said = "\n".join([*filter(None, [str(summary.get("notes") or "")]), *notes])
    changed = {"spans": spans, "qas": list(qas.values()), "notes": said}
    if not record.get("summaries"):
        return {**record, **changed}
    return {**record, "summaries": [{**record["summaries"][0], **changed}]}


FORMAT = Format(
    SOURCE,
    SOURCE,
    is_loc_unfaith,
    _read,
    _write,
    rank=10,
    again=_again,
    apart=True,
    together=together,
    lacks="facts without a question, evidence, probabilities",
)
