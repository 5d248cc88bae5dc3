"""Labels that come from elsewhere, joined with those that are here: every event once, in the later of its states."""

from collections.abc import Collection, Iterable

from engines.core.plain.copying import safe_text
from engines.records.times import moment, now
from sessions.joining.undoing import Journal
from sessions.labelling.labels import Label, row_of


def take_labels(analysis: str, labels: Iterable[Label], units: Collection[str], journal: Journal) -> tuple[int, int]:
    """Keep the events of a file; how many were taken, and how many passed over since they are older than what is here, or of other units.

    Args:
        analysis: its id here.
        units: the ids of the units that are here as they are in the file.
    """
    taken = passed = 0
    known = {f"unit:{safe_text(id)}" for id in units}
    for said in labels:
        if said.item.startswith("unit:") and safe_text(said.item) not in known:
            passed += 1
            continue
        key = {"analysis": analysis, "event": said.event}
        values = {name: value for name, value in row_of(said).items() if name != "event"}
        values |= {"created": said.created or now(), "changed": said.changed or said.created or now()}
        wanted = f"SELECT {', '.join(values)} FROM labels WHERE analysis = ? AND event = ?"
        found = journal.tables.execute(wanted, list(key.values())).fetchone()
        if found is not None:
            here = dict(zip(values, found, strict=True))
            if here == values:
                continue
            if here["annotator"] != values["annotator"] or not _later(values, here):
                passed += 1
                continue
        journal.write("labels", key, values)
        taken += 1
    return taken, passed


def _later(one: dict[str, object], other: dict[str, object]) -> bool:
    """Whether a state of an event came after another: it has been changed more often, or as often and later."""
    first, second = moment(one["changed"]), moment(other["changed"])
    if one["version"] != other["version"]:
        return int(str(one["version"])) > int(str(other["version"]))
    return first is not None and (second is None or first > second)
