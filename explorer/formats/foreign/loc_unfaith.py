"""Files of loc-unfaith, the annotation tool of QASemConsistency: one reference, one or several summaries, questions over tokens.

There a question is labelled 0 where the reference covers it, 1 where it does not and 2 where it makes no sense; an answer 1 where the
reference has it, 0 where not, and then its questions are not asked. Files made for annotating have one `summary` and no labels.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engines.core.details import QADetails
from engines.core.digits import whole_number
from engines.core.errors import FormatError
from engines.core.findings import ErrorKind
from engines.core.results import Analysis, Predicate, Span, Unit
from explorer.formats.foreign.base import Format, Notes
from explorer.formats.foreign.person import person_analysis
from explorer.formats.foreign.questions.over_tokens import loc_unfaith
from explorer.formats.foreign.questions.tokens import joined_tokens
from explorer.formats.foreign.sources import Sources
from explorer.formats.foreign.verdicts import Annotations

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
    shared = {name: value for name, value in data.items() if name != "summaries"}
    return [{**shared, **summary, "summary": summary.get("tokens")} for summary in data["summaries"] if isinstance(summary, Mapping)]


def loc_unfaith_analysis(data: Mapping[str, Any], notes: list[str]) -> Analysis:
    """A record of one summary as an analysis by a person; questions that nobody has judged are left out and said.

    Raises:
        FormatError: its tokens are no texts, or none of its questions has been judged.
    """
    reference, _ = joined_tokens(_tokens(data.get("source", data.get("sources"))))
    output, places = joined_tokens(_tokens(data.get("summary")))
    qas = [qa for qa in data.get("qas") or () if isinstance(qa, Mapping)]
    uncovered = {id for span in data.get("spans") or () if span.get("label") == 0 for id in span.get("qaIds", ())}
    units = list(_units(qas, output, places, uncovered, notes))
    if not units:
        raise FormatError(f"none of its {len(qas)} questions has been judged.")
    said = str(data.get("notes") or "").strip()
    return replace(person_analysis(SOURCE, reference, output, units), warnings=(f"The annotator noted: {said}",) if said else ())


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
        id = qa.get("id", qa.get("questionId", number))
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


FORMAT = Format("loc-unfaith", SOURCE, is_loc_unfaith, _read, _write, of_lines=True, rank=10)
