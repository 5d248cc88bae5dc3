"""The status row: what is being done, that it is done, or what went wrong, in one line."""

from components.html.markup import escape


def working(words: str, done: int = 0, total: int = 0) -> str:
    """A step of a run, with a bar when the number of steps is known."""
    share = f'<progress max="{total}" value="{done}" aria-label="{escape(words)}"></progress>' if total > 1 else ""
    count = f' <span class="count">{done} of {total}</span>' if total > 1 else ""
    return f'<div class="qx status run" role="status"><span class="spin" aria-hidden="true"></span>{escape(words)}{count}{share}</div>'


def message(words: str) -> str:
    """Something to know; nothing is running."""
    return f'<div class="qx status" role="status">{escape(words)}</div>' if words else '<div class="qx status" role="status"></div>'


def problem(words: str) -> str:
    """What went wrong and what to do."""
    return f'<div class="qx status bad" role="alert">{escape(words)}</div>'


def unseen(words: str) -> str:
    """Something that the page shows where it happens: told to screen readers alone, so that nothing below moves."""
    said = f'<span class="sr">{escape(words)}</span>' if words else ""
    return f'<div class="qx status" role="status">{said}</div>'
