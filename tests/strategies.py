"""Hypothesis strategies: texts of every kind, and whole analyses on them."""

from typing import Any

from hypothesis import strategies as st

from engines.core.details import ChunkScore, Details, details_class
from engines.core.findings import Conflict, ErrorSpan
from engines.core.results import (
    Analysis,
    Deletion,
    Document,
    Edit,
    Engine,
    Evidence,
    Predicate,
    Span,
    TraceNode,
    Unit,
)

awkward = st.sampled_from(
    [
        "<img src=x onerror=alert(1)>",
        "${alert(1)}",
        "=1+1",
        "'=1",
        "\t-1",
        "👩‍👩‍👧",
        "שלום",
        "\0",
        "\r\n",
        "\u2028",
        "\ud83d",
        "a\u0301",
        '"',
        "\\",
    ]
)
texts = st.lists(st.one_of(awkward, st.text(max_size=12)), max_size=6).map("".join)
"""Any text, lone surrogates, control characters and markup included."""

filled_texts = texts.map(lambda text: text + "x")
"""Any text of at least one character."""

probabilities = st.floats(0, 1)


@st.composite
def ranges(draw: st.DrawFn, text: str) -> tuple[int, int]:
    """A range of at least one character of `text`."""
    start = draw(st.integers(0, len(text) - 1))
    return start, draw(st.integers(start + 1, len(text)))


@st.composite
def evidence(draw: st.DrawFn, reference: str) -> Evidence:
    """A passage of `reference`."""
    start, end = draw(ranges(reference))
    return Evidence(start, end, reference[start:end], draw(probabilities), draw(st.none() | st.integers(0, 9)))


def spans(text: str) -> st.SearchStrategy[Span]:
    """A piece of `text`."""
    return ranges(text).map(lambda r: Span.of(text, *r))


@st.composite
def details(draw: st.DrawFn, kind: str, reference: str, output: str) -> Details:
    """What a unit of a kind has beside the rest, with values of a name that nobody knows."""
    own: dict[str, Any] = {
        "qa": {"role": draw(texts), "implied": draw(st.booleans()), "kept": draw(st.none() | probabilities)},
        "acu": {"focus": tuple(draw(st.lists(ranges(output), max_size=2))), "attributed": draw(st.booleans())},
        "sentence": {"chunks": tuple(ChunkScore(*draw(ranges(reference)), 0.5) for _ in range(draw(st.integers(0, 2)))), "calls": 7},
        "question": {"output_answer": draw(st.none() | spans(output)), "reference_answer": draw(st.none() | spans(reference)), "f1": 0.0},
    }.get(kind, {})
    names = st.text(max_size=4).map(lambda name: f"x-{name}")
    foreign = draw(st.dictionaries(names, st.one_of(st.none(), st.booleans(), texts), max_size=2))
    return details_class(kind)(
        sentence=draw(st.none() | st.integers(0, 3)),
        spans=tuple(draw(st.lists(ranges(output), max_size=2))),
        coverage=draw(st.none() | probabilities),
        error_if_unsupported=draw(st.none() | st.sampled_from(["extrinsic", "intrinsic"])),
        missing=tuple(draw(st.lists(texts, max_size=2))),
        found=draw(st.none() | evidence(reference)),
        other=foreign,
        **own,
    )


@st.composite
def conflicts(draw: st.DrawFn, reference: str, output: str) -> Conflict:
    """A conflict of `output` with `reference`."""
    return Conflict(draw(texts), "value", *draw(ranges(output)), draw(st.none() | spans(reference)))


@st.composite
def errors(draw: st.DrawFn, reference: str, output: str) -> ErrorSpan:
    """An error of `output`."""
    start, end = draw(ranges(output))
    kind = draw(st.sampled_from(["extrinsic", "intrinsic"]))
    return ErrorSpan(start, end, output[start:end], draw(probabilities), kind, ("q0",), draw(st.none() | spans(reference)))


@st.composite
def units(draw: st.DrawFn, number: int, reference: str, output: str) -> Unit:
    """A unit of `output`, verified or not."""
    start, end = draw(ranges(output))
    kind = draw(st.sampled_from(["qa", "sentence", "acu", "question", "relation", "mark", "of another tool"]))
    probability = draw(st.none() | probabilities)
    supported = None if probability is None else probability >= 0.5
    return Unit(
        id=f"q{number}",
        kind=kind,
        statement=draw(texts),
        predicate=draw(st.none() | st.just(Predicate(start, end, output[start:end], kind="noun"))),
        question=draw(st.none() | filled_texts),
        answer=draw(st.none() | ranges(output).map(lambda r: Span.of(output, *r))),
        probability=probability,
        supported=supported,
        error=draw(st.sampled_from(["extrinsic", "intrinsic"])) if supported is False else None,
        evidence=tuple(draw(st.lists(evidence(reference), max_size=2))),
        trace=tuple(
            draw(st.lists(st.builds(TraceNode, *[st.integers(0, 9)] * 4, probabilities, st.integers(0, 3), st.booleans()), max_size=2))
        ),
        conflicts=tuple(draw(st.lists(conflicts(reference, output), max_size=2))),
        details=draw(details(kind, reference, output)),
    )


@st.composite
def analyses(draw: st.DrawFn) -> Analysis:
    """An analysis of any two texts."""
    reference, output = draw(filled_texts), draw(filled_texts)
    settings: dict[str, Any] = draw(st.dictionaries(st.text(max_size=4), st.integers() | texts, max_size=2))
    return Analysis(
        id=draw(st.text("0123456789abcdef", min_size=4, max_size=8)),
        created="2026-01-02T03:04:05+00:00",
        engine=Engine(draw(st.sampled_from(["qasem", "scale"])), settings, {"verifier": draw(texts)}),
        reference=Document(reference, (draw(ranges(reference)),), draw(probabilities)),
        output=Document(output, (draw(ranges(output)),)),
        scores=draw(st.dictionaries(st.sampled_from(["qasem", "scale", "units"]), probabilities)),
        units=tuple(draw(units(number, reference, output)) for number in range(draw(st.integers(0, 3)))),
        errors=draw(st.none() | st.lists(errors(reference, output), max_size=1).map(tuple)),
        unchecked=draw(st.none() | st.lists(ranges(output), max_size=2).map(tuple)),
        deletions=tuple(Deletion(*r, ("q0",)) for r in draw(st.lists(ranges(output), max_size=2))),
        lss=draw(st.none() | texts),
        lss_star=draw(st.none() | texts),
        edits=tuple(Edit(*r, draw(texts), draw(texts)) for r in draw(st.lists(ranges(output), max_size=2))),
        timings={"total": 0.25},
        warnings=tuple(draw(st.lists(texts, max_size=2))),
    )
