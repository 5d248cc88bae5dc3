"""All scores of an analysis with what they mean, in a closed panel: the header has room for one."""

import json
import re
from functools import lru_cache

from components.html.markup import escape
from engines.core.files import asset
from engines.core.results import Analysis

_SENTENCE = re.compile(r"(.+)_sentence_(\d+)")
_COUNTS = frozenset({"questions", "answered", "deletions", "units", "supported"})


@lru_cache(maxsize=1)
def meanings() -> dict[str, list[str]]:
    """Title and meaning of every score by its name in the results."""
    return dict(json.loads(asset("engines", "scores.json").read_text(encoding="utf-8")))


def score_panel(analysis: Analysis) -> str:
    """The panel; nothing while an analysis has no scores."""
    if not analysis.scores:
        return ""
    rows, said = "", ""
    for name, value in analysis.scores.items():
        if _SENTENCE.fullmatch(name):
            continue
        title, meaning = title_of_score(name)
        rows += _row(name, title, "" if meaning == said else meaning, value)
        said = meaning
    sentences = [(int(match[2]), value) for name, value in analysis.scores.items() if (match := _SENTENCE.fullmatch(name))]
    listed = ", ".join(f"{number}: {value:.2f}" for number, value in sorted(sentences))
    more = f'<p class="hint">By sentence of the output: {listed}</p>' if listed else ""
    heading = '<span>Scores</span><span class="hint">every figure of this run, and what it means</span>'
    return (
        f'<details class="card scorebox"><summary>{heading}</summary>'
        f'<div class="scroll"><table class="meanings"><tbody>{rows}</tbody></table></div>{more}</details>'
    )


def title_of_score(name: str) -> tuple[str, str]:
    """The title and the meaning of a score; LSS* has the scores of LSS."""
    known = meanings()
    if name in known:
        return known[name][0], known[name][1]
    plain = name.replace("lss_star_", "lss_", 1)
    if plain in known:
        return known[plain][0].replace("LSS", "LSS*"), "The same of the subsequence with its grammar repaired."
    return name, ""


def _row(name: str, title: str, meaning: str, value: float) -> str:
    figure = f"{value:.0f}" if name in _COUNTS else f"{value:.3f}"
    return (
        f'<tr><th scope="row">{escape(title)}</th><td class="n">{figure}</td><td>{escape(meaning)}</td>'
        f"<td><code>{escape(name)}</code></td></tr>"
    )
