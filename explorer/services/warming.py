"""Models loaded before the first run asks for them, which waits for what is under way instead of loading the same beside it."""

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module

from explorer.services.analysis import Stage, analyze
from explorer.services.engines import ROLES

log = logging.getLogger("errata")

LOOK = 0.1
"""Seconds between two looks at which step it is."""

Step = tuple[str, Callable[[], object]]
"""What is loaded, in words, and how."""


def _model(role: str) -> Callable[[], object]:
    def load() -> object:
        from engines.models import registry

        return registry.get(role, ROLES.get(role, "compact"))

    return load


STEPS: Sequence[Step] = (
    ("the libraries of the models", lambda: [import_module(name) for name in ("spacy", "torch")]),
    ("the parser", _model("parser")),
    ("the verifier", _model("verifier")),
    ("word lists, by a first analysis", lambda: analyze("The ferry left the harbour in May.", "The ferry left in May.")),
)
"""What every analysis with the bundled models needs; the last step loads what is loaded only where it is used."""


class Warming:
    """Loads what the first run needs, once, in a thread of its own. A failure is told by the run that meets it again."""

    def __init__(self, steps: Sequence[Step] = STEPS) -> None:
        self._steps = steps
        self._at: int | None = None
        self._begun, self._done = threading.Lock(), threading.Event()

    def begin(self) -> None:
        """Begin to load, unless that was begun before."""
        if self._begun.acquire(blocking=False):
            self._at = 0
            threading.Thread(target=self._load, name="warming", daemon=True).start()

    def stages(self) -> Iterator[Stage]:
        """What is being loaded, as long as something is; nothing where loading was not begun, or has ended."""
        told = None
        while self._at is not None and not self._done.is_set():
            at = self._at
            if at != told:
                told = at
                yield Stage(f"Loading models: {self._steps[at][0]}", at, len(self._steps))
            self._done.wait(LOOK)

    def _load(self) -> None:
        try:
            for number, (_, load) in enumerate(self._steps):
                self._at = number
                load()
        except Exception as problem:  # whoever asks for it is told
            log.warning("Models were not loaded beforehand: %s", problem)
        finally:
            self._done.set()
