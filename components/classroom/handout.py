"""The hand-out: the texts with what is to be judged on the first page, the answers with their evidence on a page of their own.

It is told by words, lines and signs alone, so that a copy in black and white has all of it.
"""

from collections.abc import Sequence
from urllib.parse import quote

from components.classroom.cards import LONGEST_PASSAGE
from components.classroom.shell import button, page
from components.html.groups import sentences_of
from components.html.markdown import parts_of, without_marks
from components.html.markup import Mark, attributes, escape, marked, plural, shortened
from components.html.tours import PLACE
from components.html.verdicts import error_words, kind_of
from components.review.reason import excerpt, instead_of
from engines.core.errors import InputError
from engines.core.findings import ErrorSpan
from engines.core.results import Analysis, Unit
from engines.declaration.registry import engine_title
from explorer.services.classroom.candidates import MOST, Candidate, candidates
from explorer.services.classroom.key import ENGINE, VOTES, Key

NUMBERED, BLANK = "numbered", "blank"
KINDS = {NUMBERED: "Numbered pieces", BLANK: "Blank lines"}
"""What is on the first page: pieces of the output to be judged, or the bare text to be marked, with lines to write on."""

PAPERS = {"a4": "A4", "letter": "Letter"}
_MARGINS = {"a4": "14mm 15mm", "letter": "9mm 15mm"}
"""Letter is 18 mm shorter than A4: with less above and below, what fits on one page of the one fits on one of the other."""

LINES = 6
"""Lines to write on, at least; as many as there are errors and two more, so that their number gives nothing away."""

CROWDED = 360
"""Words of both texts from which on the type is smaller and fewer pieces are asked about, so that a page has room for them."""

FEW = 10

_MOST_LINES = 12
_LONGEST_SAID = 160


def handout(analysis: Analysis, key: Key, title: str, *, kind: str = NUMBERED, paper: str = "a4", voted: bool = False) -> str:
    """The page to be printed.

    Raises:
        InputError: there is no such kind or size of paper.
    """
    if kind not in KINDS or paper not in PAPERS:
        raise InputError(f"A hand-out is one of {', '.join(KINDS)} on {' or '.join(PAPERS)}.")
    words = len(analysis.reference.text.split()) + len(analysis.output.text.split())
    size = "small" if words > CROWDED else "normal"
    found = candidates(key, FEW if size == "small" else MOST)
    if kind == NUMBERED and not found:
        kind = BLANK
    made = key.analysis
    task = _numbered(made, found) if kind == NUMBERED else _blank(made)
    answers = _answers(made, found) if kind == NUMBERED else _errors(made)
    whose = engine_title(made.engine.name)
    by = f"Verdicts of {whose}, as the teacher corrected them." if key.kind == VOTES else f"Verdicts of {whose}: estimates of a program."
    body = f"""{_options(analysis, key, kind, paper, voted)}
<main class="sheet {size}"><section class="task">
<header><h1 dir="auto">{escape(title)}</h1><p class="name">Name <span></span> Date <span class="short"></span></p></header>
<p class="todo">{_TODO[kind]}</p>
<h2>Reference</h2><div class="txt ref" dir="auto" lang="">{_reference(made)}</div>
{task}</section>
<section class="answers"><header><h1 dir="auto">Answers: {escape(title)}</h1></header>
<p class="todo">{escape(by)} {_SIGNS}</p>{answers}</section></main>"""
    head = f"<style>@page {{ size: {PAPERS[paper]}; margin: {_MARGINS[paper]}; }}</style>"
    return page(f"{title}: hand-out", "handout", body, ("handout",), head=head)


_TODO = {
    NUMBERED: "Read both texts. Does the reference support each numbered piece? Tick, and write the number of the sentence that shows it.",
    BLANK: "Read both texts. Underline in the output what the reference does not support, and write down what it says instead.",
}
_SIGNS = "✓ supported, ✗ not supported; the number is that of the sentence of the reference."


def _options(analysis: Analysis, key: Key, kind: str, paper: str, voted: bool) -> str:
    """What can be chosen, on the screen alone."""
    place = escape(quote(analysis.id, safe="", errors="replace"))
    known = {"kind": kind, "paper": paper, "key": key.kind}

    def ways(name: str, titles: dict[str, str]) -> str:
        links = []
        for value, words in titles.items():
            query = "&amp;".join(f"{n}={v}" for n, v in {**known, name: value}.items())
            current = attributes(aria_current="true" if known[name] == value else None)
            links.append(f'<a class="button"{current} href="{PLACE}/handout/{place}?{query}">{words}</a>')
        return f'<span class="group">{"".join(links)}</span>'

    keys = ways("key", {ENGINE: "Engine's verdicts", VOTES: "Your votes"}) if voted else ""
    leave = f'<a class="button" href="/?a={place}">Leave</a>'
    check = "The answers are the engine's. " if key.kind == ENGINE else ""
    check = f"{check}Read them before you print: where they are not right, disagree under Annotate, and your votes correct them."
    return (
        f'<nav class="options" aria-label="Hand-out">{ways("kind", KINDS)}{ways("paper", PAPERS)}{keys}'
        f"{button('print', 'Print', 'Ctrl P', class_='main')}{leave}<p>{check}</p></nav>"
    )


