"""Rows of a table compared: "fewer loans than Priory Lane", "the second-busiest branch", "large print alone lost loans".

A hypothesis says of a row that it has the most or the least of something, more or less than another row, or that it alone rose or fell.
What is compared may have another name than its column ("the largest audience" below "Tickets sold"): a column is picked by what stands
beside the comparison where that names one, and else the comparison is false only if it is so of every column.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True)
class _Claim:
    """A comparison: whether each series that may be meant has it so, what is wrong if none has, and the words that compare."""

    holds: Sequence[bool]
    conflict: Conflict
    tokens: frozenset[int]


@rule(NAME, ConflictKind.QUANTITY, "comparisons of the rows of a table, and what is said to have risen or fallen, beside its numbers")
def rows_compared(case: Case) -> Iterator[Conflict]:
    """The comparisons of rows that every column that may be meant has otherwise, in every table with such rows."""
    first, *others = [[claim.conflict for claim in claims if not any(claim.holds)] for claims in case.derived(_claims)] or [[]]
    yield from (one for one in first if all(any(one.tokens & other.tokens for other in found) for found in others))


def rightly_compared(case: Case) -> frozenset[int]:
    """The tokens of a hypothesis that compare rows as every column that may be meant has it, in every table with such rows."""
    claims = [claim for of_table in case.derived(_claims) for claim in of_table]
    right, open_ = (frozenset[int]().union(*(c.tokens for c in claims if all(c.holds) == held)) for held in (True, False))
    return right - open_


def _claims(case: Case) -> tuple[tuple[_Claim, ...], ...]:
    """The comparisons by the tables that have such rows."""
    read = ((Told(case, table), table) for table in case.reference.derived(measured))
    return tuple((*_by_degree(said, table), *_set_apart(said, table), *_moved(said, table)) for said, table in read if said.rows)


def _by_degree(said: Told, table: Measured) -> Iterator[_Claim]:
    for degree in degrees(said):
        than = None if degree.highest else _compared_with(said, degree)
        if (than is None and not degree.highest) or _told_outside(said.case.reference, said.forms[degree.last]):
            continue
        named = said.row_of(degree.first, degree.last, but=than[2] if than else None)
        if named is None:
            continue
        row, own = named[2], said.tokens(degree.first, degree.last)
        sign, series = _meant(said, table, degree)
        if than is not None:
            both = [one for one in series if row in one.values and than[2] in one.values]
            holds = [sign * one.values[row] > sign * one.values[than[2]] for one in both]
            wrong = said.tokens(min(degree.first, than[0]), max(degree.last, sum(than[:2]) - 1))
            conflicts = [Conflict(ConflictKind.QUANTITY, wrong, one.places[than[2]]) for one in _likeliest(said, both)]
        else:
            ranked = [one for one in series if row in one.values]
            holds = [_has_rank(one, row, sign, degree.rank) for one in ranked]
            conflicts = [_not_ranked(said, table, degree, named, sign, one) for one in _likeliest(said, ranked)]
        yield from (_Claim(holds, conflict, own) for conflict in conflicts)


def _set_apart(said: Told, table: Measured) -> Iterator[_Claim]:
    """Rows of which one is ahead of the other, or behind it."""
    for at, length, row in said.rows:
        before = range(max(at - 3, 0), at)
        sides = [i for i in before if said.forms[i] in _SIDES and (said.forms[i] == "behind" or said.forms[i + 1] == "of")]
        named = said.row_of(sides[-1], at + length - 1, but=row) if sides else None
        if named is None or named[0] > at:
            continue
        sign, own = _SIDES[said.forms[sides[-1]]], said.tokens(sides[-1], sides[-1])
        series = [one for one in table.series if one.is_level and not one.is_date and row in one.values and named[2] in one.values]
        holds = [sign * one.values[named[2]] > sign * one.values[row] for one in series]
        for one in _likeliest(said, series):
            yield _Claim(holds, Conflict(ConflictKind.QUANTITY, said.tokens(sides[-1], at + length - 1), one.places[row]), own)


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


def _likeliest(said: Told, series: Sequence[Series]) -> list[Series]:
    """The one of some series of which the hypothesis has most words: "in 2031" picks the year to be shown."""
    keys = set(said.words.keys)
    return sorted(series, key=lambda one: -len(one.keys & keys))[:1]


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


def _moved(said: Told, table: Measured) -> Iterator[_Claim]:
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
        holds = [_is_alone(one, row, sign) if alone else sign * one.values[row] > 0 for one in series]
        wrong = said.tokens(at, last) if alone else said.tokens(verb, verb)
        for one in _likeliest(said, series):
            yield _Claim(holds, Conflict(ConflictKind.QUANTITY, wrong, one.places[row]), said.tokens(min(behind.start, verb), verb))


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
