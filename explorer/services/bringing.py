"""A file of analyses into the history: checked to its end before anything is kept, then kept whole, and told what came of it."""

import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import IO, TYPE_CHECKING, Any

from engines.core.results import Analysis
from explorer.formats.added import Added
from explorer.formats.importing import imported, things
from sessions.annotations import Annotation
from sessions.batches.records import Answered, Batch
from sessions.calibrations import Kept
from sessions.classroom.rounds import Round
from sessions.drafts import Draft
from sessions.joining.batches import BroughtRow
from sessions.joining.merging import Brought, BroughtComparison, BroughtDraft, Merged, Thing
from sessions.labelling.labels import Label

if TYPE_CHECKING:
    from sessions.joining.undoing import Undone
    from sessions.store import Store

IN_MEMORY = 32 * 2**20
"""Bytes of checked records that wait in memory; more wait in a file that has no name."""


@dataclass(frozen=True)
class Report:
    """What came of a file.

    Attributes:
        refused: how many records could not be used. Where there are some, nothing was kept unless they were to be left out.
        sound: how many could be used.
        notes: what was moved, left out or refused, and where.
        merged: what was done; None where nothing was kept.
    """

    refused: int
    sound: int
    notes: list[str]
    merged: Merged | None = None

    def words(self) -> str:
        """The outcome in a sentence or two."""
        if self.merged is None:
            rest = f" The other {_many(self.sound, 'record')} could be." if self.sound else ""
            return f"Nothing was imported: {self.refused} could not be read.{rest}"
        lost = f" {self.refused} could not be read." if self.refused else ""
        return _done(self.merged) + lost


def bring(store: "Store", path: str, name: str = "", leave_out: bool = False) -> Report:
    """Take the analyses of a file into the history, with what was added to them.

    Args:
        name: what the file is called in the list of imports.
        leave_out: whether records that cannot be used are left out; else nothing of a file that has some is kept.

    Raises:
        UsageError: the file is not there.
        FormatError: it is no file of ours.
        StoreError: it cannot be kept; nothing of it is.
    """
    notes: list[str] = []
    refused = sound = 0
    with tempfile.SpooledTemporaryFile(IN_MEMORY, mode="w+", encoding="ascii") as waiting:
        for item in imported(path):
            notes += item.notes
            refused += item.refused
            for thing in things(item):
                waiting.write(_written(thing) + "\n")
                sound += 1
        if refused and not (leave_out and sound):
            return Report(refused, sound, notes)
        waiting.seek(0)
        merged = store.merge(_read(waiting), name or path)
    for old, new in merged.renamed.items():
        notes.append(f"another analysis is called {old} here: the one of the file is kept beside it, as {new}.")
    return Report(refused, sound, notes, merged)


def undone_words(undone: "Undone") -> str:
    """What an import that was taken back came to."""
    kept = f" {_many(undone.kept, 'change')} stayed, since you have worked on that since." if undone.kept else ""
    return f"The import of {undone.name} is undone.{kept}"


def counted(done: Mapping[str, int]) -> str:
    """What an import did, in a few words."""
    new = sum(done.get(name, 0) for name in ("new", "beside", "newer", "mended"))
    other = sum(done.get(name, 0) for name in _ADDED)
    parts = [_many(new, "analysis", "analyses") if new else "", _many(other, "other change") if other else ""]
    return " and ".join(part for part in parts if part) or "deleted analyses brought back"


_ADDED = {
    "note": "vote or note",
    "label": "label",
    "title": "title",
    "revision": "revision",
    "tags": "set of tags",
    "draft": "draft",
    "comparison": "comparison",
    "calibration": "calibration",
    "batch": "batch",
    "round": "round of a quiz",
}
_MANY = {"note": "votes or notes", "tags": "sets of tags", "batch": "batches", "round": "rounds of quizzes"}


def _done(merged: Merged) -> str:
    done = merged.done
    new = sum(done[name] for name in ("new", "beside", "newer", "mended"))
    taken = [_many(done[kind], words, _MANY.get(kind)) for kind, words in _ADDED.items() if done[kind]]
    said = f"{_many(new, 'analysis', 'analyses')} imported" + (f", with {', '.join(taken)}" if taken else "") + "."
    if not merged.number:
        said = "Nothing new."
    details = {
        "Here already as newer runs, which stay": done["older"],
        "In the place of older runs": done["newer"],
        "In the place of damaged ones": done["mended"],
        "Beside others of the same id": done["beside"],
        "Back from the deleted ones": done["back"],
        "Passed over, being older or of facts that are not here": sum(merged.passed.values()),
    }
    here = f" {_many(done['same'], 'analysis was', 'analyses were')} here already." if done["same"] else ""
    return said + here + "".join(f" {words}: {count}." for words, count in details.items() if count)


def _many(count: int, noun: str, many: str | None = None) -> str:
    return f"{count:,} {noun if count == 1 else many or noun + 's'}"


def _written(thing: Thing) -> str:
    if isinstance(thing, Brought):
        added = Added(**{name: getattr(thing, name) for name in Added.__dataclass_fields__})
        return json.dumps({"analysis": thing.analysis.to_json(), "added": asdict(added)})
    kinds = {BroughtDraft: "draft", BroughtComparison: "comparison", Kept: "calibration", Batch: "batch", BroughtRow: "row", Round: "round"}
    return json.dumps({kinds[type(thing)]: asdict(thing)})


def _read(lines: IO[str]) -> Iterator[Thing]:
    for line in lines:
        data: dict[str, Any] = json.loads(line)
        if "draft" in data:
            yield BroughtDraft(**{**data["draft"], "draft": Draft(**data["draft"]["draft"])})
        elif "calibration" in data:
            yield Kept(**data["calibration"])
        elif "comparison" in data:
            yield BroughtComparison(tuple(data["comparison"]["analyses"]), data["comparison"]["created"])
        elif "batch" in data:
            yield Batch(**data["batch"])
        elif "row" in data:
            yield BroughtRow(data["row"]["batch"], Answered(**data["row"]["row"]))
        elif "round" in data:
            yield Round(**data["round"])
        else:
            added = {**data["added"], "annotations": tuple(Annotation(**said) for said in data["added"]["annotations"])}
            added["tags"] = None if added["tags"] is None else tuple(added["tags"])
            added["labels"] = tuple(Label(**said) for said in added["labels"])
            yield Brought(Analysis.from_json(data["analysis"]), **added)
