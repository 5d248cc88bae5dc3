"""QASemConsistency's own format: QAs over tokens, each judged by several people (Cattan et al., section 4)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engines.core.details import QADetails
from engines.core.digits import whole_number
from engines.core.errors import FormatError
from engines.core.findings import ErrorKind
from engines.core.results import Analysis, Predicate, Span, Unit
from explorer.formats.foreign.base import Format, Notes, Record
from explorer.formats.foreign.person import person_analysis, with_origin
from explorer.formats.foreign.questions.over_tokens import qasem_consistency as written
from explorer.formats.foreign.questions.tokens import joined_tokens
from explorer.formats.foreign.sources import Sources
from explorer.formats.foreign.verdicts import Annotations, is_supported

SOURCE, NAME = "QASemConsistency", "qasem-consistency"
_KINDS = {"VERB": "verb", "NOUN": "noun", "AUX": "copula"}


def is_qasem_consistency(data: Mapping[str, Any]) -> bool:
    """Whether a record has this shape."""
    return isinstance(data.get("source"), list) and isinstance(data.get("summary"), list) and isinstance(data.get("qas"), list)


def qasem_consistency(data: Mapping[str, Any], notes: list[str]) -> Analysis:
    """The record as an analysis: the probability of a QA is the share of people who found it supported.

    Raises:
        FormatError: its tokens are no texts, or there are questions and none that can be used.
    """
    reference, _ = joined_tokens(_tokens(data["source"]))
    output, places = joined_tokens(_tokens(data["summary"]))
    qas = [qa for qa in data["qas"] if isinstance(qa, Mapping)]
    uncovered = {id for span in data.get("spans") or () for id in span.get("qaIds", ()) if not _majority(span.get("annotations"))}
    units = list(_units(qas, output, places, uncovered, notes))
    if data["qas"] and not units:
        raise FormatError(f"none of its {len(data['qas'])} questions is judged and has its answer in the summary.")
    return with_origin(person_analysis(SOURCE, reference, output, units), NAME, data)


def _tokens(value: list[Any]) -> list[str]:
    """A list of tokens, or of sentences that are lists of tokens, as one list."""
    flat = [token for part in value for token in (part if isinstance(part, list) else [part])]
    if not flat or not all(isinstance(token, str) and token for token in flat):
        raise FormatError("its texts are no lists of tokens.")
    return flat


def _majority(votes: Any) -> bool:
    """Whether most of some votes of 0 and 1 are 1; no votes are taken for 1."""
    return not votes or 2 * sum(votes) > len(votes)


def _units(qas: Sequence[Any], output: str, places: Sequence[tuple[int, int]], uncovered: set[Any], notes: list[str]) -> Iterator[Unit]:
    for number, qa in enumerate(qas, 1):
        votes = qa.get("annotations") or []
        answer = _answer(qa, output, places)
        if answer is None or not votes:
            notes.append(
                f"QA {number}, {qa.get('question')!r}: " + ("nobody has judged it." if answer else "its answer is not in the output.")
            )
            continue
        share = sum(vote == 0 for vote in votes) / len(votes)  # 0 is supported here, and 1 is covered in the spans
        supported = share >= 0.5
        error: ErrorKind = "extrinsic" if qa.get("qa_id") in uncovered else "intrinsic"
        yield Unit(
            id=_unit_id(qa, number),
            kind=QADetails.kind,
            statement=f"{qa['question']} {answer.text}",
            predicate=_predicate(qa, output, places),
            question=str(qa["question"]),
            answer=answer,
            probability=share,
            supported=supported,
            error=None if supported else error,
            details=QADetails(votes=tuple(int(vote == 0) for vote in votes), error_if_unsupported=error),
        )


def _unit_id(qa: Mapping[str, Any], number: int) -> str:
    return f"q{qa.get('qa_id', number)}"


def _answer(qa: Mapping[str, Any], output: str, places: Sequence[tuple[int, int]]) -> Span | None:
    """The answer at its tokens, if they read as it does; else where it is found first; else None."""
    written, _, last_written = str(qa.get("answer_idx")).partition("-")
    first, last = whole_number(written, len(places)), whole_number(last_written, len(places))
    words = _bare(str(qa.get("answer") or ""))
    if first is not None and last is not None and first < last:
        start, end = places[first][0], places[last - 1][1]
        if _bare(output[start:end]) == words:
            return Span.of(output, start, end)
    for first_place in range(len(places)):
        for last_place in range(first_place, len(places)):
            text = _bare(output[places[first_place][0] : places[last_place][1]])
            if words and text == words:
                return Span.of(output, places[first_place][0], places[last_place][1])
            if not words.startswith(text):
                break
    return None


def _predicate(qa: Mapping[str, Any], output: str, places: Sequence[tuple[int, int]]) -> Predicate | None:
    at = qa.get("predicate_idx")
    if type(at) is not int or not 0 <= at < len(places):
        return None
    start, end = places[at]
    return Predicate(start, end, output[start:end], _KINDS.get(str(qa.get("predicate_pos")), "verb"))


def _bare(text: str) -> str:
    return "".join(text.split()).casefold()


def _read(data: Mapping[str, Any], _: Sources, notes: list[str]) -> tuple[Analysis, Notes]:
    return qasem_consistency(data, notes), ()


def _write(analysis: Analysis, annotations: Annotations, _: int) -> dict[str, Any] | None:
    return written(analysis, annotations)


def _again(record: Record, analysis: Analysis, annotations: Annotations) -> dict[str, Any]:
    """The record, the vote of the person who agrees or disagrees with the verdict beside those of the people before."""
    supported = {unit.id: is_supported(unit, annotations) for unit in analysis.units if _voted(unit.id, annotations)}
    qas = []
    for number, qa in enumerate((qa for qa in record["qas"] if isinstance(qa, Mapping)), 1):
        verdict = supported.get(_unit_id(qa, number))
        qas.append(qa if verdict is None else {**qa, "annotations": [*(qa.get("annotations") or ()), 0 if verdict else 1]})
    return {**record, "qas": qas} if supported else dict(record)


def _voted(unit: str, annotations: Annotations) -> bool:
    return unit in annotations and bool(annotations[unit].vote)


FORMAT = Format(
    NAME,
    SOURCE,
    is_qasem_consistency,
    _read,
    _write,
    of_lines=True,
    rank=20,
    again=_again,
    lacks="facts without a question, evidence, probabilities, notes",
)
