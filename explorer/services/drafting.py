"""A revision in the making: the edits proposed, what the person decided about each, and the draft that comes of it."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from queue import Queue
from typing import Any

from engines.core.errors import Cancelled, ErrataError, FormatError, InputError
from engines.core.results import Analysis, Edit, Unit
from engines.declaration.registry import main_score
from engines.models import registry
from engines.revision import apply
from explorer.formats.added import check_revision
from explorer.services.analysis import Stage
from explorer.services.revision import Revision, revise
from explorer.services.workspace import Workspace, settings_of

ACCEPTED, UNDECIDED, REJECTED = 1, 0, -1
MOST_STEPS = 200
"""Decisions that can be undone."""

Choices = tuple[int, ...]


@dataclass(frozen=True)
class Tally:
    """How a text stands with the engine: its main score (None if it gives none), its supported units, and all units verified."""

    score: float | None
    supported: int
    units: int

    def to_json(self) -> dict[str, Any]:
        return {"score": self.score, "supported": self.supported, "units": self.units}


@dataclass(frozen=True)
class RevisionDraft:
    """A revision in the making.

    Attributes:
        analysis: id of the analysis revised.
        edits: all edits proposed, by their place; offsets into the output.
        comment: the unsupported facts, numbered from 1.
        notes: what could not be put right.
        choices: for each edit ACCEPTED, REJECTED or UNDECIDED; only accepted edits are made.
        past, future: earlier choices to go back to, and those gone back from; the nearest last.
        scored: how the text stands for each set of edits that was scored, by the numbers of the edits.
        written: the draft as it was edited by hand, with what of the edits stands in it; None where nobody has.
        proposed: whether edits were asked for; False where the draft is only edited by hand.
    """

    analysis: str
    edits: tuple[Edit, ...]
    comment: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    choices: Choices = ()
    past: tuple[Choices, ...] = ()
    future: tuple[Choices, ...] = ()
    scored: Mapping[tuple[int, ...], Tally] = field(default_factory=dict)
    written: str | None = None
    proposed: bool = True

    @property
    def accepted(self) -> tuple[int, ...]:
        """The numbers of the accepted edits."""
        return tuple(i for i, choice in enumerate(self.choices) if choice == ACCEPTED)

    @property
    def before(self) -> Tally | None:
        """How the original stands."""
        return self.scored.get(())

    @property
    def now(self) -> Tally | None:
        """How the draft stands, None when it was not scored yet, or is edited by hand."""
        return self.scored.get(self.accepted) if self.written is None else None

    @property
    def full(self) -> Tally | None:
        """How the text stands with all edits."""
        return self.scored.get(tuple(range(len(self.edits))))

    def text(self, original: str) -> str:
        """The output with the accepted edits made, or as it was edited by hand."""
        return self.written if self.written is not None else apply(original, [self.edits[i] for i in self.accepted])

    def decided(self, choices: Sequence[int], past: Sequence[Sequence[int]] = (), future: Sequence[Sequence[int]] = ()) -> "RevisionDraft":
        """The same with other choices.

        Raises:
            InputError: there is not one choice for each edit.
        """
        rows = [tuple(row) for row in (choices, *past, *future)]
        if any(len(row) != len(self.edits) or not set(row) <= {ACCEPTED, UNDECIDED, REJECTED} for row in rows):
            raise InputError(f"There are {len(self.edits)} edits: a choice is 1, 0 or -1 for each of them.")
        return replace(self, choices=rows[0], past=tuple(rows[1 : 1 + len(past)][-MOST_STEPS:]), future=tuple(rows[1 + len(past) :]))

    def to_json(self) -> dict[str, Any]:
        """Plain values, as they are stored."""
        return {
            "analysis": self.analysis,
            "edits": [edit.to_json() for edit in self.edits],
            "comment": list(self.comment),
            "notes": list(self.notes),
            "choices": list(self.choices),
            "past": [list(row) for row in self.past],
            "future": [list(row) for row in self.future],
            "scored": [{"edits": list(numbers), **tally.to_json()} for numbers, tally in self.scored.items()],
            "written": self.written,
            "proposed": self.proposed,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "RevisionDraft":
        """Read `to_json` data back.

        Raises:
            FormatError: the data is damaged.
        """
        try:
            check_revision(data)
            edits = tuple(Edit(e["start"], e["end"], e["replacement"], e["reason"], tuple(e["units"])) for e in data["edits"])
            scored = {tuple(row["edits"]): Tally(row["score"], row["supported"], row["units"]) for row in data["scored"]}
            draft = cls(str(data["analysis"]), edits, tuple(data["comment"]), tuple(data["notes"]), scored=scored)
            draft = replace(draft, written=data.get("written"), proposed=data.get("proposed") is not False)
            return draft.decided(data["choices"], data["past"], data["future"])
        except (KeyError, TypeError, ValueError, AttributeError, InputError) as problem:
            raise FormatError(f"The stored revision is damaged ({problem}). Ask for the edits again.") from problem


def stream_draft(
    analysis: Analysis, workspace: Workspace | None = None, models: Mapping[str, str] | None = None
) -> Iterator[Stage | RevisionDraft]:
    """Propose edits: progress first, the draft last, every edit undecided. Closing the iterator stops the work.

    Args:
        models: ids by role; a "reviser" among them writes the revision.

    Raises:
        InputError: the analysis has no verified units to revise by.
    """
    for step in _streamed(analysis, None, workspace, models):
        if isinstance(step, Stage):
            yield step
            continue
        draft = RevisionDraft(analysis.id, step.edits, _comment(analysis), step.notes, (UNDECIDED,) * len(step.edits))
        engine = analysis.engine.name
        scored = {
            tuple(range(len(step.edits))): _tally(engine, step.after, step.units),
            (): _tally(engine, analysis.scores, analysis.units),
        }
        yield replace(draft, scored=scored)


def stream_rescored(analysis: Analysis, draft: RevisionDraft, workspace: Workspace | None = None) -> Iterator[Stage | RevisionDraft]:
    """Score the draft as it stands now; the draft with its score comes last. One that is edited by hand is checked otherwise."""
    if draft.now is not None or draft.written is not None:
        yield draft
        return
    for step in _streamed(replace(analysis, edits=draft.edits), draft.accepted, workspace):
        if isinstance(step, Stage):
            yield step
        else:
            yield replace(draft, scored={**draft.scored, draft.accepted: _tally(analysis.engine.name, step.after, step.units)})


def begun_by_hand(analysis: Analysis, written: str | None = None) -> RevisionDraft:
    """A draft for which no edits have been asked: the output, or what a person wrote in its place."""
    scored: dict[tuple[int, ...], Tally] = {(): _tally(analysis.engine.name, analysis.scores, analysis.units)}
    return RevisionDraft(analysis.id, (), _comment(analysis), scored=scored, written=written, proposed=False)


def _comment(analysis: Analysis) -> tuple[str, ...]:
    """The facts that are not supported."""
    return tuple(unit.statement for unit in analysis.units if unit.supported is False)


def verifier_of(analysis: Analysis) -> str:
    """The id of the verifier that judged an analysis, so that edits are judged by the same.

    Raises:
        InputError: it is not in memory any more; it has to be chosen and run again.
    """
    identity = analysis.engine.models.get("verifier")
    for role, name in registry.loaded():
        # A language model is kept once for all its roles; a server may have been taken out of the settings since.
        with suppress(ErrataError):
            if role in ("verifier", "chat") and registry.get("verifier", name).identity == identity:
                return name
    if identity is None or identity.startswith("compact"):
        return "compact"
    raise InputError(f"The verifier {identity} is not loaded. Choose it and analyse the pair again, then revise.")


def _streamed(
    analysis: Analysis, accepted: Sequence[int] | None, workspace: Workspace | None, models: Mapping[str, str] | None = None
) -> Iterator[Stage | Revision]:
    """A revision made in a thread of its own, so that its progress can be told and a closed iterator stops it."""
    told: Queue[Stage | Revision | BaseException] = Queue()
    stopped, tries = threading.Event(), iter(range(1, 1_000_000))

    def before_try() -> None:
        if stopped.is_set():
            raise Cancelled("The revision was stopped.")
        told.put(Stage(f"Trying edit {next(tries)}", 0, 0))

    def work() -> None:
        try:
            with settings_of(workspace):
                verifier = verifier_of(analysis)
            told.put(revise(analysis, accepted, verifier=verifier, models=models, workspace=workspace, before_try=before_try))
        except BaseException as problem:  # handed to whoever asked
            told.put(problem)

    threading.Thread(target=work, daemon=True).start()
    try:
        while True:
            step = told.get()
            if isinstance(step, BaseException):
                raise step
            yield step
            if isinstance(step, Revision):
                return
    finally:
        stopped.set()


def _tally(engine: str, scores: Mapping[str, float], units: Sequence[Unit]) -> Tally:
    verified = [unit for unit in units if unit.supported is not None]
    return Tally(main_score(engine, scores), sum(bool(unit.supported) for unit in verified), len(verified))
