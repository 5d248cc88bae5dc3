"""Revise an analysed output: propose edits that the reference bears out, apply those accepted, and say how the score changes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engines.core.engine import Outcome
from engines.core.errors import InputError, ModelError
from engines.core.plain.tables import tables
from engines.core.results import Analysis, Edit, Unit
from engines.core.roles import Hypothesis, Reviser, Verifier
from engines.core.text import Text
from engines.declaration.registry import specs
from engines.models import registry
from engines.revision import Change, Judgement, Proposal, apply, diff, propose
from engines.revision.rewriting import edits_of, objection, touched
from engines.units.comment import comment
from engines.units.errors import completed, errors, threshold_of
from engines.units.support import with_support
from explorer.caches.verifier import ValueCache
from explorer.model_choice.localizing import with_localizer
from explorer.services.engines import ROLES, Models, build, checked_models
from explorer.services.workspace import Workspace, settings_of

_BEFORE = 3
"""How many sentences before one of the reference are read with it."""


@dataclass(frozen=True)
class Revision:
    """A revision of an output.

    Attributes:
        original, text: the output before and after the accepted edits.
        edits: all edits proposed, by their place; offsets into `original`.
        accepted: indices of the edits made in `text`.
        changes: the difference between the two texts, word by word.
        comment: the unsupported facts as a numbered list; empty when there are none.
        notes: what could not be put right.
        before, after: the engine's scores of the two texts.
        units: what the engine says of `text`.
    """

    original: str
    text: str
    edits: tuple[Edit, ...]
    accepted: tuple[int, ...]
    changes: tuple[Change, ...]
    comment: str
    notes: tuple[str, ...]
    before: Mapping[str, float]
    after: Mapping[str, float]
    units: tuple[Unit, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain values for the page, the command line and exports."""
        return {
            "original": self.original,
            "text": self.text,
            "edits": [e.to_json() for e in self.edits],
            "accepted": list(self.accepted),
            "changes": [c.to_json() for c in self.changes],
            "comment": self.comment,
            "notes": list(self.notes),
            "before": dict(self.before),
            "after": dict(self.after),
            "units": [u.to_json() for u in self.units],
        }


def revise(
    analysis: Analysis,
    accepted: Sequence[int] | None = None,
    *,
    verifier: str = "compact",
    models: Mapping[str, str] | None = None,
    workspace: Workspace | None = None,
    cache: ValueCache | None = None,
    before_try: Callable[[], None] = lambda: None,
) -> Revision:
    """The least change of the analysed output that the engine, run again, finds better supported.

    Edits stored with the analysis are used as they are; else they are proposed anew (the same for the same analysis).
    Nothing is stored.

    Args:
        accepted: indices of the edits to make; None makes all of them.
        verifier: the verifier that judges the revision.
        models: ids of models by role: those that the analysis was made with, and a "reviser" that writes the revision.
        workspace: whose cache remembers verdicts beyond this call, and whose servers, keys and prompts are used.
        cache: remembers verdicts instead of the workspace's.
        before_try: called before every run of the engine; what it raises ends the revision.

    Raises:
        InputError: an index is not one of an edit, or the engine gives no units to judge by.
    """
    with settings_of(workspace):
        memory: ValueCache = cache if cache is not None else workspace.cache if workspace is not None else _Memory()
        return _revised(analysis, accepted, verifier, models, memory, before_try)


