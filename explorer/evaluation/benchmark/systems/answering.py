"""Systems that are measured: an engine, the verifier alone, a function, or answers that stand in a file."""

import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from engines.core.errors import ErrataError, FormatError
from engines.core.results import SCHEMA, Analysis, Unit
from explorer.evaluation.benchmark.labels.gold import Item, Ranges
from explorer.evaluation.benchmark.systems.answers import MAIN, SUPPORT, Answer
from explorer.reading.rows import BadRow, Row, read_rows

VERIFIER = "verifier"
"""Name under which the verifier is measured alone, without an engine."""
NEARLY = 0.5
"""Share of the characters of two facts that both have, from which on they are taken for one."""
_SMALL = "A ferry of Hallam Bay left for Brekke on Monday."
THRESHOLDS = tuple(round(0.05 * step, 2) for step in range(1, 20))
"""Thresholds at which marks are read."""


@dataclass(frozen=True)
class System:
    """What is measured.

    Attributes:
        name: what it is called in tables.
        engine: an engine, `VERIFIER`, or empty for answers in a file.
        verifier, models, settings: see `explorer.services.analysis.analyze`.
        file: answers as `errata batch` writes them, or of another tool.
        function: takes a reference and an output, and gives a score of support, or what a row of a file of another tool has: `score`,
            `marks` ([start, end, probability?]), `units`.

    Nothing is taken from a cache, so that seconds are true; a function is asked anew every time.
    """

    name: str
    engine: str = VERIFIER
    verifier: str = "compact"
    models: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    file: str = ""
    function: Callable[[str, str], Any] | None = None

    def identity(self) -> str:
        """What its answers depend on: engine, settings and models, or the contents of the file; of a function nobody can tell."""
        if self.function is not None:
            return f"function {secrets.token_hex(8)}"
        if self.file:
            return hashlib.sha256(Path(self.file).read_bytes()).hexdigest()
        if self.engine == VERIFIER:
            return json.dumps([SCHEMA, VERIFIER, _verifier(self.verifier).identity])
        run = _run(self.engine, self.verifier, json.dumps(dict(self.models)), json.dumps(dict(self.settings)))
        return json.dumps([SCHEMA, run.name, dict(run.settings), dict(run.models)], sort_keys=True)


def answered(system: System, items: Sequence[Item]) -> list[Answer]:
    """The system's answers to items, in their order; what fails is an answer with an error."""
    if system.function is not None:
        return [_of_function(system.function, item) for item in items]
    if system.file:
        known = _answers_in(system.file)
        return [_of_file(known.get(json.dumps(item.id)), item) for item in items]
    if system.engine == VERIFIER:
        return _of_verifier(system, items)
    return [_of_engine(system, item) for item in items]


@cache
def _verifier(name: str) -> Any:
    from explorer.batches.verifying import load_verifier

    return load_verifier(name, None)


@cache
def _run(engine: str, verifier: str, models: str, settings: str) -> Any:
    """The engine with its models loaded, so that the first text is not charged for it."""
    from explorer.model_choice.localizing import with_localizer
    from explorer.services.engines import build

    roles = json.loads(models)
    return with_localizer(build(engine, verifier, json.loads(settings), None, roles), {"verifier": verifier, **roles})


@cache
def _warm(identity: str, engine: str, verifier: str, models: str) -> None:
    """Have everything that is loaded late loaded before the clock runs, once in a process."""
    from explorer.services.analysis import analyze

    with suppress(ErrataError):
        analyze(_SMALL, _SMALL, engine=engine, verifier=verifier, models=json.loads(models))


