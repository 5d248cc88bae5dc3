"""The reference texts that RAGTruth keeps in a file of their own."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.core.errors import FormatError


@dataclass(frozen=True)
class Source:
    """A reference as text, and its row as it stands in the file."""

    text: str
    row: Mapping[str, Any]


class Sources:
    """The reference texts of RAGTruth, which stand in a file of their own beside the responses: source_info.jsonl."""

    def __init__(self, path: str):
        self._path = Path(path).parent / "source_info.jsonl" if path != "-" else None
        self._known: dict[str, Source] | None = None

    def source(self, id: object) -> Source:
        """The reference of that id.

        Raises:
            FormatError: there is no such file or source.
        """
        if self._known is None:
            self._known = self._read()
        found = self._known.get(str(id))
        if found is None or not found.text:
            raise FormatError(f"source_info.jsonl has no source {id!r}.")
        return found

    def _read(self) -> dict[str, Source]:
        if self._path is None or not self._path.is_file():
            raise FormatError("the references of RAGTruth are in source_info.jsonl: put that file beside this one.")
        try:
            text = self._path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            raise FormatError(f"source_info.jsonl cannot be read ({problem}).") from problem
        found = {}
        for line in text.split("\n"):
            try:
                row = json.loads(line)
                info = row["source_info"]
                found[str(row["source_id"])] = Source(info if isinstance(info, str) else _written(info), row)
            except (ValueError, KeyError, TypeError):
                continue  # a source that cannot be read is missed where it is asked for
        return found


def _written(info: Any) -> str:
    """A source that is a record: the passages of its questions as text, other records as JSON, as the models were shown them."""
    passages = info.get("passages") if isinstance(info, Mapping) else None
    return passages if isinstance(passages, str) else json.dumps(info, ensure_ascii=False, indent=1)