def _revised(
    analysis: Analysis,
    accepted: Sequence[int] | None,
    verifier: str,
    models: Mapping[str, str] | None,
    memory: ValueCache,
    before_try: Callable[[], None],
) -> Revision:
    reference, output = Text.of(analysis.reference.text), Text.of(analysis.output.text)
    settings = dict(analysis.engine.settings)

    def judge_with(ids: Mapping[str, str], verifier: str = verifier) -> Callable[[str], Outcome]:
        engine = with_localizer(build(analysis.engine.name, verifier, settings, memory, ids), {"verifier": verifier, **ids})

        def judged(text: str) -> Outcome:
            before_try()
            return [step for step in engine.run(reference, Text.of(text)) if isinstance(step, Outcome)][-1]

        return judged

    if not any(u.probability is not None for u in analysis.units):
        fit = " or ".join(spec.name for spec in specs() if spec.judges_edits)
        raise InputError(f"The engine {analysis.engine.name!r} gives no verified units to revise by. Analyse the output with {fit}.")
    ids = checked_models(models)
    judged = judge_with(ids)
    edits = analysis.edits
    notes: tuple[str, ...] = ()
    reviser = Models(ids, memory).chosen("reviser")
    if not edits and reviser is not None:
        edits, notes = _rewritten(reviser, reference, output, analysis.units, lambda text: judged(text).units)
    if not edits and (reviser is None or notes):
        without = {role: id for role, id in ids.items() if role != "writer"}
        judge = judge_with({}, ROLES["verifier"]) if notes else judge_with(without)
        proposal = _proposed(analysis, reference, output, judge, anew=bool(notes) or "writer" in ids)
        edits, notes = proposal.edits, (*notes, *proposal.notes)
    chosen = range(len(edits)) if accepted is None else sorted(set(accepted))
    if any(not 0 <= i < len(edits) for i in chosen):
        raise InputError(f"There are {len(edits)} edits, numbered from 0; {list(chosen)} names one that is not there.")
    text = apply(output.text, [edits[i] for i in chosen])
    outcome = judged(text) if text.strip() else Outcome(())
    return Revision(
        original=output.text,
        text=text,
        edits=edits,
        accepted=tuple(chosen),
        changes=tuple(diff(output.text, text)),
        comment=comment(analysis.units),
        notes=notes,
        before=analysis.scores,
        after=with_support(outcome.scores, outcome.units, outcome.words),
        units=outcome.units,
    )


def _proposed(analysis: Analysis, reference: Text, output: Text, judged: Callable[[str], Outcome], anew: bool) -> Proposal:
    """Errata's own edits. Every one of many is tried, so what slow models found gives way to what bundled ones find (`anew`)."""

    def judge(text: str) -> Judgement:
        outcome = judged(text)
        found = errors(text, outcome.units, outcome.deletions, outcome.words, threshold_of(analysis), reference.text)
        return Judgement(outcome.units, found)

    whole: Verifier = registry.get("verifier", ROLES["verifier"])
    known: dict[tuple[str, int | None], float] = {}

    def support(sentence: str, place: int | None) -> float:
        if (sentence, place) not in known:
            told = reference if place is None else Text.of(_around(reference, place))
            known[sentence, place] = whole.verify(told, [Hypothesis(sentence)])[0].probability or 0.0
        return known[sentence, place]

    if not anew:
        return propose(reference, output, Judgement(analysis.units, completed(analysis).errors or ()), judge, support)
    proposal = propose(reference, output, judge(output.text), judge, support)
    linked = tuple(replace(edit, units=touched(analysis.units, edit.start, edit.end)) for edit in proposal.edits)
    return replace(proposal, edits=linked)


def _around(reference: Text, place: int) -> str:
    """A sentence of a reference with those before it, that say what it is about, and the next; a row of a table with the whole table."""
    at = reference.sentences[place][0]
    for table in tables(reference.text):
        if any(row.start <= at < row.end for row in table.rows):
            return reference.text[table.head.start : table.rows[-1].end]
    first, last = max(0, place - _BEFORE), min(len(reference.sentences), place + 2) - 1
    return reference.text[reference.sentences[first][0] : reference.sentences[last][1]]


def _rewritten(
    reviser: Reviser, reference: Text, output: Text, units: Sequence[Unit], judge: Callable[[str], Sequence[Unit]]
) -> tuple[tuple[Edit, ...], tuple[str, ...]]:
    """The edits of a reviser whose text holds up; else none, and a note that says why its text was rejected."""
    wanted = comment(units)
    if not wanted:
        return (), ()
    try:
        written = reviser.revise(reference, output, wanted).strip()
        why = objection(output.text, written, units, judge)
    except ModelError as problem:
        written, why = "", str(problem).rstrip(".")
    if why:
        return (), (f"The revision by {reviser.name} was rejected: {why}. The edits shown are Errata's own.",)
    return edits_of(output.text, written, units, reviser.name), ()


class _Memory:
    """Verdicts of one revision: each try changes one sentence, the others need not be verified again."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}

    def get_many(self, keys: Sequence[Any]) -> list[Any]:
        return [self._values.get(repr(key)) for key in keys]

    def set_many(self, items: Sequence[tuple[Any, Any]]) -> None:
        self._values.update((repr(key), value) for key, value in items)
