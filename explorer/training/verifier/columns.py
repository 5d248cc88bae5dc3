"""Feature columns of many labelled hypotheses, reference by reference, kept on disk between runs if a folder is given."""

import hashlib
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engines.core.text import Text
from engines.verification.encoding import encoder
from engines.verification.encoding.reference import encoded, forget, segment_texts
from engines.verification.features.measuring import measure_qas, measure_statements
from explorer.training.verifier.data import Row

if TYPE_CHECKING:
    from engines.verification.word_support.head import Head

Column = NDArray[np.float64]
_TOGETHER = 64


@dataclass(frozen=True, eq=False)
class Table:
    """Feature columns with what is known of each row."""

    columns: dict[str, Column]
    labels: NDArray[np.int64]
    sources: NDArray[np.str_]
    subsets: NDArray[np.str_]
    items: NDArray[np.str_]
    groups: NDArray[np.str_]

    def __len__(self) -> int:
        return len(self.labels)

    def matrix(self, features: Sequence[str]) -> NDArray[np.float64]:
        """(rows, features)."""
        return np.stack([self.columns[name] for name in features], axis=1)

    def where(self, rows: NDArray) -> "Table":
        """The rows of a mask or an index."""
        parts = (getattr(self, name)[rows] for name in ("labels", "sources", "subsets", "items", "groups"))
        return Table({k: v[rows] for k, v in self.columns.items()}, *parts)


def concatenated(tables: Sequence[Table]) -> Table:
    """Tables one below the other."""
    columns = {k: np.concatenate([t.columns[k] for t in tables]) for k in tables[0].columns}
    parts = (np.concatenate([getattr(t, name) for t in tables]) for name in ("labels", "sources", "subsets", "items", "groups"))
    return Table(columns, *parts)


def qa_table(rows: Sequence[Row], kept: Path | None = None, heads: "Mapping[str, Head] | None" = None) -> Table:
    """Columns of QAs; QAs of one sentence are measured together.

    Args:
        heads: by reference, the head of `engines.verification.word_support.support` that never saw it; else the bundled one.
    """

    def measure(reference: str, members: Sequence[Row]) -> dict[str, Column]:
        head = (heads or {}).get(reference)
        return dict(measure_qas(encoded(Text.of(reference)), [r.hypothesis for r in members], head).columns)

    return _table("qa", rows, measure, kept)


def statement_table(rows: Sequence[Row], kept: Path | None = None) -> Table:
    """Columns of statements of one sentence each."""

    def measure(reference: str, members: Sequence[Row]) -> dict[str, Column]:
        measures = measure_statements(encoded(Text.of(reference)), [r.hypothesis.statement for r in members])
        # A row that falls into several sentences is represented by its first.
        first = np.searchsorted(measures.owner, np.arange(len(members)))
        return {name: values[first] for name, values in measures.columns.items()}

    return _table("statement", rows, measure, kept)


def _table(kind: str, rows: Sequence[Row], measure: Callable[[str, Sequence[Row]], dict[str, Column]], kept: Path | None) -> Table:
    digest = hashlib.sha256(repr([(r.reference, r.hypothesis) for r in rows]).encode()).hexdigest()[:12]
    path = kept / f"{kind}-{rows[0].source}-{digest}.npz" if kept else None
    if path and path.exists():
        with np.load(path) as stored:
            return _assembled(rows, dict(stored))
    started = time.perf_counter()
    columns: dict[str, Column] = {}
    groups: dict[str, list[int]] = defaultdict(list)
    for i, row in enumerate(rows):
        groups[row.reference].append(i)
    references = list(groups)
    for i, reference in enumerate(references):
        if i % _TOGETHER == 0:
            _encode_together(references[i : i + _TOGETHER], groups, rows)
        members = groups[reference]
        for name, values in measure(reference, [rows[i] for i in members]).items():
            columns.setdefault(name, np.zeros(len(rows)))[members] = values
    forget()
    print(f"measured {len(rows)} {rows[0].source} {kind}s in {time.perf_counter() - started:.0f} s", flush=True)
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(path, allow_pickle=False, **columns)
    return _assembled(rows, columns)


def _encode_together(references: Sequence[str], groups: dict[str, list[int]], rows: Sequence[Row]) -> None:
    """Let the encoder see many short texts in one batch; it remembers them."""
    if sum(map(len, references)) > _TOGETHER * 400:
        return
    strings = [sentence for reference in references for sentence in segment_texts(Text.of(reference))]
    for reference in references:
        for i in groups[reference]:
            text = Text.of(rows[i].hypothesis.sentence or rows[i].hypothesis.statement)
            strings.extend(text.sentence(j) for j in range(len(text.sentences)))
    encoder.encode(strings)


def _assembled(rows: Sequence[Row], columns: dict[str, Column]) -> Table:
    return Table(
        columns,
        np.array([r.label for r in rows], dtype=np.int64),
        np.array([r.source for r in rows]),
        np.array([r.subset for r in rows]),
        np.array([r.item for r in rows]),
        np.array([hashlib.sha256(r.reference.encode()).hexdigest()[:16] for r in rows]),
    )
