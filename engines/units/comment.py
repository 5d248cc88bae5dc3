"""What is wrong with an output, for whoever revises it (ACUEval, section 3)."""

from collections.abc import Sequence

from engines.core.results import Unit


def comment(units: Sequence[Unit]) -> str:
    """The unsupported units as a numbered comment; empty when there are none."""
    unsupported = [u for u in units if u.supported is False]
    if not unsupported:
        return ""
    lines = [f"{number}. {unit.statement}" for number, unit in enumerate(unsupported, 1)]
    return "\n".join(["The reference does not support these facts:", *lines])
