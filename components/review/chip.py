"""One fact as a row: its verdict, its question and answer, its probability, why it fails, and a person's opinion of it."""

from collections.abc import Mapping, Sequence

from components.html.groups import sentences_of, words_of
from components.html.markdown import without_marks
from components.html.markup import Offsets, attributes, escape
from components.html.verdicts import UNANSWERED, WORDS, is_unsure, state
from components.review.doubts.drawing import Doubt, doubtful_words
from components.review.reason import closest, instead_of, reason
from components.review.trace import trace_data
from engines.core.details import QADetails, QuestionDetails
from engines.core.findings import ErrorSpan
from engines.core.results import Analysis, Unit

MOST_EVIDENCE = 3
"""How many passages of the reference are lit for one fact."""

MOST_SENTENCES = 4
"""How many sentences of one passage are lit."""

LONGEST_NOTE = 2000

_IMPLIED = "The sentence does not say this next to the word itself; it follows from its grammar."


class Places:
    """Where the facts of an analysis point to in its two texts, in the offsets that the browser counts."""

    def __init__(self, analysis: Analysis):
        self._reference, self._output = analysis.reference, analysis.output
        self._in_output = Offsets(analysis.output.text)
        self._in_reference = Offsets(analysis.reference.text)
        self._said = " ".join(analysis.reference.text.casefold().split())

    def links(self, unit: Unit) -> dict[str, object]:
        """Data attributes that tie a fact to its answer, its evidence (best first) and the value found instead."""
        passages = [sentences_of(self._reference, passage.start, passage.end)[:MOST_SENTENCES] for passage in unit.evidence[:MOST_EVIDENCE]]
        instead = instead_of(unit)
        lit = list(dict.fromkeys(index for passage in passages for index in passage))
        return {
            "data_answer": ";".join(self._in_output.pair(*words) for words in words_of(unit, self._output)) or None,
            "data_evidence": " ".join(map(str, lit)) or None,
            "data_best": len(passages[0]) if passages else None,
            "data_found": self._in_reference.pair(instead.start, instead.end) if instead else None,
            "data_both": "yes" if isinstance(unit.details, QuestionDetails) and unit.details.reference_answer else None,
            "data_trace": trace_data(unit),
        }

    def error_links(self, error: ErrorSpan, behind: Sequence[Unit]) -> dict[str, object]:
        """The same of an error: its words, the place of what the reference has instead, and the evidence of the facts `behind` it."""
        found = error.found
        passages = [sentences_of(self._reference, found.start, found.end)[:MOST_SENTENCES]] if found else []
        for passage in (passage for unit in behind for passage in unit.evidence[:MOST_EVIDENCE]):
            passages.append(sentences_of(self._reference, passage.start, passage.end)[:MOST_SENTENCES])
        lit = list(dict.fromkeys(index for passage in passages for index in passage))
        return {
            "data_answer": self._in_output.pair(error.start, error.end),
            "data_evidence": " ".join(map(str, lit[: MOST_EVIDENCE * MOST_SENTENCES])) or None,
            "data_best": len(passages[0]) if passages else None,
            "data_found": self._in_reference.pair(found.start, found.end) if found else None,
        }

    def in_output(self, start: int, end: int) -> str:
        """A piece of the output as the browser counts it."""
        return self._in_output.pair(start, end)

    def stands(self, words: str) -> bool:
        """Whether the reference has words as they are, large or small letters aside."""
        return " ".join(words.casefold().split()) in self._said

    def doubtful(self, place: Doubt | None) -> str:
        """The line that names the most doubtful word of a fact."""
        return doubtful_words(self._output, place)

    def reason(self, unit: Unit) -> str:
        """Why a fact is not supported, as HTML."""
        return reason(unit, self._reference)

    def closest(self, unit: Unit) -> str:
        """The words of the reference that come closest to a fact, as HTML."""
        return closest(unit, self._reference)


def chip(
    unit: Unit, places: Places, note: Mapping[str, object], editable: bool = True, home: str | None = None, doubt: Doubt | None = None
) -> str:
    """The list item of a unit; `note` is what the person said of it, `{"vote": 1, 0 or -1, "note": text}`, to be changed or to be read.

    `home` is its group and its place among all facts, where it stands unless it is folded under an error; `doubt` its most doubtful word.
    """
    now = state(unit)
    percent = 0 if unit.probability is None else round(100 * unit.probability)
    figure = "" if unit.probability is None else f'<span class="sr">probability </span>{unit.probability:.2f}'
    known = attributes(data_unit=unit.id, data_p=unit.probability, data_home=home, data_doubt=doubt and places.in_output(*doubt))
    return (
        f'<li class="qa {now}{" unsure" if is_unsure(unit) else ""}"{known}>'
        f'<button type="button" class="chip" aria-pressed="false" tabindex="-1"{attributes(**places.links(unit))}>'
        f'<span class="ico" aria-hidden="true"></span><span class="sr verdict">{WORDS[now]}. </span>'
        f'<span class="qt" dir="auto">{_words(unit)}{places.doubtful(doubt)}{places.reason(unit)}</span>'
        f'<span class="pr"><span class="bar" aria-hidden="true"><i style="width:{percent}%"></i></span>'
        f'<span class="num">{figure}</span></span></button>{_opinion(unit, note) if editable else _said(note)}</li>'
    )


def _words(unit: Unit) -> str:
    if not unit.question:
        return f'<span class="a whole">{escape(without_marks(unit.statement))}</span>'
    answer = unit.answer.text if unit.answer else unit.statement
    is_implied = isinstance(unit.details, QADetails) and unit.details.implied
    implied = f' <span class="implied" title="{_IMPLIED}">implied</span>' if is_implied else ""
    return f'<span class="q">{escape(without_marks(unit.question))}</span> <span class="a">{escape(without_marks(answer))}</span>{implied}'


def _opinion(unit: Unit, note: Mapping[str, object]) -> str:
    fact = escape(unit.question or unit.statement)

    def vote(value: int, kind: str, words: str) -> str:
        pressed = "true" if note.get("vote") == value else "false"
        return (
            f'<button type="button" class="th {kind}" data-vote="{value}" aria-pressed="{pressed}" title="{words}" '
            f'aria-label="{words}: {fact}"></button>'
        )

    votes = vote(1, "up", "Agree with this verdict") + vote(-1, "down", "Disagree with this verdict")
    said = attributes(value=note.get("note") or "", maxlength=LONGEST_NOTE, placeholder="Add a note", dir="auto")
    return (
        f'<div class="ann">{"" if state(unit) == UNANSWERED else votes}'
        f'<input class="note" type="text" aria-label="Note: {fact}"{said}></div>'
    )


def _said(note: Mapping[str, object]) -> str:
    """What the person said of the verdict, as a line to read; nothing where there is nothing."""
    votes = {1: "A person agrees with this verdict", -1: "A person disagrees with this verdict"}
    vote, written = votes.get(note.get("vote"), ""), str(note.get("note") or "").strip()  # type: ignore[call-overload]
    if not vote and not written:
        return ""
    words = f"<b>{vote}</b>" if vote else "<b>A person notes</b>"
    kind = attributes(class_="said against" if note.get("vote") == -1 else "said")
    more = f': <span dir="auto">{escape(written)}</span>' if written else ""
    return f"<p{kind}>{words}{more}</p>"
