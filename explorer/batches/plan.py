"""Which rows of a file are to be analysed, given what an earlier run has left; and the order in which all answers belong."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from engines.core.errors import StoreError
from explorer.batches.answers import asked
from explorer.batches.resuming import ResumedFile
from explorer.reading.rows import BadRow, Row
from explorer.reading.usage import UsageError

AnyRow = Row | BadRow
Reading = Callable[[], Iterator[AnyRow]]
"""Reads the rows from the first on, as often as it is called."""


@dataclass(frozen=True)
class Shard:
    """A part of the rows, one of several of the same size that follow each other; `number` counts from 1."""

    number: int = 1
    of: int = 1

    @classmethod
    def read(cls, text: str) -> "Shard":
        """From "2/8".

        Raises:
            UsageError: it is written otherwise, or there is no such part.
        """
        one, slash, other = text.partition("/")
        if not (slash and one.isascii() and one.isdecimal() and other.isascii() and other.isdecimal() and 1 <= int(one) <= int(other)):
            raise UsageError(f"A shard is written NUMBER/OF, for example 2/8 for the second of eight parts, not {text!r}.")
        return cls(int(one), int(other))

    def range_of(self, total: int) -> range:
        """The places of its rows among `total`."""
        return range(total * (self.number - 1) // self.of, total * self.number // self.of)


@dataclass
class Plan:
    """What is to be done.

    Attributes:
        asked: of each row of the shard what it asks, in order (see `explorer.batches.answers.asked`).
        pending: whether a row is still to be analysed.
        kept: of each answer that stays in the file what it answers, in the order of the file.
    """

    first: int
    asked: list[bytes]
    pending: list[bool]
    kept: list[bytes] = field(default_factory=list)

    def rows(self, read: Reading) -> Iterator[AnyRow]:
        """The rows that are still to be analysed."""
        for place, row in enumerate(read(), -self.first):
            if place >= len(self.pending):
                return
            if place >= 0 and self.pending[place]:
                yield row

    @property
    def left(self) -> int:
        """How many rows are to be analysed."""
        return sum(self.pending)

    def misplaced(self) -> list[int] | None:
        """When every row is answered, those that were pending after what was kept: the number of the line that belongs first, second and
        so on; None where they stand in the order of the rows."""
        lines = self.kept + [asked for asked, pending in zip(self.asked, self.pending, strict=True) if pending]
        if lines == self.asked:
            return None
        places: dict[bytes, list[int]] = {}
        for number in reversed(range(len(lines))):
            places.setdefault(lines[number], []).append(number)
        return [places[one].pop() for one in self.asked]


def planned(read: Reading, shard: Shard, target: ResumedFile, made: Callable[[], bytes], update: bool = False) -> Plan:
    """Look at all rows, and at the answers that the target has; take out of it what failed before.

    Args:
        made: tells how answers are made now (see `explorer.batches.answers.Key`); asked only where there are answers.
        update: whether answers that do not belong to these rows, or were made otherwise, are taken out; else they are an error.

    Raises:
        StoreError: the target has answers that do not belong to this run; nothing was changed.
    """
    every = [asked(row) for row in read()]
    chosen = shard.range_of(len(every))
    plan = Plan(chosen.start, every[chosen.start : chosen.stop], [])
    now = made() if target.answers else b""
    wanted, fits, misfits = Counter(plan.asked), list[bool](), Counter[str]()
    for key, _ in target.answers:
        why = _OTHERWISE if key is None or key.made != now else "" if wanted[key.asked] > 0 else _NOT_ASKED
        fits.append(not why)
        if key is not None and not why:
            wanted[key.asked] -= 1
            plan.kept.append(key.asked)
        else:
            misfits[why] += 1
    if misfits and not update:
        example = target.answers[fits.index(False)][1]
        raise StoreError(_told(target, misfits, example))
    target.keep(fits.__getitem__)
    done = Counter(plan.kept)
    for one in plan.asked:
        plan.pending.append(done[one] <= 0)
        done[one] -= 1
    return plan


_OTHERWISE = "made with another engine, other settings or models, or in another shape"
_NOT_ASKED = "to ids or texts that are not in these rows"


def _told(target: ResumedFile, misfits: Counter[str], example: object) -> str:
    found = " and ".join(f"{number:,} {why}" for why, number in misfits.items())
    return (
        f"{target.path} has answers that do not belong to this run: {found} (the first has the id {example!r}). It was left as it is. "
        "Choose another --out, or add --update to take them out and analyse what is missing."
    )
