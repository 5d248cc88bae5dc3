"""The declaration of an engine: everything that the rooms above need to know of it, in one place.

From it are made the list of engines, the settings panel, estimates, presets, the command line, the notes and the meanings of scores.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from engines.core.details import Details
from engines.core.engine import EngineRun
from engines.core.machine.files import asset
from engines.core.results import Unit
from engines.core.roles import Parser, Verifier
from engines.core.settings import EngineSettings

View = Literal["review", "table", "delete"]


class RoleModels(Protocol):
    """The models that were chosen for the roles of an engine, loaded when they are asked for."""

    def verifier(self) -> Verifier:
        """The verifier."""
        ...

    def searcher(self) -> Verifier | None:
        """A faster verifier to search the evidence of what the chosen one judges; None where that one does both."""
        ...

    def parser(self) -> Parser:
        """The parser."""
        ...

    def chosen(self, role: str) -> Any:
        """The model chosen for a role; None where the engine's own way is meant."""
        ...


@dataclass(frozen=True)
class Notes:
    """What an engine does, the paper that it comes from, the figures published there, and where it is weak."""

    does: str
    paper: str
    published: str
    weak: str


@dataclass(frozen=True)
class Score:
    """What a score is called and what it means; a count is not a share."""

    title: str
    meaning: str
    count: bool = False


COMMON_SCORES: Mapping[str, Score] = {
    "support": Score(
        "Support", "Geometric mean of the probabilities of all facts: one figure for every engine, to compare versions of one text by."
    ),
    "units": Score("Checked", "How many facts were checked.", count=True),
    "supported": Score("Supported", "How many of them the reference supports.", count=True),
}
"""Scores that any engine may have."""


@dataclass(frozen=True)
class EngineSpec:
    """An engine.

    Attributes:
        name, title, summary: what it is chosen by, what it is called, and what it does in one sentence.
        rank: where it stands in lists, the lowest first.
        settings: its settings, with what they mean.
        build: puts the engine together from the models chosen and settings as plain values.
        scores: what its scores mean; those of a sentence (NAME_sentence_1) need no entry of their own.
        main_score: the score that it is known by.
        notes: what a person should know of it.
        roles: the roles that it asks models in.
        units_per_word: how many units it makes of a word of output, as measured on news summaries; 0 where it checks sentences.
        searches: whether it searches evidence with the verifier that judges, even with a language model.
        rescored: the scores of units whose probabilities were changed; None where they depend on more than the units.
        calibrates: whether the probabilities of its units are those of a verifier, so that they can be recalibrated.
        judges_edits: whether it can say if an edit makes an output better.
        every_word: whether it judges every word of the output, not only those that a unit asks about.
        view: what the page shows first; `trace_open`: whether the search for evidence is shown opened.
        details: kinds of unit of its own.
        presets: what `explorer.model_choice.presets` makes of it.
    """

    name: str
    title: str
    summary: str
    settings: type[EngineSettings]
    build: Callable[[RoleModels, Mapping[str, Any]], EngineRun]
    scores: Mapping[str, Score]
    main_score: str
    notes: Notes | None = None
    rank: int = 100
    roles: tuple[str, ...] = ("verifier",)
    units_per_word: float = 0.0
    searches: bool = False
    rescored: Callable[[Sequence[Unit]], dict[str, float]] | None = None
    calibrates: bool = False
    judges_edits: bool = False
    every_word: bool = False
    view: View = "review"
    trace_open: bool = False
    details: tuple[type[Details], ...] = ()
    presets: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)


def texts(name: str) -> dict[str, Any]:
    """What is written of an engine in assets/engines/NAME.json, as arguments of `EngineSpec`: title, summary, notes, scores, presets."""
    stored = json.loads(asset("engines", f"{name}.json").read_text(encoding="utf-8"))
    scores = {score: Score(title, meaning, bool(count)) for score, (title, meaning, *count) in stored["scores"].items()}
    return {
        "name": name,
        "title": stored["title"],
        "summary": stored["summary"],
        "notes": Notes(**stored["notes"]),
        "scores": scores,
        "presets": tuple(stored["presets"]),
    }
