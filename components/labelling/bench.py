"""The bench of an annotator: one question after the other, its words lit in the output, the reference beside it.

In blind mode nothing of what the engine says leaves the server: no verdict, no probability, no evidence.
"""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote, urlencode

from components.html.markdown import without_marks
from components.html.markup import attributes, escape, shortened, showable
from components.labelling.document import Keys, document
from components.labelling.words import words_cut, words_in, words_text
from components.review.reference import reference_card
from engines.core.results import Analysis
from explorer.services.labelling.tasks import Item, Subject, Task
from sessions.labelling.labels import COVERED, KNOWN, OWN, SEEDED, SUPPORT, Label

KEYS: Keys = (
    (("1", "2", "3"), "the answers, as they stand"),
    (("y", "n"), "step 1: in the reference, not in it"),
    (("s", "c", "x"), "step 2: supported, contradicts, makes no sense; of a claim, sentence or word also in step 1, for both"),
    (("j", "↓"), "next question, answered or not"),
    (("k", "↑"), "previous one"),
    (("Enter",), "next open question; with verdicts, take the one shown"),
    (("Shift", "Enter"), "with verdicts: take all that are left"),
    (("Backspace",), "take the answer back"),
    (("u", "Ctrl Z"), "undo; with Shift, redo"),
    (("w",), "write a note on the question"),
    (("m",), "mark words: arrows move, with Shift they extend, Enter names the error"),
    (("f",), "find the words in the reference, one place after the other"),
    (("[", "]"), "scroll the reference; PageUp and PageDown do it too"),
    (("Home", "End"), "first and last question"),
    (("t",), "next text, when this one is done"),
    (("?",), "this list"),
)

KIND_HINTS = {
    "extrinsic": "not in the reference",
    "intrinsic": "contradicts it, in another way than below",
    "coreference": "a pronoun that stands for nobody, or somebody else",
    "negation": "said with a not too many or too few",
    "antonym": "the opposite",
    "modality": "may, will, has: more or less sure than it is",
    "attribution": "said by somebody else, or as a fact",
    "predicate": "another action or state",
    "entity": "another name",
    "swap": "right words in each other's places",
    "substitution": "another word in this place",
    "quantity": "another number, date or amount",
    "cause": "another cause or consequence",
    "addition": "something added",
}


def bench(analysis: Analysis, task: Task, log: Sequence[Label], annotator: str, mode: str, predicates: bool, after: str | None) -> str:
    """The page of an annotator on an analysis.

    Args:
        log: what they have said so far.
        mode: `blind` or `seeded`.
        predicates: whether they are asked of predicates too.
        after: the address of the next text that is not done yet; None where there is none.
    """
    text, seeded = analysis.output.text, mode == SEEDED
    own = [place for said in log if said.step == OWN for place in [_own(said.item)] if place[1] <= len(text)]
    words = words_cut(text, [*_edges(task), *own])
    data = {
        "analysis": analysis.id,
        "annotator": annotator,
        "mode": mode,
        "items": [_item(task, item, words, analysis, seeded) for item in task.items],
        "words": words,
        "log": [said.to_json() for said in log],
        "next": after,
    }
    links = (
        (f"/annotate?{_query(by=annotator)}", "All texts"),
        (f"/agreement?{_query(ids=analysis.id, by=annotator)}", "Agreement"),
    )
    main = f"""<main class="qx bench"{attributes(data_mode=mode)}>{_line(analysis, annotator, seeded, predicates, len(task.items))}
<div class="two"><div class="work"><section class="card out" aria-labelledby="output-title" tabindex="0">
<div class="ch"><h2 id="output-title">Output</h2><button type="button" class="small" data-mark>Mark words <kbd>m</kbd></button></div>
<div class="txt words" dir="auto" lang="">{words_text(text, words)}</div>{_marking()}
<ul class="own" aria-label="Words that you marked"></ul></section>
{_ask()}<section class="card all" aria-labelledby="all-title"><h2 id="all-title">Questions</h2>{_list(task)}</section></div>
{reference_card(analysis.reference, idle="")}</div><div class="sr live" role="status" aria-live="polite"></div></main>"""
    return document(f"Annotate: {shortened(without_marks(text), 90)}", main, KEYS, links, "annotate", data)


def bench_address(id: str, annotator: str, mode: str, predicates: bool) -> str:
    """Where the bench of an annotator on an analysis is."""
    query = {"by": annotator, "mode": mode} | ({"predicates": "1"} if predicates else {})
    return f"/annotate/{quote(id, safe='', errors='replace')}?{_query(**query)}"


def _query(**values: str) -> str:
    return urlencode(values, errors="replace")


def _line(analysis: Analysis, annotator: str, seeded: bool, predicates: bool, count: int) -> str:
    """The line above: who annotates how, how far they are, and how long it took."""
    other = attributes(href=bench_address(analysis.id, annotator, "blind" if seeded else SEEDED, predicates))
    mode, change = ("verdicts shown", "Hide the verdicts") if seeded else ("blind", "Show the verdicts")
    far = attributes(aria_valuemin=0, aria_valuemax=count, aria_valuenow=0)
    return f"""<div class="line"><span class="annotator"><b dir="auto">{escape(annotator)}</b> · {mode} <a{other}>{change}</a></span>
<span class="bar" role="progressbar" aria-label="Questions answered"{far}><i></i></span><span class="far"></span>
<span class="clock" title="Time on task"></span><span class="kept" role="status">Everything is kept</span>
<button type="button" class="small" data-undo>Undo <kbd>u</kbd></button></div>"""


