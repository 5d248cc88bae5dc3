"""Whatever a program gives to an endpoint of the running page, it is told what is wrong with it."""

import json

import pytest

from tests.e2e.guards.test_safety import ask

PAIR = {"reference": "The ferry left in May.", "output": "The ferry left in June."}
ROW = {"reference": "The ferry left in May.", "statement": "The ferry left."}


def answer(url: str, path: str, given: object) -> tuple[int, str]:
    """The status and the words of what comes of a call: at once, or as its result."""
    status, said = ask(url, "POST", f"/gradio_api/call/{path}", json.dumps(given), Content_Type="application/json")
    if status != 200:
        return status, said.decode()
    status, events = ask(url, "GET", f"/gradio_api/call/{path.rpartition('/')[2]}/{json.loads(said)['event_id']}")
    return status, events.decode()


@pytest.mark.parametrize(
    ("path", "given", "said"),
    [
        ("v2/analyze", {**PAIR, "reference": 5}, "`reference` must be a text, not a number."),
        ("v2/analyze", {**PAIR, "reference": None}, "`reference` must be a text, not null."),
        ("v2/analyze", {**PAIR, "engine": ["qasem"]}, "`engine` must be a text, not a list."),
        ("v2/analyze", {**PAIR, "verifier": 7}, "`verifier` must be a text"),
        ("v2/analyze", {**PAIR, "settings": "x"}, "`settings` must be an object"),
        ("v2/analyze", {**PAIR, "settings": {"threshold": "x"}}, "The setting threshold of qasem is a number"),
        ("v2/analyze", {**PAIR, "models": {"parser": 5}}, '`models["parser"]` must be a text'),
        ("v2/compare", {**PAIR, "engines": "qasem"}, "`engines` must be a list"),
        ("v2/compare", {**PAIR, "settings": {"qasem": 5}}, '`settings["qasem"]` must be an object'),
        ("v2/verify", {"rows": [5]}, "`rows[0]` must be an object"),
        ("v2/verify", {"rows": [ROW], "threshold": "x"}, "`threshold` must be a number"),
        ("v2/verify", {"rows": [ROW], "threshold": 7}, "The threshold lies between 0 and 1"),
        ("v2/parse", {"rows": [{"text": "It rained."}], "kinds": 5}, "`kinds` must be a text"),
        ("analyze", {"data": [5, "x"]}, "`reference` must be a text"),
        ("analyze", {"data": []}, "The reference is empty."),
    ],
)
def test_what_is_given_wrongly_is_told(url: str, path: str, given: object, said: str) -> None:
    status, events = answer(url, path, given)
    if said.startswith("`"):  # what can be told from the call alone is told at once
        told = json.loads(events)
        assert status == 400 and told["error"].startswith(said) and told["field"] == said.split("`")[1].split("[")[0]
        return
    assert status == 200
    assert "event: error" in events
    assert json.loads(events.split("event: error\ndata: ")[1].split("\n")[0])["error"].startswith(said) or said in events
    assert '"error": null' not in events


def test_names_and_values_too_many_are_told_at_once(url: str) -> None:
    status, said = answer(url, "v2/analyze", {**PAIR, "unknown": 1})
    assert (status, json.loads(said)["field"]) == (400, "unknown")
    status, said = answer(url, "analyze", {"data": ["a"] * 9 + [None] * 3})
    assert (status, "At most 8 values" in said) == (400, True)


@pytest.mark.parametrize(
    ("method", "path", "body", "said"),
    [
        ("POST", "/errata/keep", '{"kind": "draft", "data": {"reference": "a", "output": 5}}', "`output` must be a text, not a number."),
        ("POST", "/errata/keep?colour=red", "{}", "There is no `colour` to give. Known: nothing."),
        ("POST", "/errata/import?nam=x.json", "{}", "There is no `nam` to give. Known: name, skip_bad, undo."),
        ("POST", "/errata/import?undo=last", "", "`undo` must be a number"),
        ("POST", "/errata/document?name=a.txt&name=b.txt", "a", "`name` can be given once."),
        ("GET", "/errata/comparison.json?id=a", "", "There is no `id` to give. Known: ids."),
        ("GET", "/errata/analysis/abc.json?threshold=1", "", "There is no `threshold` to give."),
        ("GET", "/errata/history.jsonl?format=csv", "", "There is no `format` to give."),
    ],
)
def test_our_own_routes_name_the_field_that_is_wrong(url: str, method: str, path: str, body: str, said: str) -> None:
    status, told = ask(url, method, path, body, Content_Type="application/json")
    assert (status, told.decode().startswith(said)) == (400, True), told


def test_a_call_may_leave_out_what_has_a_default(url: str) -> None:
    status, events = answer(url, "analyze", {"data": list(PAIR.values())})
    assert (status, '"schema": "errata/2"' in events) == (200, True)


@pytest.mark.parametrize("path", ["/gradio_api/call/v2/analyze", "/gradio_api/call/analyze", "/gradio_api/queue/join", "/errata/keep"])
def test_a_body_without_end_is_refused(url: str, path: str) -> None:
    status, said = ask(url, "POST", path, "", Content_Length=str(10**12), Content_Type="application/json")
    assert (status, b"at most 64 MB can be sent" in said) == (413, True)
    deep = "[" * 10**5
    assert ask(url, "POST", path, deep, Content_Type="application/json")[0] in (400, 422)
