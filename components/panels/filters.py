"""What the history can be filtered by: the engine, the share of facts that are supported, and tags."""

from collections.abc import Iterable, Sequence

from components.html.markup import attributes, escape
from engines.declaration.registry import engine_title
from sessions.listing.searching import ANY, Filter

SCORES = (("", "Score"), ("0-69", "Below 70%"), ("70-99", "70% to 99%"), ("100-100", "100%"))
"""Bands of the percentage that stands beside each analysis, and their names; below 70 it is red there."""


def filters(engines: Sequence[str], tags: Sequence[str], chosen: Filter = ANY) -> str:
    """The lists of what is in the history, as they were `chosen`, and a way to take all of it back."""
    score = f"{chosen.score[0]}-{chosen.score[1]}" if chosen.score else ""
    lists = [
        _list("engine", "Engine", [("", "Engine"), *((name, engine_title(name)) for name in engines)], chosen.engine),
        _list("score", "Score", SCORES, score),
        _list("tag", "Tag", [("", "Tag"), *((tag, f"#{tag}") for tag in tags)], chosen.tag) if tags or chosen.tag else "",
    ]
    clear = '<button type="button" data-clear-filters>Clear</button>' if chosen != ANY else ""
    return f'<div class="qx filters" role="group" aria-label="Filter the history">{"".join(lists)}{clear}</div>'


def _list(name: str, label: str, values: Iterable[tuple[str, str]], chosen: str) -> str:
    known = dict(values)
    if chosen and chosen not in known:
        known[chosen] = chosen
    options = "".join(
        f"<option{attributes(value=value, selected=value == chosen)}>{escape(words)}</option>"
        if value
        else f'<option value=""{attributes(selected=not chosen)}>{escape(words)}</option>'
        for value, words in known.items()
    )
    return f"<select{attributes(data_filter_by=name, aria_label=label, class_='on' if chosen else None)}>{options}</select>"
