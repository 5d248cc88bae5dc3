"""Gradio, imported in two thirds of the time that it takes by itself."""

import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


def load_gradio() -> None:
    """Import Gradio before anything else does.

    For people who write code with it, Gradio describes each of its components in a file beside it: at every start it parses the source of
    all of them, renders and parses what it finds there. It leaves alone what has no source file, so while Gradio is imported whoever
    describes finds none.
    """
    if "gradio" in sys.modules:
        return
    with _nothing_described():
        import gradio  # noqa: F401


@contextmanager
def _nothing_described() -> Iterator[None]:
    found = inspect.getfile

    def getfile(thing: Any) -> str:
        if sys._getframe(1).f_code.co_name == "create_or_modify_pyi":
            raise OSError("Nothing is to be described.")
        return found(thing)

    inspect.getfile = getfile  # type: ignore[assignment]
    try:
        yield
    finally:
        inspect.getfile = found
