"""What is revealed of a fact or an error: the verdict, why, and the evidence, each large enough to be read from the last row."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from components.classroom.words import Words
from components.html.groups import Group, groups, sentence_of, sentences_of, words_of
from components.html.markdown import parts_of, without_marks
from components.html.markup import Mark, escape, marked, shortened
from components.html.verdicts import PENDING, SUPPORTED, UNSUPPORTED, WORDS, error_words, state
from components.review.reason import excerpt, instead_of, reason
from components.review.trace import trace_data
from engines.core.findings import ErrorSpan
from engines.core.plain.sources import numbered_sources, source_at
from engines.core.results import Analysis, Document, Span, Unit
from engines.units.unanswered import is_unanswered

MOST_PASSAGES = 2
"""Passages of evidence that a card shows."""

LONGEST_PASSAGE = 420
"""Characters of a passage that is shown whole; of a longer one, the stretch that matters."""

LONGEST_ASKED = 300

FACTS, ERRORS, BOTH = "facts", "errors", "both"


@dataclass(frozen=True)
class Point:
    """One thing to look at and to reveal.

    Attributes:
        id: `u3` for the unit with the number 3 among all, `e1` for an error.
        sentence: of the output.
        spans: the words of the output that it is about.
        question, said: what is asked, where it is a question, and what the output says.
        wrong: whether it is not supported.
        verdict: the same in words.
        card: the HTML of what is revealed.
        trace: the search for its evidence, as data; None without one.
        looked: what was looked for.
        listed: whether it belongs to the walk through all facts, to that through the errors, or to both.
    """

    id: str
    sentence: int
    spans: tuple[tuple[int, int], ...]
    question: str
    said: str
    wrong: bool
    verdict: str
    card: str
    trace: str | None
    looked: str
    listed: str


def points(analysis: Analysis, words: Words, turned: Collection[str] = ()) -> list[Point]:
    """All facts in the order of the output, every error, and the errors that no fact explains among the facts, too.

    Args:
        analysis: with its errors put together (`engines.units.errors.completed`).
        turned: ids of the units whose verdict is a person's.
    """
    numbers = {unit.id: number for number, unit in enumerate(analysis.units)}
    facts = [
        _unit_point(unit, numbers[unit.id], group, analysis, unit.id in turned)
        for group in groups(analysis)
        for unit in group.units
        if state(unit) != PENDING
    ]
    red = {unit.id for unit in analysis.units if unit.supported is False}
    errors = [_error_point(error, number, analysis, words, red) for number, error in enumerate(analysis.errors or ())]
    # Those of one sentence stay together; the sort keeps the order that they have.
    return sorted([*facts, *errors], key=lambda point: point.sentence)


def _unit_point(unit: Unit, number: int, group: Group, analysis: Analysis, turned: bool) -> Point:
    said = unit.answer.text if unit.question and unit.answer else unit.statement
    return Point(
        f"u{number}",
        sentence_of(unit, analysis.output) or 0,
        tuple(words_of(unit, analysis.output)),
        without_marks(unit.question or ""),
        shortened(without_marks(said), LONGEST_ASKED),
        unit.supported is False,
        WORDS[state(unit)],
        unit_card(unit, analysis, turned),
        trace_data(unit),
        _looked(unit),
        FACTS,
    )


def _error_point(error: ErrorSpan, number: int, analysis: Analysis, words: Words, red: Collection[str]) -> Point:
    unit = _behind(error, analysis)
    return Point(
        f"e{number}",
        words.sentence(error.start),
        ((error.start, error.end),),
        "",
        shortened(without_marks(error.text), LONGEST_ASKED),
        True,
        WORDS[UNSUPPORTED],
        error_card(error, analysis),
        trace_data(unit) if unit else None,
        _looked(unit) if unit else "",
        ERRORS if any(id in red for id in error.units) else BOTH,
    )


def _looked(unit: Unit) -> str:
    said = f"{unit.question} {unit.answer.text}" if unit.question and unit.answer else unit.statement
    return shortened(without_marks(said), LONGEST_ASKED)


def _behind(error: ErrorSpan, analysis: Analysis) -> Unit | None:
    first = next(iter(error.units), None)
    return next((unit for unit in analysis.units if unit.id == first), None)


def unit_card(unit: Unit, analysis: Analysis, turned: bool = False) -> str:
    """The verdict on a unit with its reason and its evidence; `turned` where a person has decided against the engine."""
    now = state(unit)
    if turned:
        figure = f"the teacher decides; the engine said {WORDS[SUPPORTED if now == UNSUPPORTED else UNSUPPORTED].lower()}"
    else:
        figure = "" if unit.probability is None else f"probability that the reference supports it: {unit.probability:.2f}"
    why = "" if now == SUPPORTED or turned else reason(unit, analysis.reference)
    instead = instead_of(unit) if now != SUPPORTED else None
    lit = _unit_places(unit, analysis.reference)
    about = f"{unit.question or ''} {unit.answer.text if unit.answer else ''} {unit.statement}"
    nothing = "" if is_unanswered(unit) else '<p class="none">The engine gives no evidence for this.</p>'
    shown = passages(analysis.reference, lit, instead, about) or nothing
    because = f'<p class="because">{why}</p>' if why else ""
    return f"{verdict(now, figure)}{because}{shown}"


def error_card(error: ErrorSpan, analysis: Analysis) -> str:
    """Why words are wrong, what the reference has instead, and where."""
    figure = f"probability that the reference does not support it: {error.probability:.2f}"
    has = f', which has <b class="found">{escape(shortened(without_marks(error.found.text), 120))}</b>' if error.found else ""
    kind = error_words(error.kind, error.text)
    why = f'<span class="why">{escape(kind)}{has if kind.endswith("reference") else ""}</span>'
    if has and not kind.endswith("reference"):
        why += f' <span class="why">The reference has <b class="found">{escape(shortened(error.found.text, 120))}</b></span>'  # type: ignore[union-attr]
    unit = _behind(error, analysis)
    places = sentences_of(analysis.reference, error.found.start, error.found.end)[:1] if error.found else []
    places += [place for place in (_unit_places(unit, analysis.reference) if unit else []) if place not in places]
    about = f"{error.text} {unit.statement if unit else ''}"
    shown = passages(analysis.reference, places[: 1 if error.found else MOST_PASSAGES], error.found, about)
    return f'{verdict(UNSUPPORTED, figure)}<p class="because">{why}</p>{shown}'


def verdict(now: str, figure: str = "") -> str:
    """The verdict by icon, line and word, with a figure behind it."""
    more = f' <span class="figure">{escape(figure)}</span>' if figure else ""
    return f'<p class="verdict {now}"><span class="ico" aria-hidden="true"></span><b>{WORDS[now]}</b>{more}</p>'


def _unit_places(unit: Unit, reference: Document) -> list[int]:
    """The sentences of the reference that a unit is held against, best first."""
    found = [s for evidence in unit.evidence[:MOST_PASSAGES] for s in sentences_of(reference, evidence.start, evidence.end)[:2]]
    return list(dict.fromkeys(found))[:MOST_PASSAGES]


def passages(reference: Document, places: Sequence[int], instead: Span | None, about: str) -> str:
    """Sentences of the reference as quotations, each with its number; what stands `instead` of wrong words is marked in them."""
    sources, quotes = numbered_sources(reference.text), []
    for place in places:
        start, end = reference.sentences[place]
        source = source_at(sources, start)
        of = f"Sentence {place + 1} of {len(reference.sentences)} of the reference"
        where = f"{of}, source {source.number}" if source else of
        quotes.append(
            f'<blockquote><p dir="auto">{_passage(reference.text[start:end], start, instead, about)}</p>'
            f"<footer>{where}</footer></blockquote>"
        )
    return "".join(quotes)


def _passage(text: str, start: int, instead: Span | None, about: str) -> str:
    if len(text) > LONGEST_PASSAGE:
        return escape(excerpt(without_marks(text), about, instead.text if instead else "", LONGEST_PASSAGE))
    marks = []
    if instead and start <= instead.start < instead.end <= start + len(text):
        marks.append(Mark(instead.start - start, instead.end - start, '<b class="found">', "</b>"))
    return marked(text, marks, parts_of(text, False))
