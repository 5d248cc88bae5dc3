"""The quiz: the output to be marked or judged by a class, before the verdicts are revealed; on the page, or as one file for the pupils."""

import base64
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from components.classroom.cards import FACTS, Point, points, verdict
from components.classroom.shell import button, keys_dialog, page
from components.classroom.words import Words
from components.html.markdown import parts_of, without_marks
from components.html.markup import Mark, attributes, escape, marked, plural, shortened
from components.html.tours import PLACE
from components.html.verdicts import SUPPORTED
from engines.core.results import Analysis, Document
from engines.declaration.registry import engine_title
from explorer.services.classroom.candidates import candidates
from explorer.services.classroom.key import ENGINE, VOTES, Key

if TYPE_CHECKING:
    from sessions.classroom.rounds import Round

BROAD = 5
"""A mark may have so many words more than the error that it finds; one that has more finds nothing."""

MOST_NAMES = 60
"""People who take part in one round."""

KEYS = (
    ("← → ↑ ↓", "from word to word; up and down by line"),
    ("Space Enter", "mark a word, or take the mark away"),
    ("Shift+→ Shift+←", "mark several words"),
    ("r", "the reference, or the output, where there is room for one"),
    ("n", "reveal the next"),
    ("0 … 9", "type how many hands are up"),
    ("+ -", "larger and smaller type"),
    ("f", "full screen"),
    ("d", "dark, or light"),
    ("?", "this list"),
)


def quiz(
    analysis: Analysis,
    key: Key,
    title: str,
    *,
    alone: bool = False,
    rounds: "Sequence[Round]" = (),
    voted: bool = False,
) -> str:
    """The page of the quiz on an analysis.

    Args:
        key: what counts as right.
        title: what the person calls the analysis.
        alone: whether it is one file that needs no server; its key is encoded, which keeps it from the eyes, not from who looks for it.
        rounds: those that have been kept, to go on with, to look at, to save and to clear.
        voted: whether the person has voted, so that there are two keys to choose from.
    """
    words = Words(key.analysis.output)
    found = points(key.analysis, words, key.turned)
    data = _data(analysis, key, title, words, found)
    if alone:
        sealed = base64.b64encode(json.dumps(data, ensure_ascii=False).encode("utf-8", "replace")).decode("ascii")
        data = {"sealed": sealed}
    else:
        data |= {"rounds": [each.to_json() for each in rounds], "keep": f"{PLACE}/rounds"}
    body = f"""<main id="quiz" tabindex="-1">
<header class="head"><h1 dir="auto">{escape(title)}</h1>{_bar(analysis, alone)}</header>
<p class="trouble" role="alert" hidden></p>
<section class="start" aria-labelledby="start-title">{_start(analysis, key, alone, voted)}</section>
<section class="play" aria-label="Quiz" hidden>
<div class="task"><p class="what" role="status"></p>
<button type="button" class="turn" data-do="turn" aria-pressed="false">Reference</button><div class="tools"></div></div>
<div class="panes"><section class="pane ref" aria-label="Reference"><h2>Reference</h2>{_reference(key.analysis.reference)}</section>
<section class="pane out" aria-label="Output"><h2>Output</h2>
<div class="txt marks" dir="auto" lang="" role="group" aria-label="Words of the output">{words.html(pressable=True)}</div>
<div class="ask" hidden></div></section></div></section>
<section class="reveal" aria-labelledby="reveal-title" hidden><h2 id="reveal-title"></h2><div class="tools"></div>
<div class="board"><div class="txt shown" dir="auto" lang="">{words.html()}</div>
<ol class="findings"></ol></div><div class="results"></div></section>
</main>
<div class="sr" role="status" aria-live="polite" id="said"></div>
{keys_dialog(KEYS)}"""
    return page(f"{title}: quiz", "quiz", body, ("keeping", "marking", "scoring", "results", "hands", "quiz"), data=data, alone=alone)


