"""Which column of a table is the reference, the output and so on: guessed from names and contents, chosen by a person."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.core.errors import FormatError, InputError
from explorer.reading.pairs import OUTPUTS, REFERENCES
from explorer.reading.passages import joined, passages_in
from explorer.reading.rows import BadRow, Row

PASSAGES = ("passages", "contexts", "retrievedcontexts", "retrievedpassages", "documents", "docs", "sources", "chunks", "ctxs")
_REFERENCES = (*REFERENCES, *PASSAGES, "sourcetext", "evidence", "premise", "grounding", "transcript", "text", "passage")
_OUTPUTS = (*OUTPUTS, "claim", "hypothesis", "generated", "generation", "prediction", "completion", "modeloutput", "summsent", "statement")
_IDS = ("id", "sampleid", "exampleid", "uid", "qid", "rowid", "sourceid", "docid", "idx", "index")
_QUESTIONS = ("question", "query", "userinput", "userquery")
_LABELS = ("label", "labels", "consistent", "isconsistent", "faithful", "isfaithful", "supported", "human", "humanlabel", "gold", "rating")
_GROUPS = ("model", "modelname", "system", "dataset", "subset", "origin", "tasktype", "task", "domain", "split", "cut", "type")

_RIGHT = frozenset(["true", "yes", "y", "consistent", "supported", "support", "faithful", "factual", "correct", "entailment", "pass"])
_WRONG = frozenset(
    [
        "false",
        "no",
        "n",
        "inconsistent",
        "unsupported",
        "refuted",
        "refutes",
        "unfaithful",
        "hallucinated",
        "hallucination",
        "incorrect",
        "contradiction",
        "neutral",
        "fail",
        "notsupported",
        "partiallysupported",
        "notenoughinfo",
    ]
)
SHORT = 80
"""Longest value by which rows are told apart."""
MOST_VALUES = 30
"""Most values of a column by which rows are told apart."""


@dataclass(frozen=True)
class Column:
    """What a column of a file holds.

    Attributes:
        filled: in how many rows there is something in it.
        length: the mean number of characters of its texts; 0 where it has none.
        lists: in how many rows it holds a list of passages.
        values: what stands in it, as text, where that is few and short; None where it is more.
    """

    name: str
    filled: int = 0
    length: float = 0.0
    lists: int = 0
    values: tuple[str, ...] | None = None

    @property
    def plain(self) -> str:
        """Its name in small letters and digits alone."""
        return plain(self.name)

    @property
    def groups(self) -> bool:
        """Whether rows can be told apart by it."""
        return self.values is not None and 2 <= len(self.values) <= MOST_VALUES and self.filled > len(self.values)


@dataclass(frozen=True)
class Columns:
    """The columns that a person has chosen.

    Attributes:
        reference: one column, or several that hold a passage each.
        output, id, question, label: "" for none; the first cannot be.
        turned: whether a label of 1 means an error.
        groups: the columns by which results are shown.
    """

    reference: tuple[str, ...] = ()
    output: str = ""
    id: str = ""
    question: str = ""
    label: str = ""
    turned: bool = False
    groups: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in self.__dict__.items()}


def plain(name: str) -> str:
    """A name in small letters and digits alone, so that `Model name` and `model_name` are one."""
    return re.sub(r"[^0-9a-z]", "", name.lower())


def guessed(columns: Sequence[Column]) -> Columns:
    """What the columns most likely are, by their names, and where these say nothing by the length of their texts."""
    texts = [column for column in columns if column.length or column.lists]
    output = _named(texts, _OUTPUTS)
    reference = _named([column for column in texts if column is not output], _REFERENCES)
    longest = sorted((column for column in texts if column not in (output, reference) and column.length), key=lambda c: -c.length)
    numbered = [c for c in texts if c is not output and re.fullmatch(r"(passage|doc|document|context|source|chunk)0*\d{1,2}", c.plain)]
    if reference is None and numbered:
        longest = [column for column in longest if column not in numbered]
    elif reference is None and longest:
        reference = longest.pop(0)
    if output is None and longest:
        output = longest.pop(0)
    several = tuple(column.name for column in numbered) if reference is None and len(numbered) > 1 else ()
    taken = (output, reference)
    rest = [column for column in columns if column not in taken]
    label, id = _named(rest, _LABELS), _named(rest, _IDS)
    question = _named([column for column in rest if column.length], _QUESTIONS)
    groups = [c for c in rest if c.groups and c not in (label, id, question)]
    known = sorted((c for c in groups if c.plain in _GROUPS), key=lambda c: _GROUPS.index(c.plain))
    return Columns(
        several or ((reference.name,) if reference else ()),
        output.name if output else "",
        id.name if id else "",
        question.name if question else "",
        label.name if label else "",
        bool(label and "halluc" in label.plain),
        tuple(column.name for column in known[:4]),
    )


def _named(columns: Sequence[Column], names: Sequence[str]) -> Column | None:
    """The column with the first of these names that any has."""
    by_name = {column.plain: column for column in reversed(columns)}
    return next((by_name[name] for name in names if name in by_name), None)


def chosen(data: Any, known: Iterable[str], answers: bool = False) -> Columns:
    """The columns as the page sends them.

    Args:
        answers: whether the file has answers already, and needs neither texts nor an id.

    Raises:
        InputError: they are no such choice, or name a column that is not there; the message says what to choose.
    """
    names = set(known)
    if not isinstance(data, Mapping):
        raise InputError("`columns` must be an object.")
    found: dict[str, Any] = {}
    for name, value in data.items():
        if name not in Columns.__dataclass_fields__:
            raise InputError(f"There is no `{str(name)[:40]}` among the columns to choose.")
        several = name in ("reference", "groups")
        if name == "turned":
            found[name] = value is True
            continue
        parts = value if isinstance(value, list) else [value]
        if not all(isinstance(part, str) for part in parts) or (not several and len(parts) != 1):
            raise InputError(f"`{name}` must be the name of a column{', or a list of them' if several else ''}.")
        missing = next((part for part in parts if part and part not in names), None)
        if missing is not None:
            raise InputError(f"The file has no column {missing[:80]!r}. It has: {', '.join(sorted(names))[:400]}.")
        found[name] = tuple(part for part in parts if part) if several else parts[0]
    columns = Columns(**found)
    if answers:
        return columns
    if not columns.reference:
        raise InputError("Choose the column that holds the reference, or several that hold a passage each.")
    if not columns.output:
        raise InputError("Choose the column that holds the output to check.")
    if columns.output in columns.reference:
        raise InputError("The reference and the output cannot be the same column. Choose another for one of them.")
    return columns


def row_of(columns: Columns, line: int, data: Mapping[str, Any]) -> Row | BadRow:
    """A record as a row of a batch: reference, output, id and question under our names, everything else as it is."""
    try:
        ours: dict[str, Any] = {"reference": _reference(columns, data), "output": _text(data, columns.output, "output")}
    except (FormatError, InputError) as problem:
        return BadRow(line, f"line {line}: {problem}", data.get(columns.id) if columns.id else None)
    taken = {*columns.reference, columns.output, columns.id, columns.question}
    if columns.id:
        ours["id"] = data.get(columns.id)
    if columns.question and isinstance(data.get(columns.question), str):
        ours["question"] = data[columns.question]
    return Row(line, {**{name: value for name, value in data.items() if name not in taken and name not in ours}, **ours}, data)


def _reference(columns: Columns, data: Mapping[str, Any]) -> str:
    if len(columns.reference) > 1:
        return joined([words for name in columns.reference if data.get(name) not in (None, "") for words in _passages(data, name)])
    (name,) = columns.reference
    value = data.get(name)
    if (passages := passages_in(value)) is not None and not (isinstance(value, str) and len(passages) < 2):
        return joined(passages)
    return _text(data, name, "reference")


def _passages(data: Mapping[str, Any], name: str) -> list[str]:
    return passages_in(data[name]) or [_text(data, name, "passage")]


def _text(data: Mapping[str, Any], name: str, what: str) -> str:
    value = data.get(name)
    if isinstance(value, str):
        return value
    state = "is empty" if value is None else "is not a text"
    raise FormatError(f"the {what} {state} (column {name!r}). Fill it in, or choose another column.")


def label_of(value: Any, turned: bool = False) -> float | None:
    """What a label says: 1 where the reference supports the output, 0 where it does not, a rating as it is; None for no label.

    Args:
        turned: whether 1 means an error.
    """
    words = plain(value) if isinstance(value, str) and any(c.isalpha() for c in value) else ""
    if words in _RIGHT or words in _WRONG:
        found = float(words in _RIGHT)
    else:
        try:
            found = float(value)
        except (TypeError, ValueError):
            return None
        if not abs(found) < 1e9:
            return None
    return 1 - found if turned and found in (0, 1) else found


def short(value: Any) -> str | None:
    """A value by which rows are told apart, as text; None where it is too long or no plain value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        words = str(value).strip()
        return words if len(words) <= SHORT and "\n" not in words else None
    return None
