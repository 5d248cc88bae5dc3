"""The choice of engine and verifier: native lists, with what is unavailable shown and explained."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from components.html.markup import attributes, escape
from components.html.notes import engine_notes
from components.panels.passages import passages_panel
from components.panels.tuning import settings_panel

Ticked = Mapping[str, Sequence[str]]
"""The names ticked among the `engines` and the `verifiers`."""


class Choice(Protocol):
    """What `explorer.services.engines` lists."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def summary(self) -> str: ...
    @property
    def available(self) -> bool: ...
    @property
    def reason(self) -> str: ...


def choices(
    engines: Sequence[Choice],
    verifiers: Sequence[Choice],
    engine: str = "",
    verifier: str = "",
    ticked: Ticked | None = None,
    settings: Mapping[str, Any] | None = None,
    language_model: str = "",
    question: str = "",
) -> str:
    """The two lists side by side, and the switch of the deep check where there is a `language_model` for it.

    `engine` and `verifier` are chosen if they are available, the engine with these `settings`; `ticked` is what Compare runs. `question`
    is what was asked last, where the output is an answer.
    """
    reasons = {item.reason for item in (*engines, *verifiers) if not item.available and item.reason}
    why = "".join(f'<p class="reason">{escape(reason)}</p>' for reason in sorted(reasons))
    lists = _list("engine", "Engine", engines, engine) + _list("verifier", "Verifier", verifiers, verifier) + _deep(language_model)
    tuning = settings_panel([item.name for item in engines], engine, settings or {})
    asked, ticks = passages_panel(question), judges(engines, verifiers, ticked or {})
    return f'<div class="qx choices">{lists}{why}{tuning}{asked}{ticks}{engine_notes(engines)}</div>'


def judges(engines: Sequence[Choice], verifiers: Sequence[Choice], ticked: Ticked) -> str:
    """What Compare runs: every engine that is ticked with every verifier that is; to begin with, all engines with the first verifier."""
    first = next((item.name for item in verifiers if item.available), "")
    boxes = _boxes("engines", "Engines", engines, ticked.get("engines", [item.name for item in engines]))
    known = [item.name for item in verifiers if item.name in ticked.get("verifiers", ())]
    more = _boxes("verifiers", "Verifiers", verifiers, known or [first])
    return f'<details class="quiet"><summary>What to compare</summary><div class="boxes">{boxes}{more}</div></details>'


def _deep(language_model: str) -> str:
    """The switch of the deep check: it names the language model among the models by role, and takes it out again."""
    if not language_model:
        return ""
    says = "A small language model on this machine reads along. It finds more, and takes some seconds more for a new reference."
    box = attributes(type="checkbox", data_deep=language_model)
    return f'<label class="deep"{attributes(title=says)}><input{box}>Deep check</label>'


def _boxes(name: str, label: str, items: Sequence[Choice], ticked: Sequence[str]) -> str:
    boxes = "".join(
        f"<label><input{attributes(type='checkbox', data_judge=name, value=item.name, checked=item.name in ticked and item.available)}"
        f"{attributes(disabled=not item.available)}>{escape(item.title)}</label>"
        for item in items
    )
    return f"<fieldset><legend>{label}</legend>{boxes}</fieldset>"


def _list(name: str, label: str, items: Sequence[Choice], chosen: str) -> str:
    options = "".join(
        f"<option{attributes(value=item.name, selected=item.name == chosen, disabled=not item.available, title=item.summary)}>"
        f"{escape(item.title if item.available else f'{item.title} (not available)')}</option>"
        for item in items
    )
    return f'<label><span>{label}</span><select name="{name}" class="choose">{options}</select></label>'
