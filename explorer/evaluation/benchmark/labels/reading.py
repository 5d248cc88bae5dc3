"""Labelled rows to what people said: our own fields, published sets, and the formats of other tools."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.core.details import MarkDetails
from engines.core.errors import ErrataError, FormatError
from engines.core.results import Analysis, Unit
from engines.core.text import whole_characters
from explorer.evaluation.benchmark.labels.gold import GoldUnit, Item, Ranges
from explorer.evaluation.benchmark.labels.published import in_our_terms, token_ranges
from explorer.formats.foreign.registry import read_record
from explorer.formats.foreign.sources import Sources
from explorer.reading.rows import BadRow, Row, read_rows

_TEXTS_OF_TABLES = ("reference", "source", "document", "doc", "text", "transcript", "article")
_KEYS = ("doc_id", "source_id", "reference_id", "meeting_id", "id")


class References:
    """A table of references that rows name by an id: `doc_id`, `source_id` or `reference_id`.

    Raises:
        UsageError: there is no such file.
        FormatError: it has no column with ids, or none with texts.
    """

    def __init__(self, path: str) -> None:
        self._texts: dict[str, str] = {}
        for row in read_rows(path):
            if isinstance(row, Row):
                key = next((str(row.data[name]) for name in _KEYS if row.data.get(name) not in (None, "")), None)
                text = next((row.data[name] for name in _TEXTS_OF_TABLES if isinstance(row.data.get(name), str)), None)
                if key is None or text is None:
                    raise FormatError(f"{path}, line {row.line}: a table of references needs the columns doc_id and source.")
                self._texts[key] = text

    def added(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """The row with the text that it names; as it is where it has one, or names none.

        Raises:
            FormatError: there is no reference of that id.
        """
        key = next((str(data[name]) for name in _KEYS[:3] if data.get(name) not in (None, "")), None)
        if data.get("reference") or key is None:
            return data
        if key not in self._texts:
            raise FormatError(f"the table of references has none with the id {key!r}.")
        return {**data, "reference": self._texts[key]}


def items_of(
    rows: Iterable[Row | BadRow],
    bad: list[BadRow],
    sources: Sources,
    references: References | None = None,
    supported: str | None = None,
) -> list[Item]:
    """Every labelled output, each once; rows that cannot be used are added to `bad`. QAs of one sentence become facts of one output.

    Args:
        sources: the references of RAGTruth, which stand in a file of their own.
        references: and those of other sets that name them.
        supported: the label that means that the reference supports a text, where that is not 1.
    """
    found: list[Item] = []
    places: dict[tuple[str, str], int] = {}
    for row in rows:
        if isinstance(row, BadRow):
            bad.append(row)
            continue
        try:
            data = references.added(row.data) if references else row.data
            for each in in_our_terms(data):
                item = _item(Row(row.line, each), sources, supported)
                key = (item.reference, item.output)
                before = found[places[key]] if item.output and key in places else None
                if before is not None and not item.judged_whole and not before.judged_whole:
                    found[places[key]] = replace(before, units=before.units + item.units)
                elif before is None or not _same(before, item):
                    places[key] = len(found)
                    found.append(item)
        except ErrataError as problem:
            reason = str(problem)
            bad.append(BadRow(row.line, reason if reason.startswith("line ") else f"line {row.line}: {reason}", row.id))
    return found


def _same(first: Item, second: Item) -> bool:
    """Whether two rows say the same of one output: faithful texts stand in the pairs of several errors."""
    return first.id is not None and replace(second, line=first.line) == first


def _item(row: Row, sources: Sources, supported: str | None) -> Item:
    data = row.data
    spans, fields = _ranges(row), _fields(data)
    if spans is None and (read := read_record(data, sources, [])) is not None:
        return _of_person(row, read[0], fields)
    if "question" in data and "output" not in data:
        return _of_question(row, supported, fields)
    if "statement" in data and "output" not in data:
        statement = row.text("statement")
        unit = GoldUnit(_needed(row, supported), {"statement": statement}, ((0, len(statement)),))
        return Item(row.line, row.id, row.text("reference"), statement, units=(unit,), fields=fields)
    reference, output = whole_characters(row.text("reference")), whole_characters(row.text("output"))
    units, rating = _sentences(row, output), _rating(row)
    label = _label(row, supported, rating is not None or spans is not None)
    if label is None and rating is None and spans is None and not units:
        raise FormatError(f"line {row.line}: there is no 'label' (1 or 0), 'spans', 'human' or 'ratings' to compare with.")
    if label is None and spans is not None:
        label = int(not spans)
    return Item(row.line, row.id, reference, output, label, rating, spans, units, data.get("faithful"), fields)


def _of_person(row: Row, analysis: Analysis, fields: Mapping[str, str]) -> Item:
    """What people marked in another tool: marks are spans, other units facts, and what follows from them."""
    from engines.units.errors import completed

    reference, output = analysis.reference.text, analysis.output.text
    judged = [unit for unit in analysis.units if unit.supported is not None]
    if not judged:
        raise FormatError(f"line {row.line}: nobody has judged anything in this record.")
    if all(unit.kind == MarkDetails.kind for unit in judged):
        spans: Ranges | None = tuple(sorted((u.answer.start, u.answer.end) for u in judged if u.supported is False and u.answer))
        units: tuple[GoldUnit, ...] = ()
    else:
        units = tuple(_gold(unit, analysis) for unit in judged)
        placed = all(unit.places for unit in units)
        spans = tuple((e.start, e.end) for e in completed(analysis).errors or ()) if placed else None
    label = int(all(unit.supported for unit in judged))
    given = row.id if row.id is not None else row.data.get("source_id", row.data.get("sample_id"))
    return Item(row.line, given, reference, output, label, None, spans, units, None, fields)


def _gold(unit: Unit, analysis: Analysis) -> GoldUnit:
    asked = {"statement": unit.statement}
    if unit.question and unit.answer:
        sentences, at = analysis.output.sentences, unit.answer.start
        start, end = next(((s, e) for s, e in sentences if s <= at < e), (0, len(analysis.output.text)))
        asked |= {"question": unit.question, "answer": unit.answer.text, "sentence": analysis.output.text[start:end]}
        if unit.predicate:
            asked |= {"predicate": unit.predicate.text, "predicate_kind": unit.predicate.kind}
    places = [(part.start, part.end) for part in (unit.answer, unit.predicate) if part]
    return GoldUnit(int(bool(unit.supported)), asked, tuple(places))


def _of_question(row: Row, supported: str | None, fields: Mapping[str, str]) -> Item:
    """A QA with the sentence that it was asked of, which is the output."""
    asked = {name: row.optional(name) for name in ("question", "answer", "sentence", "statement", "predicate", "predicate_pos")}
    asked |= {"question": row.text("question"), "answer": row.text("answer")}
    sentence = asked["sentence"]
    starts = [(sentence.find(part), part) for part in (asked["answer"], asked["predicate"]) if part]
    places = tuple((start, start + len(part)) for start, part in starts if start >= 0)
    unit = GoldUnit(_needed(row, supported), {name: value for name, value in asked.items() if value}, places)
    return Item(row.line, row.id, row.text("reference"), sentence, units=(unit,), fields=fields)


def _sentences(row: Row, output: str) -> tuple[GoldUnit, ...]:
    """Sentences of the output that people judged one by one, in order."""
    texts, labels = row.data.get("sentences"), row.data.get("sentence_labels")
    if not isinstance(texts, list) or not isinstance(labels, list) or len(texts) != len(labels):
        return ()
    places = token_ranges(output, [str(text).strip() for text in texts])
    return tuple(GoldUnit(int(label), {"statement": output[s:e]}, ((s, e),)) for (s, e), label in zip(places, labels, strict=True))


def _fields(data: Mapping[str, Any]) -> dict[str, str]:
    """What can be reported by: short values."""
    return {name: str(value) for name, value in data.items() if isinstance(value, str | int | float) and len(str(value)) <= 80}


def _ranges(row: Row) -> Ranges | None:
    """The row's own spans, [start, end] each; None where it has none, or another tool's.

    Raises:
        FormatError: one does not lie in the output.
    """
    spans, output = row.data.get("spans"), row.data.get("output")
    if not isinstance(spans, Sequence) or isinstance(spans, str) or not isinstance(output, str):
        return None
    if any(isinstance(span, Mapping) for span in spans):
        return None
    for span in spans:
        if not _is_range(span, len(output)):
            raise FormatError(f"line {row.line}: the span {span!r} is no [start, end] within the {len(output)} characters of the output.")
    return tuple(sorted((start, end) for start, end in spans))


def _is_range(span: Any, length: int) -> bool:
    return isinstance(span, Sequence) and len(span) == 2 and all(type(n) is int for n in span) and 0 <= span[0] < span[1] <= length


def _needed(row: Row, supported: str | None) -> int:
    label = _label(row, supported, False)
    if label is None:
        raise FormatError(f"line {row.line}: there is no 'label' (1 or 0) to compare with.")
    return label


def _label(row: Row, supported: str | None, optional: bool) -> int | None:
    value = row.data.get("label")
    if value is None or value == "":
        return None
    if supported is not None:
        return int(str(value) == supported)
    if value in (0, 1, "0", "1", "0.0", "1.0"):
        return int(float(value))
    if optional:
        return None
    raise FormatError(f"line {row.line}: 'label' must be 1 (supported) or 0, not {str(value)[:40]!r}; --supported names another.")


def _rating(row: Row) -> float | None:
    value, ratings = row.data.get("human"), row.data.get("ratings")
    try:
        if ratings:
            return sum(float(r) for r in ratings) / len(ratings)
        return None if value in (None, "") else float(str(value))
    except (TypeError, ValueError) as problem:
        raise FormatError(f"line {row.line}: 'human' and 'ratings' must be numbers.") from problem
