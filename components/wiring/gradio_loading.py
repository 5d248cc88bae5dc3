"""Gradio, imported and made to serve a page in two thirds of the time that it takes by itself."""

import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

_HTTPX_COMMANDS = "httpx._main"
"""The command line of httpx, which does without it where what it needs is not installed."""


def load_gradio() -> None:
    """Import Gradio before anything else does.

    For people who write code with it, Gradio describes each of its components in a file beside it: at every start it parses the source of
    all of them, renders and parses what it finds there. It leaves alone what has no source file, so while Gradio is imported whoever
    describes finds none.
    """
    if "gradio" in sys.modules:
        return
    with _nothing_described(), _absent(_HTTPX_COMMANDS):
        import gradio  # noqa: F401


def mount(page: Any, app: Any, settings: dict[str, Any]) -> None:
    """Mount a page that `being_built` has made, below no path of its own."""
    import gradio as gr

    gr.mount_gradio_app(cast(Any, app), page, "/", **settings)
    page.app = app.routes[-1].app


@contextmanager
def being_built() -> Iterator[None]:
    """Within the block no application is made of a page: Gradio makes three of eighty routes each before the one that is mounted."""
    from gradio.routes import App

    found = App.create_app
    App.create_app = staticmethod(lambda *given, **named: None)  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        App.create_app = found  # type: ignore[method-assign]


@contextmanager
def _absent(name: str) -> Iterator[None]:
    """Within the block a module cannot be imported, unless it has been."""
    if name in sys.modules:
        yield
        return
    sys.modules[name] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules[name]


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
