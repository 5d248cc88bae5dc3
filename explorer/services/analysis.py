"""Analyse a pair: run an engine, stream what it finds, store the result, and find it again when asked the same."""

import hashlib
import json
import logging
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from engines.core.details import Ranges
from engines.core.engine import EngineRun, Outcome, Progress
from engines.core.errors import ErrataError, StoreError
from engines.core.machine.memory import give_back
from engines.core.machine.threads import watch
from engines.core.outline.headings import is_read, stated
from engines.core.results import SCHEMA, Analysis, Document, Engine
from engines.core.text import Text, whole_characters
from engines.declaration.registry import DEFAULT, known
from engines.english.detection import language_warnings
from engines.units.errors import completed
from engines.units.unanswered import is_unanswered, remarks
from engines.units.unchecked import unchecked
from explorer.model_choice.localizing import with_localizer
from explorer.model_choice.sources import SourcedRun
from explorer.reading.pairs import check
from explorer.reading.passages import asked_question, reference_of
from explorer.services.engines import build
from explorer.services.workspace import Workspace, settings_of

log = logging.getLogger("errata")


@dataclass(frozen=True)
class Stage:
    """A step of the run, in words for a person; `done` of `total`."""

    name: str
    done: int
    total: int


@dataclass(frozen=True)
class Partial:
    """What is known so far; units not yet verified have the probability None."""

    analysis: Analysis


@dataclass(frozen=True)
class Finished:
    """The complete analysis.

    `cached` when it was found in the store and nothing was run; not `kept` where there is a store and it could not be written: then a
    warning of the analysis says why.
    """

    analysis: Analysis
    cached: bool = False
    kept: bool = True


Event = Stage | Partial | Finished

INCOMPLETE = "/incomplete"
"""Added to the key of an analysis whose run failed: the run that completes it takes its place in the history."""


