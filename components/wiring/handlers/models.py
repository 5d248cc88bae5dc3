"""Models on the page: choosing them by role or preset, fetching and unloading them, and saying where texts would go."""

import functools
import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from components.panels.models import models_panel, states, telling
from components.wiring.handlers.asked import asked_of
from components.wiring.handlers.choices import chosen_models
from components.wiring.handlers.drafts import MODELS, saved_models
from components.wiring.handlers.view import Drawing, View
from engines.core.errors import ErrataError
from engines.declaration.registry import DEFAULT
from explorer.services.tabs.drafts import session_of

if TYPE_CHECKING:
    from explorer.model_choice.fetching import Fetch

log = logging.getLogger("errata")
TOLD_EVERY = 0.5
"""Seconds between two looks at how far a model has been fetched."""


_Made = TypeVar("_Made", bound=Callable[..., Any])


def _by_its_folder(method: _Made) -> _Made:
    """The method, reading servers and models from the folder of the page's workspace."""

    @functools.wraps(method)
    def call(self: "ModelHandlers", *args: Any, **kwargs: Any) -> Any:
        with self._view.workspace.settings():
            return method(self, *args, **kwargs)

    return cast(_Made, call)


class ModelHandlers:
    """What a person does with models; one model at a time is fetched for the whole page."""

    def __init__(self, view: View):
        self._view = view
        self._beginning = threading.Lock()
        self._fetch: Fetch | None = None

    @_by_its_folder
    def panel(self, chosen: Mapping[str, str], opened: bool = False) -> str:
        """The panel as things stand now."""
        from engines.core.machine import personal
        from explorer.model_choice.catalogue import catalogued, free_memory, own_models, servers
        from explorer.model_choice.presets import presets

        known, problem = [], ""
        try:
            known = list(servers())
        except ErrataError as complaint:
            problem = str(complaint)
        models = [*own_models(personal.folder() / "models"), *catalogued()]
        coming = self._fetch.id if self._fetch is not None and not self._fetch.ended else ""
        return models_panel(models, presets(), known, chosen, free_memory(), opened, problem, coming)

    @_by_its_folder
    def loaded(self, engine: str = DEFAULT, tab: str = "") -> Drawing:
        """The panel with the models chosen last, how they stand, and what a run with the engine would ask of them."""
        drawing: Drawing = {}
        chosen = self._view.guarded(drawing, lambda: saved_models(self._view.workspace)) or {}
        parts = self._view.parts
        return drawing | {
            parts.models: self.panel(chosen),
            parts.model_states: states(list(self._states(chosen)), self._estimate(chosen, engine, tab)),
        }

    @_by_its_folder
    def chose(self, data: Mapping[str, Any]) -> Drawing:
        """Keep the models named in the fields, and say how they stand; what can name no model is not kept."""
        chosen = chosen_models(data.get("models"))
        drawing: Drawing = {}
        kept = {role: id for role, id in chosen.items() if _names_a_model(role, id)}
        self._view.guarded(drawing, lambda: self._view.workspace.store.save_draft(MODELS, "", "", models=kept))
        asks = self._estimate(chosen, data.get("engine"), asked_of(data).tab)
        return drawing | {self._view.parts.model_states: states(list(self._states(chosen)), asks)}

    def _estimate(self, chosen: Mapping[str, str], engine: object, tab: str) -> str:
        """What an analysis of the texts in the boxes would ask of language models; nothing without texts, or where none is chosen."""
        from engines.declaration.registry import engine_title
        from explorer.model_choice.estimating import estimate, for_engine, in_words

        try:
            draft = self._view.workspace.store.load_draft(session_of(tab))
            if draft is None or not draft.reference.strip() or not draft.output.strip():
                return ""
            others = {role: id for role, id in chosen.items() if role != "verifier"}
            found = estimate([(draft.reference, draft.output)], str(engine), chosen.get("verifier", "compact"), others)
            words = "; ".join(in_words(each).removesuffix(".") for each in for_engine(found, str(engine)))
            return f"{engine_title(str(engine))} on these texts asks, at a rough estimate: {words}." if words else ""
        except ErrataError:  # the state of the model says what is wrong with it
            return ""

    def fetch(self, data: Mapping[str, Any]) -> Iterator[Drawing]:
        """Fetch a model, telling how far it is; leaving the page does not stop it, and whoever asks for it again watches the same one."""
        from explorer.model_choice.fetching import Fetch

        parts, id = self._view.parts, str(data.get("id"))
        drawing: Drawing = {}
        with self._beginning:
            if self._fetch is None or self._fetch.ended:
                self._fetch = self._view.guarded(drawing, lambda: Fetch(id))
            fetch = self._fetch
        if fetch is None:
            yield drawing
            return
        if fetch.id != id:
            yield {
                parts.model_states: telling(f"{fetch.id} is being fetched. Wait until it is here, or cancel it.", bad=True),
                parts.models: self.panel(chosen_models(data.get("models")), True),
            }
            return
        last = fetch.progress
        yield {parts.model_states: telling(_how_far(fetch) if last else f"Asking the hub for {id}")}
        while not fetch.wait(TOLD_EVERY):
            if fetch.progress != last and (last := fetch.progress):
                yield {parts.model_states: telling(_how_far(fetch))}
        if not fetch.stopped:
            yield self._fetched(fetch, data)

    def halt(self, data: Mapping[str, Any]) -> Drawing:
        """Stop fetching; what is here is kept."""
        fetch = self._fetch
        if fetch is not None and not fetch.ended:
            fetch.stop()
            words = f"Stopped fetching {fetch.id}. What is here of it is kept: Fetch goes on from there."
        else:
            words = "Nothing is being fetched."
        parts = self._view.parts
        return {parts.models: self.panel(chosen_models(data.get("models")), True), parts.model_states: telling(words)}

    def _fetched(self, fetch: "Fetch", data: Mapping[str, Any]) -> Drawing:
        """What came of it."""
        parts = self._view.parts
        panel = self.panel(chosen_models(data.get("models")), True)
        if fetch.problem is None:
            return {parts.models: panel, parts.model_states: telling(f"{fetch.id} is on this machine.")}
        if not isinstance(fetch.problem, ErrataError):
            log.error("Fetching a model failed: %s", fetch.problem)
            return {parts.models: panel, parts.model_states: telling(f"{fetch.id} could not be fetched ({fetch.problem}).", bad=True)}
        return {parts.models: panel, parts.model_states: telling(str(fetch.problem), bad=True)}

    def unload(self, data: Mapping[str, Any]) -> Drawing:
        """Take a model out of memory, or with `aside` out of the person's own folder of models."""
        from explorer.model_choice.catalogue import unload

        if data.get("aside"):
            return self._taken_out(data)
        parts, drawing = self._view.parts, {}
        try:
            words = f"{data.get('id')} is out of memory." if unload(str(data.get("id"))) else f"{data.get('id')} was not in memory."
            drawing[parts.models] = self.panel(chosen_models(data.get("models")), True)
            drawing[parts.model_states] = telling(words)
        except ErrataError as problem:
            drawing[parts.model_states] = telling(str(problem), bad=True)
        return drawing

    @_by_its_folder
    def _taken_out(self, data: Mapping[str, Any]) -> Drawing:
        from engines.core.machine import personal
        from explorer.model_choice.catalogue import take_out, taken_out

        parts, id = self._view.parts, str(data.get("id"))
        try:
            words, bad = taken_out(id, take_out(id, personal.folder() / "models")), False
        except ErrataError as problem:
            words, bad = str(problem), True
        return {parts.models: self.panel(chosen_models(data.get("models")), True), parts.model_states: telling(words, bad)}

    def _states(self, chosen: Mapping[str, str]) -> Iterator[tuple[str, str, bool, str]]:
        from engines.models import registry
        from explorer.model_choice.catalogue import free_memory, human_bytes, info

        for role, id in chosen.items():
            state = registry.status(role, id)
            if not _names_a_model(role, id):
                yield role, id, False, f"{state.reason} It is not kept."
            elif not state.available:
                yield role, id, False, state.reason
            elif id.startswith("chat:"):
                yield role, id, True, _whereto(id)
            elif (needs := info(id).memory) > free_memory() and not state.loaded:
                yield role, id, False, f"needs about {human_bytes(needs)} of memory; {human_bytes(free_memory())} are free."
            else:
                yield role, id, True, "runs on this machine."


def _names_a_model(role: str, id: str) -> bool:
    from engines.models import registry

    try:
        registry.identify(role, id)
    except ErrataError:
        return False
    return True


def _how_far(fetch: "Fetch") -> str:
    from explorer.model_choice.catalogue import human_bytes

    far = fetch.progress
    return f"Fetching {fetch.id}: {human_bytes(far.done)} of {human_bytes(far.total)}" if far and far.total else f"Fetching {fetch.id}"


def _whereto(id: str) -> str:
    from engines.backends.chat.servers import find_server
    from engines.models.ids import parse_id

    server = find_server(parse_id(id).revision)
    if server.is_loopback:
        return f"texts go to {server.place}, on this machine."
    plain = "" if server.url.startswith("https:") else ", unencrypted"
    return f"texts are sent to {server.place}{plain}."