def _of_verifier(system: System, items: Sequence[Item]) -> list[Answer]:
    """Texts and facts judged by the verifier alone; those of one sentence are each other's context."""
    from explorer.batches.verifying import verified

    rows = [Row(item.line, {"id": place, **asked}) for item in items for place, asked in _questions(item)]
    for number, row in enumerate(rows):
        rows[number] = Row(row.line, {**row.data, "id": number})
    bad: list[BadRow] = []
    started = time.perf_counter()
    probabilities = {answer["id"]: answer["probability"] for answer in verified(_verifier(system.verifier), rows, bad)}
    seconds = (time.perf_counter() - started) / max(1, len(items))
    reasons = {row.id: row.reason for row in bad}
    answers, at = [], 0
    for item in items:
        places = range(at, at := at + sum(1 for _ in _questions(item)))
        values = [probabilities.get(place) for place in places]
        failed = next((reasons[place] for place in places if place in reasons), None)
        units = tuple(values[len(values) - len(item.units) :])
        whole = values[0] if len(values) > len(item.units) else None
        scores = {} if whole is None else {MAIN: whole, SUPPORT: whole}
        answers.append(Answer(scores, units, None, (), seconds, failed if failed and not scores and not any(units) else None))
    return answers


def _questions(item: Item) -> Iterator[tuple[str, dict[str, str]]]:
    """What a verifier is asked of an item: the text, where people judged it as a whole, and then each fact."""
    if item.judged_whole and item.output:
        yield "text", {"reference": item.reference, "output": item.output}
    for unit in item.units:
        yield "unit", {"reference": item.reference, **unit.asked}


def _of_engine(system: System, item: Item) -> Answer:
    from explorer.services.analysis import analyze

    if not item.output:
        return Answer(error=f"line {item.line}: an engine needs the text that a question is about: give its 'sentence', or an 'output'.")
    chosen: dict[str, Any] = {"engine": system.engine, "verifier": system.verifier, "models": system.models, "settings": system.settings}
    _warm(system.identity(), system.engine, system.verifier, json.dumps(dict(system.models)))
    started = time.perf_counter()
    try:
        analysis = analyze(item.reference, item.output, **chosen)
    except ErrataError as problem:
        return Answer(error=f"line {item.line}: {problem}")
    except Exception as problem:  # whatever a model stumbles over, the other rows go on
        return Answer(error=f"line {item.line}: {type(problem).__name__}: {problem}")
    return of_analysis(analysis, item, time.perf_counter() - started)


def of_analysis(analysis: Analysis, item: Item, seconds: float | None = None) -> Answer:
    """An analysis as an answer. An output in which an engine finds no facts has nothing unsupported and scores 1.

    A fact that people judged is as probable as the engine's own fact in nearly the same place; where it has none, as what it finds wrong
    in that place lets it be.
    """
    from engines.declaration.registry import main_score
    from engines.units.errors import completed

    whole = completed(analysis)
    main = main_score(analysis.engine.name, whole.scores)
    scores = {MAIN: 1.0 if main is None else main, SUPPORT: whole.scores.get("support", 1.0)}
    scores |= {name: score for name, score in whole.scores.items() if name not in scores}
    sure = [(error.start, error.end, error.probability) for error in whole.errors or ()]
    if analysis.words is not None:
        sure += [(word.start, word.end, word.probability) for word in analysis.words]
    own = [(characters, unit.probability) for unit in analysis.units if unit.probability is not None and (characters := _characters(unit))]
    units = tuple(_nearest(own, unit.places) if own else None for unit in item.units)
    units = tuple(_support(sure, unit.places) if found is None else found for found, unit in zip(units, item.units, strict=True))
    return Answer(scores, units, tuple((e.start, e.end) for e in whole.errors or ()), _sweep(analysis, item), seconds)


def _characters(unit: Unit) -> frozenset[int]:
    """The characters of the output that a fact is about."""
    from engines.units.alignment import spans_of

    parts = [(part.start, part.end) for part in (unit.answer, unit.predicate) if part] if unit.answer else spans_of(unit)
    return frozenset(at for start, end in parts for at in range(start, end))


def _nearest(own: Sequence[tuple[frozenset[int], float]], places: Ranges) -> float | None:
    """What an engine says of its own fact that shares most with these places; None where none is nearly the same."""
    asked = {at for start, end in places for at in range(start, end)}
    shared = [(len(asked & characters) / len(asked | characters), -probability) for characters, probability in own] if asked else []
    closest = max(shared, default=(0.0, 0.0))
    return -closest[1] if closest[0] >= NEARLY else None


