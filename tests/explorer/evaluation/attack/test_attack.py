"""The attack reaches every route, knows a wrong answer when it sees one, and finds none."""

import json
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from components.server import guarded
from components.wiring.doors import door_to
from explorer.evaluation.attack.odd import mutants, records
from explorer.evaluation.attack.requests import PARTS, Known, Request, requests
from explorer.evaluation.attack.routes import FILES, GET, POST
from explorer.evaluation.attack.run import PROTECTING, Told, attack, send
from explorer.services.workspace import Workspace

KNOWN = Known("a" * 12, "b" * 12, {"schema": "errata/2", "id": "a" * 12, "units": [{"id": "q0"}]})
FINE = dict.fromkeys(PROTECTING, "x")


def test_every_way_in_is_tried(tmp_path: Path) -> None:
    with Workspace(tmp_path) as workspace:
        doors = guarded(workspace, "127.0.0.1").doors
    asked = [("GET", path) for path, _ in GET] + [("POST", path) for path, _ in POST] + [("POST", path) for path in FILES]
    tried = {id(door) for method, path in asked if (door := door_to(doors, KNOWN.path(path))) and method in door.methods}
    left = [door.path.pattern for door in doors if id(door) not in tried]
    assert left == [r"/static/js/iframeResizer\.contentWindow\.min\.js"]
    assert len(tried) == len(doors) - 1


def test_every_part_of_a_value_is_replaced_and_left_out() -> None:
    made = list(mutants({"a": 1, "b": [{"c": 2}]}, values=("odd",)))
    assert {"a": "odd", "b": [{"c": 2}]} in made and {"a": 1, "b": [{"c": "odd"}]} in made and "odd" in made
    assert {"b": [{"c": 2}]} in made and any(isinstance(each, dict) and "__class__" in each for each in made)
    assert sum(b'"\\ud800"' in body for body in records(KNOWN.record)) > 5


def test_every_part_of_the_attack_has_requests_and_fewer_where_fewer_are_asked_for() -> None:
    parts = [request.part for request in requests(KNOWN, most=2)]
    assert set(parts) == set(PARTS)
    assert all(len(list(requests(KNOWN, [part]))) > 100 for part in PARTS if part != "imports")
    assert [request.part for request in requests(KNOWN, ["foreign"], most=3)] == ["foreign"] * 3
    (first, *_) = requests(KNOWN, ["foreign"])
    assert first.refused and not any(request.refused for request in requests(KNOWN, ["fields"], most=1))


def _timeout(_: httpx.Request) -> httpx.Response:
    raise httpx.ReadTimeout("no answer in time")


@pytest.mark.parametrize(
    ("answer", "refused", "why"),
    [
        (lambda _: httpx.Response(200, headers=FINE), False, ""),
        (lambda _: httpx.Response(403, headers=FINE), True, ""),
        (lambda _: httpx.Response(503, headers=FINE, text="broken"), False, "status 503: broken"),
        (lambda _: httpx.Response(200, headers=FINE), True, "answered with 200"),
        (lambda _: httpx.Response(404, headers={**FINE, "access-control-allow-origin": "*"}), False, "another origin"),
        (lambda _: httpx.Response(404), False, "without content-security-policy"),
        (lambda _: httpx.Response(404, headers=FINE, text="not in /tmp/kept-here"), False, "data folder"),
        (lambda _: httpx.Response(400, headers=FINE, text="Traceback (most recent call last):"), False, "traceback"),
        (_timeout, False, "no answer: ReadTimeout"),
    ],
)
def test_a_wrong_answer_is_found(answer: Callable[[httpx.Request], httpx.Response], refused: bool, why: str) -> None:
    told = Told()
    with httpx.Client(base_url="http://127.0.0.1:1", transport=httpx.MockTransport(answer)) as http:
        send(http, [Request("fields", "POST", "/errata/keep", b"{}", refused=refused)], told, "/tmp/kept-here")
    assert told.asked == {"fields": 1} and [why in finding.why for finding in told.findings] == ([True] if why else [])
    assert all(json.dumps(finding.body) for finding in told.findings)


@pytest.mark.thorough
def test_a_few_requests_of_every_part_find_nothing() -> None:
    told = attack(("foreign", "paths", "bodies", "fields", "imports"), most=1)
    assert [finding.why for finding in told.findings] == []
    assert told.asked["fields"] == len(POST) and told.asked["endless"] == 1 and told.answers[200] > 3
