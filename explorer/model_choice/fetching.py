"""Fetching a model in a process of its own, so that it can be stopped at once, whatever it is waiting for; what was fetched is kept."""

import multiprocessing
import threading
from multiprocessing.connection import Connection
from typing import Any

from engines.core.errors import ErrataError, UnavailableError
from explorer.model_choice.downloading import Download, download

_PATIENCE = 5.0
"""Seconds that a process is given to end when it is told to, before it is killed."""


class Fetch:
    """A model on its way: `progress` is how far it is, `ended` whether it is over, and `problem` what went wrong, if anything did.

    It goes on whoever is looking. A fetch of the same model begun later goes on from where this one was stopped.
    """

    def __init__(self, id: str):
        """Begin to fetch the model.

        Raises:
            InputError: the id cannot be read.
        """
        from explorer.model_choice.catalogue import identified

        identified(id)
        self.id = id
        self.progress: Download | None = None
        self.problem: Exception | None = None
        self.stopped = False
        context = multiprocessing.get_context("spawn")  # a fork would take the locks of this process's threads along
        ours, theirs = context.Pipe(duplex=False)
        self._process = context.Process(target=_fetch, args=(id, theirs), name="fetching a model", daemon=True)
        self._process.start()
        theirs.close()
        self._reader = threading.Thread(target=self._read, args=(ours,), name="fetching a model", daemon=True)
        self._reader.start()

    @property
    def ended(self) -> bool:
        """Whether it is here, has failed or was stopped."""
        return not self._reader.is_alive()

    def stop(self) -> None:
        """Stop it; nothing happens if it has ended."""
        if self.ended:
            return
        self.stopped = True
        self._process.terminate()
        self._process.join(_PATIENCE)
        if self._process.is_alive():
            self._process.kill()
        self._reader.join(_PATIENCE)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until it has ended; whether it has."""
        self._reader.join(seconds)
        return self.ended

    def _read(self, told: Connection) -> None:
        finished = False
        with told:
            while not finished:
                try:
                    item: Any = told.recv()
                except (EOFError, OSError):
                    break
                if isinstance(item, Download):
                    self.progress = item
                    continue
                finished, self.problem = True, item
        self._process.join()
        if not finished and not self.stopped:
            self.problem = UnavailableError(f"{self.id} could not be fetched: its process was ended from outside. Fetch it again to go on.")


def _fetch(id: str, told: Connection) -> None:
    """What runs in the other process: how far it is, at last None or what went wrong."""
    from explorer.model_choice.catalogue import identified

    try:
        download(identified(id), told.send)
        told.send(None)
    except ErrataError as problem:
        told.send(UnavailableError(str(problem)))
    except Exception as problem:  # told where it is awaited, in a form that any process can read
        told.send(RuntimeError(f"{type(problem).__name__}: {problem}"))
