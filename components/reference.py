"""The reference pane: the text in sentences that can be lit, and a map of where the evidence lies in it."""

from components.groups import groups
from components.markup import Mark, escape, marked
from components.verdicts import state
from engines.results import Analysis


def reference_pane(analysis: Analysis) -> str:
    """The card that holds the reference; its text is exactly the text given."""
    heading = (
        '<div class="rh"><h3>Reference</h3><span class="where">Select a fact to see its evidence</span>'
        '<button type="button" class="close" aria-label="Close the reference"></button></div>'
    )
    text = f'<div class="rtxt" tabindex="0" role="region" aria-label="Reference text" dir="auto">{sentences(analysis)}</div>'
    ticks = f'<div class="map" aria-hidden="true"><b class="view"></b>{minimap(analysis)}</div>'
    return (
        f'<section class="right" aria-label="Reference"><div class="card ref">{heading}<div class="rb">{text}{ticks}</div></div></section>'
    )


def sentences(analysis: Analysis) -> str:
    """The reference with one element per sentence; what lies between sentences stays as it is."""
    spans = analysis.reference.sentences
    return marked(
        analysis.reference.text, [Mark(start, end, f'<span class="s" data-s="{i}">', "</span>") for i, (start, end) in enumerate(spans)]
    )


def minimap(analysis: Analysis) -> str:
    """One tick per unit at the height of its best evidence; unsupported ones stand out."""
    length = max(1, len(analysis.reference.text))
    ticks = []
    for group in groups(analysis):
        for unit in group.units:
            if unit.evidence and state(unit) != "wait":
                top = 100 * unit.evidence[0].start / length
                ticks.append(f'<i class="{state(unit)}" data-unit="{escape(unit.id)}" style="top:{top:.2f}%"></i>')
    return "".join(ticks)
