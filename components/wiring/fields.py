"""What programs send, held against what is declared: fields that are not known and values of another type come back as words.

Nothing is converted, so that a mistake is told where it is made; the answer to a `Misfit` has the status 400.
"""

import inspect
import json
from collections.abc import Callable, Collection, Mapping
from math import isfinite
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, get_args, get_origin, get_type_hints

from engines.core.errors import InputError

if TYPE_CHECKING:
    from starlette.requests import Request

_LONGEST_NAME = 80
_LARGEST = 2**63 - 1
"""The database counts no further."""


class Misfit(InputError):
    """A field is not known, or its value is not of its type; `field` is its name."""

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message)
        self.field = field

    def to_json(self) -> dict[str, str]:
        """The answer to who sent it."""
        return {"error": str(self), "field": self.field}


def check_names(given: Collection[str], known: Collection[str]) -> None:
    """Whether only fields are given that are known.

    Raises:
        Misfit: one is not.
    """
    unknown = next((name for name in given if name not in known), None)
    if unknown is not None:
        name = unknown[:_LONGEST_NAME]
        raise Misfit(f"There is no `{name}` to give. Known: {', '.join(known) or 'nothing'}.", name)


def check_types(function: Callable[..., Any], given: Mapping[str, Any]) -> None:
    """Whether values of JSON are of the types that a function declares for them; numbers are finite.

    Raises:
        Misfit: one is not; the message says where.
    """
    hints = get_type_hints(function)
    for name, value in given.items():
        if name in hints and (misfit := _misfit(name, value, hints[name])):
            raise Misfit(misfit, name[:_LONGEST_NAME])


def check_call(function: Callable[..., Any], given: Mapping[str, Any]) -> None:
    """Whether a function can be called with these values: it knows all their names, they are of its types, and none is missing.

    Raises:
        Misfit: that is not so.
    """
    parameters = inspect.signature(function).parameters
    check_names(given, parameters)
    missing = next((name for name, one in parameters.items() if one.default is one.empty and name not in given), None)
    if missing is not None:
        raise Misfit(f"`{missing}` is missing.", missing)
    check_types(function, given)


def check_query(request: "Request", *known: str) -> None:
    """Whether the address of a request asks for nothing but what is known, each once.

    Raises:
        Misfit: it does.
    """
    names = [name for name, _ in request.query_params.multi_items()]
    check_names(names, known)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Misfit(f"`{twice}` can be given once.", twice)


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
    if kind is int and abs(value) > _LARGEST:
        return f"`{place[:200]}` is too large a number."
    if not inner:
        return ""
    items = value.items() if kind is dict else enumerate(value)
    return next((misfit for at, item in items if (misfit := _misfit(f"{place}[{json.dumps(at)}]", item, inner[-1]))), "")


_KINDS = {str: "a text", float: "a number", int: "a number", bool: "true or false", list: "a list", dict: "an object", NoneType: "null"}
