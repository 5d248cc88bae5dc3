"""An analysis as a report to read in a terminal: the output, its errors, what is worth a look, its facts by predicate, and their evidence.

Colour is never the only sign (marks and words say the same), and is left out for NO_COLOR, TERM=dumb and pipes.
Whatever stands in the texts, no character of theirs can drive the terminal.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.core.findings import ErrorSpan
from engines.core.plain.copying import safe_text
from engines.core.plain.sources import numbered_sources, source_at
from engines.core.results import Analysis, Unit
from engines.units.errors import completed, worth_a_look
from engines.units.unanswered import is_unanswered
from engines.units.unchecked import words_not_checked

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from explorer.services.health import Finding

_SUPPORTED, _UNSUPPORTED, _MUTED = "green", "bold red", "dim"
_KINDS = {
    "extrinsic": "not in the reference",
    "intrinsic": "contradicts the reference",
    "coreference": "who or what? It stands for nobody, or for somebody else",
}
_UNSEEN_WIDTH = 200
"""Columns of a table that goes to a file or another program."""
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
"""Marks that reorder what a terminal shows."""


def print_analysis(analysis: Analysis, console: "Console | None" = None) -> None:
    """Print the report on standard output (or `console`)."""
    from rich.console import Console

    console = console or Console(highlight=False, soft_wrap=False)
    analysis = completed(analysis)
    _header(console, analysis)
    _output(console, analysis)
    for error in analysis.errors or ():
        _error(console, error)
    looks = worth_a_look(analysis)
    for look in looks:
        _look(console, look)
    if analysis.errors or looks:
        console.print()
    _subsequence(console, analysis)
    for group in by_predicate(analysis.units):
        _group(console, group, analysis.reference.text)
    for warning in analysis.warnings:
        console.print(_text(f"! {warning}", "yellow"))


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]], nothing: str) -> None:
    """Print rows under a header, the last column taking the room that is left; `nothing` if there are none."""
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, _UNSEEN_WIDTH)
    if not rows:
        console.print(_text(nothing, _MUTED))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in header[:-1]:
        table.add_column(name, no_wrap=True)
    table.add_column(header[-1], overflow="ellipsis", no_wrap=console.is_terminal)
    for row in rows:
        table.add_row(*(_text(shown(cell)) for cell in row))
    console.print(table, soft_wrap=not console.is_terminal)


def print_findings(findings: "Sequence[Finding]") -> None:
    """Print what was looked at, with a mark for its state."""
    from rich.console import Console

    console = Console(highlight=False)
    marks = {"fine": ("✓", _SUPPORTED), "odd": ("!", "yellow"), "wrong": ("✗", _UNSUPPORTED)}
    width = max((len(finding.what) for finding in findings), default=0)
    for finding in findings:
        mark, style = marks[finding.state]
        console.print(_text(f"{mark} ", style) + _text(f"{finding.what:<{width}}  {shown(finding.found)}"), soft_wrap=True)


def by_predicate(units: Sequence[Unit]) -> list[list[Unit]]:
    """The units grouped by their predicate's place, in order; units without one stand alone."""
    groups: dict[object, list[Unit]] = {}
    for unit in units:
        key = (unit.predicate.start, unit.predicate.end) if unit.predicate else unit.id
        groups.setdefault(key, []).append(unit)
    return list(groups.values())


def shown(text: str, longest: int = 0) -> str:
    """`text` on one line without control or reordering characters, cut to `longest` if that is given."""
    line = " ".join(_BIDI.sub("", safe_text(text)).split())
    return line if not longest or len(line) <= longest else line[: longest - 1].rstrip() + "…"


def _header(console: "Console", analysis: Analysis) -> None:
    from rich.rule import Rule

    from engines.declaration.registry import main_score

    verified = [u for u in analysis.units if u.supported is not None]
    supported = sum(bool(u.supported) for u in verified)
    score = main_score(analysis.engine.name, analysis.scores)
    console.print(Rule(style=_MUTED))
    title = _text("" if score is None else f"{100 * score:.0f}  ", "bold")
    found, bare, silent = len(analysis.errors or ()), words_not_checked(analysis), sum(map(is_unanswered, analysis.units))
    title.append("" if not found else "1 error · " if found == 1 else f"{found} errors · ", _UNSUPPORTED)
    title.append(f"{supported} of {len(verified)} facts supported")
    title.append("" if not silent else f" · {silent} without a verdict")
    title.append("" if not bare else f" · {bare} {'word' if bare == 1 else 'words'} not checked")
    console.print(title)
    read = "" if analysis.reference.read is None else f" · {analysis.reference.read:.0%} of the reference read"
    seconds = analysis.timings.get("total")
    took = "" if seconds is None else f" · {seconds:.1f} s"
    words = f"{len(analysis.reference.text.split()):,} words"
    console.print(_text(f"{analysis.engine.name} · {words}{read}{took} · {analysis.id}", _MUTED))
    console.print()


