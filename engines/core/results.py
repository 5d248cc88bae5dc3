"""The result of an analysis: one JSON schema for the page, the command line, exports and the store.

Offsets are Unicode code points, start inclusive and end exclusive, into the exact text given. Probabilities and
scores lie in [0, 1]; timings are seconds. `to_json` gives plain lists, dicts, strings, numbers, booleans and None;
`from_json` takes the same back and checks every span against its text.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engines.core.details import Details, Ranges, details_class
from engines.core.errors import FormatError
from engines.core.findings import Conflict, Deletion, Edit, ErrorKind, ErrorSpan, WordSupport
from engines.core.spans import Evidence, Predicate, Span, TraceNode, placed

SCHEMA = "errata/2"


@dataclass(frozen=True)
class Unit:
    """Anything checked: a QA, an ACU, a question, a sentence or a relation.

    `supported` is None while unverified. `error` is None for a supported unit, else "extrinsic" (the answer is not in
    the reference) or "intrinsic" (it is, but not in this role). `conflicts` are the words of the output that the reference
    contradicts, as the verifier's rules found them; `details` what units of its kind have besides.
    """

    id: str
    kind: str
    statement: str
    predicate: Predicate | None = None
    question: str | None = None
    answer: Span | None = None
    probability: float | None = None
    supported: bool | None = None
    error: ErrorKind | None = None
    evidence: tuple[Evidence, ...] = ()
    trace: tuple[TraceNode, ...] = ()
    details: Details = field(default_factory=Details)
    conflicts: tuple[Conflict, ...] = ()

    def __post_init__(self) -> None:
        """Plain details become those of the unit's kind."""
        if type(self.details) is Details and (declared := details_class(self.kind)) is not Details:
            object.__setattr__(self, "details", declared(**vars(self.details)))

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "kind": self.kind,
            "predicate": self.predicate.to_json() if self.predicate else None,
            "question": self.question,
            "answer": self.answer.to_json() if self.answer else None,
            "statement": self.statement,
            "probability": self.probability,
            "supported": self.supported,
            "error": self.error,
            "evidence": [e.to_json() for e in self.evidence],
            "trace": [n.to_json() for n in self.trace],
            "conflicts": [c.to_json() for c in self.conflicts],
            "details": self.details.to_json(),
        }


@dataclass(frozen=True)
class Engine:
    """What produced an analysis: the engine's name, the settings it ran with, and the identity of the model in each role."""

    name: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    models: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "settings": dict(self.settings), "models": dict(self.models)}


@dataclass(frozen=True)
class Document:
    """One side of the pair: the exact text, its sentences, and for a reference the share of it that was read."""

    text: str
    sentences: tuple[tuple[int, int], ...]
    read: float | None = None

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"text": self.text, "sentences": [list(s) for s in self.sentences]}
        if self.read is not None:
            data["read"] = self.read
        return data


