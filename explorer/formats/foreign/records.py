"""Records of other tools and data sets, told apart by their shape, as analyses; and what each of them is called."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engines.core.errors import FormatError
from engines.core.results import Analysis
from explorer.formats.foreign.claims import claims_analysis, has_claims
from explorer.formats.foreign.loc_unfaith import is_loc_unfaith, loc_unfaith_analysis
from explorer.formats.foreign.marks import Marked, has_marks, label_studio_marks, marks_of, units_of
from explorer.formats.foreign.person import person_analysis
from explorer.formats.foreign.qasem_consistency import is_qasem_consistency, qasem_consistency
from explorer.reading.pairs import OUTPUTS, texts_of

KNOWN = "QASemConsistency, loc-unfaith, RAGTruth, LettuceDetect, RefChecker, Label Studio"


class Sources:
    """The reference texts of RAGTruth, which stand in a file of their own beside the responses: source_info.jsonl."""

    def __init__(self, path: str):
        self._path = Path(path).parent / "source_info.jsonl" if path != "-" else None
        self._texts: dict[str, str] | None = None

    def text(self, id: object) -> str:
        """The reference of that id.

        Raises:
            FormatError: there is no such file or source.
        """
        if self._texts is None:
            self._texts = self._read()
        found = self._texts.get(str(id), "")
        if not found:
            raise FormatError(f"source_info.jsonl has no source {id!r}.")
        return found

    def _read(self) -> dict[str, str]:
        if self._path is None or not self._path.is_file():
            raise FormatError("the references of RAGTruth are in source_info.jsonl: put that file beside this one.")
        texts = {}
        with self._path.open(encoding="utf-8") as lines:
            for line in lines:
                try:
                    row = json.loads(line)
                    info = row["source_info"]
                    texts[str(row["source_id"])] = info if isinstance(info, str) else _written(info)
                except (ValueError, KeyError, TypeError):
                    continue  # a source that cannot be read is missed where it is asked for
        return texts


def _written(info: Any) -> str:
    """A source that is a record: the passages of its questions as text, other records as JSON, as the models were shown them."""
    passages = info.get("passages") if isinstance(info, Mapping) else None
    return passages if isinstance(passages, str) else json.dumps(info, ensure_ascii=False, indent=1)


def read_record(data: Mapping[str, Any], sources: Sources, notes: list[str]) -> tuple[Analysis, tuple[Mapping[str, Any], ...]] | None:
    """The analysis of a record with its annotations; None where the record has no shape that is known.

    Raises:
        FormatError: the record is of a known shape, but damaged; the message says how.
    """
    if is_loc_unfaith(data):
        return loc_unfaith_analysis(data, notes), ()
    if is_qasem_consistency(data):
        return qasem_consistency(data, notes), ()
    if isinstance(data.get("data"), Mapping) and ("annotations" in data or "predictions" in data):
        return _label_studio(data, notes)
    if "source_id" in data and isinstance(data.get("response"), str) and has_marks(data):
        output = data["response"]
        return _marked("RAGTruth", sources.text(data["source_id"]), output, marks_of(data, output, notes))
    texts = texts_of(data)
    if texts is None and has_marks(data) and any(isinstance(data.get(name), str) for name in OUTPUTS):
        raise FormatError("this record has marks, but no reference beside them: give it a field 'reference' with that text.")
    if texts is None:
        return None
    if has_claims(data):
        return claims_analysis(data, *texts, notes), ()
    if has_marks(data):
        return _marked("LettuceDetect" if "prompt" in data else "marks", *texts, marks_of(data, texts[1], notes))
    return None


def _label_studio(task: Mapping[str, Any], notes: list[str]) -> tuple[Analysis, tuple[Mapping[str, Any], ...]]:
    texts = texts_of(task["data"])
    if texts is None:
        raise FormatError("the 'data' of this Label Studio task has no reference and output as texts.")
    field = next(name for name in OUTPUTS if task["data"].get(name))
    return _marked("Label Studio", *texts, label_studio_marks(task, field, texts[1], notes))


def _marked(source: str, reference: str, output: str, marks: list[Marked]) -> tuple[Analysis, tuple[Mapping[str, Any], ...]]:
    """The analysis of marks, with what people wrote of them as notes."""
    units = list(units_of(output, marks))
    said = {(mark.start, mark.end): mark.note for mark in marks if mark.note}
    notes = [
        {"unit": unit.id, "vote": 0, "note": said[key]}
        for unit in units
        if unit.supported is False and unit.answer and (key := (unit.answer.start, unit.answer.end)) in said
    ]
    return person_analysis(source, reference, output, units), tuple(notes)
