"""How a verdict reads: one state per unit, in words that need no colour."""

from engines.core.results import Unit
from engines.english.pronouns import NEUTER
from engines.units.unanswered import is_unanswered

SUPPORTED = "ok"
UNSUPPORTED = "no"
PENDING = "wait"
UNANSWERED = "void"

WORDS = {SUPPORTED: "Supported", UNSUPPORTED: "Unsupported", PENDING: "Not checked yet", UNANSWERED: "No verdict"}
SURE = 0.8
"""A fact that counts as supported with less than this probability is worth a look too: if the probability means what it says, at
least one in five of these is not supported."""

ERRORS = {"extrinsic": "not in the reference", "intrinsic": "contradicts the reference"}


def state(unit: Unit) -> str:
    """`ok`, `no`, `wait` while the unit is unverified, or `void` where that gave no verdict; the class name that the style sheet knows."""
    if unit.supported is None:
        return UNANSWERED if is_unanswered(unit) else PENDING
    return SUPPORTED if unit.supported else UNSUPPORTED


def is_unsure(unit: Unit) -> bool:
    """Whether a fact counts as supported, but not surely."""
    return bool(unit.supported) and unit.probability is not None and unit.probability < SURE


def tally(units: tuple[Unit, ...] | list[Unit]) -> tuple[int, int, int]:
    """How many units are supported, unsupported, and not checked yet."""
    states = [state(unit) for unit in units]
    return states.count(SUPPORTED), states.count(UNSUPPORTED), states.count(PENDING)


def worst(units: tuple[Unit, ...] | list[Unit]) -> str:
    """The state of a group: unsupported if any unit is, pending while one is unchecked, without a verdict if one is, else supported."""
    states = {state(unit) for unit in units}
    return next((s for s in (UNSUPPORTED, PENDING, UNANSWERED) if s in states), SUPPORTED)


def kind_of(unit: Unit) -> str:
    """The kind of error, also of a unit that is supported now and may not be at another threshold."""
    return unit.error or str(unit.details.error_if_unsupported)


def error_words(kind: str, of: str = "") -> str:
    """A kind of error in words.

    Args:
        of: the words that are wrong.
    """
    if kind == "coreference":
        asked, nobody, somebody = ("What", "nothing", "something") if of.lower() in NEUTER else ("Who", "nobody", "somebody")
        return f"{asked}? It stands for {nobody}, or for {somebody} else"
    return ERRORS.get(kind, ERRORS["intrinsic"])