@dataclass(frozen=True)
class Analysis:
    """One engine on one pair of reference and output.

    Attributes:
        id, created: what it is called in the history, and when it was made.
        engine: what made it: `name`, `settings`, and the `models` by role.
        reference, output: both texts.
        scores: by their names; all but counts lie in [0, 1], higher is better. `support` is one that every engine has.
        units: what was checked, each with its verdict and evidence.
        deletions, lss, lss_star: what LSS deleted, and what is left, as it is and with its grammar repaired.
        edits: changes proposed to the output.
        timings, warnings: seconds by step, and what a reader should know.
        errors: the smallest parts of the output that the reference does not support; None where they have not been put together.
        unchecked: (start, end) of the content words of the output that no unit asks about; None where nobody looked.
        words: what the localizer says of every word of the output; None where it was not asked.
        origin: where it was read from the record of another tool, `format` is that tool's and `record` the record as it was.
        question: what the output answers, where it was given: shown and kept beside it, and no part of what is checked.
    """

    id: str
    created: str
    engine: Engine
    reference: Document
    output: Document
    scores: Mapping[str, float] = field(default_factory=dict)
    units: tuple[Unit, ...] = ()
    deletions: tuple[Deletion, ...] = ()
    lss: str | None = None
    lss_star: str | None = None
    edits: tuple[Edit, ...] = ()
    timings: Mapping[str, float] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    errors: tuple[ErrorSpan, ...] | None = None
    unchecked: Ranges | None = None
    words: tuple[WordSupport, ...] | None = None
    origin: Mapping[str, Any] | None = None
    question: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain values; docs/schema.md tells every field."""
        return {
            "schema": SCHEMA,
            "id": self.id,
            "created": self.created,
            "engine": self.engine.to_json(),
            "reference": self.reference.to_json(),
            "output": self.output.to_json(),
            "scores": dict(self.scores),
            "units": [u.to_json() for u in self.units],
            "errors": None if self.errors is None else [e.to_json() for e in self.errors],
            "unchecked": None if self.unchecked is None else [{"start": start, "end": end} for start, end in self.unchecked],
            "deletions": [d.to_json() for d in self.deletions],
            "lss": self.lss,
            "lss_star": self.lss_star,
            "edits": [e.to_json() for e in self.edits],
            "timings": dict(self.timings),
            "warnings": list(self.warnings),
            **({} if self.words is None else {"words": [w.to_json() for w in self.words]}),
            **({} if self.origin is None else {"origin": dict(self.origin)}),
            **({} if self.question is None else {"question": self.question}),
        }

    def with_threshold(self, threshold: float) -> "Analysis":
        """The same probabilities read with another decision threshold; scores are left as they are, errors are to be found anew."""
        units = tuple(
            u if u.probability is None else replace(u, supported=u.probability >= threshold, error=_error_at(u, threshold))
            for u in self.units
        )
        return replace(self, units=units, errors=None)

    @classmethod
    def from_json(cls, data: Any) -> "Analysis":
        """Read `to_json` data back, also what earlier versions wrote.

        Raises:
            FormatError: the data does not follow the schema, or comes from a newer version.
            SpanError: a span does not match its text.
        """
        try:
            return _analysis(cls, upgraded(data))
        except (LookupError, TypeError, ValueError, AttributeError) as problem:
            raise FormatError(f"This analysis is damaged: {type(problem).__name__} at {problem}.") from problem


def _error_at(unit: Unit, threshold: float) -> ErrorKind | None:
    if unit.probability is not None and unit.probability >= threshold:
        return None
    return unit.error or unit.details.error_if_unsupported or "intrinsic"


def _analysis(cls: type[Analysis], data: Mapping[str, Any]) -> Analysis:
    reference, output = _document(data["reference"]), _document(data["output"])
    return cls(
        id=str(data["id"]),
        created=str(data["created"]),
        engine=Engine(str(data["engine"]["name"]), dict(data["engine"]["settings"]), dict(data["engine"]["models"])),
        reference=reference,
        output=output,
        scores={str(k): float(v) for k, v in data["scores"].items()},
        units=tuple(_unit(u, reference.text, output.text) for u in data["units"]),
        errors=None if data["errors"] is None else tuple(ErrorSpan.read(e, reference.text, output.text) for e in data["errors"]),
        unchecked=None if data["unchecked"] is None else tuple(placed(u, output.text) for u in data["unchecked"]),
        words=_words(data.get("words"), reference.text, output.text),
        origin=data.get("origin"),
        question=data.get("question"),
        deletions=tuple(Deletion(*placed(d, output.text), tuple(d["units"])) for d in data["deletions"]),
        lss=data["lss"],
        lss_star=data["lss_star"],
        edits=tuple(Edit(*placed(e, output.text, True), str(e["replacement"]), str(e["reason"]), tuple(e["units"])) for e in data["edits"]),
        timings={str(k): float(v) for k, v in data["timings"].items()},
        warnings=tuple(str(w) for w in data["warnings"]),
    )


def _words(data: Any, reference: str, output: str) -> tuple[WordSupport, ...] | None:
    return None if data is None else tuple(WordSupport.from_json(word, reference, output) for word in data)


def _document(data: Mapping[str, Any]) -> Document:
    text = data["text"]
    if not isinstance(text, str):
        raise FormatError("The text of an analysis must be a string.")
    sentences = tuple((int(start), int(end)) for start, end in data["sentences"])
    for start, end in sentences:
        Span.of(text, start, end)
    read = data.get("read")
    return Document(text, sentences, None if read is None else float(read))


def _unit(data: Mapping[str, Any], reference: str, output: str) -> Unit:
    predicate, answer, probability = data["predicate"], data["answer"], data["probability"]
    return Unit(
        id=str(data["id"]),
        kind=str(data["kind"]),
        statement=str(data["statement"]),
        predicate=Predicate.from_json(predicate, output) if predicate else None,
        question=data["question"],
        answer=Span.from_json(answer, output) if answer else None,
        probability=None if probability is None else float(probability),
        supported=data["supported"],
        error=data["error"],
        evidence=tuple(Evidence.from_json(e, reference) for e in data["evidence"]),
        trace=tuple(TraceNode.from_json(n) for n in data["trace"]),
        conflicts=tuple(Conflict.from_json(c, reference, output) for c in data["conflicts"]),
        details=details_class(str(data["kind"])).read(data["details"], reference, output),
    )


def upgraded(data: Any) -> dict[str, Any]:
    """The JSON of an analysis in the shape of today; what is stored stays as it is.

    Raises:
        FormatError: it is no analysis, or comes from a newer version.
        KeyError, TypeError: it is damaged.
    """
    if not isinstance(data, Mapping):
        raise FormatError("An analysis is a JSON object; this is something else.")
    found = data.get("schema")
    if found not in (SCHEMA, *_STEPS):
        raise FormatError(f"This analysis has the schema {found!r}; this version of Errata reads {SCHEMA!r}. Update Errata to open it.")
    new = dict(data)
    while new["schema"] in _STEPS:
        new = _STEPS[new["schema"]](new)
    return new


def _from_1(data: dict[str, Any]) -> dict[str, Any]:
    """Version 1 had free-form `extra` values in its units, and neither conflicts nor errors nor what is unchecked."""
    units = [{**{k: v for k, v in unit.items() if k != "extra"}, "details": unit["extra"], "conflicts": []} for unit in data["units"]]
    return {**data, "schema": "errata/2", "units": units, "errors": None, "unchecked": None}


_STEPS: Mapping[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"errata/1": _from_1}
"""From each earlier schema to the next."""
