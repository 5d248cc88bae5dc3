"""Analyses of every kind that annotators meet, and people who label them."""

from dataclasses import replace

from engines.core.details import ACUDetails
from engines.core.results import Analysis, Deletion, Engine, Unit
from sessions.labelling.labels import Label
from sessions.store import Store
from tests.components import samples


def questions() -> Analysis:
    """Seven questions with answers; two of them are answered by the same words."""
    return samples.analysis()


def claims() -> Analysis:
    """Two claims on the same pair of texts."""
    made = samples.analysis("c1a1c1a1c1a1")
    places = [samples.span(samples.OUTPUT, words) for words in ("Two electric boats built in Sardona", "Fares will rise next year")]
    units = tuple(
        Unit(f"a{n}", "acu", f"{place.text}.", probability=p, supported=p > 0.5, details=ACUDetails(n, ((place.start, place.end),)))
        for n, (place, p) in enumerate(zip(places, (0.2, 0.9), strict=True), 1)
    )
    return replace(made, engine=Engine("acueval", {}, {"verifier": "compact@1"}), units=units)


def words() -> Analysis:
    """LSS on the same pair: "in Sardona" is deleted."""
    made = samples.analysis("1551551551ab")
    gone = samples.span(samples.OUTPUT, "in Sardona")
    deletions = (Deletion(gone.start, gone.end, ("q4",)),)
    return replace(made, engine=Engine("lss", {}, {"verifier": "compact@1"}), deletions=deletions, lss="Hallmere")


class People:
    """Annotators at work on a store."""

    def __init__(self, store: Store):
        self._store, self._count = store, 0

    def say(self, name: str, id: str, mode: str = "blind", step: str = "", **labels: str) -> None:
        """Label units of an analysis; `q1="supported"`, and with `covered` or `uncovered` of the first step. `at_12_20` is a part."""
        for unit, label in labels.items():
            self._count += 1
            item = "span:" + unit[3:].replace("_", "-") if unit.startswith("at_") else f"unit:{unit}"
            wanted = step or ("covered" if label.endswith("covered") else "support")
            self._store.label(id, Label(f"event-{self._count:04}", name, item, wanted, label, mode, 2.0))


def place(words: str) -> str:
    """The part of the sample's output that has these words, as `People.say` takes it."""
    span = samples.span(samples.OUTPUT, words)
    return f"at_{span.start}_{span.end}"
