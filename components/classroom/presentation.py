"""An analysis on a projector: the output in large type, its facts one at a time, each verdict hidden until it is asked for."""

from collections.abc import Sequence

from components.classroom.cards import Point, points
from components.classroom.shell import button, keys_dialog, page
from components.classroom.words import Words
from components.html.markdown import without_marks
from components.html.markup import attributes, escape, plural, shortened
from components.html.verdicts import error_words
from components.review.score import summary
from engines.core.findings import ErrorSpan
from engines.core.results import Analysis, Document
from engines.declaration.registry import engine_title
from explorer.services.classroom.key import VOTES, Key

KEYS = (
    ("Space → PageDown", "on: the next fact, then its verdict"),
    ("← PageUp", "back"),
    ("n p", "next and previous sentence"),
    ("Home End", "the beginning, the end"),
    ("t", "the search for the evidence, step by step"),
    ("w", "one sentence, or the whole output"),
    ("e", "every fact, or only the errors"),
    ("g", "go to a sentence or a fact"),
    ("+ -", "larger and smaller type"),
    ("f", "full screen"),
    ("d", "dark, or light"),
    ("b .", "a blank screen, and back"),
    ("?", "this list"),
)

_READ = "Read it. What could be wrong?"
_LONGEST_LISTED = 90


def presentation(analysis: Analysis, key: Key, title: str) -> str:
    """The page that presents an analysis; `key` says whose verdicts are revealed, `title` is what the person calls it."""
    made = key.analysis
    words = Words(made.output)
    found = points(made, words, key.turned)
    whose = "the engine's verdicts, as you corrected them" if key.kind == VOTES else f"verdicts of {engine_title(analysis.engine.name)}"
    items = "".join(_point(point, words, made.errors or ()) for point in found)
    known = attributes(id="stage", data_sentences=len(made.output.sentences), data_title=title, tabindex="-1")
    body = f"""<main{known}>
<h1 class="sr">{escape(title)}</h1>
<section class="say" aria-label="Output"><div class="txt" dir="auto" lang="">{words.html()}</div></section>
<section class="tell" aria-label="Fact"><p class="read">{_READ}</p><ol class="points">{items}</ol>{_end(key, whose)}</section>
<section class="search" aria-label="Search for the evidence" hidden></section>
</main>
{sentences_of(made.reference)}
<nav class="bar" aria-label="Presentation"><p class="where" role="status"></p>{_buttons(any(point.trace for point in found))}</nav>
<div class="sr" role="status" aria-live="polite" id="said"></div>
<div class="blank" hidden></div>
{_overview(found, made)}{keys_dialog(KEYS)}"""
    return page(f"{title}: presentation", "present", body, ("search", "present"), data={"back": f"/?a={analysis.id}"})


def sentences_of(reference: Document) -> str:
    """The sentences of a reference for the script that shows the search; not to be seen."""
    items = "".join(f"<li>{escape(without_marks(reference.text[start:end]))}</li>" for start, end in reference.sentences)
    return f'<ol class="source" hidden>{items}</ol>'


def _wrong_in(point: Point, errors: Sequence[ErrorSpan]) -> list[tuple[int, int]]:
    """The errors that lie in what a fact is about: these are marked once it is revealed."""
    return [(e.start, e.end) for e in errors if any(e.start < end and start < e.end for start, end in point.spans)]


def _point(point: Point, words: Words, errors: Sequence[ErrorSpan]) -> str:
    known = attributes(
        class_=f"point {point.listed}",
        id=point.id,
        hidden=True,
        data_sentence=point.sentence,
        data_words=words.runs(point.spans),
        data_marks=words.runs(_wrong_in(point, errors)) if point.wrong else None,
        data_wrong="yes" if point.wrong else None,
        data_trace=point.trace,
        data_looked=point.looked if point.trace else None,
    )
    asked = f'<p class="q" dir="auto">{escape(point.question)}</p>' if point.question else ""
    return (
        f'<li{known}><div class="ask">{asked}<p class="a" dir="auto">{escape(point.said)}</p></div>'
        f'<div class="card" hidden>{point.card}</div></li>'
    )


def _end(key: Key, whose: str) -> str:
    """What stands at the end: the figures, and the errors in one list."""
    made = key.analysis
    rows = []
    for error in made.errors or ():
        has = f' <span class="has">the reference has <b class="found">{escape(error.found.text)}</b></span>' if error.found else ""
        kind = f'<span class="has">{escape(error_words(error.kind, error.text))}</span>'
        rows.append(f'<li><b class="wrong" dir="auto">{escape(without_marks(error.text))}</b> {has or kind}</li>')
    listed = f'<ol class="all">{"".join(rows)}</ol>' if rows else ""
    return f'<div class="end" hidden><h2>{summary(made)}</h2><p class="figure">{escape(whose)}</p>{listed}</div>'


def _buttons(searched: bool) -> str:
    parts = [
        button("back", "Back", "←"),
        button("next", "Next", "Space", class_="main"),
        button("whole", "Whole output", "w", aria_pressed="false"),
        button("errors", "Only errors", "e", aria_pressed="false"),
        button("search", "Search", "t", aria_pressed="false") if searched else "",
        button("go", "Go to", "g"),
        button("smaller", "A−", "-", aria_label="Smaller type"),
        button("larger", "A+", "+", aria_label="Larger type"),
        button("full", "Full screen", "f"),
        button("dark", "Dark", "d"),
        button("keys", "Keys", "?"),
        button("more", "More", class_="more", aria_expanded="false"),
        '<a data-do="leave" href="/">Leave</a>',
    ]
    return f'<div class="buttons">{"".join(parts)}</div>'


def _overview(found: list[Point], made: Analysis) -> str:
    """The list by which one goes to a sentence or a fact; it says nothing of verdicts."""
    rows = []
    for number, (start, end) in enumerate(made.output.sentences):
        own = [point for point in found if point.sentence == number]
        facts = "".join(
            f'<li class="{point.listed}"><button type="button" data-go="{point.id}">'
            f"{escape(shortened(f'{point.question} {point.said}'.strip(), _LONGEST_LISTED))}</button></li>"
            for point in own
        )
        words = escape(shortened(without_marks(made.output.text[start:end]), _LONGEST_LISTED))
        rows.append(f'<li><button type="button" data-go="s{number}"><b>{number + 1}</b> {words}</button><ul>{facts}</ul></li>')
    count = plural(len(made.output.sentences), "sentence")
    return (
        f'<dialog class="overview" aria-labelledby="go-title"><h2 id="go-title">Go to ({count})</h2><ol>{"".join(rows)}</ol>'
        '<form method="dialog"><button class="big">Close</button></form></dialog>'
    )
