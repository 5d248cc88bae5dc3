"""What programs give to an endpoint is held against what it declares."""

import json
from pathlib import Path
from typing import Any

import gradio as gr
import pytest

from components.wiring.calls import completed, told
from components.wiring.endpoints import NAMES, Endpoints
from components.wiring.fields import check_types
from engines.core.errors import InputError
from explorer.services.workspace import Workspace


def endpoint(reference: str = "", share: float = 0.5, names: list[str] | None = None, more: dict[str, dict] | None = None) -> dict:
    """An endpoint like ours."""
    return {"reference": reference, "share": share, "names": names, "more": more}


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"reference": "a \ud800", "share": 1, "names": ["x"], "more": {"a": {"b": [1]}}},
        {"reference": "a", "share": 0.5, "names": None, "more": None},
        {"names": [], "more": {}},
    ],
)
def test_what_is_declared_fits(given: dict[str, Any]) -> None:
    check_types(endpoint, given)
    assert told(endpoint)(**given) == endpoint(**given)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"reference": 5}, "`reference` must be a text, not a number."),
        ({"reference": None}, "`reference` must be a text, not null."),
        ({"reference": True}, "`reference` must be a text, not true or false."),
        ({"share": True}, "`share` must be a number, not true or false."),
        ({"share": float("nan")}, "`share` must be a number, not nan."),
        ({"names": "qasem"}, "`names` must be a list, not a text."),
        ({"names": ["qasem", 5]}, "`names[1]` must be a text, not a number."),
        ({"more": [1]}, "`more` must be an object, not a list."),
        ({"more": {"qasem": 5}}, '`more["qasem"]` must be an object, not a number.'),
    ],
)
def test_what_is_not_declared_is_told(given: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as problem:
        check_types(endpoint, given)
    assert str(problem.value) == said
    with pytest.raises(gr.Error) as shown:
        told(endpoint)(**given)
    assert shown.value.message == said


def test_a_defect_is_told_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    @told
    def broken() -> dict:
        return {}["secret of a caller"]

    with pytest.raises(gr.Error) as shown:
        broken()
    assert "defect in Errata (KeyError)" in shown.value.message
    assert "secret" not in shown.value.message
    assert "The endpoint broken failed" in caplog.text


def test_what_is_left_out_of_a_call_is_as_the_endpoint_has_it() -> None:
    body = completed(endpoint, b'{"data": ["a"], "session_hash": "x"}', named=False)
    assert json.loads(body) == {"data": ["a", 0.5, None, None], "session_hash": "x"}
    full = b'{"data":["a",0.5,null,null]}'
    assert completed(endpoint, full, named=False) == full
    assert completed(endpoint, b'{"reference": "a"}', named=True) == b'{"reference": "a"}'


def test_what_an_endpoint_does_not_know_is_told() -> None:
    with pytest.raises(InputError, match="no `refrence` to give"):
        completed(endpoint, b'{"refrence": "a"}', named=True)
    with pytest.raises(InputError, match="At most 4 values"):
        completed(endpoint, b'{"data": [1, 2, 3, 4, 5]}', named=False)
    for body, named in ((b'{"share": "x"}', True), (b'{"data": ["a", "x"]}', False)):
        with pytest.raises(InputError, match="`share` must be a number, not a text"):
            completed(endpoint, body, named)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"5", b"\xff", b'{"data": 5}', b"{}", b"[" * 10**5])
def test_a_body_of_another_shape_is_left_to_gradio(body: bytes) -> None:
    assert completed(endpoint, body, named=False) == body


@pytest.mark.parametrize("name", NAMES)
def test_every_endpoint_checks_what_it_is_given(name: str) -> None:
    first = "rows" if name in ("verify", "parse") else "reference"
    with pytest.raises(gr.Error) as shown:
        getattr(Endpoints(Workspace()), name)(**{first: 5})
    assert f"`{first}` must be" in shown.value.message


def test_passages_and_a_question_go_with_a_call(tmp_path: Path) -> None:
    with Workspace(tmp_path) as workspace:
        passages = ["The pier was built in 1911.", "It burnt down in 1950."]
        endpoints = Endpoints(workspace)
        found = endpoints.analyze("", "The pier was built in 1911 [1].", "scale", question="When?", passages=passages)
        assert found["question"] == "When?" and found["reference"]["text"].startswith("[1] The pier")
        with pytest.raises(gr.Error, match="not both"):
            endpoints.analyze("A reference.", "An output.", passages=passages)
