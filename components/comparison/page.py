"""The comparison of several judges on one pair: strips of heat, disagreements with what is behind them, scores and agreement."""

from collections.abc import Sequence
from urllib.parse import quote

from components.comparison.disagreements import MOST_LISTED, disagreement_list
from components.comparison.heatmap import heatmap, legend
from components.comparison.judges import agreement_table, lane_titles, score_table
from components.html.markup import attributes, escape, joined, plural
from components.html.panes import switch, width_line
from components.review.reference import reference_card
from engines.core.results import Document
from engines.core.text import Text
from explorer.services.comparison import Comparison, Judge, Opinion


def comparison_view(comparison: Comparison, waiting: Sequence[Judge] = (), *, stored: bool = True) -> str:
    """The HTML of a comparison; `waiting` are the judges that have not finished yet.

    `stored` gives it what only the page can do: open an analysis, edit the texts, link to it.
    """
    found = comparison.disagreements[:MOST_LISTED]
    known = [opinion for opinion in comparison.opinions if opinion.analysis is not None]
    ids = ",".join(opinion.analysis.id for opinion in known if opinion.analysis)
    root = attributes(class_="qx compare", data_comparison=ids, data_complete="yes" if comparison.complete and stored else None)
    reference = Document(comparison.reference, Text.of(comparison.reference).sentences)
    strips = (
        f'<div class="ch"><h3 id="strips-title">Output</h3>{legend()}</div>'
        '<div class="lanes" tabindex="0" role="region" aria-label="Output with a strip for each result">'
        f'<div class="gutter" aria-hidden="true"{_labels(known)}></div>{heatmap(comparison.output, comparison.opinions, found)}</div>'
    )
    tables = (
        f'<h3 id="judges-title">Scores</h3>{score_table(comparison.opinions, waiting, stored=stored)}'
        f"<h3>Agreement</h3>{agreement_table(comparison, known)}"
    )
    return f"""<div{root}>{_header(comparison, known, waiting, stored)}
<div class="sides"><section class="card out strips" aria-labelledby="strips-title">{strips}</section>
<section class="card judges" aria-labelledby="judges-title">{tables}</section></div>
{switch("Disagreements")}
<div class="panes"><section class="left" aria-label="Where the results differ"><div class="bar2"><h3 id="dis-title">Disagreements</h3>
{'<span class="hint">the most contested first</span>' if found else ""}</div>{disagreement_list(comparison.disagreements, known)}</section>
{width_line()}{reference_card(reference, idle="Open a disagreement to see the evidence")}</div>
<div class="sr live" role="status" aria-live="polite"></div></div>"""


def _header(comparison: Comparison, known: Sequence[Opinion], waiting: Sequence[Judge], stored: bool) -> str:
    divided = len(comparison.disagreements)
    failed = sum(bool(opinion.problem) for opinion in comparison.opinions)
    total = len(comparison.opinions) + len(waiting)
    heading = f"{plural(len(known), 'result')} of {total} so far" if waiting else f"{plural(len(known), 'result')} compared"
    if len(known) > 1:
        said = f"They take different sides on {plural(divided, 'passage')}" if divided else "They take the same side everywhere"
    else:
        said = "Two results are needed to compare" if not waiting else "Waiting for the next result"
    words = f"{len(comparison.reference.split()):,}-word reference"
    seconds = sum(opinion.seconds for opinion in comparison.opinions if not opinion.cached)
    took = f"{seconds:.1f} s" if seconds >= 0.05 else "from the history" if known and not waiting else ""
    line = joined([said, f"{failed} failed" if failed else "", took, words])
    tools = _tools(known) if stored and known and not waiting else ""
    return f'<header class="score cmp"><div class="sum"><h2>{heading}</h2><p>{escape(line)}</p></div>{tools}</header>'


def _tools(known: Sequence[Opinion]) -> str:
    ids = ",".join(opinion.analysis.id for opinion in known if opinion.analysis)
    links = "".join(
        f"<a{attributes(href=f'/errata/comparison.{kind}?ids={quote(ids)}', download=f'errata-comparison.{kind}')}>{name}</a>"
        for kind, name in (("json", "JSON"), ("html", "HTML report"))
    )
    return (
        '<div class="ways"><div class="tools"><button type="button" data-edit>Edit texts</button>'
        f'<button type="button" data-copy="link">Copy link</button>{links}</div></div>'
    )


def _labels(known: Sequence[Opinion]) -> str:
    """The names of the lanes, which the script writes beside every line of the text."""
    return attributes(data_names="\n".join(lane_titles([opinion.judge for opinion in known])))
