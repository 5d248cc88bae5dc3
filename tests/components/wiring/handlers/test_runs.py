"""The run of a tab is drawn for it wherever it comes back, for no other tab, and until somebody stops it."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from components.wiring.handlers.asked import Asked, asked_of
from components.wiring.handlers.events import Events
from components.wiring.handlers.runs import CANCELLED, LOST
from components.wiring.handlers.view import Parts
from engines.core.errors import InputError
from explorer.services.tabs.drafts import session_of
from explorer.services.workspace import Workspace

PARTS: Any = SimpleNamespace(**{name: name for name in Parts.__dataclass_fields__})
PAIR = ("The ferry left Vell in May. It rained.", "The ferry left Vell in June.")


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace(tmp_path) as opened:
        yield opened


@pytest.fixture
def events(workspace: Workspace) -> Events:
    return Events(workspace, PARTS)


def says(tab: str, **more: object) -> str:
    """What the script of the page in that tab says beside an event."""
    return json.dumps({"tab": tab, **more})


def loaded(events: Events, tab: str, **more: object) -> dict[str, Any]:
    """What is drawn when the page of a tab is loaded."""
    request: Any = SimpleNamespace(query_params={})
    return events.load(request, says(tab, **more))


def test_a_run_that_its_page_left_is_found_by_its_tab_alone(events: Events) -> None:
    drawings = events.analyses.run(*PAIR, says("mine"))
    assert "data-run" in next(drawings)["status"]
    drawings.close()  # as when the page is closed
    run = events.runs.runs.of(session_of("mine"))
    assert run is not None and events.runs.found(Asked("theirs")) is None
    assert list(run.follow(beat=60))[-1].problem is None
    drawing = loaded(events, "mine", run=run.id)
    assert "data-stored" in drawing["review"] and "left Vell in June" in drawing["review"]
    assert "review" not in loaded(events, "mine"), "its result was seen before the page was left"
    nameless = events.runs.begin(Asked(), "analysis", ["a"], lambda: iter([1]))
    assert next(nameless) and events.runs.found(Asked(run=run.id)) is None, "who says no tab sees nobody's runs"
    assert "review" not in loaded(events, "theirs", run=run.id) and LOST in loaded(events, "theirs", run=run.id)["status"]


def test_a_run_that_goes_on_is_followed_and_stopped_from_another_page_of_its_tab(events: Events) -> None:
    def work() -> Iterator[int]:
        yield from range(10**9)

    first = events.runs.begin(Asked("mine"), "analysis", ["a"], work)
    assert "Starting" in next(first)["status"]
    drawing = loaded(events, "mine")
    assert events.runs.found(Asked("mine")) and 'data-beat="0"' in drawing["status"] and drawing["analyze"]["interactive"] is False
    second = events.runs.follow({"tab": "mine"})
    assert "data-run" in next(second)["status"]
    assert list(first) == [], "whoever follows last is told"
    assert "interactive" in events.runs.cancel(says("theirs"))["analyze"] and "data-run" in next(second)["status"]
    assert events.runs.cancel(says("mine"))["analyze"]["interactive"] is True
    assert [drawing for drawing in second if "data-run" not in drawing["status"]] == [], "who stopped it has said so"
    assert "data-run" not in loaded(events, "mine")["status"]


def test_a_page_that_is_drawn_late_leaves_the_buttons_of_a_run_that_was_begun_meanwhile(events: Events) -> None:
    assert not {"analyze", "compare", "cancel"} & set(loaded(events, "mine"))
    assert loaded(events, "mine", run="lost")["cancel"]["interactive"] is False


@pytest.mark.parametrize("kind", ["analyses", "comparisons"])
def test_texts_are_kept_before_a_run_begins_however_long_it_waits(events: Events, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    def full(*_: object) -> None:
        raise InputError("Too many runs are waiting on this server.")

    monkeypatch.setattr(events.runs.runs, "begin", full)
    (drawing,) = getattr(events, kind).run(*PAIR, says("mine", engines=["qasem", "lss"], verifiers=["compact"]))
    kept = events._view.workspace.store.load_draft(session_of("mine"))
    assert "Too many" in drawing["status"] and kept is not None and (kept.reference, kept.output) == PAIR


def test_cancel_stops_what_was_pressed_even_where_it_comes_first(events: Events) -> None:
    assert CANCELLED in events.runs.cancel(says("mine", press="one"))["status"]
    (drawing,) = events.analyses.run(*PAIR, says("mine", press="one"))
    assert CANCELLED in drawing["status"] and drawing["analyze"]["interactive"] is True
    assert events.runs.found(Asked("mine")) is None
    assert "data-run" in next(events.analyses.run(*PAIR, says("mine", press="two")))["status"]
    events.runs.cancel(says("mine", press="two"))


def test_what_is_looked_at_meanwhile_stays_and_the_run_is_told_beside_it(events: Events) -> None:
    list(events.analyses.run(*PAIR, says("mine")))
    (entry,) = events._view.workspace.store.history()
    looked = threading.Event()

    def work() -> Iterator[int]:
        assert looked.wait(60)
        yield 1

    other = events.runs.begin(Asked("mine"), "analysis", ["a"], work)
    next(other)
    drawing = events.visit({"id": entry.id, "tab": "mine"})
    assert "left Vell in June" in drawing["review"] and "data-show-run" in drawing["status"]
    looked.set()
    last = list(other)[-1]
    assert "review" not in last and "The analysis is finished." in last["status"]


def test_what_does_not_fit_is_left_out() -> None:
    assert asked_of("[]") == asked_of("{") == asked_of(None) == asked_of({"tab": 7, "history": [], "others": "x"}) == Asked()
    asked = asked_of({"tab": "t", "others": ["a", 1], "history": {"query": "q", "score": "0-69", "engine": 3}})
    assert (asked.others, asked.filter.query, asked.filter.score, asked.filter.engine) == (("a",), "q", (0, 69), "")
    assert asked_of({"history": {"score": "low"}}).filter.score is None
