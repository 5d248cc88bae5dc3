"""Moments as records have them: ISO 8601, in UTC unless they say otherwise."""

from datetime import UTC, datetime


def moment(written: object) -> datetime | None:
    """A moment in UTC from its text; without a zone it counts as UTC. None where it is no moment, or one that no calendar holds in UTC."""
    if not isinstance(written, str):
        return None
    try:
        found = datetime.fromisoformat(written)
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def now() -> str:
    """The present, as records have it."""
    return datetime.now(UTC).isoformat()