def _data(analysis: Analysis, key: Key, title: str, words: Words, found: Sequence[Point]) -> dict[str, Any]:
    """What the scripts know: the errors, the facts and the pieces that are asked about, by the numbers of their words, with their cards."""
    text = key.analysis.output.text
    numbers = {unit.id: f"u{number}" for number, unit in enumerate(key.analysis.units)}
    facts = [
        {"id": point.id, "words": [n for span in point.spans for n in words.numbers(*span)], "wrong": point.wrong}
        for point in found
        if point.listed == FACTS
    ]
    errors = [
        {"id": f"e{number}", "words": words.numbers(error.start, error.end), "text": shortened(without_marks(error.text), 120)}
        for number, error in enumerate(key.analysis.errors or ())
    ]
    pieces = [
        {
            "id": each.id,
            "asked": shortened(without_marks(each.asked), 300),
            "claim": each.claim,
            "words": words.numbers(each.start, each.end),
            "wrong": each.wrong,
            "engine": each.engine_wrong,
            "card": f"e{each.error}" if each.error is not None else numbers.get(each.unit or ""),
        }
        for each in candidates(key)
    ]
    return {
        "analysis": analysis.id,
        "title": title,
        "engine": engine_title(analysis.engine.name),
        "key": key.kind,
        "broad": BROAD,
        "names": MOST_NAMES,
        "words": [text[start:end] for start, end in words.spans],
        "sentences": [words.sentence(start) for start, _ in words.spans],
        "errors": [error for error in errors if error["words"]],
        "facts": facts,
        "pieces": pieces,
        "cards": {point.id: point.card for point in found},
        "fine": verdict(SUPPORTED),
    }


def _bar(analysis: Analysis, alone: bool) -> str:
    leave = "" if alone else f'<a class="button" href="/?a={escape(quote(analysis.id, safe="", errors="replace"))}">Leave</a>'
    parts = [
        button("smaller", "A−", "-", aria_label="Smaller type"),
        button("larger", "A+", "+", aria_label="Larger type"),
        button("full", "Full screen", "f"),
        button("dark", "Dark", "d"),
        button("keys", "Keys", "?"),
        leave,
    ]
    return f'<div class="bar">{"".join(parts)}</div>'


def _start(analysis: Analysis, key: Key, alone: bool, voted: bool) -> str:
    """How to play, and what was played before."""
    place = escape(quote(analysis.id, safe="", errors="replace"))
    whose = f"the verdicts of {engine_title(analysis.engine.name)}"
    by = f"{whose}, as you corrected them with your votes" if key.kind == VOTES else whose
    other = ""
    if voted and not alone:
        way = f'<a href="?key={ENGINE}">Use the engine\'s alone</a>' if key.kind == VOTES else f'<a href="?key={VOTES}">Use your votes</a>'
        other = f" {way}."
    count = plural(len(key.analysis.errors or ()), "error")
    file = "" if alone else f'<a class="button" href="{PLACE}/quiz/{place}.html?key={key.kind}" download>Save as a file for pupils</a>'
    check = "" if key.kind == VOTES else " Where it errs, disagree with it under Annotate before the lesson: your votes become the key."
    counted = "" if alone else f'<p class="hint">The key is {escape(by)}: {count}.{check}{other}</p>'
    lasts = (
        "What is marked stays in this browser, on this computer, until it is cleared."
        if alone
        else "Every mark is kept at once in the data folder of this computer, until you clear it."
    )
    return f"""<h2 id="start-title">What is wrong in this text?</h2>
<div class="ways">
<form class="way" data-way="persons" aria-labelledby="way-persons"><h3 id="way-persons">One by one</h3>
<p>Each marks the text in turn, then everybody's marks are revealed together.</p>
<label>Name <input name="name" maxlength="60" autocomplete="off" required></label><button class="main">Begin</button></form>
<form class="way" data-way="hands" aria-labelledby="way-hands"><h3 id="way-hands">Show of hands</h3>
<p>One piece after the other: who thinks that it is wrong?</p>
<label>Pupils <input name="size" type="number" min="1" max="500" value="20" required></label><button class="main">Begin</button></form>
</div>
<p class="hint">{lasts}</p>{counted}<div class="also">{file}</div>
<section class="before" aria-labelledby="before-title" hidden>
<h3 id="before-title">Played before</h3><ol></ol><div class="tools"></div></section>"""


def _reference(reference: Document) -> str:
    """The reference with the numbers of its sentences, by which evidence is named."""
    marks = [
        Mark(
            start,
            end,
            f'<span{attributes(class_="s", data_s=number)}><sup aria-hidden="true">{number + 1}</sup>',
            "</span>",
            '<span class="s">',
        )
        for number, (start, end) in enumerate(reference.sentences)
    ]
    return f'<div class="txt" dir="auto" lang="">{marked(reference.text, marks, parts_of(reference.text))}</div>'
