"""Which rows of a batch are listed, and in which order."""

from dataclasses import dataclass
from typing import Any

from engines.core.plain.copying import safe_text
from engines.core.text import whole_characters

WORST, BEST, ERRORS, POSITION, SUPPORT = "worst", "best", "errors", "position", "support"

_ORDERS = {
    WORST: "error != '', score IS NULL, score, support, errors DESC, position",
    BEST: "error != '', score IS NULL, score DESC, support DESC, errors, position",
    ERRORS: "coalesce(errors, -1) DESC, score, position",
    SUPPORT: "error != '', support IS NULL, support, position",
    POSITION: "position",
}
ORDERS = tuple(_ORDERS)
"""In which order rows can be listed."""

ALL, WRONG, RIGHT, FAILED, MISSED, FALSE = "all", "wrong", "right", "failed", "missed", "false"

_SHOWN = {
    ALL: "1",
    WRONG: "errors > 0",
    RIGHT: "errors = 0 AND error = ''",
    FAILED: "error != ''",
    MISSED: "errors = 0 AND error = '' AND label = 0",
    FALSE: "errors > 0 AND label = 1",
}
SHOWN = tuple(_SHOWN)
"""Which rows can be listed: all, with an error, without one, failed, without one where people found some, with one where they did not."""

_LONGEST = 200


@dataclass(frozen=True)
class Look:
    """What is looked for among the rows.

    Attributes:
        order, shown: see `ORDERS` and `SHOWN`; others count as the first.
        kind: of errors that a row has, or of conflicts; "" for any.
        column, value: a column with few values and the value in it; "" for any.
        score: the lowest score, and the first that is too high; None for any.
        query: words that stand in the output or the id.
    """

    order: str = WORST
    shown: str = ALL
    kind: str = ""
    column: str = ""
    value: str = ""
    score: tuple[float, float] | None = None
    query: str = ""

    @property
    def by(self) -> str:
        """What SQL orders by."""
        return _ORDERS.get(self.order, _ORDERS[WORST])

    def condition(self) -> tuple[str, list[Any]]:
        """The SQL condition on a row, to stand behind others, and its parameters."""
        clauses, given = [_SHOWN.get(self.shown, "1")], list[Any]()
        if self.kind:
            each = "EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid(data) THEN data ELSE '{}' END, ?) WHERE key = ?)"
            clauses.append(f"({each} OR {each})")
            given += ["$.kinds", _words(self.kind), "$.conflicts", _words(self.kind)]
        if self.column:
            each = "json_each(CASE WHEN json_valid(data) THEN data ELSE '{}' END, '$.fields')"
            clauses.append(f"EXISTS (SELECT 1 FROM {each} WHERE key = ? AND value = ?)")
            given += [_words(self.column), _words(self.value)]
        if self.score is not None:
            clauses.append("score >= ? AND score < ?")
            given += self.score
        if query := _words(self.query).strip()[:_LONGEST]:
            like = "%" + query.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
            clauses.append("(output LIKE ? ESCAPE '\\' OR id LIKE ? ESCAPE '\\')")
            given += [like, like]
        return "".join(f" AND {clause}" for clause in clauses), given


def _words(text: str) -> str:
    return safe_text(whole_characters(text))