def _support(sure: Sequence[tuple[int, int, float]], places: Ranges) -> float | None:
    """How far nothing in these places is wrong: the surest error or word there decides."""
    if not places:
        return None
    return 1 - max((p for start, end, p in sure if any(start < last and first < end for first, last in places)), default=0.0)


def _sweep(analysis: Analysis, item: Item) -> tuple[tuple[float, Ranges], ...]:
    """The marks at each threshold where they change, for texts that people marked."""
    from engines.units.errors import completed

    if item.spans is None:
        return ()
    found: list[tuple[float, Ranges]] = []
    for threshold in THRESHOLDS:
        marks = tuple((e.start, e.end) for e in completed(analysis.with_threshold(threshold), threshold).errors or ())
        if not found or found[-1][1] != marks:
            found.append((threshold, marks))
    return tuple(found)


def _of_function(function: Callable[[str, str], Any], item: Item) -> Answer:
    started = time.perf_counter()
    try:
        said = function(item.reference, item.output)
    except Exception as problem:  # whatever it stumbles over, the other rows go on
        return Answer(error=f"line {item.line}: {type(problem).__name__}: {problem}")
    seconds = time.perf_counter() - started
    return _of_file({"seconds": seconds, **(said if isinstance(said, Mapping) else {"score": said})}, item)


@cache
def _answers_in(path: str) -> dict[str, Mapping[str, Any]]:
    """The rows of a file of answers by their id."""
    rows = {}
    for row in read_rows(path):
        if isinstance(row, Row) and row.id is not None:
            rows[json.dumps(row.id)] = row.data
    if not rows:
        raise FormatError(f"{path} has no rows with an 'id': answers are found by it.")
    return rows


def _of_file(data: Mapping[str, Any] | None, item: Item) -> Answer:
    """An answer as `errata batch` writes it, or `score`, `marks` ([start, end, probability?]) and `units` of another tool."""
    if data is None:
        return Answer(error=f"line {item.line}: the file has no answer with the id {item.id!r}.")
    if data.get("error") and "analysis" not in data:
        return Answer(error=f"line {item.line}: {data['error']}")
    try:
        if isinstance(data.get("analysis"), Mapping):
            analysis = Analysis.from_json(data["analysis"])
            return of_analysis(analysis, item, sum(analysis.timings.values()) or None)
        return _of_tool(data, item)
    except (ErrataError, KeyError, TypeError, ValueError) as problem:
        return Answer(error=f"line {item.line}: its answer cannot be read ({problem}).")


def _of_tool(data: Mapping[str, Any], item: Item) -> Answer:
    marks = data.get("marks", data.get("spans"))
    sure = None if marks is None else [_mark(mark) for mark in marks]
    score = data.get("score", data.get("probability"))
    if score is None and sure is not None:
        score = 1 - max((p for _, _, p in sure), default=0.0)
    if score is None:
        raise FormatError("it has neither 'score' nor 'marks'")
    units = data.get("units")
    if units is None:
        units = [_support(sure, unit.places) if sure is not None else None for unit in item.units]
    sweep = () if sure is None else tuple((t, tuple((s, e) for s, e, p in sure if p > 1 - t)) for t in THRESHOLDS)
    own = None if sure is None else tuple((s, e) for s, e, _ in sure)
    return Answer({MAIN: float(score), SUPPORT: float(score)}, tuple(units), own, sweep, data.get("seconds"))


def _mark(mark: Any) -> tuple[int, int, float]:
    """A mark as [start, end], [start, end, probability], or with names; one without a probability is sure."""
    if isinstance(mark, Mapping):
        return int(mark["start"]), int(mark["end"]), float(mark.get("probability", mark.get("confidence", 1.0)))
    return int(mark[0]), int(mark[1]), float(mark[2]) if len(mark) > 2 else 1.0
