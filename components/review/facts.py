"""The facts: their chips gathered under the predicate and the sentence of the output that they come from."""

from collections.abc import Mapping, Sequence

from components.html.groups import Group, by_sentence, groups
from components.html.markup import attributes, escape, plural
from components.html.verdicts import SURE, is_unsure, tally, worst
from components.review.answers import answer_table
from components.review.chip import Places, chip
from components.review.subsequence import subsequence_box
from engines.core.details import details_class
from engines.core.results import Analysis, Unit

Notes = Mapping[str, Mapping[str, object]]

_NONE = "Everything is supported at this threshold."
_SURE = f"Every supported fact is so with a probability of {SURE:.2f} or more."
_NOTHING = '<p class="nofacts">No fact to check was found in this output. A sentence with a verb, and something said of it, is needed.</p>'


def facts(analysis: Analysis, found: list[Group] | None = None, annotations: Notes | None = None, editable: bool = True) -> str:
    """The list of facts, with the threshold and the filter above it.

    Args:
        analysis: the analysis shown; units without a probability are drawn as being checked.
        found: its groups, when the caller has them already.
        annotations: what the person said of single units, `{unit id: {"vote": 1, 0 or -1, "note": text}}`.
        editable: whether the person can change what they said, or it is only to be read.
    """
    found = groups(analysis) if found is None else found
    places, notes = Places(analysis), annotations or {}
    sentences = by_sentence(found)
    body = "".join(
        (_sentence(number, members, len(analysis.output.sentences)) if len(sentences) > 1 else "")
        + "".join(_group(group, places, notes, editable, len(sentences) > 1) for group in members)
        for number, members in sentences
    )
    return (
        f'<div class="bar2"><h3 id="facts-title">{noun_of(analysis).capitalize()}s</h3>'
        f'<span class="hint voted"></span>{_threshold(analysis)}{_filter(analysis.units)}</div>'
        '<div class="groups" role="region" aria-labelledby="facts-title" tabindex="-1">'
        f'{subsequence_box(analysis)}{answer_table(analysis, found)}<div class="list">{body or _NOTHING}</div>'
        f"{_nothing_left(analysis.units)}</div>"
    )


def _nothing_left(units: Sequence[Unit]) -> str:
    """What stands in the list where a filter leaves nothing in it; the page's script shows and hides it as the threshold moves."""
    pending = any(unit.supported is None for unit in units) or not units
    no, unsure = any(unit.supported is False for unit in units), any(map(is_unsure, units))
    lines = (("none", pending or no, _NONE), ("sure", pending or unsure, _SURE))
    return "".join(f"<p{attributes(class_=name, hidden=hidden)}>{words}</p>" for name, hidden, words in lines)


def threshold_of(analysis: Analysis) -> float:
    """The probability from which on a fact counted as supported in this run."""
    value = analysis.engine.settings.get("threshold", 0.5)
    return float(value) if isinstance(value, int | float) and 0 <= value <= 1 else 0.5


def noun_of(analysis: Analysis) -> str:
    """What the units of an analysis are called: sentences, claims, answers, passages, or facts."""
    kinds = {unit.kind for unit in analysis.units}
    return details_class(kinds.pop() if len(kinds) == 1 else "").noun


def summary(analysis: Analysis) -> str:
    """`8 of 12 facts supported`, or how many are checked while the analysis runs."""
    supported, _, pending = tally(analysis.units)
    total = len(analysis.units)
    if not total:
        return "No facts found"
    if pending:
        return f"{total - pending} of {plural(total, noun_of(analysis))} checked"
    return f"{supported} of {plural(total, noun_of(analysis))} supported"


def _threshold(analysis: Analysis) -> str:
    if not analysis.units or any(unit.probability is None for unit in analysis.units):
        return ""
    value = threshold_of(analysis)
    return (
        '<label class="threshold" title="Facts at or above this probability count as supported"><span>Threshold</span>'
        f'<input type="range" min="0" max="1" step="0.01" value="{value}" aria-valuetext="{value:.2f}">'
        f'<output class="at">{value:.2f}</output></label>'
    )


def _filter(units: Sequence[Unit]) -> str:
    _, unsupported, _ = tally(list(units))
    return (
        '<div class="seg sm" role="group" aria-label="Filter facts">'
        f'<button type="button" data-filter="all" aria-pressed="true">All <em class="count-all">{len(units)}</em></button>'
        '<button type="button" data-filter="no" aria-pressed="false"><span class="dot" aria-hidden="true"></span>Unsupported '
        f'<em class="count-no">{unsupported}</em></button>'
        f'<button type="button" data-filter="unsure" aria-pressed="false" title="Supported, with a probability below {SURE:.2f}">Unsure '
        f'<em class="count-unsure">{sum(map(is_unsure, units))}</em></button></div>'
    )


def _sentence(number: int | None, members: list[Group], total: int) -> str:
    if number is None:
        return ""
    units = [unit for group in members for unit in group.units]
    return (
        f'<div class="sentence {_states(units)}"{attributes(data_sentence=number)}><h4>Sentence {number + 1}'
        f'<span class="sr"> of {total}</span></h4>{_tally(units)}</div>'
    )


def _group(group: Group, places: Places, notes: Notes, editable: bool, under_sentence: bool) -> str:
    bare = " bare" if group.whole and under_sentence else ""
    chips = "".join(chip(unit, places, notes.get(unit.id, {}), editable) for unit in group.units)
    return (
        f'<section class="grp {_states(group.units)}{bare}"{attributes(data_group=group.id, data_of=group.sentence)}>'
        f'<h5><span class="pw" dir="auto">{escape(group.title)}</span>{_tally(group.units)}</h5><ul>{chips}</ul></section>'
    )


def _states(units: Sequence[Unit]) -> str:
    """The classes of a block of facts: its worst verdict, and whether one of them is unsure."""
    return worst(list(units)) + (" unsure" if any(map(is_unsure, units)) else "")


def _tally(units: Sequence[Unit]) -> str:
    supported, _, pending = tally(list(units))
    return f'<span class="tally">{"…" if pending else f"{supported}/{len(units)}"}</span>'
