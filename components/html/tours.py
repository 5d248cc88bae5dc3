"""Links to what a class may see: the guided tours, and the pages of an analysis."""

from components.html.markup import attributes, escape
from engines.declaration.registry import engine_title

TOURS = ("qasem", "scale", "acueval", "qags", "lss")
"""The engines that have a guided tour."""

PLACE = "/errata/class"
"""Where the pages of a class are found: `present/ID`, `quiz/ID`, `handout/ID` and `tour/ENGINE`."""


def tour_link(engine: str, words: str = "Guided tour") -> str:
    """The link to an engine's tour; nothing where it has none."""
    return f"<a{attributes(class_='tourlink', href=f'{PLACE}/tour/{engine}')}>{escape(words)}</a>" if engine in TOURS else ""


def tours_row() -> str:
    """Every tour, to choose from."""
    links = "".join(f"<li>{tour_link(name, engine_title(name))}</li>" for name in TOURS)
    return f'<h3>Or take a guided tour of an engine, on an invented text</h3><ul class="tours">{links}</ul>'


def class_menu(place: str) -> str:
    """What a class can do with a stored analysis; `place` is its id as it stands in an address."""
    ways = (("present", "Present"), ("quiz", "Quiz"), ("handout", "Hand-out"))
    links = "".join(f"<a{attributes(href=f'{PLACE}/{kind}/{place}')}>{words}</a>" for kind, words in ways)
    file = f"<a{attributes(href=f'{PLACE}/quiz/{place}.html', download=True)}>Quiz as a file for pupils</a>"
    return f'<details class="menu class"><summary>In class</summary><div>{links}{file}</div></details>'
