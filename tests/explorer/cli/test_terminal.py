"""The report in a terminal: nothing that a terminal obeys comes from a text, and colour can be refused."""

import io

import pytest

from engines.core.results import Analysis
from explorer.cli.terminal import print_analysis
from tests.components import samples


def test_what_a_terminal_would_obey_is_not_printed(analysis: Analysis) -> None:
    from dataclasses import replace

    from rich.console import Console

    from engines.core.results import Document

    evil = "Red \x1b[31m alert \x9b2J \u202egnp.exe [bold]x[/bold] [link=http://x]y[/link] \a\b ok"
    stream = io.StringIO()
    poisoned = replace(analysis, output=Document(evil, ()), units=tuple(replace(u, statement=evil, question=evil) for u in analysis.units))
    print_analysis(poisoned, Console(file=stream, width=500, color_system=None))
    shown = stream.getvalue()
    assert not set("\x1b\x9b\u202e\a\b") & set(shown) and "[bold]x[/bold]" in shown


def test_errors_are_counted_marked_and_listed_with_what_the_reference_has() -> None:
    from dataclasses import replace

    from rich.console import Console

    made = replace(samples.analysis(), unchecked=((0, 8),))
    stream = io.StringIO()
    print_analysis(made, Console(file=stream, width=200, color_system=None))
    shown = stream.getvalue()
    assert "3 errors · 4 of 7 facts supported · 1 word not checked" in shown
    assert "✗ in Sardona  contradicts the reference, which has the Tarnish town of Vell  0.96 · 1 fact\n" in shown
    assert "✗ next year  not in the reference  0.88 · 1 fact\n" in shown
    coloured = io.StringIO()
    print_analysis(made, Console(file=coloured, width=200, force_terminal=True, color_system="standard"))
    output = coloured.getvalue().split("✗")[0]
    assert "\x1b[1;4;31min Sardona\x1b[0m" in output and "\x1b[1;4;31mbuilt" not in output


def test_colour_is_for_terminals_and_can_be_refused(analysis: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    from rich.console import Console

    def printed(**options: object) -> str:
        stream = io.StringIO()
        print_analysis(analysis, Console(file=stream, force_terminal=True, width=100, **options))  # type: ignore[arg-type]
        return stream.getvalue()

    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[32m" in printed()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[32m" not in printed()
