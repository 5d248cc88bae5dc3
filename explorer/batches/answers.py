"""The row that comes of a row: what it carries through, and how it is known again when a run is taken up."""

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engines.core.results import Engine
from engines.core.text import whole_characters
from explorer.reading.rows import BadRow, Row

TEXTS = ("reference", "output")
SEAL = "errata"
"""The field of an answer without an analysis that says what it is the answer to: `Key.seal`."""
CARRIED = "carried"
"""The field for what a row has under a name of ours."""
OURS = frozenset({"id", *TEXTS, "scores", "analysis", "error", SEAL, CARRIED})
"""Fields of an answer that are ours."""


@dataclass(frozen=True)
class Key:
    """What an answer is the answer to.

    Attributes:
        asked: digest of the id and both texts.
        made: digest of engine, settings and models, and of whether the analysis is there or the scores alone.
    """

    asked: bytes
    made: bytes

    @property
    def seal(self) -> str:
        """Both, as an answer without an analysis bears them."""
        return f"{self.asked.hex()}-{self.made.hex()}"


def id_of(row: Row | BadRow) -> Any:
    """The id that a row's answer has: its own, or its line where it has none; None where it could not be read."""
    missing = row.id is None or (isinstance(row.id, float) and math.isnan(row.id))
    return row.line if missing and isinstance(row, Row) else row.id


def carried(row: Row | BadRow) -> dict[str, Any]:
    """Every field of a row but its id and its two texts, which the analysis has; those with a name of ours are in `carried`."""
    if isinstance(row, BadRow):
        return {}
    others = {name: value for name, value in row.data.items() if name not in OURS}
    given = row.data if row.given is None else row.given
    clashing = {name: value for name, value in given.items() if name in OURS and not _is_told(name, value, row)}
    return {**others, CARRIED: clashing} if clashing else others


def _is_told(name: str, value: Any, row: Row) -> bool:
    """Whether the answer has this field of the row in any case."""
    if name == "id":
        return value is None or json.dumps(value) == json.dumps(id_of(row)) or value != value
    return name in TEXTS and isinstance(value, str) and value == row.data.get(name)


def asked(row: Row | BadRow) -> bytes:
    """What a row asks, as in `Key.asked`."""
    if isinstance(row, BadRow):
        return _digest([row.line, row.reason])
    return _asked(id_of(row), *(row.data.get(name) for name in TEXTS))


def made(engine: Engine, whole: bool) -> bytes:
    """How an answer is made, as in `Key.made`; `whole` if the analysis is in it."""
    return _digest([engine.name, dict(engine.settings), dict(engine.models), whole])


def key_of(answer: Mapping[str, Any]) -> Key | None:
    """What an answer read back from a file is the answer to; None where it does not say."""
    analysis = answer.get("analysis")
    if analysis is None:
        return _unsealed(answer.get(SEAL))
    try:
        engine = Engine(**{name: analysis["engine"][name] for name in ("name", "settings", "models")})
        return Key(_asked(answer["id"], *(analysis[name]["text"] for name in TEXTS)), made(engine, True))
    except (KeyError, TypeError, ValueError):
        return None


def _unsealed(seal: Any) -> Key | None:
    try:
        one, other = (bytes.fromhex(part) for part in str(seal).split("-"))
    except ValueError:
        return None
    return Key(one, other)


def _asked(id: Any, reference: Any, output: Any) -> bytes:
    texts = [whole_characters(text) if isinstance(text, str) else text for text in (reference, output)]
    return _digest([id, *texts])


def _digest(parts: list[Any]) -> bytes:
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode("ascii")).digest()[:16]
