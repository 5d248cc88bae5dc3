"""The disagreements of a comparison as a list: who takes which side, and, opened, the units behind it with their evidence."""

from collections.abc import Mapping, Sequence

from components.comparison.judges import title_of_judge
from components.html.markdown import without_marks
from components.html.markup import attributes, escape, shortened
from components.html.verdicts import UNSUPPORTED, WORDS, state
from components.review.chip import Places
from engines.core.results import Unit
from explorer.services.comparison import Judge, Opinion
from explorer.services.disagreements import THRESHOLD, Disagreement

MOST_LISTED = 150
"""How many are listed: the rest are the least contested, and a longer list is not read."""

MOST_BEHIND = 6
"""Units of one judge that are shown behind a disagreement."""


def disagreement_list(disagreements: Sequence[Disagreement], known: Sequence[Opinion]) -> str:
    """The list, or words where it is empty; `known` are the judges that have finished."""
    found = disagreements[:MOST_LISTED]
    places = {opinion.judge.name: Places(opinion.analysis) for opinion in known if opinion.analysis}
    items = "".join(_item(number, disagreement, known, places) for number, disagreement in enumerate(found))
    more = len(disagreements) - len(found)
    left = f'<p class="none">{more:,} less contested passages are not listed.</p>' if more > 0 else ""
    nothing = "No passage is judged differently." if len(known) > 1 else "Disagreements are listed once two results are there."
    body = f'<ol class="dis">{items}</ol>{left}' if items else f'<p class="nofacts">{nothing}</p>'
    return f'<div class="groups" role="region" aria-labelledby="dis-title" tabindex="-1">{body}</div>'


def _item(number: int, disagreement: Disagreement, known: Sequence[Opinion], places: Mapping[str, Places]) -> str:
    sides = "".join(_side(opinion.judge, disagreement.probabilities.get(opinion.judge.name)) for opinion in known)
    behind = "".join(_behind(opinion, disagreement, places) for opinion in known)
    words = escape(shortened(without_marks(disagreement.span.text), 160))
    button = attributes(tabindex="0" if number == 0 else "-1", aria_expanded="false", aria_controls=f"behind-{number}")
    return (
        f'<li{attributes(data_d=number)}><button type="button" class="dchip"{button}>'
        f'<span class="dq" dir="auto">{words}</span><span class="who">{sides}</span></button>'
        f'<div class="behind"{attributes(id=f"behind-{number}", hidden=True)}>{behind}</div></li>'
    )


def _side(judge: Judge, probability: float | None) -> str:
    name = escape(title_of_judge(judge))
    if probability is None:
        nothing = '<span aria-hidden="true">–</span><span class="sr"> says nothing; </span>'
        return f'<span class="sd silent" title="Says nothing of these words">{name} {nothing}</span>'
    kind, words = ("ok", "finds support") if probability >= THRESHOLD else ("no", "finds no support")
    figure = f'<span class="num">{probability:.2f}</span><span class="sr"> {words}; </span>'
    return f'<span class="sd {kind}"><i class="ico" aria-hidden="true"></i>{name} {figure}</span>'


def _behind(opinion: Opinion, disagreement: Disagreement, places: Mapping[str, Places]) -> str:
    """The units of one judge behind a disagreement, each with its own link to the reference."""
    if opinion.analysis is None:
        return ""
    units = {unit.id: unit for unit in opinion.analysis.units}
    ids = [id for id in disagreement.units.get(opinion.judge.name, ()) if id in units]
    shown = "".join(_unit(units[id], places[opinion.judge.name]) for id in ids[:MOST_BEHIND])
    more = f'<p class="none">and {len(ids) - MOST_BEHIND} more</p>' if len(ids) > MOST_BEHIND else ""
    return f"<section><h4>{escape(title_of_judge(opinion.judge))}</h4>{shown or _NOTHING_SAID}{more}</section>"


_NOTHING_SAID = '<p class="none">says nothing of these words</p>'


def _unit(unit: Unit, places: Places) -> str:
    now = state(unit)
    words = (
        f'<span class="q">{escape(unit.question)}</span> <span class="a">{escape(unit.answer.text)}</span>'
        if unit.question and unit.answer
        else f'<span class="a whole">{escape(unit.statement)}</span>'
    )
    why = places.reason(unit) if now == UNSUPPORTED else ""
    figure = "" if unit.probability is None else f'<span class="num">{unit.probability:.2f}</span>'
    return (
        f'<div class="qa {now}"><button type="button" class="uchip" aria-pressed="false"{attributes(**places.links(unit))}>'
        f'<span class="ico" aria-hidden="true"></span><span class="sr">{WORDS[now]}. </span>'
        f'<span class="qt" dir="auto">{words}{why}</span><span class="pr">{figure}</span></button></div>'
    )
