"""The errors with the facts folded under them, and all other facts gathered under their predicate and their sentence of the output."""

from collections.abc import Mapping, Sequence

from components.html.groups import Group, by_sentence, groups
from components.html.markup import attributes, escape
from components.html.panes import height_line
from components.html.verdicts import SURE, is_unsure, tally, worst
from components.review.answers import answer_table
from components.review.chip import Places, chip
from components.review.doubts.drawing import doubts
from components.review.errors.rows import Row, all_rows, error_list, look_list, owners
from components.review.subsequence import subsequence_box
from engines.core.details import details_class
from engines.core.results import Analysis, Unit
from engines.units.readings import threshold_of

Notes = Mapping[str, Mapping[str, object]]

_NONE = "Everything is supported at this threshold."
_SURE = f"Every supported fact is so with a probability of {SURE:.2f} or more."
_NOTHING = '<p class="nofacts">No fact to check was found in this output. A sentence with a verb, and something said of it, is needed.</p>'


def facts(
    analysis: Analysis,
    found: list[Group] | None = None,
    annotations: Notes | None = None,
    editable: bool = True,
    rows: Sequence[Row] | None = None,
) -> str:
    """The lists of errors and of facts, with the threshold and the filter above them.

    Args:
        analysis: the analysis shown; units without a probability are drawn as being checked.
        found: its groups, when the caller has them already.
        annotations: what the person said of single units, `{unit id: {"vote": 1, 0 or -1, "note": text}}`.
        editable: whether the person can change what they said, or it is only to be read.
        rows: its errors and what is worth a look, when the caller has them already.
    """
    found = groups(analysis) if found is None else found
    rows = all_rows(analysis) if rows is None else rows
    places, notes = Places(analysis), annotations or {}
    under = owners(rows, analysis.units)
    homes = _homes(found)
    doubtful = doubts(analysis)
    chips = {
        unit.id: chip(unit, places, notes.get(unit.id, {}), editable, homes[unit.id], doubtful.get(unit.id)) for unit in analysis.units
    }
    noun = noun_of(analysis)

    # What a person said of a fact is to be seen by who only reads it.
    opened = set() if editable else {under[id] for id in notes if id in under}

    def folded(number: int) -> list[str]:
        return [chips[id] for id in rows[number].error.units if under.get(id) == number]

    return (
        f'{height_line()}<div class="bar2"><h3 id="facts-title">{noun.capitalize()}s</h3>'
        f'<span class="hint voted"></span>{_threshold(analysis)}{_filter(analysis.units)}</div>'
        '<div class="groups" role="region" aria-labelledby="facts-title" tabindex="-1">'
        f"{subsequence_box(analysis)}{error_list(analysis, rows, places, folded, noun, opened)}{look_list(analysis, rows, places)}"
        f"{answer_table(analysis, found)}"
        f'<div class="list">{_list(analysis, found, places, chips, under) or _NOTHING}</div>'
        f"{_nothing_left(analysis.units)}</div>"
    )


def _homes(found: Sequence[Group]) -> dict[str, str]:
    """Where each fact belongs: `3 17`, its group and its number among all facts."""
    units = [(group.id, unit.id) for group in found for unit in group.units]
    return {unit: f"{group} {number}" for number, (group, unit) in enumerate(units)}


def _list(analysis: Analysis, found: list[Group], places: Places, chips: Mapping[str, str], under: Mapping[str, int]) -> str:
    """The facts that no error explains, by sentence and predicate; what is left empty is there, since the threshold can be moved."""
    sentences = by_sentence(found)
    several = len(sentences) > 1
    return "".join(
        (_sentence(number, members, len(analysis.output.sentences), under) if several else "")
        + "".join(_group(group, places, chips, under, several) for group in members)
        for number, members in sentences
    )


def _nothing_left(units: Sequence[Unit]) -> str:
    """What stands in the list where a filter leaves nothing in it; the page's script shows and hides it as the threshold moves."""
    pending = any(unit.supported is None for unit in units) or not units
    no, unsure = any(unit.supported is False for unit in units), any(map(is_unsure, units))
    lines = (("none", pending or no, _NONE), ("sure", pending or unsure, _SURE))
    return "".join(f"<p{attributes(class_=name, hidden=hidden)}>{words}</p>" for name, hidden, words in lines)


def noun_of(analysis: Analysis) -> str:
    """What the units of an analysis are called: sentences, claims, answers, passages, or facts."""
    kinds = {unit.kind for unit in analysis.units}
    return details_class(kinds.pop() if len(kinds) == 1 else "").noun


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


def _sentence(number: int | None, members: list[Group], total: int, under: Mapping[str, int]) -> str:
    if number is None:
        return ""
    units = [unit for group in members for unit in group.units]
    opening = attributes(class_=f"sentence {_states(units)}{_emptied(units, under)}", data_sentence=number)
    return f'<div{opening}><h4>Sentence {number + 1}<span class="sr"> of {total}</span></h4>{_tally(units)}</div>'


def _group(group: Group, places: Places, chips: Mapping[str, str], under: Mapping[str, int], under_sentence: bool) -> str:
    bare = " bare" if group.whole and under_sentence else ""
    left = "".join(chips[unit.id] for unit in group.units if unit.id not in under)
    opening = attributes(
        class_=f"grp {_states(group.units)}{bare}{_emptied(group.units, under)}",
        data_group=group.id,
        data_of=group.sentence,
        data_place=places.in_output(*group.span) if group.span else None,
        data_name=group.name,
        data_whole="yes" if group.whole else None,
    )
    return (
        f'<section{opening}><h5><span class="pw" dir="auto">{escape(group.title)}</span>{_tally(group.units)}</h5><ul>{left}</ul></section>'
    )


def _emptied(units: Sequence[Unit], under: Mapping[str, int]) -> str:
    """The class of a block whose facts all stand under errors, and of one where an unsupported fact is left that none explains."""
    left = [unit for unit in units if unit.id not in under]
    return " unexplained" if any(unit.supported is False for unit in left) else "" if left else " emptied"


def _states(units: Sequence[Unit]) -> str:
    """The classes of a block of facts: its worst verdict, and whether one of them is unsure."""
    return worst(list(units)) + (" unsure" if any(map(is_unsure, units)) else "")


def _tally(units: Sequence[Unit]) -> str:
    supported, unsupported, pending = tally(list(units))
    counted = "…" if pending else f"{supported}/{supported + unsupported}"
    return f'<span class="sr">: </span><span class="tally">{counted}</span><span class="sr"> supported</span>'
