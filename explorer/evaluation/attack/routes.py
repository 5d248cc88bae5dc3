"""The routes of the page with something that each takes; a test holds them against the routes that answer."""

from typing import Any

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS")
_COLUMNS = {"reference": ["article"], "output": "summary", "id": "id", "label": "label", "groups": ["model"]}
_PAIR = {"reference": "The ferry left Brekke in May.", "output": "The ferry left in June."}

GET: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("/", ()),
    ("/theme.css", ()),
    ("/favicon.ico", ()),
    ("/assets/{name}", ()),
    ("/config", ()),
    ("/gradio_api/info", ()),
    ("/gradio_api/app_id", ()),
    ("/gradio_api/heartbeat/{name}", ()),
    ("/gradio_api/queue/data", ("session_hash",)),
    ("/gradio_api/call/analyze/{name}", ()),
    ("/gradio_api/call/v2/analyze/{name}", ()),
    ("/errata/assets/css/{name}", ()),
    ("/errata/assets/js/{name}", ()),
    ("/errata/assets/fonts/{name}", ()),
    ("/errata/assets/classroom/{name}", ()),
    ("/errata/analysis/{id}.json", ()),
    ("/errata/analysis/{id}.html", ()),
    ("/errata/analysis/{id}.csv", ()),
    ("/errata/analysis/{id}.{name}", ()),
    ("/errata/comparison.json", ("ids",)),
    ("/errata/comparison.html", ("ids",)),
    ("/errata/history.jsonl", ("ids", "query")),
    ("/annotate", ("by",)),
    ("/annotate/{id}", ("by", "mode", "predicates")),
    ("/agreement", ("ids", "by", "blind")),
    ("/agreement.jsonl", ("ids", "by", "blind")),
    ("/errata/batch/{batch}.jsonl", ()),
    ("/errata/batch/{batch}.csv", ()),
    ("/errata/batch/{batch}.html", ()),
    ("/errata/batch/{batch}.{name}", ()),
    ("/errata/batch/{batch}/state", ()),
    ("/errata/batch/{batch}/figures", ()),
    ("/errata/batch/{batch}/rows", ("order", "shown", "kind", "field", "score", "query", "start")),
    ("/errata/class/present/{id}", ("key",)),
    ("/errata/class/quiz/{id}", ("key",)),
    ("/errata/class/quiz/{id}.html", ("key",)),
    ("/errata/class/handout/{id}", ("kind", "paper", "key")),
    ("/errata/class/tour/{name}", ()),
)
"""Addresses to read, `{id}`, `{batch}` and `{name}` to be filled in, with the fields of their queries."""

POST: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/gradio_api/queue/join", {"data": ["", "", "{}"], "fn_index": 0, "session_hash": "abc"}),
    ("/gradio_api/run/predict", {"data": ["{}"], "fn_index": 0, "session_hash": "abc"}),
    ("/gradio_api/cancel", {"session_hash": "abc", "fn_index": 0, "event_id": "abc"}),
    ("/gradio_api/reset", {"event_id": "abc"}),
    ("/gradio_api/call/analyze", {"data": [*_PAIR.values(), "nosuch", "compact"]}),
    ("/gradio_api/call/compare", {"data": [*_PAIR.values(), ["nosuch"]]}),
    ("/gradio_api/call/verify", {"data": [[], "nosuch"]}),
    ("/gradio_api/call/parse", {"data": [[], "nosuch"]}),
    ("/gradio_api/call/v2/analyze", {**_PAIR, "engine": "nosuch", "settings": {}, "models": {}}),
    ("/gradio_api/call/v2/compare", {**_PAIR, "engines": ["nosuch"]}),
    ("/gradio_api/call/v2/verify", {"rows": [], "verifier": "nosuch", "threshold": 0.5}),
    ("/gradio_api/call/v2/parse", {"rows": [], "kinds": "nosuch"}),
    ("/errata/keep", {"kind": "annotate", "data": {"analysis": "{id}", "unit": "q0", "vote": 1, "note": "yes", "supported": True}}),
    ("/errata/keep", {"kind": "draft", "data": {**_PAIR, "tab": "t", "question": "Who?"}}),
    ("/errata/keep", {"kind": "choose", "data": {"analysis": "{id}", "choices": "+", "past": "", "future": "", "written": "A text."}}),
    ("/errata/keep", {"kind": "label", "data": {"analysis": "{id}"}}),
    ("/errata/batch/preview", {"upload": "abc", "name": "Ferries", "columns": _COLUMNS}),
    ("/errata/batch/time", {"upload": "abc", "name": "Ferries", "columns": _COLUMNS, "choice": "{}"}),
    ("/errata/batch/begin", {"upload": "abc", "name": "Ferries", "columns": _COLUMNS, "choice": "{}"}),
    ("/errata/batch/{batch}/do", {"what": "stop"}),
    (
        "/errata/class/rounds",
        {"kind": "save", "data": {"analysis": "{id}", "id": "r1", "revision": 0, "data": {"mode": "persons", "people": []}}},
    ),
    ("/errata/class/rounds", {"kind": "forget", "data": {"analysis": "{id}"}}),
    ("/errata/live", {"analysis": "{id}", "text": "The ferry left in May.", "editor": "e", "version": 1}),
    ("/errata/live/changes", {"analysis": "{id}", "written": "The ferry left.", "choices": "+"}),
)
"""Addresses to write to, each with a body that it takes or nearly takes: none of them begins a long run."""

FILES: tuple[str, ...] = ("/errata/document", "/errata/import", "/errata/batch/file")
"""Addresses that take a file, named by the field `name` of their query."""
