"""JSON from text and back, whole files of it and files with a value a line."""

import io
import json
from collections.abc import Iterator
from typing import IO, Any

from engines.core.errors import FormatError
from explorer.reading.tables import Record, json_records

LONGEST_LINE = 64 * 2**20
"""Longest line read, in bytes."""
LARGEST_FILE = 512 * 2**20
"""Largest JSON file that is read whole, in bytes."""


def parse_json(data: bytes | str, constants: bool = False) -> Any:
    """A JSON value from text.

    Args:
        constants: whether NaN, Infinity and -Infinity pass, which are no JSON, but are what many tools write.

    Raises:
        FormatError: it is not UTF-8, not JSON, or nested too deeply; the message says where.
    """
    try:
        text = data.decode("utf-8") if isinstance(data, bytes) else data
        return json.loads(text, parse_constant=None if constants else _refuse_constant)
    except UnicodeDecodeError as problem:
        raise FormatError(f"not UTF-8 text (byte {problem.start}).") from problem
    except json.JSONDecodeError as problem:
        raise FormatError(f"not JSON ({problem.msg}, column {problem.colno}).") from problem
    except RecursionError as problem:
        raise FormatError("the JSON is nested too deeply.") from problem
    except ValueError as problem:
        raise FormatError(f"not JSON that can be read ({problem}).") from problem


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def dumps(value: Any) -> str:
    """A JSON value on one line, readable where it can be, and always encodable as UTF-8 (lone surrogates are escaped)."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"))
    return text


def json_file(stream: IO[bytes]) -> Iterator[Record]:
    """The records of a JSON file (see `json_records`), or of JSON lines under that name.

    Raises:
        FormatError: it is too large, or holds no records.
    """
    data = stream.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise FormatError(f"The file is larger than {LARGEST_FILE // 2**20} MB. Write it as .jsonl, which is read line by line.")
    try:
        return json_records(parse_json(data.removeprefix(b"\xef\xbb\xbf"), constants=True))
    except FormatError:
        return json_lines(io.BytesIO(data))  # many files of JSON lines are called .json, too


def json_lines(stream: IO[bytes]) -> Iterator[Record]:
    """The objects of a file of JSON lines; empty lines are skipped."""
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = stream.readline(LONGEST_LINE)
            yield number, f"longer than {LONGEST_LINE // 2**20} MB."
            continue
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if not line.strip():
            continue
        try:
            value = parse_json(line, constants=True)
        except FormatError as problem:
            yield number, str(problem)
            continue
        yield number, value if isinstance(value, dict) else "not a JSON object."
