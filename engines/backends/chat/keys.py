"""Keys of servers: read when they are needed, never kept in a record, shown or logged."""

import errno
import os
import re
from pathlib import Path

from engines.core.errors import InputError, UnavailableError
from engines.core.machine.files import small_file

_SHORTEST = 6
"""A shorter secret is not looked for in texts: it would hit by chance."""
_LOOKS_SECRET = re.compile(r"(?i)\b(?:sk|hf|gsk|xai|key)[-_][A-Za-z0-9_\-]{8,}|(?<=bearer )\S+")
_LONGEST_SHOWN = 300
_LARGEST = 2**16
"""Bytes of a file that holds a key."""


class Key:
    """A secret that does not show itself: only `header` gives it away."""

    __slots__ = ("_secret",)

    def __init__(self, secret: str) -> None:
        self._secret = secret

    def __repr__(self) -> str:
        return "Key(…)" if self._secret else "Key()"

    def __bool__(self) -> bool:
        return bool(self._secret)

    def __reduce__(self) -> str:
        raise TypeError("A key is not written anywhere.")

    def headers(self) -> dict[str, str]:
        """What is sent with every request."""
        return {"Authorization": f"Bearer {self._secret}"} if self._secret else {}

    def without(self, text: str) -> str:
        """`text` with this key taken out, wherever a server repeats it: what it sends is remembered and shown."""
        return text.replace(self._secret, "…") if len(self._secret) >= _SHORTEST else text

    def hidden(self, text: str) -> str:
        """`text`, as it came from a server or a library, fit to be shown: without this key or anything that looks like one, on one line."""
        line = " ".join(_LOOKS_SECRET.sub("…", self.without(text)).split())
        return line if len(line) <= _LONGEST_SHOWN else line[:_LONGEST_SHOWN] + "…"


def read_key(server: str, variable: str = "", file: Path | None = None) -> Key:
    """The key of a server from an environment variable or else from a file that only its owner can read; none is no key.

    Raises:
        UnavailableError: the file that should hold it is not there.
        InputError: others could read the file, even if it is not needed, or what it holds is no key.
    """
    secret = os.environ.get(variable, "") if variable else ""
    if file is not None and (not secret or file.exists()):
        kept = _from_file(server, file)
        secret = secret or kept
    secret = secret.strip()
    if any(not 33 <= ord(character) <= 126 for character in secret):
        raise InputError(f"The key of the server {server} holds a space or a character that no key has. Give it once more.")
    return Key(secret)


def _from_file(server: str, file: Path) -> str:
    try:
        return small_file(file, _LARGEST, private=True).decode("utf-8")
    except FileNotFoundError:
        raise UnavailableError(f"The key file of the server {server} is not there: {file}") from None
    except PermissionError as problem:
        if problem.errno == errno.EPERM:
            raise InputError(f"The key file of the server {server} can be read by others. Run: chmod 600 {file}") from None
        raise InputError(f"The key file of the server {server} cannot be read: {file}") from None
    except (OSError, UnicodeDecodeError):
        raise InputError(f"The key file of the server {server} cannot be read: {file}") from None
