"""Cells of a CSV file that no spreadsheet takes for a formula, and back again without loss."""

import re
from typing import Any

_DANGEROUS = re.compile(r"'*[=+\-@\t\r]")
"""What a spreadsheet may run, or what would be read back as an escaped cell."""
_SURROGATE = re.compile("[\ud800-\udfff]")


def safe_cell(value: Any) -> Any:
    """A cell never taken for a formula: a text that begins like one is given a leading apostrophe. Lone surrogates become U+FFFD."""
    if not isinstance(value, str):
        return value
    text = _SURROGATE.sub("\ufffd", value)
    return "'" + text if _DANGEROUS.match(text) else text


def plain_cell(value: Any) -> Any:
    """What `safe_cell` was given (but for lone surrogates)."""
    if isinstance(value, str) and value.startswith("'") and _DANGEROUS.match(value):
        return value[1:]
    return value
