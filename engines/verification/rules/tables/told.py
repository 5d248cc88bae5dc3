"""The words of a hypothesis, its clauses, and the rows of a table that it names."""

import re
from functools import cached_property

from engines.english.lexicon import closed_class
from engines.english.word_forms import lemmas
from engines.verification.rules.case import Case
from engines.verification.rules.tables.lines import Keys
from engines.verification.rules.tables.series import Measured

_BOUNDARY = re.compile(r"[,;:.()—–]|\s-\s")
_OWNED = frozenset({"his", "her", "its", "their"})
_RIGHT_BEHIND = 3
"""Words of another clause among which stands what a comparison ahead of it is about: "the busiest pool, Corran"."""


class Told:
    """The words of a hypothesis, and the clauses and rows among them."""

    def __init__(self, case: Case, table: Measured):
        self.case = case
        self.words = case.alignment.words
        self.forms = [surface.lower() for surface in self.words.surfaces]
        self._at: dict[str, list[int]] = {}
        for at, key in enumerate(self.words.keys):
            self._at.setdefault(key, []).append(at)
        named = (
            (at, len(keys), row)
            for row, names in table.names.items()
            for keys in names
            for at in self._places(keys)
            if keys == names[0] or len(keys) > 1 or (self.words.names[at] and not (at == 0 and lemmas(self.forms[0])))
        )
        self.rows: list[tuple[int, int, int]] = []
        for at, length, row in sorted(named, key=lambda each: (each[0], -each[1])):
            if not self.rows or at >= sum(self.rows[-1][:2]):
                self.rows.append((at, length, row))

    def _places(self, keys: Keys) -> list[int]:
        return [at for at in self._at.get(keys[0], ()) if self.words.keys[at : at + len(keys)] == keys]

    @cached_property
    def clauses(self) -> list[int]:
        """The number of the clause that each word is in."""
        found, number = [], 0
        for i, form in enumerate(self.forms):
            gap = self.case.alignment.text[self.words.ends[i - 1] : self.words.starts[i]] if i else ""
            number += bool(_BOUNDARY.search(gap)) or form in closed_class("joining clauses")
            found.append(number)
        return found

    def behind(self, at: int, most: int) -> range:
        """The next words of the clause behind one."""
        end = min(at + 1 + most, len(self.forms))
        return range(at + 1, next((i for i in range(at + 1, end) if self.clauses[i] != self.clauses[at]), end))

    def tokens(self, first: int, last: int) -> frozenset[int]:
        """The tokens of the parsed hypothesis that some words are."""
        return self.case.inside(int(self.words.starts[first]), int(self.words.ends[last]))

    def has_subject(self, first: int, last: int) -> bool:
        """Whether nouns or names stand among some words."""
        classes = self.case.hypothesis.classes
        return first <= last and any(classes[t] in ("NOUN", "PROPN") for t in self.tokens(first, last))

    def row_of(self, first: int, last: int, but: int | None = None) -> tuple[int, int, int] | None:
        """The row that a comparison is about, (first word, words, row): named in its clause, right behind it, or in a clause before."""
        rows = [named for named in self.rows if named[2] != but]
        here = [named for named in rows if self.clauses[named[0]] == self.clauses[first]]
        before = [named for named in here if named[0] < first]
        if before:
            return before[-1]
        behind = [named for named in here if named[0] > last]
        if behind:
            return behind[0]
        earlier = [named for named in rows if named[0] < first]
        begins = next(i for i in range(first, -1, -1) if i == 0 or self.clauses[i - 1] != self.clauses[first])
        next_to = [named for named in rows if last < named[0] <= last + _RIGHT_BEHIND] if self.forms[begins:first] in ([], ["the"]) else []
        if next_to:
            return None if earlier and sum(earlier[-1][:2]) >= begins else next_to[0]
        owned = not _OWNED.isdisjoint(self.forms[begins : begins + 2])  # "while its meals cost more"
        if self.has_subject(begins, first - 1) and not owned:
            return None
        later = [named for named in rows if named[0] > last]
        return earlier[-1] if earlier else later[0] if later and begins == 0 else None
