"""The guided tours: every engine has one, and its figures are those that the engine gave."""

import re

import pytest

from components.classroom.tours.material import material
from components.classroom.tours.page import steps_of, tour
from components.html.empty import empty_state
from components.html.notes import engine_notes
from components.html.tours import TOURS
from engines.core.errors import InputError
from engines.declaration.registry import names, specs
from tests.components.classroom.test_pages import body, only_ours
from tests.components.reading import parsed


def test_every_engine_has_a_tour_that_is_linked_to() -> None:
    assert set(TOURS) <= set(names()) and len(TOURS) == 5
    ways = {f"/errata/class/tour/{name}" for name in TOURS}
    for html in (empty_state(), engine_notes([spec for spec in specs() if spec.name in TOURS])):
        assert {link.attributes["href"] for link in parsed(html).all(tag="a")} == ways


@pytest.mark.parametrize("engine", TOURS)
def test_a_tour_has_six_to_eight_steps_one_at_a_time(engine: str) -> None:
    root = body(tour(engine))
    only_ours(root)
    steps = root.all("step")
    assert 6 <= len(steps) <= 8 and ["hidden" in step.attributes for step in steps] == [False] + [True] * (len(steps) - 1)
    assert len(root.one("dots").all(tag="a")) == len(steps) and "weak spot" in steps[-1].text
    assert all(step.one("told").text for step in steps)
    assert all(words in steps[0].text for words in (material(engine).analysis.output.text, "Ida Morrow and built by masons"))


@pytest.mark.parametrize("engine", TOURS)
def test_the_score_is_reckoned_with_the_engines_figures(engine: str) -> None:
    shown, steps = material(engine), steps_of(engine)
    step = next(step for step in steps if step.title == "The score")
    main = {"qasem": "qasem", "scale": "scale", "acueval": "acueval", "qags": "qags", "lss": "lss_bleu"}[engine]
    told = [float(figure) for figure in re.findall(r"<b>([\d.]+)</b>", step.figure)]
    assert any(abs(figure - shown.score(main)) < 0.006 for figure in told)
    sums = re.findall(r"\(([\d. +]+)\) ÷ (\d+) \w+ = <b>([\d.]+)</b>", step.figure)
    assert sums or engine in ("qasem", "lss")
    for values, count, result in sums:
        terms = [float(value) for value in values.split(" + ")]
        assert len(terms) == int(count) and abs(sum(terms) / len(terms) - float(result)) < 0.01


@pytest.mark.parametrize("engine", TOURS)
def test_the_weak_spot_is_one_on_this_text(engine: str) -> None:
    """The words of the steps say what the figures must bear out."""
    shown = material(engine)
    assert next(each.words for each in shown.planted if each not in shown.found()) == "paid"
    assert material(engine).unit("How long" if engine == "qags" else "eleven weeks").supported is False
    checks = {
        "qasem": lambda: shown.unit("Who was paid?", "Tomas Reed").probability > 0.8 and shown.analysis.unchecked,
        "scale": lambda: shown.unit("43 metres").supported is False and shown.unit("was paid").supported,
        "acueval": lambda: shown.unit("was paid").supported and shown.unit("Today, two volunteers wind the clock.").supported,
        "qags": lambda: (
            0 < shown.unit("What was designed?").details.f1 < 1 and shown.unit("Who was paid?").details.reference_answer is None
        ),
        "lss": lambda: "is tall." in shown.analysis.lss and "was paid to repair it" in shown.analysis.lss,
    }
    assert checks[engine]()


@pytest.mark.parametrize("engine", ["nosuch", "text", "../css/1-tokens", "README"])
def test_there_is_no_tour_of_anything_else(engine: str) -> None:
    with pytest.raises(InputError):
        tour(engine)
    with pytest.raises(InputError):
        material(engine)
