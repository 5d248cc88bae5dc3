"""The status row: what is being done, that it is done, or what went wrong, in one line."""

from components.html.markup import attributes, escape


def working(words: str, done: int = 0, total: int = 0, *, run: str = "", beat: int = 0, seconds: float = 0.0, aside: bool = False) -> str:
    """A step of a run, with a bar when the number of steps is known.

    Args:
        run: its id, by which the page finds it again.
        beat: another number with every telling, by which the page sees that it is still told.
        seconds: since the run was asked for; the page counts on.
        aside: whether the page shows something else, and is to offer the way back.
    """
    share = f'<progress max="{total}" value="{done}" aria-label="{escape(words)}"></progress>' if total > 1 else ""
    count = f'<span class="sr">: </span><span class="count">{done} of {total}</span>' if total > 1 else ""
    clock = f'<span class="secs" aria-hidden="true" data-seconds="{seconds:.1f}"></span>' if run else ""
    back = '<button type="button" class="offer" data-show-run>Show it</button>' if aside else ""
    known = attributes(data_run=run, data_beat=beat) if run else ""
    spin = '<span class="spin" aria-hidden="true"></span>'
    return f'<div class="qx status run" role="status"{known}>{spin}{escape(words)}{count}{share}{clock}{back}</div>'


def finished(words: str, id: str = "", comparison: str = "") -> str:
    """What is done while the page shows something else, with the way to it."""
    way = attributes(data_open_result=id or None, data_open_comparison=comparison or None)
    return f'<div class="qx status" role="status">{escape(words)} <button type="button" class="offer"{way}>Show it</button></div>'


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
