"""Rows of a table compared: "fewer loans than Priory Lane", "the second-busiest branch", "large print alone lost loans".

A hypothesis says of a row that it has the most or the least of something, more or less than another row, or that it alone rose or fell.
What is compared may have another name than its column ("the largest audience" below "Tickets sold"): a column is picked by what stands
beside the comparison where that names one, and else the comparison is false only if it is so of every column.
"""

from collections.abc import Iterable, Iterator, Sequence

from engines.core.plain.tables import tables
from engines.english.word_forms import lemmas
from engines.verification.encoding.reference import EncodedReference
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.registry import rule
from engines.verification.rules.tables.degrees import Degree, degrees
from engines.verification.rules.tables.series import Measured, Series, measured
from engines.verification.rules.tables.told import Told
from engines.verification.sentences.word_lists import word_list

NAME = "rows of a table compared"
_NOUN, _THAN, _CHANGED = 5, 4, 3
"""Words behind a comparison among which what is compared may be named, behind "than" among which a row, and before or behind a comparison
among which a change."""
_SIDES = {"ahead": 1, "behind": -1}


@rule(NAME, ConflictKind.QUANTITY, "comparisons of the rows of a table, and what is said to have risen or fallen, beside its numbers")
def rows_compared(case: Case) -> Iterator[Conflict]:
    """The comparisons of rows that every column that may be meant has otherwise, in every table with such rows."""
    read = [(said, table) for table in case.reference.derived(measured) if (said := Told(case, table)).rows]
    first, *others = [list(_compared(said, table)) for said, table in read] or [[]]
    yield from (one for one in first if all(any(one.tokens & other.tokens for other in found) for found in others))


def _compared(said: Told, table: Measured) -> Iterator[Conflict]:
    yield from _by_degree(said, table)
    yield from _set_apart(said, table)
    yield from _moved(said, table)


def _by_degree(said: Told, table: Measured) -> Iterator[Conflict]:
    for degree in degrees(said):
        if _told_outside(said.case.reference, said.forms[degree.last]):
            continue
        than = None if degree.highest else _compared_with(said, degree)
        if not degree.highest and than is None:
            continue
        named = said.row_of(degree.first, degree.last, but=than[2] if than else None)
        if named is None:
            continue
        sign, series = _meant(said, table, degree)
        if than is not None:
            both = [one for one in series if named[2] in one.values and than[2] in one.values]
            if both and all(sign * one.values[named[2]] <= sign * one.values[than[2]] for one in both):
                tokens = said.tokens(degree.first, degree.last) | said.tokens(than[0], sum(than[:2]) - 1)
                yield Conflict(ConflictKind.QUANTITY, tokens, both[0].places[than[2]])
            continue
        ranked = [one for one in series if named[2] in one.values]
        if ranked and not any(_has_rank(one, named[2], sign, degree.rank) for one in ranked):
            yield _not_ranked(said, table, degree, named, sign, ranked[0])


def _set_apart(said: Told, table: Measured) -> Iterator[Conflict]:
    """Rows of which one is ahead of the other, or behind it."""
    for at, length, row in said.rows:
        sides = [
            i for i in range(max(at - 3, 0), at) if said.forms[i] in _SIDES and (said.forms[i] == "behind" or said.forms[i + 1] == "of")
        ]
        if not sides:
            continue
        first, sign = sides[-1], _SIDES[said.forms[sides[-1]]]
        named = said.row_of(first, at + length - 1, but=row)
        if named is None or named[0] > at:
            continue
        series = [one for one in table.series if one.is_level and not one.is_date and row in one.values and named[2] in one.values]
        if series and not any(sign * one.values[named[2]] > sign * one.values[row] for one in series):
            tokens = said.tokens(first, first) | said.tokens(at, at + length - 1)
            yield Conflict(ConflictKind.QUANTITY, tokens, series[0].places[row])


def _compared_with(said: Told, degree: Degree) -> tuple[int, int, int] | None:
    """The row behind "than"."""
    than = next((i for i in said.behind(degree.last, 8) if said.forms[i] == "than"), None)
    if than is None:
        return None
    return next((named for named in said.rows if than < named[0] <= than + _THAN and said.clauses[named[0]] == said.clauses[than]), None)


