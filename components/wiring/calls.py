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

from components.html.answers import Values
from components.wiring.fields import Misfit, check_names, check_types
from engines.core.errors import ErrataError

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
