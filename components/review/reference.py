"""The reference pane: the text in sentences that can be lit, and a map of where the evidence lies in it."""

from components.html.groups import groups
from components.html.markdown import parts_of
from components.html.markup import Mark, escape, marked
from components.html.verdicts import state
from engines.core.results import Analysis, Document


def reference_pane(analysis: Analysis) -> str:
    """The card that holds the reference; its text is exactly the text given."""
    return reference_card(analysis.reference, minimap(analysis))


def reference_card(reference: Document, ticks: str = "", idle: str = "Select a fact to see its evidence") -> str:
    """The card of any reference; `ticks` are marks on its map, `idle` is what stands above it while nothing is lit."""
    heading = (
        f'<div class="rh"><h3>Reference</h3><span class="where">{idle}</span>'
        '<button type="button" class="close" aria-label="Close the reference"></button></div>'
    )
    text = f'<div class="rtxt" tabindex="0" role="region" aria-label="Reference text" dir="auto">{sentences(reference)}</div>'
    map_ = f'<div class="map" aria-hidden="true"><b class="view"></b>{ticks}</div>'
    return (
        f'<section class="right" aria-label="Reference"><div class="card ref">{heading}<div class="rb">{text}{map_}</div></div></section>'
    )


def sentences(reference: Document) -> str:
    """The reference with one element per sentence, or several of the same number where Markdown cuts it; what lies between sentences stays
    as it is."""
    marks = [Mark(start, end, f'<span class="s" data-s="{i}">', "</span>") for i, (start, end) in enumerate(reference.sentences)]
    return marked(reference.text, marks, parts_of(reference.text))


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
