"""Words of another line of a table: "Dunmoor Pool, run by Ivo Marchetti", who stands in the row of Corran Hall.

A hypothesis that names a line of a table and, near by, has the words of a cell means a cell of that line. Where these words stand, in the
same column, in lines alone that it does not name, or names far from there, they are another line's. Lines are rows by the first cells
that are words, or columns by their heads where each row has one sort of cells. What the text has outside of its tables may come from there.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engines.core.plain.tables import Table, tables
from engines.verification.encoding.reference import EncodedReference
from engines.verification.encoding.words import split
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.registry import rule
from engines.verification.rules.tables.lines import Keys, head_of, keys_of, names
from engines.verification.sentences.word_lists import word_list
from engines.verification.values.finding import find_values

NAME = "words of a cell of a table"
_NEAR, _BESIDE = 8, 2
"""So many words may stand between what a line is called and the words of its cell; and where it is the name that is another line's."""
_LONGEST = 5
"""Words of a cell that is looked up; a longer one is a remark."""
_SAYING = word_list("verbs of saying")


Place = tuple[int, int]
"""The first of some words of a hypothesis, and how many they are."""


@dataclass(frozen=True)
class _Cell:
    """The words of a cell, where they stand in the reference, the line that the cell is in and the one that crosses it there, by their
    numbers, and whether it is a name or another word, no value."""

    keys: Keys
    start: int
    end: int
    line: int
    across: int
    worded: bool


@dataclass(frozen=True)
class _Grid:
    """What the lines of a table may be called by their numbers, rows or columns, where their labels stand in the reference, and its cells
    with the line and what crosses it."""

    names: dict[int, tuple[Keys, ...]]
    labels: dict[int, tuple[int, int]]
    cells: tuple[_Cell, ...]


@rule(NAME, ConflictKind.ENTITY, "words of a table beside the row or the column that the hypothesis names")
def words_of_cell(case: Case) -> Iterator[Conflict]:
    """The words of a hypothesis that stand in another line of a table than the one named beside them; or the name, where more of that other
    line stands beside it."""
    grids = case.reference.derived(_read)
    if not grids:
        return
    said = tuple(case.alignment.words.keys)
    for grid in grids:
        named = {line: places for line, names in grid.names.items() if (places := _named(case, names, said))}
        for keys in dict.fromkeys(cell.keys for cell in grid.cells if cell.worded) if named else ():
            found = _places(keys, said)
            if found and not _told_outside(case.reference, keys):
                for at in found:
                    yield from _instead(case, grid, named, said, keys, at)


def _instead(case: Case, grid: _Grid, named: Mapping[int, Sequence[Place]], said: Keys, keys: Keys, at: int) -> Iterator[Conflict]:
    """What the words at `at` show to be false: they, the name of the line that is named nearest to them, or nothing."""
    own = [cell for cell in grid.cells if cell.keys == keys]
    mine, across = {cell.line for cell in own}, {cell.across for cell in own}
    near = [
        (_between(place, (at, len(keys))), line, place)
        for line, places in named.items()
        for place in places
        if not _parted(case, place[0], at)
    ]
    if not near:
        return
    between, line, place = min(near)
    at_home = min((away for away, of, _ in near if of in mine), default=None)
    if len(across) != 1 or between > (_NEAR if at_home is None else _BESIDE) or (at_home is not None and at_home <= _NEAR):
        return
    if not any(_is_told_besides(grid, of, said, keys) for of in mine):
        tokens = _tokens(case, (at, len(keys)))
        cell = next((cell for cell in grid.cells if cell.line == line and cell.across in across), None)
        if cell and not _says(case, tokens):
            yield Conflict(ConflictKind.ENTITY, tokens, (cell.start, cell.end))
    elif len(mine) == 1 and place[0] < at and between <= _BESIDE and not _is_told_besides(grid, line, said, keys):
        yield Conflict(ConflictKind.ENTITY, _tokens(case, place), grid.labels[mine.pop()])


def _named(case: Case, names: Sequence[Keys], said: Keys) -> list[Place]:
    """Where a hypothesis names a line, and in how many words; a part of its label alone counts as a name only."""
    capital = case.alignment.words.names
    return [(at, len(keys)) for keys in names for at in _places(keys, said) if keys == names[0] or len(keys) > 1 or capital[at]]


