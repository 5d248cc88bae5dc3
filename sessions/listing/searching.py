"""Which analyses a person is looking for: by words in texts, facts, notes and tags, by engine, by score and by tag."""

import re
from dataclasses import dataclass
from typing import Any

from engines.core.plain.copying import safe_text

BATCH = "batch-"
"""How the session of the analyses begins that a batch has made."""

LONGEST_QUERY = 200
"""Code points of a query that are read."""

_SHARE = "(SELECT round(100.0 * sum(supported) / count(*)) FROM units WHERE analysis = number AND supported IS NOT NULL)"
_NOTES = "(SELECT analysis FROM annotations WHERE CASE WHEN json_valid(note) THEN json_extract(note, '$') END LIKE ? ESCAPE '\\')"
_TAGGED = "(SELECT pair FROM tags, json_each(CASE WHEN json_valid(data) THEN data ELSE '[]' END) WHERE json_each.value {test})"
_TEXTS = ("title", "output", "reference")


@dataclass(frozen=True)
class Filter:
    """Which analyses are listed.

    Attributes:
        query: words that stand, whole or as beginnings, in the title, the texts, the facts, the notes or the tags.
        engine: the name of one; "" for all.
        score: the lowest and highest percentage of supported units; None for any.
        tag: one that the pair has; "" for any.
    """

    query: str = ""
    engine: str = ""
    score: tuple[int, int] | None = None
    tag: str = ""

    def condition(self, apart: bool = False) -> tuple[str, list[Any]]:
        """The SQL condition on a row of analyses, to stand behind others, and its parameters.

        Args:
            apart: whether the analyses of batches, which are listed as one, are found by words alone.
        """
        clauses, parameters = _of_query(self.query)
        if apart and not clauses:
            clauses.append("coalesce(session, '') NOT LIKE ?")
            parameters.append(f"{BATCH}%")
        if self.engine:
            clauses.append("engine = ?")
            parameters.append(safe_text(self.engine))
        if self.score is not None:
            clauses.append(f"{_SHARE} BETWEEN ? AND ?")
            parameters += self.score
        if self.tag:
            clauses.append(f"pair IN {_TAGGED.format(test='= ?')}")
            parameters.append(safe_text(self.tag))
        return "".join(f" AND {clause}" for clause in clauses), parameters


ANY = Filter()
"""All analyses."""


def _of_query(query: str) -> tuple[list[str], list[Any]]:
    """A condition for each word: full text for words, a plain search for what full text does not split into words."""
    query = safe_text(query).strip()[:LONGEST_QUERY]
    words = re.findall(r"\w+", query)
    if not query:
        return [], []
    if not words or not query.isascii():
        like = _like(query)
        texts = [f"{column} LIKE ? ESCAPE '\\'" for column in _TEXTS]
        facts = "number IN (SELECT rowid FROM facts_fts WHERE words LIKE ? ESCAPE '\\')"
        tests = [*texts, facts, f"id IN {_NOTES}", f"pair IN {_tags_like()}"]
        return [f"({' OR '.join(tests)})"], [like] * len(tests)
    clauses, parameters = list[str](), list[Any]()
    for word in words:
        indexes = [f"number IN (SELECT rowid FROM {name} WHERE {name} MATCH ?)" for name in ("analyses_fts", "facts_fts")]
        clauses.append(f"({' OR '.join([*indexes, f'id IN {_NOTES}', f'pair IN {_tags_like()}'])})")
        parameters += [f'"{word}"*'] * 2 + [_like(word)] * 2
    return clauses, parameters


def _tags_like() -> str:
    return _TAGGED.format(test="LIKE ? ESCAPE '\\'")


def _like(words: str) -> str:
    return "%" + re.sub(r"([%_\\])", r"\\\1", words) + "%"