def _meant(said: Told, table: Measured, degree: Degree) -> tuple[int, list[Series]]:
    """What may be compared, and whether more of it (1) or less (-1) is told."""
    clause = said.clauses[degree.first]
    behind = said.behind(degree.last, _NOUN)
    behind = range(behind.start, next((i for i in behind if said.forms[i] == "than"), behind.stop))
    before = [i for i in range(degree.first - 1, -1, -1) if said.clauses[i] == clause]
    change = next((c for i in (*before[:_CHANGED], *behind[:_CHANGED]) if (c := _change(said.forms[i]))), 0)
    kept = [one for one in table.series if (one.is_change if change else one.is_level and one.is_date == degree.of_dates)]
    return degree.sign * (change or 1), _called(said, kept, behind) or _called(said, kept, before) or kept


def _called(said: Told, series: Sequence[Series], words: Iterable[int]) -> list[Series]:
    """The series that words name best; none, if they name none."""
    keys = {said.words.keys[i] for i in words if said.words.content[i]}
    best = max((len(one.keys & keys) for one in series), default=0)
    return [one for one in series if best and len(one.keys & keys) == best]


def _change(form: str) -> int:
    """1 for what tells of more than before, -1 for less, 0 for another word."""
    known = {form, *(lemma for of in lemmas(form).values() for lemma in of)}
    return int(not known.isdisjoint(word_list("changes to more"))) - int(not known.isdisjoint(word_list("changes to less")))


def _has_rank(series: Series, row: int, sign: int, rank: int) -> bool:
    above = sum(sign * value > sign * series.values[row] for value in series.values.values())
    alike = sum(value == series.values[row] for value in series.values.values())
    return above < rank <= above + alike


def _not_ranked(said: Told, table: Measured, degree: Degree, named: tuple[int, int, int], sign: int, series: Series) -> Conflict:
    """The comparison is false where the row has the next rank or the last one, and the row is where another has its rank."""
    row = named[2]
    above = sum(sign * value > sign * series.values[row] for value in series.values.values()) + 1
    holder = next((r for r in series.values if _has_rank(series, r, sign, degree.rank)), row)
    turned = above == len(series.values) or abs(above - degree.rank) == 1
    tokens = frozenset[int]()
    if turned:
        tokens |= said.tokens(degree.first, degree.last)
    if not turned or (degree.rank == 1 and above != len(series.values)):
        tokens |= said.tokens(named[0], sum(named[:2]) - 1)
    return Conflict(ConflictKind.QUANTITY, tokens, series.places[row] if turned else table.labels[holder])


def _moved(said: Told, table: Measured) -> Iterator[Conflict]:
    """What is said of a row to have risen or fallen, and of it alone."""
    for at, length, row in said.rows:
        last = at + length - 1
        behind = said.behind(last, 6)
        alone = any(said.forms[i] == "alone" for i in behind[:1]) or any(said.forms[i] == "only" for i in behind)
        verb = next((i for i in (behind if alone else behind[:2]) if _change(said.forms[i])), None)
        if verb is None or (not alone and said.has_subject(last + 1, verb - 1)):
            continue
        sign, what = _change(said.forms[verb]), said.behind(verb, 3)
        series = [one for one in table.series if one.is_change and row in one.values]
        if said.has_subject(verb + 1, what.stop - 1):  # "lost its roof", which no column counts
            series = [one for one in series if not one.keys.isdisjoint(said.words.keys[i] for i in what)]
        if series and not any(sign * one.values[row] > 0 for one in series):
            tokens = said.tokens(at, last) if alone else said.tokens(verb, verb)
            yield Conflict(ConflictKind.QUANTITY, tokens, series[0].places[row])
        elif alone and series and not any(_is_alone(one, row, sign) for one in series):
            yield Conflict(ConflictKind.QUANTITY, said.tokens(at, last), series[0].places[row])


def _is_alone(series: Series, row: int, sign: int) -> bool:
    return all((sign * value > 0) == (other == row) for other, value in series.values.items())


def _told_outside(reference: EncodedReference, form: str) -> bool:
    """Whether the text compares with the same word outside of its tables."""
    rows = [(row.start, row.end) for table in tables(reference.text.text) for row in (table.head, *table.rows)]
    words = reference.words
    return any(
        surface.lower() == form and not any(start <= words.starts[at] < end for start, end in rows)
        for at, surface in enumerate(words.surfaces)
    )
