"""The reference texts that RAGTruth keeps in a file of their own."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engines.core.errors import FormatError


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
