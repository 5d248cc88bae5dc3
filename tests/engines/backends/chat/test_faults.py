"""Servers that misbehave: every fault ends in a clear state, nothing is lost, and nobody waits longer than the limit."""

import json
import socket
import threading
import time
from collections.abc import Callable

import pytest

from engines.backends.chat import client
from engines.backends.chat.model import ChatServer
from engines.core.errors import ErrataError, ModelError, UnavailableError
from engines.core.roles import Message, Reply
from tests.engines.backends.chat.misbehaving import Call, Misbehaving, serving


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "FIRST_PAUSE", 0.02)


def asked(told: Misbehaving, *questions: str, most_tokens: int = 20, **settings: object) -> dict[int, Reply]:
    """Replies to questions, by their index."""
    model = ChatServer(told.server(**settings), "m")
    return dict(model.replies([[Message("user", q)] for q in questions or ("Hello?",)], most_tokens=most_tokens))


def test_a_well_behaved_server_is_understood_in_pieces_and_whole() -> None:
    with serving(lambda call: call.stream("Good ", "morning")) as told:
        assert asked(told)[0].text == "Good morning"
        assert told.bodies[0]["max_tokens"] == 20 and told.bodies[0]["temperature"] == 0
    with serving(lambda call: call.reply("Good evening", "length")) as told:
        assert asked(told)[0] == Reply("Good evening", False, 7, 3)


def test_too_many_requests_waits_as_long_as_the_server_asks() -> None:
    def busy(call: Call) -> None:
        call.fail(429, "slow down", Retry_After="1") if call.number == 0 else call.stream("ok")

    with serving(busy) as told:
        assert asked(told)[0].text == "ok"
        assert told.times[1] - told.times[0] > 0.9


def test_a_long_pause_is_not_sat_out() -> None:
    with serving(lambda call: call.fail(429, "quota", Retry_After="3600")) as told:
        started = time.monotonic()
        with pytest.raises(ModelError, match="wait 3600 seconds"):
            asked(told)
        assert time.monotonic() - started < 600 and len(told.bodies) == 1


def test_server_errors_pass_or_are_told() -> None:
    with serving(lambda call: call.fail(500, "out of luck") if call.number < 2 else call.stream("ok")) as told:
        assert asked(told)[0].text == "ok"
    with serving(lambda call: call.fail(500, "out of luck")) as told:
        with pytest.raises(ModelError, match=r"failed 3 times: status 500 \(out of luck\)"):
            asked(told)
        assert len(told.bodies) == 3


def drip(call: Call) -> None:
    call.begin_stream()
    while not call.gone.is_set():
        call.piece("a ")
        call.wait(0.1)


def silent(call: Call) -> None:
    call.wait(30)


IMPATIENT: dict[Callable[[Call], None], dict[str, float]] = {drip: {"total_seconds": 1.5}, silent: {"read_seconds": 0.3}}


def cut(call: Call) -> None:
    call.begin_stream()
    call.piece("The ferry")
    call.handler.connection.shutdown(socket.SHUT_RDWR)


