"""How far annotators agree with each other and with the engine, over one analysis or many, and where they differ."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from engines.core.errors import InputError
from engines.core.results import Analysis
from engines.declaration.registry import engine_title
from explorer.services.comparison import verifier_name
from explorer.services.labelling.coefficients import Rating, alpha, cohen, fleiss, rated_alike
from explorer.services.labelling.own_spans import SpanAgreement, own_spans
from explorer.services.labelling.tasks import Subject, Task, task_of
from explorer.services.labelling.verdicts import SENSELESS, SUPPORTED, Annotated, adjudicated, everybody, majority
from sessions.labelling.labels import COVERED, SEEDED, SUPPORT, Label, standing

if TYPE_CHECKING:
    from sessions.store import Store

UNSUPPORTED, MAJORITY = "unsupported", "the majority"


@dataclass(frozen=True)
class Labelled:
    """An analysis with what its annotators say.

    Attributes:
        people: by name.
        decided: what was adjudicated, by subject.
        covered: what each said of the parts and units of the first step.
    """

    analysis: Analysis
    task: Task
    people: Mapping[str, Annotated]
    decided: Mapping[str, str]
    covered: Mapping[str, Mapping[str, str]]

    def said(self, subject: str) -> dict[str, str]:
        """The label that each annotator gives a subject."""
        return {name: one.labels[subject] for name, one in self.people.items() if subject in one.labels}

    def majority(self, subject: str) -> str | None:
        """What most say of a subject; "" for a tie, None where nobody has said anything."""
        return majority(self.said(subject).values())


@dataclass(frozen=True)
class Pair:
    """Two who judge the same things: Cohen's kappa over `units` of them, of which they call `same` the same."""

    first: str
    second: str
    kappa: float | None
    units: int
    same: int


@dataclass(frozen=True)
class Level:
    """Agreement on one thing.

    Attributes:
        name: what it is agreement on.
        units: that two annotators or more have judged.
        fleiss: over the `alike` units with as many labels as each other; `alpha` is over all.
        pairs: of annotators.
    """

    name: str
    units: int
    alike: int
    fleiss: float | None
    alpha: float | None
    pairs: tuple[Pair, ...]


@dataclass(frozen=True)
class Dispute:
    """A subject on which annotators differ, what each says, and what the majority and an adjudicator make of it."""

    analysis: str
    subject: Subject
    said: Mapping[str, str]
    majority: str | None
    decided: str = ""


@dataclass(frozen=True)
class AgreementReport:
    """The whole report.

    Attributes:
        analyses: what it is over.
        people: for each annotator subjects labelled, seconds, and how many of the labels were made with verdicts in sight.
        levels: support (as the paper: supported or not), kind (with the kind of error), and the first step.
        engines: every annotator, and the majority, against the engine whose units they judged.
        words: every annotator against every engine on the same texts, by words.
        spans: on what annotators marked by themselves; None where nobody has marked anything.
        disputes: where annotators differ, as they stand in the texts.
        ties: how many of them have no majority and are not decided.
    """

    analyses: tuple[Labelled, ...]
    people: Mapping[str, tuple[int, float, int]]
    levels: tuple[Level, ...]
    engines: tuple[Pair, ...]
    words: tuple[Pair, ...]
    spans: SpanAgreement | None
    disputes: tuple[Dispute, ...]
    ties: int

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "analyses": [one.analysis.id for one in self.analyses],
            "annotators": [{"name": n, "labels": k, "seconds": round(s, 1), "seeded": t} for n, (k, s, t) in self.people.items()],
            "agreement": [{**vars(level), "pairs": [vars(pair) for pair in level.pairs]} for level in self.levels],
            "engines": [vars(pair) for pair in self.engines],
            "words": [vars(pair) for pair in self.words],
            "own_spans": None if self.spans is None else self.spans.to_json(),
            "disagreements": [
                {
                    "analysis": each.analysis,
                    "item": each.subject.id,
                    "words": each.subject.words,
                    "labels": dict(each.said),
                    "majority": "tie" if each.majority == "" else each.majority,
                    "adjudicated": each.decided or None,
                }
                for each in self.disputes
            ],
            "ties": self.ties,
        }


def labelled(
    store: "Store", ids: Sequence[str] | None = None, annotators: Collection[str] = (), blind_only: bool = False
) -> list[Labelled]:
    """The analyses with these ids (None: all that somebody has labelled), with what annotators say of them.

    Args:
        annotators: those whose labels count; all if none are named.
        blind_only: whether labels count that were made with the verdicts of the engine in sight.

    Raises:
        InputError: there is no such analysis.
    """
    return [labelled_analysis(store.get(id), store.labels(id), annotators, blind_only) for id in (store.labelled() if ids is None else ids)]


