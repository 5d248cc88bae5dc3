"""How a verdict reads: one state per unit, in words that need no colour."""

from engines.results import Unit

SUPPORTED = "ok"
UNSUPPORTED = "no"
PENDING = "wait"

WORDS = {SUPPORTED: "Supported", UNSUPPORTED: "Unsupported", PENDING: "Not checked yet"}
ERRORS = {"extrinsic": "not in the reference", "intrinsic": "contradicts the reference"}


def state(unit: Unit) -> str:
    """`ok`, `no`, or `wait` while the unit is unverified; the class name that the style sheet knows."""
    if unit.supported is None:
        return PENDING
    return SUPPORTED if unit.supported else UNSUPPORTED


def tally(units: tuple[Unit, ...] | list[Unit]) -> tuple[int, int, int]:
    """How many units are supported, unsupported, and not checked yet."""
    states = [state(unit) for unit in units]
    return states.count(SUPPORTED), states.count(UNSUPPORTED), states.count(PENDING)


def worst(units: tuple[Unit, ...] | list[Unit]) -> str:
    """The state of a group: unsupported if any unit is, pending while one is unchecked, else supported."""
    states = {state(unit) for unit in units}
    return next((s for s in (UNSUPPORTED, PENDING) if s in states), SUPPORTED)


def error_words(unit: Unit, kind: str | None = None) -> str:
    """The kind of error in words, also for a unit that is supported now and may not be at another threshold."""
    kind = kind or unit.error or str(unit.extra.get("error_if_unsupported"))
    return ERRORS.get(kind, ERRORS["intrinsic"])
