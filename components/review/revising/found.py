"""What a live check found in a draft, as the script of the page reads it."""

from typing import Any

from components.html.markdown import without_marks
from components.html.markup import Offsets, shortened
from components.html.verdicts import error_words
from components.review.chip import Places
from components.review.errors.rows import LONGEST_FOUND, LONGEST_WORDS, named
from engines.core.findings import ErrorSpan
from engines.core.results import Analysis
from explorer.services.live.checking import Checked
from explorer.services.live.instead import instead


def found(checked: Checked) -> dict[str, Any]:
    """The errors of the draft in the offsets that a browser counts, what it may put in their places, and how the draft stands."""
    analysis = checked.analysis
    offsets, places, puts = Offsets(analysis.output.text), Places(analysis), instead(analysis)
    return {
        "errors": [_error(analysis, error, offsets, places, puts[i]) for i, error in enumerate(analysis.errors or ())],
        "sentences": [[offsets.utf16(start), offsets.utf16(end)] for start, end in analysis.output.sentences],
        "supported": sum(unit.supported is True for unit in analysis.units),
        "units": sum(unit.supported is not None for unit in analysis.units),
        "verified": len(checked.verified),
        "remark": checked.remark,
    }


def _error(analysis: Analysis, error: ErrorSpan, offsets: Offsets, places: Places, put: tuple[int, int, str] | None) -> dict[str, Any]:
    units = {unit.id: unit for unit in analysis.units}
    links = places.error_links(error, [units[id] for id in error.units if id in units])
    return {
        "start": offsets.utf16(error.start),
        "end": offsets.utf16(error.end),
        "words": shortened(without_marks(error.text), LONGEST_WORDS),
        "kind": error_words(error.kind, error.text),
        "has": shortened(without_marks(error.found.text), LONGEST_FOUND) if error.found else "",
        "said": named(error),
        "sure": error.probability,
        "put": None if put is None else [offsets.utf16(put[0]), offsets.utf16(put[1]), put[2]],
        "evidence": links["data_evidence"] or "",
        "best": links["data_best"] or 1,
        "found": links["data_found"] or "",
    }
