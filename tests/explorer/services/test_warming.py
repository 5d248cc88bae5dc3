"""The first run waits for models that are being loaded, tells which, and loads none of them a second time."""

import threading

from explorer.services.analysis import Stage
from explorer.services.engines import model_rows
from explorer.services.tabs.runs import Runs
from explorer.services.warming import STEPS, Warming


def test_the_first_run_waits_for_what_is_being_loaded_and_says_what() -> None:
    go_on, loaded = threading.Semaphore(0), list[str]()

    def load(name: str) -> None:
        go_on.acquire()
        loaded.append(name)

    warming = Warming([("the parser", lambda: load("parser")), ("the verifier", lambda: load("verifier"))])
    assert list(warming.stages()) == []
    warming.begin()
    warming.begin()
    run = Runs(warming=warming).begin("mine", "analysis", "a", lambda: iter([f"began when {len(loaded)} were there"]))
    told = run.follow(beat=30)
    names = []
    for state in told:
        stage = state.told(Stage)
        if stage and stage.name not in names:
            names.append(stage.name)
            go_on.release()
    assert names == ["Loading models: the parser", "Loading models: the verifier"]
    assert run.state().told(str) == "began when 2 were there" and loaded == ["parser", "verifier"]
    assert list(warming.stages()) == []


def test_what_cannot_be_loaded_is_left_to_the_run() -> None:
    warming = Warming([("the parser", lambda: 1 / 0)])
    warming.begin()
    run = Runs(warming=warming).begin("mine", "analysis", "a", lambda: iter(["done"]))
    assert list(run.follow(beat=30))[-1].told(str) == "done"


def test_what_is_loaded_is_what_the_bundled_models_need() -> None:
    from engines.models import registry

    for _, load in STEPS:
        load()
    assert {("parser", "rules"), ("verifier", "compact")} <= set(registry.loaded())
    assert {"parser", "verifier"} <= {row["role"] for row in model_rows()}
