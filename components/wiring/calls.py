"""What programs give to the named endpoints, held against what these declare, so that a mistake comes back as words.

Gradio hands anything on, and tells the caller nothing about what goes wrong afterwards.
"""

import functools
import inspect
import json
import logging
import re
from collections.abc import Callable, Mapping
from math import isfinite
from types import NoneType, UnionType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from engines.core.errors import ErrataError, InputError

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


def check_types(function: Callable[..., Any], given: Mapping[str, Any]) -> None:
    """Whether values of JSON are of the types that a function declares for them; numbers are finite, and nothing is converted.

    Raises:
        InputError: one is not; the message names it.
    """
    hints = get_type_hints(function)
    for name, value in given.items():
        if name in hints and (misfit := _misfit(name, value, hints[name])):
            raise InputError(misfit)


def _misfit(place: str, value: Any, hint: Any) -> str:
    """What is wrong with a value that should be of a type; empty if nothing is."""
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if kind is UnionType:
        if value is None and NoneType in inner:
            return ""
        return _misfit(place, value, inner[0])
    if hint is Any or (kind is float and type(value) is int):
        return ""
    if type(value) is not kind or (kind is float and not isfinite(value)):
        return f"`{place[:200]}` must be {_KINDS[kind]}, not {_KINDS.get(type(value), 'that') if type(value) is not kind else value}."
    if not inner:
        return ""
    items = value.items() if kind is dict else enumerate(value)
    return next((misfit for at, item in items if (misfit := _misfit(f"{place}[{json.dumps(at)}]", item, inner[-1]))), "")


_KINDS = {str: "a text", float: "a number", int: "a number", bool: "true or false", list: "a list", dict: "an object", NoneType: "null"}


class Completed:
    """ASGI middleware: what a call leaves out is filled in as the endpoint has it, and what it names wrongly is told at once."""

    def __init__(self, app: Any, endpoints: Mapping[str, Callable[..., Any]]):
        self.app, self._endpoints = app, endpoints

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        found = _CALL.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if found is None or found["name"] not in self._endpoints:
            await self.app(scope, receive, send)
            return
        from starlette.requests import Request
        from starlette.responses import JSONResponse

        body = await Request(scope, receive).body()
        try:
            body = completed(self._endpoints[found["name"]], body, bool(found["named"]))
        except InputError as problem:
            await JSONResponse({"error": str(problem)}, 422)(scope, receive, send)
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
        InputError: a value has a name that the function does not know, or there are more values than it takes.
    """
    parameters = inspect.signature(function).parameters
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        return body
    if named and isinstance(given, dict):
        unknown = [name for name in given if name not in parameters]
        if unknown:
            raise InputError(f"There is no `{unknown[0][:80]}` to give. Known: {', '.join(parameters)}.")
    elif not named and isinstance(given, dict) and isinstance(values := given.get("data"), list):
        if len(values) > len(parameters):
            raise InputError(f"At most {len(parameters)} values can be given: {', '.join(parameters)}.")
        missing = [parameter.default for parameter in list(parameters.values())[len(values) :]]
        return json.dumps({**given, "data": [*values, *missing]}).encode() if missing else body
    return body
