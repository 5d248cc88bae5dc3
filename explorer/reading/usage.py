"""How a command ends: its exit codes, and the error for a command that was called wrongly."""

import sys

from engines.core.errors import ErrataError

DONE, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: everything was done; something failed; the command was called wrongly; the person stopped it."""


class UsageError(ErrataError):
    """The command was called in a way that cannot work; the message says how to call it."""


def printable(text: str) -> str:
    """`text` without the characters that drive a terminal, and encodable on standard error."""
    safe = "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text)
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    return safe.encode(encoding, "replace").decode(encoding)
