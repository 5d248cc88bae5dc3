"""What the steps of the tours draw: texts with marks, tables of what was asked, bars of figures, sums."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from components.classroom.cards import unit_card
from components.classroom.tours.material import Material
from components.html.markup import Mark, attributes, escape, marked
from components.html.verdicts import WORDS, state
from components.review.trace import trace_data
from engines.core.results import Analysis, Unit


@dataclass(frozen=True)
class Step:
    """One step: its heading, what is said, as HTML, and what is shown below it, as HTML."""

    title: str
    told: str
    figure: str = ""


def told(*paragraphs: str) -> str:
    """Paragraphs of HTML."""
    return "".join(f"<p>{words}</p>" for words in paragraphs)


def number(value: float) -> str:
    """A figure with two digits."""
    return f'<b class="num">{value:.2f}</b>'


def quoted(words: str) -> str:
    """Words of a text."""
    return f'<q dir="auto">{escape(words)}</q>'


def output(analysis: Analysis, marks: Iterable[tuple[int, int, str, str]]) -> str:
    """The output with marks, each a start, an end, a class and what a screen reader says of it."""
    made = [
        Mark(start, end, f"<span{attributes(class_=kind)}>", f'<span class="sr"> ({escape(said)})</span></span>' if said else "</span>")
        for start, end, kind, said in marks
    ]
    return f'<div class="txt shown" dir="auto">{marked(analysis.output.text, made)}</div>'


def both_texts(material: Material) -> str:
    """Reference and output side by side; the sentences of the reference are numbered."""
    reference = material.analysis.reference
    marks = [
        Mark(start, end, f'<span class="s"><sup aria-hidden="true">{n}</sup>', "</span>")
        for n, (start, end) in enumerate(reference.sentences, 1)
    ]
    shown = f'<div class="txt" dir="auto">{marked(reference.text, marks)}</div>'
    ours = output(material.analysis, ())
    return f'<div class="two"><section><h3>Reference</h3>{shown}</section><section><h3>Output</h3>{ours}</section></div>'


def asked(units: Sequence[Unit], heads: Sequence[str], cells: Iterable[Sequence[str]], with_verdict: bool = False) -> str:
    """A table with a row for each unit; `cells` are HTML, the verdict comes behind them where it is to be told."""
    top = "".join(f'<th scope="col">{head}</th>' for head in (*heads, *(("Supported?",) if with_verdict else ())))
    rows = []
    for unit, row in zip(units, cells, strict=True):
        said = f'<td class="is-{state(unit)}">{sign(unit)} {number(unit.probability or 0.0)}</td>' if with_verdict else ""
        rows.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}{said}</tr>")
    table = f"<table><thead><tr>{top}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    return f'<div class="scroll" tabindex="0" role="region" aria-label="Table">{table}</div>'


def sign(unit: Unit) -> str:
    """The verdict as an icon, and in words for who does not see it."""
    return f'<span class="ico" aria-hidden="true"></span><span class="sr">{WORDS[state(unit)]}</span>'


def bars(rows: Iterable[tuple[str, float, bool]]) -> str:
    """Bars from 0 to 1: what they are of, as plain text, the value, and whether it counts as supported."""
    items = "".join(
        f'<li class="{"is-ok" if good else "is-no"}"><span class="of" dir="auto">{escape(words)}</span>'
        f'<span class="meter" aria-hidden="true"><i style="width:{100 * max(0.0, min(1.0, value)):.1f}%"></i></span>{number(value)}'
        f'<span class="ico" aria-hidden="true"></span><span class="sr">{"supported" if good else "not supported"}</span></li>'
        for words, value, good in rows
    )
    return f'<ol class="bars">{items}</ol>'


def fact(unit: Unit, analysis: Analysis) -> str:
    """A unit with its verdict, why, and the evidence."""
    question = f'<p class="q" dir="auto">{escape(unit.question)}</p>' if unit.question else ""
    said = unit.answer.text if unit.question and unit.answer else unit.statement
    return (
        f'<div class="fact">{question}<p class="a" dir="auto">{escape(said)}</p><div class="card">{unit_card(unit, analysis)}</div></div>'
    )


def search(unit: Unit) -> str:
    """Where the script shows the search for the evidence of a unit, step by step."""
    looked = f"{unit.question} {unit.answer.text}" if unit.question and unit.answer else unit.statement
    known = attributes(
        class_="search replay", data_trace=trace_data(unit), data_looked=looked, role="region", aria_label="Search", tabindex="0"
    )
    return (
        f'<div{known}></div><p class="replaying"><button type="button" data-do="less">Step back</button> '
        '<button type="button" data-do="more" class="main">Search on</button></p>'
    )


def arithmetic(words: str) -> str:
    """A sum, to be read as a line of its own."""
    return f'<p class="sum">{words}</p>'


def mean(values: Sequence[float], of: str) -> str:
    """The mean as it is reckoned: `(0.97 + 0.07 + …) ÷ 9 = 0.66`."""
    plus = " + ".join(f"{value:.2f}" for value in values)
    return arithmetic(f"({plus}) ÷ {len(values)} {escape(of)} = <b>{sum(values) / len(values):.2f}</b>")
