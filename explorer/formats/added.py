"""What a person added to analyses, as files have it: titles, tags, notes, revisions; and what else goes with a history."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from engines.core.errors import FormatError
from engines.core.results import Analysis
from engines.records.schema import (
    boolean,
    list_of,
    map_of,
    name,
    number,
    object_of,
    one_of,
    optional,
    plain,
    probability,
    text,
    time,
    whole,
)
from engines.records.times import moment
from sessions.annotations import LONGEST_NOTE, Annotation
from sessions.batches.records import IN_JSON, PLAIN, Answered, Batch
from sessions.calibrations import Kept
from sessions.classroom.rounds import LARGEST, Round
from sessions.drafts import Draft
from sessions.joining.batches import BroughtRow
from sessions.joining.merging import BroughtComparison, BroughtDraft, Thing
from sessions.labelling.labels import Label, check_label

DRAFT, CALIBRATION, COMPARISON, BATCH, BATCH_ROW, ROUND, LEFT_OUT = (
    f"errata/{name}/1" for name in ("draft", "calibration", "comparison", "batch", "batch-row", "round", "left-out")
)
"""The schemas of records that stand beside analyses in a file."""


@dataclass(frozen=True)
class Added:
    """What stands with an analysis; times are "" where they are not known or cannot be read, and never later than now."""

    title: str | None = None
    titled: str = ""
    annotations: tuple[Annotation, ...] = ()
    revision: Mapping[str, Any] | None = None
    revised: str = ""
    tags: tuple[str, ...] | None = None
    tagged: str = ""
    labels: tuple[Label, ...] = ()


def check_revision(data: Any) -> None:
    """Whether a revision in the making is of the right types, with one choice for each edit wherever there are choices.

    Raises:
        FormatError: it is not; the message names the place.
    """
    _REVISION(data, "")
    edits = data["edits"]
    if any(edit["start"] > edit["end"] for edit in edits):
        raise FormatError("edits: one ends before it begins.")
    if any(len(row) != len(edits) for row in (data["choices"], *data["past"], *data["future"])):
        raise FormatError(f"choices: there is not one for each of the {len(edits)} edits.")


def check_calibration(data: Any) -> None:
    """Whether a recalibration rises from probabilities to probabilities.

    Raises:
        FormatError: it does not; the message names the place.
    """
    _FITTED(data, "")
    scores, values = (list(data["calibration"][side]) for side in ("scores", "probabilities"))
    if not 2 <= len(scores) == len(values) or scores != sorted(scores) or values != sorted(values):
        raise FormatError("calibration: its scores and probabilities do not rise together.")


def check_added(data: Mapping[str, Any]) -> None:
    """Whether what stands with an analysis is of the right types and ranges.

    Raises:
        FormatError: it is not; the message names the place.
    """
    _ADDED(data, "")


def read_added(data: Mapping[str, Any], analysis: Analysis) -> Added:
    """What stands with an analysis, checked before.

    Raises:
        FormatError: the revision does not fit the analysis.
    """
    title, revision = data.get("title"), data.get("revision")
    if revision is not None:
        check_revision(revision["data"])
        if any(edit["end"] > len(analysis.output.text) for edit in revision["data"]["edits"]):
            raise FormatError("revision has an edit that lies outside the output.")
    notes = (
        Annotation(analysis.id, note["unit"], note["vote"], note.get("note") or "", _past(note.get("created")))
        for note in data.get("annotations") or ()
    )
    return Added(
        title if title and title.strip() else None,
        _past(data.get("titled")),
        tuple(notes),
        revision["data"] if revision else None,
        _past(revision.get("updated")) if revision else "",
        tuple(data["tags"]) if data.get("tags") is not None else None,
        _past(data.get("tagged")),
        tuple(map(_label, data.get("labels") or ())),
    )


def _label(data: Mapping[str, Any]) -> Label:
    """An event of an annotator.

    Raises:
        InputError: it says what no step knows.
    """
    said = Label(**{name: data[name] for name in Label.__dataclass_fields__ if name in data})
    check_label(said)
    return replace(said, seconds=float(said.seconds), created=_past(said.created), changed=_past(said.changed))


def _draft(data: Mapping[str, Any]) -> BroughtDraft:
    _DRAFT(data, "")
    return BroughtDraft(data["id"], _past(data["created"]), Draft(data["reference"]["text"], data["output"]["text"], data["settings"]))


def _calibration(data: Mapping[str, Any]) -> Kept:
    _CALIBRATION(data, "")
    check_calibration(data["data"])
    return Kept(data["engine"]["name"], data["engine"]["models"]["verifier"], _past(data["created"]), data["data"])


def _comparison(data: Mapping[str, Any]) -> BroughtComparison:
    _COMPARISON(data, "")
    return BroughtComparison(tuple(data["analyses"]), _past(data["created"]))


def _batch(data: Mapping[str, Any]) -> Batch:
    _BATCH(data, "")
    return Batch(data["id"], data["name"], _past(data["created"]), _past(data["updated"]), data["about"])


def _batch_row(data: Mapping[str, Any]) -> BroughtRow:
    _BATCH_ROW(data, "")
    try:
        carried = json.loads(data["carried"])
    except (ValueError, RecursionError):
        carried = None
    if not isinstance(carried, dict):
        raise FormatError("carried is not a JSON object in a text.")
    return BroughtRow(data["batch"], Answered(**{name: data[name] for name in (*PLAIN, *IN_JSON)}, carried=carried))


def batch_row(batch: str, row: Answered) -> dict[str, Any]:
    """The record of a row of a batch. What the row carries through is JSON in a text: it may hold numbers that are none (NaN)."""
    own = {name: getattr(row, name) for name in (*PLAIN, *IN_JSON)}
    return {"schema": BATCH_ROW, "engine": {"name": ""}, "batch": batch, **own, "carried": json.dumps(dict(row.carried))}


def _round(data: Mapping[str, Any]) -> Round:
    _ROUND(data, "")
    if len(json.dumps(data["data"])) > LARGEST:
        raise FormatError("data is larger than a round of a quiz may be.")
    return Round(data["id"], data["analysis"], _past(data["created"]), _past(data["updated"]), data["revision"], data["data"])


ADDED: Mapping[str, Callable[[Mapping[str, Any]], Thing]] = {
    DRAFT: _draft,
    CALIBRATION: _calibration,
    COMPARISON: _comparison,
    BATCH: _batch,
    BATCH_ROW: _batch_row,
    ROUND: _round,
}
"""What reads a record, by its schema."""


def _past(written: str | None) -> str:
    """A time as it is, or now where it lies in the future: a wrong clock must not win over everything that is said from now on."""
    found, present = moment(written), datetime.now(UTC)
    return "" if found is None else min(found, present).isoformat()


def _note(value: Any, place: str) -> None:
    text(value, place)
    if len(value) > LONGEST_NOTE:
        raise FormatError(f"{place} has {len(value):,} characters; a note may have {LONGEST_NOTE:,}.")


def _id(value: Any, place: str) -> None:
    """Twelve hexadecimal digits: a batch has a folder of that name."""
    text(value, place)
    if not re.fullmatch(r"[0-9a-f]{12}", value):
        raise FormatError(f"{place} is {value[:60]!r}; it must be 12 hexadecimal digits.")


_ADDED = object_of(
    {},
    {
        "title": text,
        "titled": text,
        "tags": list_of(text),
        "tagged": text,
        "annotations": list_of(object_of({"unit": text, "vote": one_of(-1, 0, 1)}, {"note": _note, "created": text})),
        "revision": object_of({"data": map_of(plain)}, {"updated": text}),
        "labels": list_of(
            object_of(
                dict.fromkeys(("event", "annotator", "item", "step", "label"), text),
                {"mode": text, "seconds": number, "version": whole, "undone": boolean, "created": text, "changed": text},
            )
        ),
    },
)
_CHOICES = list_of(one_of(1, 0, -1))
_EDIT = object_of({"start": whole, "end": whole, "replacement": text, "reason": text, "units": list_of(text)})
_TALLY = object_of({"edits": list_of(whole), "score": optional(number), "supported": whole, "units": whole})
_REVISION = object_of(
    {
        "analysis": text,
        "edits": list_of(_EDIT),
        "comment": list_of(text),
        "notes": list_of(text),
        "choices": _CHOICES,
        "past": list_of(_CHOICES),
        "future": list_of(_CHOICES),
        "scored": list_of(_TALLY),
    },
    {"written": text, "proposed": one_of(True, False)},
)
_FITTED = object_of({"calibration": object_of({side: list_of(probability) for side in ("scores", "probabilities")}), "labels": whole})
_TEXT = object_of({"text": text})
_DRAFT = object_of({"id": name, "created": time, "reference": _TEXT, "output": _TEXT, "settings": map_of(plain)})
_COMPARISON = object_of({"created": time, "analyses": list_of(name)})
_CALIBRATION = object_of(
    {"created": time, "engine": object_of({"name": text, "models": object_of({"verifier": text})}), "data": map_of(plain)}
)
_BATCH = object_of({"id": _id, "name": text, "created": time, "updated": time, "about": map_of(plain)})
_COUNTS = map_of(whole)
_BATCH_ROW = object_of(
    {"batch": name, "position": whole, "line": whole, "id": text, "analysis": optional(name)}
    | dict.fromkeys(("score", "support", "label", "seconds"), optional(number))
    | {"errors": optional(whole), "words": whole, "output": text, "cluster": text, "error": text}
    | {"kinds": _COUNTS, "conflicts": _COUNTS, "facts": _COUNTS, "fields": map_of(text), "carried": text}
)
_ROUND = object_of({"id": name, "analysis": name, "created": time, "updated": time, "revision": whole, "data": map_of(plain)})
