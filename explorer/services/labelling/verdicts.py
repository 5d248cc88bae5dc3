"""What the log of an annotator comes to: a label for each subject, how far they have come, and how long it took."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from explorer.services.labelling.tasks import Item, Task
from sessions.labelling.labels import ADJUDICATED, COVERED, NOTE, OWN, SEEDED, SUPPORT, TIME, Label, place_of, standing

SUPPORTED, INTRINSIC, EXTRINSIC, SENSELESS = "supported", "intrinsic", "extrinsic", "senseless"
"""The labels of a subject: supported by the reference; not so, though the reference has what it asks of; not in the reference at all; and
no sentence that could be true or false."""

TITLES = {SUPPORTED: "Supported", INTRINSIC: "Contradicts the reference", EXTRINSIC: "Not in the reference", SENSELESS: "Makes no sense"}


@dataclass(frozen=True)
class OwnSpan:
    """A part of the output that an annotator marked by themselves, with its kind of error and what they wrote of it."""

    start: int
    end: int
    kind: str
    note: str = ""


@dataclass(frozen=True)
class Annotated:
    """What one annotator says of one analysis.

    Attributes:
        labels: by subject; those without an answer yet are not in it.
        own: what they marked by themselves, in the order of the output.
        notes: by item.
        seconds: that they worked on it.
        done, items: how many questions are answered or settled, and how many there are.
        seeded: the subjects whose label was given with the verdict of the engine in sight.
    """

    annotator: str
    labels: Mapping[str, str]
    own: tuple[OwnSpan, ...]
    notes: Mapping[str, str]
    seconds: float
    done: int
    items: int
    seeded: frozenset[str] = frozenset()

    @property
    def complete(self) -> bool:
        """Whether nothing is left to answer."""
        return self.done >= self.items


def annotated(task: Task, annotator: str, log: Sequence[Label]) -> Annotated:
    """What the log of an annotator comes to."""
    stand = standing(log)
    labels, seeded = {}, set()
    for subject in task.subjects:
        events = [stand[key] for key in [*((id, COVERED) for id in subject.asked), (subject.id, SUPPORT)] if key in stand]
        if label := _label([event.label for event in events]):
            labels[subject.id] = label
            if any(event.mode == SEEDED for event in events):
                seeded.add(subject.id)
    notes = {item: said.label for (item, step), said in stand.items() if step == NOTE}
    places = {item: place for item, step in stand if step == OWN and (place := place_of(item))}
    own = [OwnSpan(*place, stand[item, OWN].label, notes.get(item, "")) for item, place in places.items()]
    done = sum((i.id, i.step) in stand or any(_is_uncovered(stand, id) for id in i.after) or _is_passed(stand, i) for i in task.items)
    in_order = tuple(sorted(own, key=lambda span: (span.start, span.end)))
    return Annotated(annotator, labels, in_order, notes, sum(said.seconds for said in log), done, len(task.items), frozenset(seeded))


def everybody(task: Task, log: Iterable[Label]) -> dict[str, Annotated]:
    """The same of all who have labelled an analysis, by name, the first first; who only adjudicated is not among them."""
    by: dict[str, list[Label]] = {}
    for said in log:
        by.setdefault(said.annotator, []).append(said)
    own = {name: [said for said in mine if said.step != ADJUDICATED] for name, mine in by.items()}
    return {name: annotated(task, name, mine) for name, mine in own.items() if any(said.step != TIME for said in mine)}


def adjudicated(log: Iterable[Label]) -> dict[str, str]:
    """What was decided of subjects, by whomever last."""
    return {item: said.label for (item, step), said in standing(log).items() if step == ADJUDICATED}


def majority(labels: Iterable[str]) -> str | None:
    """The label that most annotators give, as QASemConsistency has it: supported or not, and of those who say not the kind that more of
    them name (a tie of kinds is intrinsic). "" for a tie of the two, None where nobody has said either; who finds no sense says neither.
    """
    counts = Counter(labels)
    if counts[SENSELESS] > counts.total() / 2:
        return SENSELESS
    supported, wrong = counts[SUPPORTED], counts[INTRINSIC] + counts[EXTRINSIC]
    if not supported and not wrong:
        return None
    if supported == wrong:
        return ""
    if supported > wrong:
        return SUPPORTED
    return EXTRINSIC if counts[EXTRINSIC] > counts[INTRINSIC] else INTRINSIC


def _label(said: list[str]) -> str:
    if "uncovered" in said:
        return EXTRINSIC
    return next((_OF_SUPPORT[label] for label in said if label in _OF_SUPPORT), "")


_OF_SUPPORT = {"supported": SUPPORTED, "contradicts": INTRINSIC, "senseless": SENSELESS}


def _is_passed(stand: Mapping[tuple[str, str], Label], item: Item) -> bool:
    """Whether the first step of a unit is answered by the second: what is supported, or contradicted, is in the reference."""
    return item.step == COVERED and (item.id, SUPPORT) in stand


def _is_uncovered(stand: Mapping[tuple[str, str], Label], item: str) -> bool:
    return (item, COVERED) in stand and stand[item, COVERED].label == "uncovered"
