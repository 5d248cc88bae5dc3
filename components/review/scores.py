"""All scores of an analysis with what they mean, in a closed panel: the header has room for one."""

import re

from components.html.markup import escape
from engines.core.results import Analysis
from engines.declaration.engine_spec import Score
from engines.declaration.registry import meanings

_SENTENCE = re.compile(r"(.+)_sentence_(\d+)")


def score_panel(analysis: Analysis) -> str:
    """The panel; nothing while an analysis has no scores."""
    if not analysis.scores:
        return ""
    rows, said, declared = "", "", meanings(analysis.engine.name)
    for name, value in analysis.scores.items():
        if _SENTENCE.fullmatch(name):
            continue
        known = declared.get(name, Score(name, ""))
        rows += _row(name, known, "" if known.meaning == said else known.meaning, value)
        said = known.meaning
    sentences = [(int(match[2]), value) for name, value in analysis.scores.items() if (match := _SENTENCE.fullmatch(name))]
    listed = ", ".join(f"{number}: {value:.2f}" for number, value in sorted(sentences))
    more = f'<p class="hint">By sentence of the output: {listed}</p>' if listed else ""
    heading = '<span>Scores</span><span class="sr">: </span><span class="hint">every figure of this run, and what it means</span>'
    return (
        f'<details class="card scorebox"><summary>{heading}</summary>'
        f'<div class="scroll"><table class="meanings"><tbody>{rows}</tbody></table></div>{more}</details>'
    )


def _row(name: str, known: Score, meaning: str, value: float) -> str:
    figure = f"{value:.0f}" if known.count else f"{value:.3f}"
    return (
        f'<tr><th scope="row">{escape(known.title)}</th><td class="n">{figure}</td><td>{escape(meaning)}</td>'
        f"<td><code>{escape(name)}</code></td></tr>"
    )