def cut_short(call: Call) -> None:
    call.handler.send_response(200)
    call.handler.send_header("Content-Length", "500")
    call.handler.end_headers()
    call.handler.wfile.write(b'{"choices": [')
    call.handler.wfile.flush()
    call.handler.connection.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        (drip, "did not finish an answer in 1.5 seconds"),
        (silent, "nothing came for 0.3 seconds"),
        (cut, "broke"),
        (cut_short, "connection broke"),
        (lambda call: call.send(b"<html>Welcome</html>"), "not valid JSON"),
        (lambda call: call.send(b""), "empty"),
        (lambda call: call.send(b"[" * 100_000), "not valid JSON"),
        (lambda call: call.send({"choices": []}), "holds no message"),
        (lambda call: call.send({"error": {"message": "no memory left"}}), "no memory left"),
        (lambda call: (call.begin_stream(), call.event("{oops")), "not valid JSON"),
        (lambda call: (call.begin_stream(), call.event(json.dumps({"error": {"message": "crashed"}}))), "crashed"),
        (lambda call: call.fail(418, "teapot"), "status 418: teapot"),
        (lambda call: call.fail(400, "maximum context length is 10 tokens"), "cannot take a text of this length"),
        (lambda call: call.fail(400, "I dislike you"), "refused the request: I dislike you"),
    ],
    ids=["drip", "silent", "cut", "short", "html", "empty", "deep", "no-choice", "error", "bad-piece", "piece-error", "418", "long", "400"],
)
def test_faults_end_within_the_limit_with_a_reason(behaviour: Callable[[Call], None], words: str) -> None:
    with serving(behaviour) as told:
        started = time.monotonic()
        with pytest.raises(ModelError, match=words):
            asked(told, most_tokens=1000, **IMPATIENT.get(behaviour, {}))
        assert time.monotonic() - started < 20


def test_a_reply_that_never_ends_is_cut_at_its_length() -> None:
    def endless(call: Call) -> None:
        call.begin_stream()
        while not call.gone.is_set():
            call.piece("more ")

    with serving(endless) as told:
        reply = asked(told, most_tokens=50)[0]
        assert not reply.finished and 50 <= len(reply.text.split()) <= 60


