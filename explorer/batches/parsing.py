"""Rows of texts or tokens to their predicates with QAs."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from engines.core.errors import ErrataError, FormatError
from engines.core.plain.copying import safe_text
from engines.core.text import Text
from explorer.reading.rows import BadRow, Row
from explorer.reading.usage import UsageError

BATCH = 128
"""Tokenised sentences parsed at once."""

MOST_TOKENS = 5_000
"""Longest tokenised sentence."""


def chosen_kinds(names: str | None) -> tuple[str, ...] | None:
    """Kinds of predicate from a list separated by commas; None is all, "paper" those of the paper.

    Raises:
        UsageError: a kind is not known.
    """
    from engines.parsing import KINDS, PAPER_KINDS

    if names is None:
        return None
    chosen = PAPER_KINDS if names == "paper" else tuple(name.strip() for name in names.split(","))
    unknown = [name for name in chosen if name not in KINDS]
    if unknown:
        raise UsageError(f"Unknown kinds of predicate: {', '.join(unknown)}. Known: {', '.join(KINDS)}.")
    return chosen


def parsed(parser: Any, rows: Sequence[Row], bad: list[BadRow], kinds: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
    """One answer {id, predicates} per usable row, in order; the others are added to `bad`."""
    for tokenised, run in groupby(_usable(rows, bad), key=lambda row: "tokens" in row.data):
        group = list(run)
        size = BATCH if tokenised else 1
        for first in range(0, len(group), size):
            yield from _answers(parser, group[first : first + size], bad, kinds)


def _answers(parser: Any, batch: Sequence[Row], bad: list[BadRow], kinds: Sequence[str] | None) -> Iterator[dict[str, Any]]:
    try:
        tokenised = "tokens" in batch[0].data
        found = _tokens_predicates(parser, batch) if tokenised else [_text_predicates(parser, row, kinds) for row in batch]
    except ErrataError:
        raise
    except Exception as problem:  # one row that a parser stumbles over must not stop the others
        if len(batch) == 1:
            bad.append(
                BadRow(batch[0].line, f"line {batch[0].line}: the parser failed ({type(problem).__name__}: {problem}).", batch[0].id)
            )
            return
        for row in batch:
            yield from _answers(parser, [row], bad, kinds)
        return
    for row, predicates in zip(batch, found, strict=True):
        yield {"id": row.id, "predicates": predicates}


def _usable(rows: Sequence[Row], bad: list[BadRow]) -> Iterator[Row]:
    for row in rows:
        try:
            if "tokens" in row.data:
                _check_tokens(row)
            elif not isinstance(row.data.get("text"), str):
                raise FormatError(f"line {row.line}: there is no 'text' and there are no 'tokens' to parse.")
            yield row
        except FormatError as problem:
            bad.append(BadRow(row.line, str(problem), row.id))


def _check_tokens(row: Row) -> None:
    tokens, predicates = row.data["tokens"], row.data.get("predicates")
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        raise FormatError(f"line {row.line}: 'tokens' must be a list of texts.")
    if len(tokens) > MOST_TOKENS:
        raise FormatError(f"line {row.line}: {len(tokens):,} tokens are too many for one sentence; at most {MOST_TOKENS:,} fit.")
    if predicates is None:
        return
    if not isinstance(predicates, list) or not all(type(index) is int and 0 <= index < len(tokens) for index in predicates):
        raise FormatError(f"line {row.line}: 'predicates' must be a list of token indices from 0 to {len(tokens) - 1}.")


def _text_predicates(parser: Any, row: Row, kinds: Sequence[str] | None) -> list[dict[str, Any]]:
    text = Text.of(row.data["text"])
    return [
        {
            "index": p.predicate.start,
            "text": p.predicate.text,
            "kind": p.predicate.kind,
            "qas": [{"question": q.question, "answer": q.answer.text, "start": q.answer.start, "end": q.answer.end} for q in p.qas],
        }
        for p in parser.parse(text, kinds)
    ]


def _tokens_predicates(parser: Any, rows: Sequence[Row]) -> list[list[dict[str, Any]]]:
    sentences = [([safe_text(token) for token in row.data["tokens"]], row.data.get("predicates")) for row in rows]
    filled = [sentence for sentence in sentences if sentence[0]]
    found = iter(parser.parse_tokenized(filled) if filled else ())
    return [[_token_predicate(row.data["tokens"], p) for p in next(found)] if row.data["tokens"] else [] for row in rows]


def _token_predicate(tokens: Sequence[str], predicate: Any) -> dict[str, Any]:
    return {
        "index": predicate.index,
        "text": tokens[predicate.index],
        "kind": predicate.kind,
        "qas": [
            {"question": q.question, "answer": " ".join(tokens[q.start : q.end]), "start": q.start, "end": q.end} for q in predicate.qas
        ],
    }