def _output(console: "Console", analysis: Analysis) -> None:
    """The output with its errors underlined and what no unit asks about dimmed."""
    from rich.text import Text

    text = Text(_BIDI.sub("\u2060", safe_text(analysis.output.text).replace("\t", " ")))
    for start, end in analysis.unchecked or ():
        text.stylize(_MUTED, start, end)
    for error in analysis.errors or ():
        text.stylize(f"{_UNSUPPORTED} underline", error.start, error.end)
    for deletion in analysis.deletions:
        text.stylize("strike", deletion.start, deletion.end)
    console.print(text)
    console.print()


def _look(console: "Console", look: ErrorSpan) -> None:
    """What is no error, but a likely place of one that was missed."""
    line = _text("? ", _MUTED) + _text(shown(look.text, 160), "underline")
    line.append("  worth a look", _MUTED)
    if look.found:
        line.append(f", the reference has {shown(look.found.text, 120)}", _MUTED)
    line.append(f"  {look.probability:.2f}", _MUTED)
    console.print(line, soft_wrap=True)


def _error(console: "Console", error: ErrorSpan) -> None:
    """The words of an error, what kind it is, what the reference has instead, how sure it is, and how many units it makes unsupported."""
    line = _text("✗ ", _UNSUPPORTED) + _text(shown(error.text, 160), _UNSUPPORTED)
    line.append(f"  {_KINDS.get(error.kind, error.kind)}", "red")
    if error.found:
        line.append(f", which has {shown(error.found.text, 120)}")
    facts = f" · {len(error.units)} {'fact' if len(error.units) == 1 else 'facts'}" if error.units else ""
    line.append(f"  {error.probability:.2f}{facts}", _MUTED)
    console.print(line, soft_wrap=True)


def _subsequence(console: "Console", analysis: Analysis) -> None:
    """The longest supported subsequence, where the engine found one."""
    from rich.padding import Padding

    for name, text in (("LSS", analysis.lss), ("LSS*", analysis.lss_star)):
        if text is not None and (name == "LSS" or text != analysis.lss):
            console.print(_text(name, "bold"))
            console.print(Padding(_text(shown(text) or "(nothing is supported)"), (0, 0, 1, 2)))


def _group(console: "Console", units: Sequence[Unit], reference: str) -> None:
    predicate = units[0].predicate
    if predicate is not None:
        console.print(_text(shown(predicate.text, 60), "bold"), _text(f"({predicate.kind})", _MUTED))
    for unit in units:
        _unit(console, unit, reference)
    console.print()


def _unit(console: "Console", unit: Unit, reference: str) -> None:
    from rich.padding import Padding

    mark, style = {True: ("✓", _SUPPORTED), False: ("✗", _UNSUPPORTED), None: ("·", _MUTED)}[unit.supported]
    line = _text(f"{mark} ", style)
    if unit.question and unit.answer:
        line.append(shown(unit.question) + " ", _MUTED)
        line.append(shown(unit.answer.text), "bold")
    else:
        line.append(shown(unit.statement), "bold")
    if unit.probability is not None:
        line.append(f"  {unit.probability:.2f}", style)
    if is_unanswered(unit):
        line.append("  no verdict", style)
    if unit.supported is False and unit.error:
        line.append(f"  {_KINDS.get(unit.error, unit.error)}", style)
    console.print(Padding(line, (0, 0, 0, 2)))
    if unit.evidence:
        best = unit.evidence[0]
        source = source_at(numbered_sources(reference), best.start)
        place = f"source {source.number}, " if source else ""
        place += "" if best.sentence is None else f"sentence {best.sentence + 1}: "
        console.print(Padding(_text(f"{place}{shown(best.text, 240)}", _MUTED), (0, 0, 0, 6)))


def _text(text: str, style: str = "") -> "Text":
    from rich.text import Text

    return Text(text, style=style)