def _is_told_besides(grid: _Grid, line: int, said: Keys, keys: Keys) -> bool:
    """Whether the hypothesis has another cell of a line that is like no other cell."""
    return any(
        cell.line == line and cell.keys != keys and _places(cell.keys, said) and sum(other.keys == cell.keys for other in grid.cells) == 1
        for cell in grid.cells
    )


def _between(name: Place, words: Place) -> int:
    """The words between what a line is called and the words of a cell: as they are where it stands before them, thrice as many behind."""
    return words[0] - sum(name) if name[0] < words[0] else 3 * (name[0] - sum(words))


def _parted(case: Case, one: int, other: int) -> bool:
    """Whether a semicolon stands between two words."""
    words = case.alignment.words
    return ";" in case.alignment.text[int(words.ends[min(one, other)]) : int(words.starts[max(one, other)])]


def _told_outside(reference: EncodedReference, keys: Keys) -> bool:
    rows = [(row.start, row.end) for table in tables(reference.text.text) for row in (table.head, *table.rows)]
    words = reference.words
    return any(not any(start <= words.starts[at] < end for start, end in rows) for at in _places(keys, tuple(words.keys)))


def _places(keys: Keys, inside: Keys) -> list[int]:
    first = keys[0]
    if first not in inside:
        return []
    return [at for at, key in enumerate(inside) if key == first and inside[at : at + len(keys)] == keys]


def _tokens(case: Case, place: Place) -> frozenset[int]:
    words = case.alignment.words
    return case.inside(int(words.starts[place[0]]), int(words.ends[sum(place) - 1]))


def _says(case: Case, tokens: frozenset[int]) -> bool:
    """Whether who is named by the tokens says what the hypothesis tells."""
    mine = case.hypothesis
    return any(one.role == "SUBJ" and one.dep in tokens for verb in mine.verbs if mine.lemmas[verb] in _SAYING for one in mine.of(verb))


def _read(reference: EncodedReference) -> tuple[_Grid, ...]:
    return tuple(grid for table in tables(reference.text.text) if (grid := _grid(reference, table)).cells)


def _grid(reference: EncodedReference, table: Table) -> _Grid:
    text = reference.text.model_text
    rows = [[(text[start:end], start, end, column) for start, end, column in row.cells] for row in table.rows]
    labels = [next((i for i, cell in enumerate(row) if _has_words(cell[0])), 0) for row in rows]
    cells = [
        _Cell(keys_of(string), start, end, number, column, _worded(string))
        for number, (row, label) in enumerate(zip(rows, labels, strict=True))
        for string, start, end, column in row[label + 1 :]
        if 0 < len(keys_of(string)) <= _LONGEST
    ]
    if _mixed(cells, by_line=True) >= _mixed(cells, by_line=False):
        called = names([row[label][0] for row, label in zip(rows, labels, strict=True)], head_of(text, table))
        places = [row[label][1:3] for row, label in zip(rows, labels, strict=True)]
        return _Grid(dict(enumerate(called)), dict(enumerate(places)), tuple(cells))
    heads = {column: (start, end) for start, end, column in table.head.cells}
    called = names([text[start:end] for start, end in heads.values()])
    return _Grid(dict(zip(heads, called, strict=True)), heads, tuple(replace(c, line=c.across, across=c.line) for c in cells))


def _mixed(cells: Sequence[_Cell], by_line: bool) -> float:
    """The share of the cells that are words among values in their line, or values among words; of what crosses it, if not `by_line`."""
    sorts: dict[int, list[bool]] = {}
    for cell in cells:
        sorts.setdefault(cell.line if by_line else cell.across, []).append(cell.worded)
    return sum(min(sum(of), len(of) - sum(of)) for of in sorts.values()) / max(1, len(cells))


def _has_words(string: str) -> bool:
    words = split(string)
    return bool((words.content & ~words.numbers).any())


def _worded(string: str) -> bool:
    """Whether a cell has words of its own: names or nouns, and no value."""
    return _has_words(string) and not find_values(string)