def _reference(made: Analysis) -> str:
    text = made.reference.text
    marks = [
        Mark(start, end, f'<span class="s"><sup>{number}</sup>', "</span>", '<span class="s">')
        for number, (start, end) in enumerate(made.reference.sentences, 1)
    ]
    return marked(text, marks, parts_of(text))


def _numbered(made: Analysis, found: Sequence[Candidate]) -> str:
    text, marks = made.output.text, []
    for number, each in enumerate(found, 1):
        if not each.claim:
            marks.append(Mark(each.start, each.end, f'<u class="piece"><sup>{number}</sup>', "</u>", '<u class="piece">'))
    rows = "".join(
        f'<li><span class="n">{number}</span><span class="what" dir="auto">'
        f"{escape(shortened(without_marks(each.asked), _LONGEST_SAID))}</span>"
        '<span class="ticks"><i></i> yes <i></i> no <b>sentence</b> <u class="line"></u></span></li>'
        for number, each in enumerate(found, 1)
    )
    return (
        f'<h2>Output</h2><div class="txt out" dir="auto" lang="">{marked(text, marks, parts_of(text))}</div>'
        f'<h2>Supported by the reference?</h2><ol class="questions">{rows}</ol>'
    )


def _blank(made: Analysis) -> str:
    text, count = made.output.text, min(_MOST_LINES, max(LINES, len(made.errors or ()) + 2))
    line = '<li><u class="line"></u><b>should be</b><u class="line"></u><b>sentence</b><u class="line few"></u></li>'
    return (
        f'<h2>Output</h2><div class="txt out wide" dir="auto" lang="">{marked(text, [], parts_of(text))}</div>'
        f'<h2>What is wrong, and what does the reference say?</h2><ol class="lines">{line * count}</ol>'
    )


def _answers(made: Analysis, found: Sequence[Candidate]) -> str:
    units = {unit.id: unit for unit in made.units}
    rows = []
    for number, each in enumerate(found, 1):
        error = (made.errors or ())[each.error] if each.error is not None else None
        unit = units.get(each.unit or "")
        rows.append(_answer(number, without_marks(each.asked), each.wrong, made, error, unit))
    return f'<ol class="key">{"".join(rows)}</ol>'


def _errors(made: Analysis) -> str:
    units = {unit.id: unit for unit in made.units}
    errors = made.errors or ()
    if not errors:
        return "<p>Nothing is wrong in this output: the reference supports all of it.</p>"
    rows = []
    for number, error in enumerate(errors, 1):
        rows.append(_answer(number, without_marks(error.text), True, made, error, units.get(next(iter(error.units), ""))))
    text = made.output.text
    marks = [
        Mark(error.start, error.end, f'<u class="error"><sup>{number}</sup>', "</u>", '<u class="error">')
        for number, error in enumerate(errors, 1)
    ]
    shown = f'<div class="txt out" dir="auto" lang="">{marked(text, marks, parts_of(text))}</div>'
    return f'<h2>{plural(len(errors), "error")}</h2>{shown}<ol class="key">{"".join(rows)}</ol>'


def _answer(number: int, words: str, wrong: bool, made: Analysis, error: ErrorSpan | None, unit: Unit | None) -> str:
    """One answer: the sign and the word of the verdict, why, and the sentence of the reference that shows it."""
    sign, said = ("✗", "not supported") if wrong else ("✓", "supported")
    instead = error.found if error else instead_of(unit) if unit and wrong else None
    kind = error_words(error.kind, error.text) if error else error_words(kind_of(unit)) if unit and wrong else ""
    has = f" The reference has <b>{escape(shortened(without_marks(instead.text), 120))}</b>." if instead else ""
    at = (
        f" The wrong {'word is' if len(error.text.split()) == 1 else 'words are'} <b class='error'>{escape(without_marks(error.text))}</b>."
        if error and error.text != words
        else ""
    )
    why = f"{escape(kind[:1].upper() + kind[1:])}.{at}{has}" if kind else ""
    places = sentences_of(made.reference, instead.start, instead.end)[:1] if instead else []
    if not places and unit and unit.evidence:
        places = sentences_of(made.reference, unit.evidence[0].start, unit.evidence[0].end)[:1]
    quotes = "".join(_quote(made, place, words) for place in places)
    return (
        f'<li class="{"bad" if wrong else "good"}"><span class="n">{number}</span><div><p><b class="sign">{sign}</b> '
        f'<b dir="auto">{escape(shortened(words, _LONGEST_SAID))}</b>: {said}. {why}</p>{quotes}</div></li>'
    )


def _quote(made: Analysis, place: int, about: str) -> str:
    start, end = made.reference.sentences[place]
    words = without_marks(made.reference.text[start:end])
    shown = excerpt(words, about, "", LONGEST_PASSAGE) if len(words) > LONGEST_PASSAGE else " ".join(words.split())
    return f'<p class="quote" dir="auto"><span class="n">{place + 1}</span> {escape(shown)}</p>'
