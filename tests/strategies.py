"""Hypothesis strategies: texts of every kind, and whole analyses on them."""

from typing import Any

from hypothesis import strategies as st

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


@st.composite
def units(draw: st.DrawFn, number: int, reference: str, output: str) -> Unit:
    """A unit of `output`, verified or not."""
    start, end = draw(ranges(output))
    probability = draw(st.none() | probabilities)
    supported = None if probability is None else probability >= 0.5
    return Unit(
        id=f"q{number}",
        kind=draw(st.sampled_from(["qa", "sentence", "acu"])),
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
        extra=draw(st.dictionaries(st.text(max_size=4), st.one_of(st.none(), st.booleans(), st.integers(), texts), max_size=2)),
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
        deletions=tuple(Deletion(*r, ("q0",)) for r in draw(st.lists(ranges(output), max_size=2))),
        lss=draw(st.none() | texts),
        lss_star=draw(st.none() | texts),
        edits=tuple(Edit(*r, draw(texts), draw(texts)) for r in draw(st.lists(ranges(output), max_size=2))),
        timings={"total": 0.25},
        warnings=tuple(draw(st.lists(texts, max_size=2))),
    )
