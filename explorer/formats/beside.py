"""What goes out with analyses: what a person added to each, and behind them what goes with a whole history."""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from engines.core.errors import ErrataError, FormatError, StoreError
from explorer.formats.added import ADDED, BATCH, CALIBRATION, COMPARISON, DRAFT, LEFT_OUT, ROUND, batch_row, check_revision
from explorer.formats.exporting import Added
from sessions.soundness import Damaged

if TYPE_CHECKING:
    from sessions.store import Store

_ALL = 2**31


def added_to(store: "Store", left_out: list[Damaged]) -> Added:
    """What the store has beside an analysis: when its title was given or taken back, its labels, and its tags and revision, dated."""

    def added(id: str) -> dict[str, Any]:
        _, titled = store.dated_title(id)
        data: dict[str, Any] = {"titled": titled} if titled else {}
        tags, tagged = store.dated_tags(id)
        data |= {"tags": list(tags), "tagged": tagged} if tagged else {}
        data |= {"labels": [said.to_json() for said in labels]} if (labels := store.labels(id)) else {}
        try:
            if revision := store.dated_revision(id):
                check_revision(revision[0])
                data["revision"] = {"updated": revision[1], "data": revision[0]}
        except ErrataError as problem:
            left_out.append(Damaged("revision", json.dumps([id]), f"the revision of the analysis {id}", str(problem)))
        return data

    return added


def records_beside(store: "Store", left_out: list[Damaged]) -> Iterator[dict[str, Any]]:
    """What goes with a whole history: drafts, comparisons, calibrations, batches with their rows and rounds of quizzes; and at last the
    list of what was left out."""
    left_out += [thing for thing in store.damaged() if thing.kind not in ("note", "label", "revision")]
    with suppress(StoreError):  # then all of them are among what is damaged
        for session, updated, draft in store.drafts():
            texts = {"reference": {"text": draft.reference}, "output": {"text": draft.output}}
            engine = {"name": str(draft.settings.get("engine") or "")}
            record = {"schema": DRAFT, "id": session, "created": updated, "engine": engine, **texts, "settings": dict(draft.settings)}
            yield from _checked(record, Damaged("draft", json.dumps([session]), f"the texts and choices kept as {session}", ""), left_out)
    with suppress(StoreError):
        for each in (each for found in store.comparisons().values() for each in found):
            yield {"schema": COMPARISON, "created": each.created, "engine": {"name": ""}, "analyses": list(each.analyses)}
    with suppress(StoreError):
        for kept in store.calibrations():
            engine_of = {"name": kept.engine, "models": {"verifier": kept.verifier}}
            record = {"schema": CALIBRATION, "created": kept.updated, "engine": engine_of, "data": dict(kept.data)}
            thing = Damaged("calibration", json.dumps([kept.engine, kept.verifier]), f"the calibration of {kept.engine}", "")
            yield from _checked(record, thing, left_out)
    with suppress(StoreError):
        for batch in store.batches(limit=_ALL):
            record = {"schema": BATCH, "id": batch.id, "created": batch.created, "updated": batch.updated, "name": batch.name}
            yield {**record, "engine": {"name": str(batch.about.get("engine") or "")}, "about": dict(batch.about)}
            yield from (batch_row(batch.id, row) for row in store.answers(batch.id, carried=True))
    with suppress(StoreError):
        for of in store.rounds():
            yield {"schema": ROUND, "engine": {"name": ""}, "analysis": of.analysis, **of.to_json()}
    if left_out:
        yield {"schema": LEFT_OUT, "left_out": [asdict(thing) for thing in left_out]}


def _checked(record: dict[str, Any], thing: Damaged, left_out: list[Damaged]) -> Iterator[dict[str, Any]]:
    """The record, if it can be read back; else what it is of is left out."""
    try:
        ADDED[record["schema"]](record)
    except FormatError as problem:
        left_out.append(replace(thing, why=str(problem)))
    else:
        yield record
