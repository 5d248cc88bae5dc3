"""Analyses that are in the store before the page is opened."""

from dataclasses import replace

from engines.core.details import ACUDetails, QuestionDetails
from engines.core.findings import WordSupport
from engines.core.results import Analysis
from engines.units.alignment import words_of
from engines.units.errors import completed
from tests.components import samples

BIG = "b16b16b16b16"
DELETIONS = "de1e7ede1e7e"
RTL = "4b1db1db1db1"
ASKED = "a5ceda5ceda5"
FORGOTTEN = "f0460770ee00"
CLAIMS = "c1a1c1a1c1a1"
MARKDOWN = "3a4d3a4d3a4d"
DOUBTED = "d0bb7d0bb7d0"
TRUSTING = "7e577e577e57"
DIVIDED = f"?c={samples.analysis().id},{TRUSTING}"
"""The address of a comparison of the sample with one that supports all of it."""

_WORDS = ("harbour", "ferry", "council", "bridge", "winter", "ticket", "engineer", "cable", "museum", "island", "captain", "crew", "loan")


def analyses() -> list[tuple[str, Analysis]]:
    """Titles and analyses, oldest first."""
    hostile = [
        (f"Hostile {words}", replace(samples.hostile(words), id=f"{number:012x}")) for number, words in enumerate(samples.HOSTILE, 1)
    ]
    return [
        *hostile,
        ("A long report", big()),
        ("شركة", rtl()),
        ("Doubted", doubted()),
        ("Deletions", replace(samples.with_deletions(), id=DELETIONS)),
        ("Questions", asked()),
        ("Claims", claims()),
        ("Written in Markdown", markdown()),
        ("Trusting", trusting()),
        ("A forgotten note about lighthouses", replace(samples.analysis(), id=FORGOTTEN)),
        ("Hallmere's last steam ferry", samples.analysis()),
    ]


def asked() -> Analysis:
    """Two questions of QAGS, answered differently and alike."""
    made = samples.analysis()
    units = []
    for unit, theirs, f1 in ((made.units[3], "Vell", 0.0), (made.units[1], "May", 1.0)):
        assert unit.answer
        answers = {"output_answer": unit.answer, "reference_answer": samples.span(samples.REFERENCE, theirs)}
        details = QuestionDetails(unit.details.sentence, **answers, f1=f1, em=float(f1 == 1))
        units.append(replace(unit, kind="question", predicate=None, probability=f1, supported=f1 >= 0.5, details=details))
    return replace(made, id=ASKED, engine=replace(made.engine, name="qags"), units=(units[1], units[0]), scores={"qags": 0.5})


def claims() -> Analysis:
    """Claims without predicates, so that sentences lead to them; one word is in none."""
    made = samples.analysis()
    units = []
    for unit, sentence in zip(made.units, (0, 0, 1, 1, 1, 2, 2), strict=True):
        assert unit.answer
        place = (unit.answer.start, unit.answer.end)
        details = ACUDetails(sentence, (place,), error_if_unsupported="extrinsic", found=unit.details.found)
        error = None if unit.supported else "extrinsic"
        units.append(replace(unit, kind="acu", predicate=None, question=None, answer=None, error=error, details=details))
    steam = samples.span(samples.OUTPUT, "steam")
    engine = replace(made.engine, name="acueval")
    units[0] = replace(units[0], details=replace(units[0].details, spans=((0, 15), (22, 27))))  # without "steam"
    drawn = replace(
        made, id=CLAIMS, engine=engine, units=(*units[:5], units[6]), unchecked=((steam.start, steam.end),), scores={"acueval": 0.6}
    )
    return completed(drawn)


def doubted() -> Analysis:
    """The sample as a localizer read it: one unsupported fact has a wrong word, the others only words that are more doubtful than most."""
    made = samples.analysis()
    doubtful = {"Sardona": 0.8, "next": 0.11, "Fares": 0.1, "replace": 0.24, "boats": 0.22}
    places = words_of(samples.OUTPUT).spans
    words = tuple(WordSupport(start, end, doubtful.get(samples.OUTPUT[start:end], 0.02)) for start, end in places)
    return completed(replace(made, id=DOUBTED, words=words, errors=None))


def markdown() -> Analysis:
    """A pair written in Markdown, with a sentence and an error that it cuts."""
    reference = (
        "# The port\n\nThe **Isolde** stops in *May*.\n\n- Two boats were built in Vell.\n\n| Boat | Seats |\n|---|---|\n| Mara | 210 |\n"
    )
    output = "## News\n\nThe **old Isolde** stops in *June*.\n\n- Two **boats** were built in Vell."
    facts = (
        ("stops", "What stops?", "old Isolde** stops", 0.2, "extrinsic", 1, {}),
        ("stops", "When does something stop?", "in *June*", 0.1, "intrinsic", 1, {}),
        ("built", "What was built?", "Two **boats", 0.9, "intrinsic", 2, {}),
    )
    return completed(samples.analysis(MARKDOWN, reference, output, facts))


def trusting() -> Analysis:
    """The sample by another engine, which finds support for everything."""
    made = samples.analysis()
    units = tuple(replace(unit, probability=0.9, supported=True, error=None) for unit in made.units)
    return completed(replace(made, id=TRUSTING, engine=replace(made.engine, name="scale"), units=units, scores={"scale": 0.9}))


def big(sentences: int = 320, facts: int = 156) -> Analysis:
    """An 8,000-word reference with more than 150 facts."""
    lines = [f"{_sentence(number, 24)}." for number in range(sentences)]
    output = " ".join(f"{_sentence(number, 7)} ran{number}." for number in range(facts))
    rows = [
        (f"ran{number}.", f"Who ran in case {number}?", _sentence(number, 7), 0.3 + 0.4 * (number % 2), "intrinsic", number * 2, {})
        for number in range(facts)
    ]
    text = " ".join(line + ("\n\n" if number % 6 == 5 else "") for number, line in enumerate(lines))
    return samples.analysis(BIG, text, output, tuple(rows))


def rtl() -> Analysis:
    """A pair written from right to left."""
    reference, output = "قالت الشركة إن القطار سيتوقف في مايو. المحطة قريبة.", "القطار سيتوقف في يونيو."
    return samples.analysis(RTL, reference, output, (("سيتوقف", "متى سيتوقف؟", "في يونيو", 0.1, "intrinsic", 0, {}),))


def _sentence(number: int, length: int) -> str:
    words = [_WORDS[(number * 7 + place * (number % 5 + 1)) % len(_WORDS)] for place in range(length)]
    return f"Item {number} " + " ".join(words)
