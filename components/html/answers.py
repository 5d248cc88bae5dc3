"""Answers over HTTP that arrive whatever characters are in them: what is told of a request often repeats words of it."""

import json
from typing import Any

from starlette.responses import JSONResponse, PlainTextResponse


class Words(PlainTextResponse):
    """Words for a person; what UTF-8 cannot carry, halves of surrogate pairs, comes as question marks."""

    def render(self, content: Any) -> bytes:
        """The body."""
        return str(content).encode("utf-8", "replace")


class Values(JSONResponse):
    """A JSON value in ASCII, where whatever is no ASCII is escaped."""

    def render(self, content: Any) -> bytes:
        """The body.

        Raises:
            TypeError, ValueError: it is no JSON value.
        """
        return json.dumps(content, allow_nan=False, separators=(",", ":")).encode("ascii")
