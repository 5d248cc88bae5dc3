"""Whose turn it is: of the states of a text that is being typed only the newest is checked, and one text at a time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from engines.core.errors import ErrataError
from engines.core.machine.recent import Recent

MOST_EDITORS = 500
"""Editors whose newest state is remembered."""

MOST_WAITING = 8
"""Checks that may wait for their turn."""


class Outdated(ErrataError):
    """The text has changed since: nobody wants the answer any more."""

    def __init__(self) -> None:
        super().__init__("The text has changed since.")


class Busy(ErrataError):
    """Too many texts are being checked; it may be asked again."""

    def __init__(self) -> None:
        super().__init__("Many texts are being checked on this server. This one is checked as soon as there is room.")


class Turns:
    """The newest version of each text that is typed. Safe with several threads."""

    def __init__(self) -> None:
        self._lock, self._working = threading.Lock(), threading.Lock()
        self._newest: Recent[str, int] = Recent(MOST_EDITORS, lambda version: 1)
        self._waiting = 0

    def still(self, editor: str, version: int) -> None:
        """Whether a version is still the newest of its editor.

        Raises:
            Outdated: it is not.
        """
        with self._lock:
            if self._newest.get(editor) != version:
                raise Outdated

    @contextmanager
    def turn(self, editor: str, version: int) -> Iterator[None]:
        """Within the block it is the turn of a version, which from now on is the newest of its editor.

        Raises:
            Outdated: a newer one is known, or came while this one waited.
            Busy: too many wait.
        """
        with self._lock:
            known = self._newest.get(editor)
            if known is not None and known > version:
                raise Outdated
            self._newest.keep(editor, version)
            if self._waiting >= MOST_WAITING:
                raise Busy
            self._waiting += 1
        try:
            with self._working:
                self.still(editor, version)
                yield
        finally:
            with self._lock:
                self._waiting -= 1