def labelled_analysis(analysis: Analysis, log: Sequence[Label], annotators: Collection[str] = (), blind_only: bool = False) -> Labelled:
    """An analysis with what a log says of it; see `labelled`."""
    task, decided = task_of(analysis), adjudicated(log)
    counted = [said for said in log if (not annotators or said.annotator in annotators) and not (blind_only and said.mode == SEEDED)]
    people = everybody(task, counted)
    covered: dict[str, dict[str, str]] = {}
    whole = {subject.id for subject in task.subjects if subject.asked == (subject.id,)}
    for name in people:
        stand = standing(said for said in counted if said.annotator == name)
        for (item, step), said in stand.items():
            if step == COVERED:
                covered.setdefault(item, {})[name] = said.label
            elif step == SUPPORT and item in whole and (item, COVERED) not in stand and said.label != "senseless":
                covered.setdefault(item, {})[name] = "covered"  # who answers the second step alone has found it there
    return Labelled(analysis, task, people, decided, covered)


def report(found: Sequence[Labelled], words: Sequence[Pair] = ()) -> AgreementReport:
    """How far the annotators of some analyses agree.

    Args:
        words: annotators against engines by words (`explorer.services.labelling.by_words`).

    Raises:
        InputError: nobody has labelled anything in them.
    """
    found = [one for one in found if one.people]
    if not found:
        raise InputError("Nobody has labelled any of these yet. Open Annotate on an analysis and choose a name to begin.")
    names = list(dict.fromkeys(name for one in found for name in one.people))
    rated = [(one, subject, one.said(subject.id)) for one in found for subject in one.task.subjects]
    kinds: list[Rating] = [{**said} for _, _, said in rated if said]
    levels = (
        _level("support", [binary(said) for said in kinds], names),
        _level("kind", kinds, names),
        _level("first step", [{**said} for one in found for said in one.covered.values()], names),
    )
    disputes = [
        Dispute(one.analysis.id, subject, said, majority(said.values()), one.decided.get(subject.id, ""))
        for one, subject, said in rated
        if len(set(said.values())) > 1
    ]
    ties = sum(each.majority == "" and not each.decided for each in disputes)
    spans = own_spans((one.analysis, one.people) for one in found)
    engines = tuple(_engines(found, names))
    return AgreementReport(tuple(found), _people(found, names), levels, engines, tuple(words), spans, tuple(disputes), ties)


def binary(said: Rating) -> Rating:
    """Labels as supported or not; who finds no sense says neither."""
    return {who: SUPPORTED if label == SUPPORTED else UNSUPPORTED for who, label in said.items() if label != SENSELESS}


def _people(found: Sequence[Labelled], names: Iterable[str]) -> dict[str, tuple[int, float, int]]:
    own = {name: [one.people[name] for one in found if name in one.people] for name in names}
    return {
        name: (sum(len(one.labels) for one in mine), sum(one.seconds for one in mine), sum(len(one.seeded) for one in mine))
        for name, mine in own.items()
    }


def _level(name: str, ratings: Sequence[Rating], names: Sequence[str]) -> Level:
    shared = [one for one in ratings if len(one) > 1]
    pairs = tuple(pair for first, second in combinations(names, 2) if (pair := _pair(shared, first, second)).units)
    return Level(name, len(shared), len(rated_alike(shared)), fleiss(shared), alpha(shared), pairs)


def _pair(ratings: Sequence[Rating], first: str, second: str) -> Pair:
    both = [(one[first], one[second]) for one in ratings if first in one and second in one]
    return Pair(first, second, cohen(ratings, first, second), len(both), sum(a == b for a, b in both))


def _engines(found: Sequence[Labelled], names: Sequence[str]) -> Iterator[Pair]:
    """Each annotator, and the majority where there are several, against the engine whose units they have judged, supported or not."""
    for engine in dict.fromkeys(engine_name(one.analysis) for one in found):
        mine = [one for one in found if engine_name(one.analysis) == engine]
        for who in [*names, *((MAJORITY,) if len(names) > 1 else ())]:
            ratings: list[Rating] = []
            for one in mine:
                for subject in one.task.subjects:
                    label = one.majority(subject.id) if who == MAJORITY else one.said(subject.id).get(who)
                    if subject.supported is not None and label and label != SENSELESS:
                        theirs = SUPPORTED if subject.supported else UNSUPPORTED
                        ratings.append({0: SUPPORTED if label == SUPPORTED else UNSUPPORTED, 1: theirs})
            if ratings:
                yield Pair(who, engine, cohen(ratings, 0, 1), len(ratings), sum(one[0] == one[1] for one in ratings))


def engine_name(analysis: Analysis) -> str:
    """What judges in an analysis: its engine, and its verifier where that is not the bundled one."""
    verifier = verifier_name(analysis.engine.models.get("verifier", ""))
    return engine_title(analysis.engine.name) + (f" with {verifier}" if verifier not in ("", "compact") else "")