def _edges(task: Task) -> Iterator[tuple[int, int]]:
    """Where the output is cut: at what is asked of, and at predicates."""
    for subject in task.subjects:
        yield from subject.places
        if subject.predicate:
            yield subject.predicate.start, subject.predicate.end


def _own(item: str) -> tuple[int, int]:
    start, end = item.partition(":")[2].split("-")
    return int(start), int(end)


def _item(task: Task, item: Item, words: Sequence[tuple[int, int]], analysis: Analysis, seeded: bool) -> dict[str, Any]:
    """A question as the script has it."""
    about = [task.subject(id) for id in item.subjects]
    found = {
        "id": item.id,
        "step": item.step,
        "after": list(item.after),
        "runs": [run for place in item.places if (run := words_in(words, *place))],
        "both": item.step == COVERED and item.id == about[0].id,
        **_asked(item, about, analysis, words),
    }
    if not seeded:
        return found
    evidence = list(dict.fromkeys(place for subject in about for place in subject.evidence))
    return {**found, "proposal": item.proposal, "evidence": evidence}


def _asked(item: Item, about: list[Subject], analysis: Analysis, cut: Sequence[tuple[int, int]]) -> dict[str, Any]:
    """What is read: the question if there is one, the words that it is about, and where its predicate stands."""
    first = about[0]
    if item.step == COVERED and item.id.startswith(("span:", "predicate:")):
        (start, end) = item.places[0]
        used = [f"{subject.question} {_text(subject)}" for subject in about]
        return {"bold": showable(analysis.output.text[start:end]), "used": used}
    if first.question and first.answer:
        words = {"question": showable(first.question), "bold": _text(first), "statement": showable(first.words)}
        return words | ({"head": [words_in(cut, first.predicate.start, first.predicate.end)]} if first.predicate else {})
    return {"bold": showable(without_marks(first.words))}


def _text(subject: Subject) -> str:
    return showable(without_marks(subject.answer.text)) if subject.answer else ""


def _ask() -> str:
    """The card of the question: filled by the script.

    It is an application: within it a screen reader leaves single keys to the page.
    """
    return """<section class="card ask" role="application" aria-labelledby="ask-step" aria-describedby="ask-what" tabindex="0">
<p class="step" id="ask-step"></p><p class="hint"></p><p class="what" id="ask-what" dir="auto"><span class="q"></span> <b class="a"></b></p>
<p class="statement" dir="auto"></p>
<p class="engine" hidden></p><div class="replies" role="group" aria-labelledby="ask-step"></div>
<label class="note"><span>Note</span><input type="text" maxlength="2000" dir="auto" placeholder="w: write a note"></label></section>"""


def _marking() -> str:
    """The form that names an error that no unit covers; hidden until words are chosen."""
    options = "".join(f"<option{attributes(value=kind)}>{kind}: {escape(KIND_HINTS[kind])}</option>" for kind in KNOWN[OWN])
    return f"""<form class="marking" hidden aria-label="An error of your own"><p class="chosen" dir="auto"></p>
<label>Kind of error <select name="kind">{options}</select></label>
<label>Comment <input type="text" name="comment" maxlength="2000" dir="auto"></label><span class="acts">
<button type="submit">Keep <kbd>Enter</kbd></button><button type="button" data-cancel>Cancel <kbd>Esc</kbd></button></span></form>"""


def _list(task: Task) -> str:
    """All questions, under their steps where these follow each other."""
    parts: list[tuple[str, list[str]]] = []
    for number, item in enumerate(task.items):
        about = task.subject(item.subjects[0])
        if item.step == SUPPORT and not about.answer:
            continue  # it stands in the row of its first step
        step = "Step 1: In the reference?" if item.step == COVERED else "Step 2: Supported?"
        heading = step if about.answer else "Both steps: in the reference? Supported?"
        if not parts or parts[-1][0] != heading:
            parts.append((heading, []))
        parts[-1][1].append(_row(number, item, about))
    lists = "".join(f"<h3>{heading}</h3><ol>{''.join(rows)}</ol>" for heading, rows in parts)
    return lists or '<p class="hint">There is nothing to ask about this output. Words can be marked all the same.</p>'


def _row(number: int, item: Item, about: Subject) -> str:
    if item.id.startswith("predicate:") and about.predicate:
        words = f"<b>{escape(about.predicate.text)}</b>"
    elif item.step == COVERED and about.answer:
        words = f"<b>{escape(_text(about))}</b>"
    elif about.question:
        words = f'<span class="q">{escape(about.question)}</span> <b>{escape(_text(about))}</b>'
    else:
        words = f"<b>{escape(without_marks(about.words))}</b>"
    return (
        f'<li><button type="button" data-n="{number}"><span class="state" aria-hidden="true"></span>'
        f'<span class="wd" dir="auto">{words}</span><span class="lb"></span></button></li>'
    )
