"""Which words of a claim a model kept: what it wrote, laid over the claim; words that the claim does not have are refused."""

from collections.abc import Sequence
from dataclasses import dataclass

MOST_FOREIGN = 0.34
"""Share of its own words from which what a model wrote is no subsequence of the claim at all."""


@dataclass(frozen=True)
class Aligned:
    """The words of the claim that were kept, and those written that it does not have (in that order)."""

    kept: tuple[bool, ...]
    foreign: tuple[str, ...]
    usable: bool


def aligned(claim: Sequence[str], written: str) -> Aligned:
    """Lay `written` over the words of a claim.

    The longest common subsequence decides; of several, the one whose words stand together in the claim most often, so that of two
    equal words the neighbour of the kept ones is taken. Case and the marks around words do not count.
    """
    ours = [_plain(word) for word in claim]
    theirs = [(plain, word) for word in written.split() if (plain := _plain(word))]
    table = _table(ours, [plain for plain, _ in theirs])
    kept = [False] * len(ours)
    foreign = []
    i = j = 0
    together = False
    while j < len(theirs):
        if i < len(ours) and ours[i] == theirs[j][0] and table[together][i][j] == _taken(table, i, j, together):
            kept[i] = True
            i, j, together = i + 1, j + 1, True
        elif i < len(ours) and table[together][i][j] == table[False][i + 1][j]:
            i, together = i + 1, False
        else:
            foreign.append(theirs[j][1])
            j += 1
    usable = not theirs or len(foreign) < MOST_FOREIGN * len(theirs)
    return Aligned(tuple(kept), tuple(foreign), usable)


_Table = dict[bool, list[list[tuple[int, int]]]]


def _taken(table: _Table, i: int, j: int, together: bool) -> tuple[int, int]:
    """The best that can come of keeping word i as word j: one more match, and one more neighbour if the word before was kept."""
    matches, neighbours = table[True][i + 1][j + 1]
    return matches + 1, neighbours + together


def _table(ours: Sequence[str], theirs: Sequence[str]) -> _Table:
    """(matches, neighbours) of the best alignment of what is left from i and j on, by whether the word before i was kept."""
    empty = [[(0, 0)] * (len(theirs) + 1) for _ in range(len(ours) + 1)]
    table: _Table = {True: empty, False: [list(row) for row in empty]}
    for i in range(len(ours) - 1, -1, -1):
        for j in range(len(theirs) - 1, -1, -1):
            for together in (True, False):
                best = max(table[False][i + 1][j], table[together][i][j + 1])
                if ours[i] == theirs[j]:
                    best = max(best, _taken(table, i, j, together))
                table[together][i][j] = best
    return table


def _plain(word: str) -> str:
    return "".join(c for c in word.casefold() if c.isalnum())
