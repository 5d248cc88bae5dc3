"""What a browser saves as a file: the header with its name, whatever characters are in it."""

import re
from urllib.parse import quote

_PLAIN = re.compile(r"[^A-Za-z0-9._ -]")


def attachment(name: str) -> str:
    """The value of Content-Disposition (RFC 6266): the name in plain characters, and beside it the whole name where it has others."""
    plain = _PLAIN.sub("_", name)
    if plain == name:
        return f'attachment; filename="{name}"'
    whole = quote(name.replace("/", "_").replace("\\", "_"), safe="", errors="replace")
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{whole}"
