"""Things that come from elsewhere, joined with what is here: of two states of one thing the newer stays, two things of one name both do.

All of a file is taken in one transaction, so that it is here whole or not at all, whatever happens meanwhile.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from engines.core.errors import FormatError, StoreError
from engines.core.plain.copying import safe_text
from engines.core.results import Analysis, Unit
from engines.records.times import moment, now
from sessions.annotations import Annotation
from sessions.batches.records import Batch
from sessions.calibrations import Kept
from sessions.classroom.rounds import Round
from sessions.drafts import Draft
from sessions.joining.batches import BroughtRow, TakenBatches, take_batch, take_round, take_row
from sessions.joining.labels import take_labels
from sessions.joining.undoing import Journal, Undoing
from sessions.labelling.labels import Label
from sessions.listing.comparisons import comparison_id
from sessions.listing.tags import plain_tags
from sessions.listing.titles import Titles, one_line, title_of
from sessions.pairs import pair_of
from sessions.revisions import Revisions
from sessions.rows import analysis_row, put, read


@dataclass(frozen=True)
class Brought:
    """An analysis with what a person added to it; times are "" where they are not known."""

    analysis: Analysis
    title: str | None = None
    titled: str = ""
    annotations: tuple[Annotation, ...] = ()
    revision: Mapping[str, Any] | None = None
    revised: str = ""
    tags: tuple[str, ...] | None = None
    tagged: str = ""
    labels: tuple[Label, ...] = ()


@dataclass(frozen=True)
class BroughtComparison:
    """Analyses of one pair that were compared, by their ids."""

    analyses: tuple[str, ...]
    created: str


@dataclass(frozen=True)
class BroughtDraft:
    """What stood in the boxes of a session."""

    session: str
    updated: str
    draft: Draft


Stored = Mapping[str, Any] | list[str]
"""What a row holds as JSON."""

Thing = Brought | BroughtDraft | BroughtComparison | Kept | Batch | BroughtRow | Round
"""A row of a batch comes after its batch, and both after the analyses that they name, as comparisons and rounds do."""


@dataclass
class Merged:
    """What came of an import.

    Attributes:
        number: of the import, to undo it by; 0 where nothing was changed.
        ids: of the analyses of the file as they are here, in their order.
        done: how many analyses are "new", were here as the "same", are an "older" run than what is here or a "newer" one that took its
            place, "mended" one that was damaged, stand "beside" another of their name, or are "back" from the deleted ones; and how many of
            each "note", "label", "title", "tags", "revision", "draft", "comparison", "calibration", "batch" and "round" were taken.
        passed: of notes, titles and so on, those that were passed over because what is here is newer.
        renamed: the ids of those beside others, as they are here, by their ids in the file.
    """

    number: int = 0
    ids: list[str] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    passed: Counter[str] = field(default_factory=Counter)
    renamed: dict[str, str] = field(default_factory=dict)


class Merging(Revisions, Titles, Undoing):
    """The part of the store that takes in what comes from elsewhere."""

    def merge(self, things: Iterable[Thing], name: str) -> Merged:
        """Take in the things of a file called `name`: all of them, or nothing where one fails.

        Raises:
            StoreError: the database cannot be written.
        """
        merged = Merged()
        with self._database.writing() as tables:
            journal, batches = Journal(tables), TakenBatches()
            for thing in things:
                if isinstance(thing, Brought):
                    self._bring(thing, journal, merged)
                elif isinstance(thing, BroughtDraft):
                    data = {"reference": thing.draft.reference, "output": thing.draft.output, "settings": dict(thing.draft.settings)}
                    _take("draft", "drafts", {"session": safe_text(thing.session)}, data, thing.updated, journal, merged)
                elif isinstance(thing, BroughtComparison):
                    _take_comparison(thing, journal, merged)
                elif isinstance(thing, Batch):
                    take_batch(thing, batches, journal, merged.done, merged.passed)
                elif isinstance(thing, BroughtRow):
                    take_row(thing, merged.renamed, batches, journal, merged.passed)
                elif isinstance(thing, Round):
                    take_round(thing, merged.renamed, journal, merged.done, merged.passed)
                else:
                    key = {"engine": safe_text(thing.engine), "verifier": safe_text(thing.verifier)}
                    _take("calibration", "calibrations", key, dict(thing.data), thing.updated, journal, merged)
            for id in sorted(batches.new):
                journal.added_batch(id)
            merged.number = self.remember_import(tables, name, merged.done, journal)
        return merged

    def _bring(self, brought: Brought, journal: Journal, merged: Merged) -> None:
        id = brought.analysis.id
        before = journal.analysis(id)
        relation: Relation = "new" if before is None else _relation(before["data"], brought.analysis)
        if relation == "other":
            merged.renamed[id] = _other_id(brought.analysis)
            id = merged.renamed[id]
            brought = replace(brought, analysis=replace(brought.analysis, id=id))
            before = journal.analysis(id)
            relation = "beside" if before is None else "mended" if _relation(before["data"], brought.analysis) == "mended" else "same"
        merged.ids.append(id)
        merged.done[relation] += 1
        if brought.tags is not None:
            named = pair_of(safe_text(brought.analysis.reference.text), safe_text(brought.analysis.output.text))
            _take("tags", "tags", {"pair": named}, list(plain_tags(brought.tags)), brought.tagged, journal, merged)
        if before is None:
            self._add(brought, journal, merged)
            return
        if relation in ("newer", "mended"):
            row = {**before, **analysis_row(brought.analysis)}
            put(journal.tables, row | {name: before[name] for name in ("key", "session", "title", "titled", "deleted")}, brought.analysis)
        if before["deleted"]:
            merged.done["back"] += 1
            journal.tables.execute("UPDATE analyses SET deleted = NULL WHERE id = ?", [id])
        self._take_title(brought, merged, journal)
        if journal.analysis(id) != before:
            journal.changed("analyses", {"id": id}, before)
        self._take_annotations(brought, journal, merged)
        self._take_labels(brought, journal, merged)
        if brought.revision is not None:
            data = {**brought.revision, "analysis": id}
            _take("revision", "revisions", {"analysis": id}, data, brought.revised, journal, merged)

    def _add(self, brought: Brought, journal: Journal, merged: Merged) -> None:
        """Keep an analysis that is not here, with all that comes with it."""
        id, scratch = brought.analysis.id, Journal(journal.tables)
        row = analysis_row(brought.analysis, title=brought.title)
        put(journal.tables, row | {"titled": brought.titled or row["titled"]}, brought.analysis)
        self._take_annotations(brought, scratch, merged)
        self._take_labels(brought, scratch, merged)
        if brought.revision is not None:
            data = {**brought.revision, "analysis": id}
            _take("revision", "revisions", {"analysis": id}, data, brought.revised, scratch, merged)
        journal.added(id)

    def _take_title(self, brought: Brought, merged: Merged, journal: Journal) -> None:
        id = brought.analysis.id
        given, titled = self.dated_title(id)
        wanted = one_line(brought.title) if brought.title else None
        if wanted == given or not (wanted or brought.titled):
            return
        if not (_newer(brought.titled, titled) or (given is None and not titled)):
            merged.passed["title"] += 1
            return
        row = {"title": wanted or title_of(safe_text(brought.analysis.output.text)), "titled": brought.titled or now()}
        journal.tables.execute("UPDATE analyses SET title = :title, titled = :titled WHERE id = :id", {**row, "id": id})
        merged.done["title"] += 1

    def _take_annotations(self, brought: Brought, journal: Journal, merged: Merged) -> None:
        """Votes and notes of facts that are here as they are in the file; of two on one fact the newer."""
        if not brought.annotations:
            return
        id = brought.analysis.id
        here = {unit.id: _fact(unit) for unit in read(journal.analysis(id)["data"]).units}  # type: ignore[index]
        theirs = {unit.id: _fact(unit) for unit in brought.analysis.units}
        for said in brought.annotations:
            if said.unit not in theirs or here.get(said.unit) != theirs[said.unit]:
                merged.passed["note"] += 1
                continue
            key = {"analysis": id, "unit": safe_text(said.unit)}
            found = journal.tables.execute(
                "SELECT vote, note, created FROM annotations WHERE analysis = ? AND unit = ?", list(key.values())
            ).fetchone()
            values = {"vote": said.vote, "note": json.dumps(said.note), "created": said.created or now()}
            if found is not None and (found[0], found[1]) == (values["vote"], values["note"]):
                continue
            if found is not None and not _newer(said.created, found[2]):
                merged.passed["note"] += 1
                continue
            journal.write("annotations", key, values)
            merged.done["note"] += 1

    def _take_labels(self, brought: Brought, journal: Journal, merged: Merged) -> None:
        """The events of annotators on what is here as it is in the file; of two states of one event the later."""
        if brought.labels:
            here = {unit.id: _fact(unit) for unit in read(journal.analysis(brought.analysis.id)["data"]).units}  # type: ignore[index]
            same = {unit.id for unit in brought.analysis.units if here.get(unit.id) == _fact(unit)}
            taken, passed = take_labels(brought.analysis.id, brought.labels, same, journal)
            merged.done["label"] += taken
            merged.passed["label"] += passed


def _take_comparison(thing: BroughtComparison, journal: Journal, merged: Merged) -> None:
    """Keep that analyses were compared, under the ids that they have here."""
    rows = {id: journal.analysis(id) for id in (merged.renamed.get(id, id) for id in thing.analyses)}
    here = {id: row["pair"] for id, row in rows.items() if row is not None and not row["deleted"]}
    if len(here) > 1 and len(set(here.values())) == 1:
        data = {"pair": next(iter(here.values())), "analyses": list(here)}
        _take("comparison", "comparisons", {"id": comparison_id(list(here))}, data, thing.created, journal, merged)


def _take(kind: str, table: str, key: dict[str, Any], data: Stored, updated: str, journal: Journal, merged: Merged) -> None:
    """Write the row of a key unless the one that is there says the same, or is newer."""
    where = " AND ".join(f"{name} = ?" for name in key)
    found = journal.tables.execute(f"SELECT data, updated FROM {table} WHERE {where}", list(key.values())).fetchone()
    if found is not None and _json(found[0]) == data:
        return
    if found is not None and _json(found[0]) is not None and not _newer(updated, found[1]):
        merged.passed[kind] += 1
        return
    journal.write(table, key, {"updated": updated or now(), "data": json.dumps(data)})
    merged.done[kind] += 1


Relation = Literal["new", "same", "older", "newer", "mended", "beside", "other"]


def _relation(stored: Any, brought: Analysis) -> Relation:
    """What an analysis is to the stored one of its id: the same, an older or newer run of it, or another that has its name by chance."""
    try:
        here = read(stored)
    except StoreError:
        return "mended"
    except FormatError:  # of a newer version, which knows what is in it
        return "other"
    same_run = (here.reference.text, here.output.text, here.engine) == (brought.reference.text, brought.output.text, brought.engine)
    if not same_run:
        return "other"
    if [_verdict(unit) for unit in here.units] == [_verdict(unit) for unit in brought.units]:
        return "same"
    if _newer(brought.created, here.created):
        return "newer"
    return "older" if _newer(here.created, brought.created) else "other"


def _fact(unit: Unit) -> tuple[Any, ...]:
    return unit.kind, unit.statement, unit.question, unit.answer, unit.predicate


def _verdict(unit: Unit) -> tuple[Any, ...]:
    return unit.id, *_fact(unit), unit.probability, unit.supported, unit.error


def _other_id(analysis: Analysis) -> str:
    """An id made of everything in an analysis: the same whenever the same file is imported."""
    said = json.dumps(analysis.to_json(), sort_keys=True)
    return hashlib.sha256(said.encode("ascii")).hexdigest()[:12]


def _newer(one: Any, other: Any) -> bool:
    """Whether a time is later than another; one that is not known is earlier than all."""
    first, second = moment(one), moment(other)
    return first is not None and (second is None or first > second)


def _json(data: Any) -> Any:
    try:
        return json.loads(data)
    except (ValueError, TypeError, RecursionError):
        return None
