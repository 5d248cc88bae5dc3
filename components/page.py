"""The page: Gradio's components around the review, wired to the handlers."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from components.html.empty import empty_state
from components.html.opener import opener
from components.html.status import message
from components.html.theme import head, scripts, tab_script, theme
from components.html.topbar import topbar
from components.panels.history import history
from components.panels.import_export import heading
from components.wiring.endpoints import NAMES, Endpoints
from components.wiring.handlers.asked import asked_of
from components.wiring.handlers.choices import listed_choices
from components.wiring.handlers.events import Events
from components.wiring.handlers.view import Parts
from engines.core.machine.files import asset
from explorer.services.tabs.runs import Runs
from explorer.services.workspace import Workspace

if TYPE_CHECKING:
    import gradio as gr

MOST_FOLLOWED = 16
"""Pages that are told how their runs go on at the same time: each of them keeps a thread."""

MOST_SESSIONS = 32
"""Pages of which Gradio remembers what it drew last, half a megabyte to some megabytes each: it would of ten thousand, whether or not they
are open. Nothing here reads it; a page that is forgotten goes on as before."""

_SILENT: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
_AT_ONCE: dict[str, Any] = {"queue": False, "trigger_mode": "multiple", **_SILENT}


def page_settings(workspace: Workspace) -> dict[str, Any]:
    """How Gradio is to serve the page: silent, nothing kept in the browser, no file of the disk served, no address from outside."""
    return {
        "show_error": False,
        "theme": theme(),
        "head": head(),
        "favicon_path": str(asset("favicon.svg")),
        "footer_links": [],
        "run_history": False,
        "ssr_mode": False,
        "mcp_server": False,
        "pwa": False,
        "enable_monitoring": False,
        "max_file_size": "1kb",
        "blocked_paths": [str(workspace.folder)],
        "root_path": "",
        "app_kwargs": {"openapi_url": None, "docs_url": None, "redoc_url": None},
    }


def build(workspace: Workspace, runs: Runs | None = None) -> "gr.Blocks":
    """The page with everything wired, not yet served; its runs are among `runs`, so that they can be stopped with the server."""
    import gradio as gr

    with gr.Blocks(title="Errata", analytics_enabled=False) as page:
        # Public names first: a private handler would claim the name of its function.
        endpoints = Endpoints(workspace)
        for name in NAMES:
            gr.api(getattr(endpoints, name), api_name=name)
        parts = _layout()
        events = Events(workspace, parts, runs)
        _wire_run(page, parts, events)
        _wire_review(parts, events)
        _wire_history(parts, events)
        _wire_models(parts, events)
    page.state_session_capacity = MOST_SESSIONS
    page.queue(default_concurrency_limit=4, max_size=64)
    return page


def _layout() -> Parts:
    from datetime import datetime

    import gradio as gr

    plain: dict[str, Any] = {"apply_default_css": False}
    scripted = {**plain, "head": scripts()}
    with gr.Sidebar(label="History", open=False, width=300, elem_id="sidebar"):
        gr.HTML(heading(), js_on_load=None, **plain)
        search = gr.Textbox(
            label="Search the history",
            show_label=False,
            placeholder="Search texts, facts and notes",
            container=False,
            elem_id="search",
            max_length=200,
        )
        filters = gr.HTML("", js_on_load=None, elem_id="filters", **plain)
        gone = gr.HTML("", js_on_load=_script("history"), elem_id="gone", **scripted)
        past = gr.HTML(history([], now=datetime.now().astimezone()), js_on_load=_script("history"), elem_id="history", **scripted)
    gr.HTML(topbar(), js_on_load="errata.top(element)", elem_id="topbar", **scripted)
    with gr.Accordion("Reference and output", open=True, elem_id="boxes") as boxes:
        with gr.Row():
            with gr.Column(elem_classes="side"):
                words = "Paste the text that the output should agree with"
                reference = gr.Textbox(label="Reference", placeholder=words, lines=9, max_lines=9, elem_id="reference")
                gr.HTML(opener("reference"), js_on_load=None, **plain)
            with gr.Column(elem_classes="side"):
                words = "Paste the text to be checked"
                output = gr.Textbox(label="Output to check", placeholder=words, lines=9, max_lines=9, elem_id="output")
                gr.HTML(opener("output"), js_on_load=None, **plain)
        with gr.Row(elem_id="run"):
            lists = gr.HTML(listed_choices(), js_on_load=None, elem_id="choices", scale=3, **plain)
            models = gr.HTML("", js_on_load=_script("models"), elem_id="models", **scripted)
            compare = gr.Button("Compare", elem_id="compare", scale=1)
            analyze = gr.Button("Analyze", variant="primary", elem_id="analyze", scale=1)
        model_states = gr.HTML("", js_on_load=None, elem_id="model-states", **plain)
        chosen = gr.Textbox(visible=False)
    with gr.Row(elem_id="progress"):
        row = gr.HTML(message(""), js_on_load=None, elem_id="status", **plain)
        cancel = gr.Button("Cancel", elem_id="cancel", size="sm", scale=0, min_width=96, interactive=False)
    shown = gr.HTML(empty_state(), js_on_load=_script("review", "compare", "revise", "runs", "batch"), elem_id="review", **scripted)
    with gr.Accordion("Where the evidence lies", open=False, elem_id="evidence-map", visible="hidden") as map_:
        plot = gr.Plot(show_label=False, container=False, elem_id="plot")
    return Parts(
        reference,
        output,
        chosen,
        lists,
        models,
        model_states,
        boxes,
        analyze,
        compare,
        cancel,
        row,
        shown,
        search,
        filters,
        past,
        gone,
        map_,
        plot,
    )


_EVENTS = {
    "models": ("chose", "fetch", "halt", "release"),  # not "unload": that is what Gradio calls leaving the page
    "history": ("open", "remove", "rename", "tagged", "restore", "more", "take", "anew"),
    "review": ("example", "edit", "visit", "begin", "score", "write", "whole", "calibrate", "follow"),
}


def _script(name: str, *more: str) -> str:
    """The calls into `assets/js`, with the names of the events that Gradio is to know."""
    names = ", ".join(f"'{event}'" for event in _EVENTS[name])
    calls = " ".join(f"errata.{view}(element, ask, watch);" for view in (name, *more))
    return f"/* triggers {names} */ const ask = errata.asking(trigger); {calls}"


def _wire_run(page: "gr.Blocks", parts: Parts, events: Events) -> None:
    import gradio as gr

    def load(written: str, request: gr.Request) -> dict:
        return events.load(request, written)

    buttons = [parts.analyze, parts.compare, parts.cancel]
    loaded = [*_boxes(parts), *buttons, parts.choices, parts.models, parts.model_states, parts.filters, parts.history]
    page.load(load, parts.chosen, loaded, queue=False, js=f"async () => {{ {tab_script()} return [await errata.arriving()]; }}", **_SILENT)
    # "multiple", or the page would take a press of the button for a second one as long as it has not heard that the last run is over.
    followed: dict[str, Any] = {"concurrency_limit": MOST_FOLLOWED, "concurrency_id": "runs", "trigger_mode": "multiple", **_SILENT}
    for button, work in ((parts.analyze, events.analyses.run), (parts.compare, events.comparisons.run)):
        button.click(
            work,
            [parts.reference, parts.output, parts.chosen],
            [*_boxes(parts), *buttons, parts.filters, parts.history],
            js="(reference, output) => [reference, output, (errata.pressed(), errata.choice())]",
            **followed,
        )
    parts.cancel.click(
        events.runs.cancel,
        parts.chosen,
        [parts.status, *buttons],
        queue=False,
        js="() => [errata.stopped()]",
        trigger_mode="multiple",
        **_SILENT,
    )

    def follow(evt: gr.EventData) -> Iterator[dict]:
        yield from events.runs.follow(evt._data)

    parts.review.follow(follow, None, [*_boxes(parts), *buttons, parts.filters, parts.history], **followed)


def _boxes(parts: Parts) -> list[Any]:
    return [parts.status, parts.review, parts.boxes, parts.reference, parts.output, parts.map]


def _wire_review(parts: Parts, events: Events) -> None:
    import gradio as gr

    def example(evt: gr.EventData) -> dict:
        return events.newest.answer("review", evt._data, lambda data: events.analyses.example(data.get("number"), asked_of(data)))

    def edit(evt: gr.EventData) -> dict:
        return events.newest.answer("review", evt._data, lambda data: events.analyses.edit(data.get("id"), asked_of(data)))

    def visit(evt: gr.EventData) -> dict:
        return events.newest.answer("review", evt._data, events.visit)

    def begin(evt: gr.EventData) -> Iterator[dict]:
        yield from events.revisions.begin(evt._data)

    def score(evt: gr.EventData) -> Iterator[dict]:
        yield from events.revisions.score(evt._data)

    def write(evt: gr.EventData) -> dict:
        return events.revisions.write(evt._data)

    def whole(evt: gr.EventData) -> Iterator[dict]:
        yield from events.revisions.whole(evt._data)

    def calibrate(evt: gr.EventData) -> dict:
        return events.newest.answer("calibration", evt._data, events.calibrations.calibrate)

    shown = parts.review
    parts.map.expand(
        events.analyses.plot,
        [parts.chosen, parts.chosen],
        parts.plot,
        js="() => [errata.plotted(), errata.isDark()]",
        queue=False,
        **_SILENT,
    )
    listed = [*_boxes(parts), parts.filters, parts.history]
    shown.example(example, None, listed, **_AT_ONCE)
    shown.edit(edit, None, listed, **_AT_ONCE)
    drawn = [*listed, parts.analyze, parts.compare, parts.cancel]
    for event, work in ((shown.begin, begin), (shown.score, score), (shown.whole, whole)):
        event(work, None, drawn, concurrency_limit=MOST_FOLLOWED, concurrency_id="runs", trigger_mode="multiple", **_SILENT)
    shown.write(write, None, [parts.status, parts.review], queue=False, **_SILENT)
    shown.calibrate(calibrate, None, [parts.status, parts.review], **_AT_ONCE)
    shown.visit(visit, None, _boxes(parts), **_AT_ONCE)


def _wire_history(parts: Parts, events: Events) -> None:
    import gradio as gr

    def search(written: str) -> dict:
        return events.history.search(written)

    def open_(evt: gr.EventData) -> dict:
        return events.newest.answer("review", evt._data, events.visit)

    def take(evt: gr.EventData) -> dict:
        return events.newest.answer("review", evt._data, lambda data: events.analyses.take_draft(data.get("session"), asked_of(data)))

    def anew(evt: gr.EventData) -> dict:
        return events.newest.answer("review", evt._data, lambda data: events.analyses.begin_anew(asked_of(data)))

    def remove(evt: gr.EventData) -> dict:
        return events.history.remove(evt._data)

    def rename(evt: gr.EventData) -> dict:
        return events.history.rename(evt._data)

    def tagged(evt: gr.EventData) -> dict:
        return events.history.tag(evt._data)

    def restore(evt: gr.EventData) -> dict:
        return events.history.restore(evt._data)

    def more(evt: gr.EventData) -> dict:
        return events.newest.answer("history", evt._data, events.history.more)

    listed = [parts.status, parts.filters, parts.history, parts.gone]
    drawn = [*_boxes(parts), parts.filters, parts.history]
    # Not `input`: the first one that a paste makes is lost on the way.
    parts.search.change(search, parts.chosen, listed, js="() => [errata.asked()]", queue=False, trigger_mode="always_last", **_SILENT)
    for list_ in (parts.history, parts.gone):
        list_.open(open_, None, drawn, **_AT_ONCE)
        list_.take(take, None, drawn, **_AT_ONCE)
        list_.anew(anew, None, drawn, **_AT_ONCE)
        list_.remove(remove, None, listed, **_AT_ONCE)
        list_.rename(rename, None, listed, **_AT_ONCE)
        list_.tagged(tagged, None, listed, **_AT_ONCE)
        list_.restore(restore, None, listed, **_AT_ONCE)
        list_.more(more, None, listed, **_AT_ONCE)


def _wire_models(parts: Parts, events: Events) -> None:
    import gradio as gr

    def chose(evt: gr.EventData) -> dict:
        return events.newest.answer("models", evt._data, events.models.chose)

    def fetch(evt: gr.EventData) -> Iterator[dict]:
        yield from events.models.fetch(evt._data)

    def release(evt: gr.EventData) -> dict:
        return events.models.unload(evt._data)

    def halt(evt: gr.EventData) -> dict:
        return events.models.halt(evt._data)

    drawn = [parts.models, parts.model_states]
    parts.models.chose(chose, None, [parts.status, parts.model_states], **_AT_ONCE)
    parts.models.fetch(fetch, None, [*drawn, parts.status], concurrency_limit=4, trigger_mode="multiple", **_SILENT)
    parts.models.halt(halt, None, drawn, **_AT_ONCE)
    parts.models.release(release, None, drawn, **_AT_ONCE)
