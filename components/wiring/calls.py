"""What programs give to the named endpoints, held against what these declare, so that a mistake comes back as words.

Gradio hands anything on, and tells the caller nothing about what goes wrong afterwards.
"""

import functools
import inspect
import json
import logging
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from components.html.answers import Values, Words
from components.wiring.fields import Misfit, check_names, check_types
from engines.core.errors import ErrataError

_RUN = re.compile(r"/gradio_api/run/\w+")
_CALL = re.compile(r"/gradio_api/call/(?P<named>v2/)?(?P<name>\w+)")
_Made = TypeVar("_Made", bound=Callable[..., Any])
log = logging.getLogger("errata")


def told(function: _Made) -> _Made:
    """The function, called only with values of the types that it declares; whatever goes wrong comes back as a message."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        import gradio as gr

        try:
            check_types(function, inspect.signature(function).bind(*args, **kwargs).arguments)
            return function(*args, **kwargs)
        except ErrataError as problem:
            raise gr.Error(str(problem), print_exception=False) from problem
        except Exception as problem:  # a caller who is told nothing can do nothing
            log.error("The endpoint %s failed", function.__name__, exc_info=problem)
            words = f"There is a defect in Errata ({type(problem).__name__}). What it prints says where."
            raise gr.Error(words, print_exception=False) from problem

    return cast(_Made, call)


class Completed:
    """ASGI middleware: what a call leaves out is filled in as the endpoint has it, and what it gives wrongly is told at once."""

    def __init__(self, app: Any, endpoints: Mapping[str, Callable[..., Any]]):
        self.app, self._endpoints = app, endpoints

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        found = _CALL.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if found is None or found["name"] not in self._endpoints:
            await self.app(scope, receive, send)
            return
        from starlette.requests import Request

        body = await Request(scope, receive).body()
        try:
            body = completed(self._endpoints[found["name"]], body, bool(found["named"]))
        except Misfit as problem:
            await Values(problem.to_json(), 400)(scope, receive, send)
            return
        headers = [(name, value) for name, value in scope["headers"] if name not in (b"content-length", b"transfer-encoding")]
        headers.append((b"content-length", str(len(body)).encode()))
        parts = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def replayed() -> Any:
            return next(parts, None) or await receive()

        await self.app({**scope, "headers": headers}, replayed, send)


class Explained:
    """ASGI middleware: where Gradio only says that a function of the page failed with what it was given, words say so."""

    def __init__(self, app: Any):
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http" or not _RUN.fullmatch(scope["path"]):
            await self.app(scope, receive, send)
            return
        failed: list[Any] = []

        async def watched(message: Any) -> None:
            if message["type"] == "http.response.start" and message["status"] == 500:
                failed.append(message)
            elif not failed:
                await send(message)
            elif message["type"] == "http.response.body":
                failed.append(message)

        await self.app(scope, receive, watched)
        if not failed:
            return
        if _says_nothing(b"".join(part.get("body", b"") for part in failed[1:])):
            await Values({"error": _UNFIT}, 422)(scope, receive, send)
            return
        for message in failed:
            await send(message)


_UNFIT = "This function of the page cannot be called with these values. What programs can call is told in docs/programs.md."


def _says_nothing(body: bytes) -> bool:
    """Whether an answer is `{"error": null}`."""
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        return False
    return isinstance(answer, dict) and set(answer) == {"error"} and answer["error"] is None


def completed(function: Callable[..., Any], body: bytes, named: bool) -> bytes:
    """The body of a call with as many values as the function has; a body of another shape as it is, for Gradio to refuse.

    Raises:
        Misfit: a value has a name that the function does not know or is of another type, or there are more values than it takes.
    """
    parameters = inspect.signature(function).parameters
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        return body
    if named and isinstance(given, dict):
        check_names(given, parameters)
        check_types(function, given)
    elif not named and isinstance(given, dict) and isinstance(values := given.get("data"), list):
        if len(values) > len(parameters):
            raise Misfit(f"At most {len(parameters)} values can be given in `data`: {', '.join(parameters)}.", "data")
        check_types(function, dict(zip(parameters, values, strict=False)))
        missing = [parameter.default for parameter in list(parameters.values())[len(values) :]]
        return json.dumps({**given, "data": [*values, *missing]}).encode() if missing else body
    return body


def tell_misfits(app: Any) -> None:
    """Have Gradio's application say what is wrong with a request instead of failing, and without repeating it: there are numbers in JSON
    as Python reads it (NaN, Infinity) that no answer can have."""
    from fastapi.exceptions import RequestValidationError
    from gradio.route_utils import FnIndexInferError

    async def misfit(_: Any, problem: Any) -> Words:
        wrong = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in problem.errors()[:5]]
        return Words(f"This is not what can be sent here. {'; '.join(wrong)}.", 422)

    async def nowhere(request: Any, problem: Exception) -> Words:
        log.warning("%s asks for what there is not", request.url.path, exc_info=problem)
        return Words("There is no such function, session or run here.", 404)

    app.add_exception_handler(RequestValidationError, misfit)
    # Gradio looks up the numbers and names that it is sent without asking first whether it has them.
    for kind in (KeyError, FnIndexInferError):
        app.add_exception_handler(kind, nowhere)
