"""Hand-made analyses to draw: every state that a person can meet, on invented texts."""

from dataclasses import replace

from engines.core.details import QADetails
from engines.core.results import Analysis, Deletion, Document, Engine, Evidence, Predicate, Span, TraceNode, Unit
from engines.core.text import Text

REFERENCE = """The port of Hallmere said on Monday that its last steam ferry, the Isolde, will stop running in May. \
Two electric boats built in the Tarnish town of Vell will replace it.

Each boat carries 210 passengers. The first arrived on 3 March. Fares will not rise before 2031, the port said.

Environment groups welcomed the plan but doubted the figures. The crossing takes 22 minutes."""

OUTPUT = """Hallmere's last steam ferry will stop running in May. Two electric boats built in Sardona will replace it. \
Fares will rise next year."""

_FACTS = (
    # predicate, question, answer, probability, error, evidence sentence, details
    ("stop", "What will stop something?", "Hallmere's last steam ferry", 0.97, "intrinsic", 0, {"implied": True}),
    ("running", "When will something be running?", "in May", 0.93, "intrinsic", 0, {}),
    ("built", "What was built?", "Two electric boats", 0.91, "intrinsic", 1, {}),
    ("built", "Where was something built?", "in Sardona", 0.04, "extrinsic", 1, {"found": "the Tarnish town of Vell"}),
    ("replace", "What will replace something?", "Two electric boats", 0.88, "intrinsic", 1, {}),
    ("rise", "What will rise?", "Fares", 0.46, "intrinsic", 4, {}),
    ("rise", "When will something rise?", "next year", 0.12, "intrinsic", 4, {"missing": ("next",)}),
)


def span(text: str, words: str, sort: type = Span, **more: object) -> Span:
    """The first place of `words` in `text`."""
    start = text.index(words)
    return sort(start, start + len(words), words, **more)


def analysis(id: str = "a1b2c3d4e5f6", reference: str = REFERENCE, output: str = OUTPUT, facts: tuple = _FACTS, **more: object) -> Analysis:
    """A finished analysis of the sample pair."""
    source, text = Text.of(reference), Text.of(output)
    units = []
    for number, (predicate, question, answer, probability, error, sentence, more_of) in enumerate(facts, 1):
        start, end = source.sentences[sentence]
        where = span(output, predicate, Predicate, kind="verb")
        instead = more_of.get("found")
        units.append(
            Unit(
                id=f"q{number}",
                kind="qa",
                statement=f"{answer} {predicate}.",
                predicate=where,
                question=question,
                answer=span(output, answer),
                probability=probability,
                supported=None if probability is None else probability >= 0.5,
                error=None if probability is None or probability >= 0.5 else error,
                evidence=(Evidence(start, end, reference[start:end], 0.9, sentence),),
                trace=(
                    TraceNode(0, len(source.sentences), 0, source.sentences[-1][1], 0.4, 0, True),
                    TraceNode(sentence, sentence + 1, start, end, 0.9, 1, True, 0),
                ),
                details=QADetails(
                    **{
                        **more_of,
                        "sentence": text.sentence_at(where.start),
                        "error_if_unsupported": error,
                        "found": span(reference, instead, Evidence, score=0.5, sentence=sentence) if instead else None,
                    }
                ),
            )
        )
    supported = [u for u in units if u.supported]
    return Analysis(
        id=id,
        created="2020-02-03T10:11:12+00:00",
        engine=Engine("qasem", {"threshold": 0.5}, {"parser": "rules@1", "verifier": "compact@1"}),
        reference=Document(reference, source.sentences, 1.0),
        output=Document(output, text.sentences),
        scores={"qasem": len(supported) / max(1, len(units)), "units": float(len(units)), "supported": float(len(supported))},
        units=tuple(units),
        timings={"total": 1.234},
        **more,
    )


def with_deletions() -> Analysis:
    """The sample with two parts to strike out."""
    places = [span(OUTPUT, "in Sardona"), span(OUTPUT, "Fares will rise next year.")]
    return analysis(deletions=(Deletion(places[0].start, places[0].end, ("q4",)), Deletion(places[1].start, places[1].end, ("q6", "q7"))))


HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "</span><svg onload=alert(1)>",
    "</script><script>alert(1)</script>",
    '"><x',
    "${alert(1)}",
    "{{constructor}}",
    "`",
    "C:\\users",
    "&lt;b&gt;",
    "'; drop table analyses; --",
)
"""Strings that must show as they are, wherever they stand."""


def hostile(words: str) -> Analysis:
    """An analysis with `words` in every field that can hold text."""
    reference, output = f"{words} said Ana. {words} ran.", f"{words} said Bo. It ran home {words}."
    facts = (
        ("said", f"Who {words}?", words, 0.2, "extrinsic", 0, {"missing": (words,), "implied": True}),
        ("ran", f"What {words}?", "It", 0.9, "intrinsic", 0, {}),
    )
    made = analysis("ab" * 6, reference, output, facts, warnings=(words,))
    details = replace(made.units[0].details, found=span(reference, f"{words} said Ana", Evidence, score=0.5, sentence=0), sentence=0)
    first = replace(made.units[0], id=words, details=details, statement=words)
    return replace(made, units=(first, made.units[1]), engine=Engine(words, {"threshold": 0.5}, {"verifier": words}))
