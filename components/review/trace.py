"""The search for evidence, as data that the page draws for the fact selected: which ranges were read, and what they scored."""

import json

from engines.core.results import Unit


def trace_data(unit: Unit) -> str | None:
    """The nodes of a unit's search as compact JSON `[[first, last, score, level, kept], …]`; None without a search."""
    if not unit.trace:
        return None
    nodes = [[node.first, node.last, round(node.score, 3), node.level, int(node.kept)] for node in unit.trace]
    return json.dumps(nodes, separators=(",", ":"))


def trace_panel(is_open: bool = False) -> str:
    """The panel below the panes; the script fills it for the fact that is selected."""
    return (
        f'<details class="card tracebox"{" open" if is_open else ""}><summary><span>How the evidence was found</span>'
        '<span class="sr">: </span><span class="hint">'
        "the ranges of the reference that were read for the selected fact</span></summary>"
        '<div class="trace"><p class="tracenote">Select a fact to see its search.</p></div></details>'
    )