@pytest.mark.parametrize("start", [b'{"choices": "', b"data: "])
def test_a_body_that_never_ends_is_cut_off(start: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def flood(call: Call) -> None:
        call.handler.send_response(200)
        call.handler.send_header("Content-Type", "text/event-stream" if start.startswith(b"data") else "application/json")
        call.handler.send_header("Connection", "close")
        call.handler.end_headers()
        call.handler.wfile.write(start)
        while not call.gone.is_set():
            call.handler.wfile.write(b"x" * 65536)

    with serving(flood) as told, pytest.raises(ModelError, match="more than 8 MB"):
        asked(told, total_seconds=30.0)


def test_redirects_are_refused() -> None:
    with serving(lambda call: call.stream("stolen")) as other:

        def sends_on(call: Call) -> None:
            call.send({}, 307, Location=f"{other.url}/chat/completions")

        with serving(sends_on) as told, pytest.raises(UnavailableError, match="refused"):
            asked(told)
        assert not other.bodies


def test_nobody_there_is_said_at_once() -> None:
    with serving(silent) as told:
        server = told.server()
    with pytest.raises(UnavailableError, match="No server answers at 127"):
        dict(ChatServer(server, "m").replies([[Message("user", "?")]], most_tokens=5))


def test_a_missing_model_stops_everything_at_once() -> None:
    with serving(lambda call: call.fail(404, "model m not found")) as told:
        with pytest.raises(UnavailableError, match="model m not found"):
            asked(told, *map(str, range(40)), parallel=2)
        assert len(told.bodies) <= 4


def test_what_was_answered_before_a_failure_is_kept_and_not_asked_again() -> None:
    broken = threading.Event()
    broken.set()

    def flaky(call: Call) -> None:
        if call.question == "7" and broken.is_set():
            call.fail(500, "crashed")
        else:
            call.stream(f"answer {call.question}")

    with serving(flaky) as told:
        model = ChatServer(told.server(parallel=4), "m")
        conversations = [[Message("user", str(i))] for i in range(12)]
        got: dict[int, str] = {}
        with pytest.raises(ModelError, match="crashed"):
            for index, reply in model.replies(conversations, most_tokens=9):
                got[index] = reply.text
        assert len(got) >= 7 and 7 not in got
        before = len(told.bodies)
        broken.clear()
        again = {i: r.text for i, r in model.replies(conversations, most_tokens=9)}
        assert again == {i: f"answer {i}" for i in range(12)}
        assert len(told.bodies) - before == 12 - len(got)


def test_no_more_requests_in_flight_than_allowed() -> None:
    running, most, lock = [0], [0], threading.Lock()

    def counting(call: Call) -> None:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        call.wait(0.05)
        with lock:
            running[0] -= 1
        call.stream("ok")

    with serving(counting) as told:
        assert len(asked(told, *map(str, range(20)), parallel=3)) == 20
        assert most[0] in (2, 3)  # two where the machine is too busy for the third to begin in time


def test_stopping_hangs_up_at_once() -> None:
    with serving(lambda call: call.stream("ok") if call.question == "0" else drip(call)) as told:
        model = ChatServer(told.server(read_seconds=30.0, total_seconds=60.0), "m")
        replies = model.replies([[Message("user", str(i))] for i in range(4)], most_tokens=10_000)
        assert next(replies)[0] == 0
        started = time.monotonic()
        replies.close()
        assert time.monotonic() - started < 20
        deadline = time.monotonic() + 30
        while len(told.broken) < 3 and time.monotonic() < deadline:
            time.sleep(0.02)
        assert len(told.broken) == 3


SECRET = "sk-verysecret-0123456789abcdef"


@pytest.mark.parametrize("status", [400, 401, 404, 418, 429, 500])
def test_a_key_that_the_server_repeats_is_never_shown(
    status: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("TEST_KEY", SECRET)
    caplog.set_level("DEBUG")
    with serving(lambda call: call.fail(status, f"bad key {SECRET} (Bearer {SECRET})", Retry_After="0")) as told:
        server = told.server(key_env="TEST_KEY")
        model = ChatServer(server, "m")
        with pytest.raises(ErrataError) as problem:
            dict(model.replies([[Message("user", "?")]], most_tokens=5))
        assert told.headers[0]["Authorization"] == f"Bearer {SECRET}"
        shown = [str(problem.value), repr(problem.value), repr(model), repr(server), repr(server.key()), model.identity, caplog.text]
        assert not [text for text in shown if SECRET in text]


def test_a_server_that_knows_few_fields_is_asked_in_its_way() -> None:
    def picky(call: Call) -> None:
        if "max_tokens" in call.body:
            call.fail(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        elif "temperature" in call.body:
            call.fail(400, "temperature does not support 0 with this model")
        elif call.body.get("response_format", {}).get("type") == "json_schema":
            call.fail(422, "response_format json_schema is not implemented")
        elif "stream_options" in call.body:
            call.fail(400, "Extra inputs are not permitted")
        elif call.body["messages"][0]["role"] == "system":
            call.fail(400, "System role not supported")
        else:
            call.stream("[]")

    with serving(picky) as told:
        model = ChatServer(told.server(parallel=1), "m")
        conversation = [Message("system", "Be brief."), Message("user", "List")]
        schema = {"type": "array", "items": {"type": "string"}}
        assert dict(model.replies([conversation], most_tokens=5, schema=schema))[0].text == "[]"
        last = told.bodies[-1]
        assert last["max_completion_tokens"] == 5 and last["messages"] == [{"role": "user", "content": "Be brief.\n\nList"}]
        before = len(told.bodies)
        dict(model.replies([[*conversation, Message("user", "again")]], most_tokens=5, schema=schema))
        assert len(told.bodies) == before + 1


@pytest.mark.parametrize("whole", [True, False])
def test_a_key_that_a_server_repeats_is_taken_out_of_what_is_remembered(whole: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAB_KEY", "opensesame-1234")

    def repeat(call: Call) -> None:
        said = call.handler.headers["Authorization"]
        call.reply(f"You said {said}.") if whole else call.stream("You said ", said[:12], said[12:], ".")

    with serving(repeat) as told:
        model = ChatServer(told.server(key_env="LAB_KEY"), "m")
        replies = dict(model.replies([[Message("user", "What is my key?")]], most_tokens=90))
        assert replies[0].text == "You said Bearer …."
        assert "opensesame" not in repr(vars(model))
