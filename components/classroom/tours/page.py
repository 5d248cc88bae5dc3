"""The page of a tour: one step at a time, each with an address of its own."""

from collections.abc import Callable

from components.classroom.presentation import sentences_of
from components.classroom.shell import button, keys_dialog, page
from components.classroom.tours import acueval, lss, qags, qasem, scale
from components.classroom.tours.figures import Step, output, quoted, told
from components.classroom.tours.material import Material, material
from components.html.markup import escape
from components.html.tours import PLACE, TOURS
from engines.core.errors import InputError
from engines.declaration.registry import engine_title

KEYS = (
    ("Space → PageDown", "on"),
    ("← PageUp", "back"),
    ("1 … 9", "to that step"),
    ("s", "the search, a step on"),
    ("Home End", "first and last step"),
    ("+ -", "larger and smaller type"),
    ("f", "full screen"),
    ("d", "dark, or light"),
    ("Esc", "leave the tour"),
    ("?", "this list"),
)

_STEPS: dict[str, Callable[[Material], list[Step]]] = {
    "qasem": qasem.steps,
    "scale": scale.steps,
    "acueval": acueval.steps,
    "qags": qags.steps,
    "lss": lss.steps,
}


def steps_of(engine: str) -> list[Step]:
    """The steps of an engine's tour, with the last that all tours have.

    Raises:
        InputError: there is no tour of such an engine.
    """
    if engine not in _STEPS:
        raise InputError(f"There is a tour of {', '.join(_STEPS)}, and of no other engine.")
    shown = material(engine)
    made = _STEPS[engine](shown)
    made[-1] = _with_balance(made[-1], shown, engine)
    return made


def tour(engine: str) -> str:
    """The page of an engine's tour.

    Raises:
        InputError: there is no tour of such an engine.
    """
    steps = steps_of(engine)
    title = f"{engine_title(engine)}: guided tour"
    sections = "".join(
        f'<section class="step" id="step-{number}" aria-labelledby="title-{number}"{"" if number == 1 else " hidden"}>'
        f'<h2 id="title-{number}" tabindex="-1"><span class="n">{number} of {len(steps)}</span> {escape(step.title)}</h2>'
        f'<div class="told">{step.told}</div><div class="figure">{step.figure}</div></section>'
        for number, step in enumerate(steps, 1)
    )
    dots = "".join(
        f'<li><a href="#{number}" data-step="{number}" title="{escape(step.title)}"><span class="sr">Step </span>{number}</a></li>'
        for number, step in enumerate(steps, 1)
    )
    others = "".join(f'<a class="button" href="{PLACE}/tour/{name}">{escape(engine_title(name))}</a>' for name in TOURS if name != engine)
    body = f"""<header class="head"><h1>{escape(title)}</h1><nav class="dots" aria-label="Steps"><ol>{dots}</ol></nav>
<div class="bar">{button("back", "Back", "←")}{button("next", "Next", "Space", class_="main")}{button("keys", "Keys", "?")}
<a class="button" data-do="leave" href="/">Leave</a></div></header>
<main id="tour" tabindex="-1">{sections}<nav class="others" aria-label="Other tours" hidden><h2>The same text by another engine</h2>
<div class="row">{others}</div></nav></main>
{sentences_of(material(engine).analysis.reference)}
<div class="sr" role="status" aria-live="polite" id="said"></div>{keys_dialog(KEYS)}"""
    return page(title, "tour", body, ("search", "tour"))


def _with_balance(last: Step, shown: Material, engine: str) -> Step:
    """The last step with what the engine found of what is wrong."""
    found = shown.found()
    missed = [each for each in shown.planted if each not in found]
    does = "strike out" if shown.analysis.deletions else "mark"
    without = f" It did not {does} {' and '.join(quoted(each.words) for each in missed)}." if missed else ""
    balance = f"Of the {len(shown.planted)} errors in the output {escape(engine_title(engine))} did {does} {len(found)}.{without}"
    marks = [
        (each.start, each.end, "wrong" if each in found else "missed", "found" if each in found else "missed") for each in shown.planted
    ]
    legend = '<p class="legend"><span class="wrong">found</span> <span class="missed">not found</span></p>'
    return Step(last.title, last.told + told(balance), output(shown.analysis, marks) + legend + last.figure)
