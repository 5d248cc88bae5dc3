"""The whole review of one analysis: the header, the two linked panes and the panel about the search."""

from components.html.groups import groups
from components.html.markup import attributes, escape
from components.html.panes import switch, width_line
from components.html.verdicts import SURE
from components.review.answers import has_answers
from components.review.calibration import calibration_panel
from components.review.draft import revision_pane
from components.review.errors.rows import all_rows
from components.review.facts import Notes, facts, noun_of
from components.review.output import output_pane
from components.review.provenance import provenance_panel
from components.review.reference import reference_pane
from components.review.score import score_header
from components.review.scores import score_panel
from components.review.trace import trace_panel
from engines.core.results import Analysis
from engines.declaration.registry import known
from engines.units.errors import completed
from engines.units.readings import threshold_of
from explorer.services.calibrating import CalibrationReport, calibrated
from explorer.services.drafting import RevisionDraft


def review(
    analysis: Analysis,
    *,
    stored: bool = False,
    cached: bool = False,
    annotations: Notes | None = None,
    revision: RevisionDraft | None = None,
    calibration: CalibrationReport | None = None,
) -> str:
    """The HTML of an analysis, to work on (`stored`), or to read: while it runs, or in a report.

    `annotations` are the person's votes and notes by unit; `revision` are the edits to it, where they have been asked for; `calibration`
    is drawn below it, and applied to its probabilities where the person wants it.

    Every string of the analysis is escaped; the script that links the panes reads only data attributes.
    """
    in_use = calibration is not None and calibration.calibration is not None
    if calibration is not None and calibration.calibration is not None:
        original, analysis = analysis, calibrated(analysis, calibration.calibration)
        annotations = _turned(annotations or {}, original, analysis)
    analysis = completed(analysis)
    found, rows = groups(analysis), all_rows(analysis)
    root = attributes(
        class_="qx review",
        data_analysis=analysis.id,
        data_stored="yes" if stored else None,
        data_noun=noun_of(analysis),
        data_mode=_first_mode(analysis),
        data_filter="all",
        data_sentences=len(analysis.reference.sentences),
        data_threshold=threshold_of(analysis),
        data_sure=SURE,
    )
    header = score_header(analysis, found, stored=stored, cached=cached, recalibrated=in_use, revised=revision is not None)
    warnings = "".join(f'<p class="warn" role="note">{escape(words)}</p>' for words in analysis.warnings)
    declared = known(analysis.engine.name)
    searched = any(unit.trace for unit in analysis.units)
    panels = (trace_panel(bool(declared and declared.trace_open)) if searched else "") + score_panel(analysis) + provenance_panel(analysis)
    panels += calibration_panel(calibration) if calibration else ""
    return f"""<div{root}>{header}{warnings}
{switch()}<div class="panes"><section class="left" aria-label="Output and facts">{output_pane(analysis, rows, found)}
{facts(analysis, found, annotations, stored, rows)}</section>{revision_pane(analysis, revision) if revision else ""}
{width_line()}{reference_pane(analysis)}</div>{panels}
<div class="sr live" role="status" aria-live="polite"></div></div>"""


def _first_mode(analysis: Analysis) -> str:
    """What is shown first: what the engine is about, where there is something of it to show."""
    declared = known(analysis.engine.name)
    there = {"table": has_answers(analysis), "delete": analysis.lss is not None}
    return declared.view if declared is not None and there.get(declared.view) else "review"


def _turned(annotations: Notes, before: Analysis, after: Analysis) -> Notes:
    """Votes on verdicts that a recalibration has turned: who disagreed with the one agrees with the other."""
    turned = {new.id for old, new in zip(before.units, after.units, strict=True) if old.supported != new.supported}
    return {
        unit: {**note, "vote": -vote} if unit in turned and isinstance(vote := note.get("vote"), int) else note
        for unit, note in annotations.items()
    }