class Incomplete(ErrataError):
    """A run failed after some of its units were judged; `analysis` has them, with a warning that says what happened. It is `kept` unless
    the store could not be written."""

    def __init__(self, message: str, analysis: Analysis, kept: bool = True) -> None:
        super().__init__(message)
        self.analysis, self.kept = analysis, kept

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled whole, so that it can leave a worker process."""
        return type(self), (str(self), self.analysis, self.kept)


def analyze(
    reference: str | Sequence[str],
    output: str,
    *,
    engine: str = DEFAULT,
    verifier: str = "compact",
    models: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    workspace: Workspace | None = None,
    title: str | None = None,
    session: str | None = None,
    question: str | None = None,
) -> Analysis:
    """Which parts of `output` does `reference` not support, and where is the evidence?

    With a workspace the analysis is stored, and asking the same again runs no model.

    Args:
        reference: the text that the output should agree with; or several passages, which are joined as numbered sources, `[1] …`.
        output: the text to check.
        engine: "qasem", "scale", "acueval", "qags" or "lss".
        verifier: id of the model that judges; "compact" is the bundled one.
        models: ids of models for other roles than the verifier's: parser, writer, question_writer, reader, lss_writer, localizer.
        settings: those of the engine by their names; what is not named keeps its default.
        workspace: where the analysis is stored and answers of models are remembered; None keeps nothing.
        title, session: what the analysis is called in the history, and the session that it joins.
        question: what the output answers; it is kept and shown beside the output, and is no part of what is checked.

    Raises:
        InputError: a text is empty or too long, or the engine, a model or a setting is not known.
        UnavailableError: a model that the engine needs is not installed.
        Incomplete: the run failed when some units were finished; they are in the error, and asking again goes on from them.
    """
    result = None
    chosen: dict[str, Any] = {"engine": engine, "verifier": verifier, "models": models, "settings": settings}
    for event in stream(reference, output, **chosen, workspace=workspace, title=title, session=session, question=question):
        if isinstance(event, Finished):
            result = event.analysis
    assert result is not None
    return result


def stream(
    reference: str | Sequence[str],
    output: str,
    *,
    engine: str = DEFAULT,
    verifier: str = "compact",
    models: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    workspace: Workspace | None = None,
    title: str | None = None,
    session: str | None = None,
    question: str | None = None,
) -> Iterator[Event]:
    """The same as `analyze`, event by event; closing the iterator stops the run. Errors are raised at the first step."""
    reference, question = reference_of(reference), asked_question(question)
    watch()
    check(reference, output)
    reference, output = whole_characters(reference), whole_characters(output)
    started = time.perf_counter()
    yield Stage("Loading models", 0, 1)
    run = prepared(engine, verifier, settings, models, workspace)
    key = analysis_key(run, reference, output, question)
    if workspace is not None and (known := _found(workspace, key)) is not None:
        yield Finished(known, cached=True)
        return
    yield from _run(run, reference, output, question, started, key, workspace, title, session)


def prepared(
    engine: str,
    verifier: str,
    settings: Mapping[str, Any] | None,
    models: Mapping[str, str] | None,
    workspace: Workspace | None,
) -> EngineRun:
    """The engine with its models and the localizer, ready to run; servers, keys and prompts are those of the workspace.

    Raises:
        InputError, UnavailableError, ModelError: see `explorer.services.engines.build`.
    """
    with settings_of(workspace):
        run = build(engine, verifier, settings, workspace.cache if workspace else None, models)
        run = with_localizer(run, {"verifier": verifier, **(models or {})})
    return SourcedRun(run) if run.settings.get("own_source") else run


def analysis_key(run: EngineRun | Engine, reference: str, output: str, question: str | None = None) -> str:
    """What identifies an analysis: schema, engine, settings, models, both exact texts, and the question where there is one; 64
    hexadecimal digits."""
    parts = [SCHEMA, run.name, dict(run.settings), dict(run.models), reference, output, *([] if question is None else [question])]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode("ascii")).hexdigest()


def _run(
    run: EngineRun,
    reference: str,
    output: str,
    question: str | None,
    started: float,
    key: str,
    workspace: Workspace | None,
    title: str | None,
    session: str | None,
) -> Iterator[Event]:
    texts = Text.of(reference), Text.of(output)
    before = _found(workspace, key + INCOMPLETE) if workspace is not None else None
    identity = before.id if before else secrets.token_hex(6)
    created = datetime.now(UTC).isoformat(timespec="seconds")
    warnings = (*language_warnings(*(text.model_text for text in texts)), *_sent_warnings(run))
    analysis, told = None, True

    def keep(found: Analysis, under: str) -> tuple[Analysis, bool]:
        """The analysis and whether it is kept: one that cannot be is given out all the same, and says so."""
        try:
            if workspace is not None:
                workspace.store.save(found, key=under, title=title, session=session)
        except StoreError as problem:
            return replace(found, warnings=(*found.warnings, f"This analysis is not in the history. {problem}")), False
        return found, True

    try:
        for step in run.run(*texts):
            # An outcome is told as soon as the next step shows that it was not the last.
            if analysis is not None and not told:
                yield Partial(analysis)
                told = True
            if isinstance(step, Progress):
                yield Stage(step.stage, step.done, step.total)
                continue
            told = False
            seconds = time.perf_counter() - started
            analysis = replace(analysis_of(identity, created, run, texts, step, seconds, warnings), question=question)
    except Exception as problem:  # whatever a model stumbles over, what was finished by then is kept
        if analysis is None or not _finished(analysis):
            raise
        stopped = _stopped(analysis, problem)
        why = stopped.warnings[-1]
        stopped, kept = keep(stopped, key + INCOMPLETE)
        yield Partial(stopped)
        raise Incomplete(why, stopped, kept) from problem
    assert analysis is not None
    analysis = replace(analysis, unchecked=_unchecked(run, texts[1], analysis))
    analysis, kept = keep(analysis, key)
    give_back()
    yield Finished(analysis, kept=kept)


def _found(workspace: Workspace, key: str) -> Analysis | None:
    """What the store has under a key; nothing where that cannot be read, so that the analysis is made again.

    Raises:
        StoreError: there is no store that could be opened.
    """
    store = workspace.store
    try:
        return store.find(key)
    except StoreError as problem:
        log.warning("The history was not asked: %s", problem)
        return None


def _unchecked(run: EngineRun, output: Text, analysis: Analysis) -> Ranges:
    """What no unit of a finished run asks about, or none that was answered; headings alone where every word is judged."""
    declared = known(run.name)
    if declared is not None and declared.every_word:
        return tuple(run for run in unchecked(output, ()) if not is_read(stated(output), *run))
    return unchecked(output, [unit for unit in analysis.units if not is_unanswered(unit)])


def _finished(analysis: Analysis) -> int:
    """How many units have been judged."""
    return sum(unit.probability is not None for unit in analysis.units)


def _stopped(analysis: Analysis, problem: Exception) -> Analysis:
    """What there is of an analysis whose run failed, and a warning that says so."""
    known = isinstance(problem, ErrataError)
    if not known:
        log.error("The run of %s failed", analysis.engine.name, exc_info=problem)
    why = str(problem) if known else f"There is a defect in Errata or in a model ({type(problem).__name__})."
    done = f"{_finished(analysis)} of {len(analysis.units)} facts were checked and are kept; analyse again to go on from there"
    return replace(analysis, warnings=(*analysis.warnings, f"The run stopped early: {why.rstrip('.')}. {done}."))


def analysis_of(
    identity: str,
    created: str,
    run: EngineRun,
    texts: tuple[Text, Text],
    outcome: Outcome,
    seconds: float,
    warnings: tuple[str, ...],
) -> Analysis:
    reference, output = texts
    found = Analysis(
        id=identity,
        created=created,
        engine=Engine(run.name, run.settings, run.models),
        reference=Document(reference.text, reference.sentences, outcome.read),
        output=Document(output.text, output.sentences),
        scores=outcome.scores,
        units=outcome.units,
        deletions=outcome.deletions,
        lss=outcome.lss,
        lss_star=outcome.lss_star,
        edits=outcome.edits,
        words=outcome.words,
        timings={**outcome.timings, "total": seconds},
        warnings=(*warnings, *outcome.warnings, *remarks(outcome.units)),
    )
    return completed(found)


def _sent_warnings(run: EngineRun) -> tuple[str, ...]:
    from explorer.model_choice.catalogue import sent_to

    return tuple(f"The texts were sent to {place}." for place in sent_to(run.models))
