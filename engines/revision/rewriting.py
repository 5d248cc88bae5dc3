"""A text that a model has rewritten: its changes as edits of their own, and whether they are to be proposed (ACUEval, section 3)."""

from collections.abc import Callable, Sequence

from engines.core.results import Edit, Unit
from engines.revision.editing import diff

MOST_GROWTH = 1.1
"""How much longer than the output its revision may be."""


def edits_of(output: str, written: str, units: Sequence[Unit], reviser: str) -> tuple[Edit, ...]:
    """The edits that turn an output into what the model wrote; changes with nothing but a space between them are one."""
    found: list[tuple[int, int, str]] = []
    position = 0
    pending = ""
    for change in diff(output, written.strip()):
        end = position + len(change.before)
        if change.kind == "equal" and (change.before.strip() or not found):
            pending = ""
        elif change.kind == "equal":
            pending = change.before
        elif pending and found:
            start, _, replacement = found[-1]
            found[-1] = (start, end, replacement + pending + change.after)
            pending = ""
        else:
            found.append((position, end, change.after))
        position = end
    return tuple(_edit(output, *each, units, reviser) for each in found)


def objection(output: str, written: str, before: Sequence[Unit], judge: Callable[[str], Sequence[Unit]]) -> str:
    """Why a revision is not one to propose, "" if it is: it is empty, longer than allowed, or says something new without support.

    `judge` runs the engine on the revision; it is asked last, since it may take long.
    """
    if not written.strip():
        return "it is empty"
    if len(written.strip()) > MOST_GROWTH * len(output.strip()):
        return f"it is {len(written.strip()) / max(1, len(output.strip())) - 1:.0%} longer than the output"
    known = {_key(unit) for unit in before if unit.supported is False}
    new = [unit for unit in judge(written) if unit.supported is False and _key(unit) not in known]
    if new:
        return f"it says something new that the reference does not support (“{new[0].statement}”)"
    return ""


def _edit(output: str, start: int, end: int, replacement: str, units: Sequence[Unit], reviser: str) -> Edit:
    return Edit(start, end, replacement, f"Rewritten by {reviser}.", touched(units, start, end))


def touched(units: Sequence[Unit], start: int, end: int) -> tuple[str, ...]:
    """The ids of the unsupported units whose words stand in [start, end), or at `start` for an insertion."""
    return tuple(u.id for u in units if u.supported is False and any(s < max(end, start + 1) and e > start for s, e in _spans(u)))


def _spans(unit: Unit) -> list[tuple[int, int]]:
    if unit.details.spans:
        return list(unit.details.spans)
    return [(unit.answer.start, unit.answer.end)] if unit.answer else []


def _key(unit: Unit) -> str:
    return "".join(c for c in unit.statement.casefold() if c.isalnum())
