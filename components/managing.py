"""Models on the page: choosing them by role or preset, fetching and unloading them, and saying where texts would go."""

import logging
import threading
from collections.abc import Iterator, Mapping
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from components.models import ROLES, models_panel, states, telling
from engines.errors import ErrataError
from explorer.workspace import Workspace

if TYPE_CHECKING:
    from components.events import Drawing, Events

log = logging.getLogger("errata")
TOLD_EVERY = 0.5
KEPT = "models"
"""The session whose draft keeps the models chosen on the page."""


class Managing:
    """The handlers of the panel; they draw into the parts of `events`."""

    def __init__(self, workspace: Workspace, events: "Events"):
        self._workspace = workspace
        self._events = events
        self._fetching = threading.Lock()

    def panel(self, chosen: Mapping[str, str], opened: bool = False) -> str:
        """The panel as things stand now."""
        from engines import personal
        from explorer.models import catalogued, free_memory, own_folders, servers
        from explorer.presets import presets

        known, problem = [], ""
        try:
            known = list(servers())
        except ErrataError as complaint:
            problem = str(complaint)
        models = [*own_folders(personal.folder() / "models"), *catalogued()]
        return models_panel(models, presets(), known, chosen, free_memory(), opened, problem)

    def loaded(self) -> "Drawing":
        """The panel with the models chosen last, and how they stand."""
        drawing: Drawing = {}
        kept = self._events.guarded(drawing, lambda: self._workspace.store.load_draft(KEPT))
        chosen = chosen_models(kept.settings.get("models")) if kept else {}
        parts = self._events.parts
        return drawing | {parts.models: self.panel(chosen), parts.model_states: states(list(self._states(chosen)))}

    def chose(self, data: Mapping[str, Any]) -> "Drawing":
        """Keep the models named in the fields, and say how they stand."""
        chosen = chosen_models(data.get("models"))
        drawing: Drawing = {}
        self._events.guarded(drawing, lambda: self._workspace.store.save_draft(KEPT, "", "", models=chosen))
        return drawing | {self._events.parts.model_states: states(list(self._states(chosen)))}

    def fetch(self, data: Mapping[str, Any]) -> Iterator["Drawing"]:
        """Fetch a model, telling how far it is; leaving the page does not stop it, and asking again goes on from there."""
        from explorer.downloading import Download, download
        from explorer.models import human_bytes, identified

        parts, chosen = self._events.parts, chosen_models(data.get("models"))
        if not self._fetching.acquire(blocking=False):
            yield {parts.model_states: telling("Another model is being fetched. Wait until it is here.", bad=True)}
            return
        told: SimpleQueue[Download | BaseException | None] = SimpleQueue()

        def work() -> None:
            try:
                download(identified(str(data.get("id"))), told.put)
                told.put(None)
            except BaseException as problem:  # told where it is awaited
                told.put(problem)
            finally:
                self._fetching.release()

        threading.Thread(target=work, name="fetching a model", daemon=True).start()
        yield {parts.model_states: telling(f"Asking the hub for {data.get('id')}")}
        while True:
            try:
                item = told.get(timeout=TOLD_EVERY)
            except Empty:
                continue
            if isinstance(item, Download):
                yield {parts.model_states: telling(f"Fetching {data.get('id')}: {human_bytes(item.done)} of {human_bytes(item.total)}")}
                continue
            break
        if item is None:
            yield {parts.models: self.panel(chosen, True), parts.model_states: telling(f"{data.get('id')} is on this machine.")}
        elif isinstance(item, ErrataError):
            yield {parts.model_states: telling(str(item), bad=True)}
        else:
            log.error("Fetching a model failed", exc_info=item)
            yield {parts.model_states: telling(f"It could not be fetched ({type(item).__name__}).", bad=True)}

    def unload(self, data: Mapping[str, Any]) -> "Drawing":
        """Take a model out of memory."""
        from explorer.models import unload

        parts, drawing = self._events.parts, {}
        try:
            words = f"{data.get('id')} is out of memory." if unload(str(data.get("id"))) else f"{data.get('id')} was not in memory."
            drawing[parts.models] = self.panel(chosen_models(data.get("models")), True)
            drawing[parts.model_states] = telling(words)
        except ErrataError as problem:
            drawing[parts.model_states] = telling(str(problem), bad=True)
        return drawing

    def _states(self, chosen: Mapping[str, str]) -> Iterator[tuple[str, str, bool, str]]:
        from engines import registry
        from explorer.models import free_memory, human_bytes, info

        for role, id in chosen.items():
            state = registry.status(role, id)
            if not state.available:
                yield role, id, False, state.reason
            elif id.startswith("chat:"):
                yield role, id, True, _whereto(id)
            elif (needs := info(id).memory) > free_memory() and not state.loaded:
                yield role, id, False, f"needs about {human_bytes(needs)} of memory; {human_bytes(free_memory())} are free."
            else:
                yield role, id, True, "runs on this machine."


def chosen_models(values: object) -> dict[str, str]:
    """Ids by role from what the page's script wrote; names are checked where they are used."""
    if not isinstance(values, Mapping):
        return {}
    found = {role: values.get(role) for role in ROLES}
    return {role: id.strip() for role, id in found.items() if isinstance(id, str) and id.strip()}


def preset_settings(name: object, engine: object) -> dict[str, Any]:
    """The settings of the preset of that name, if it is one of the engine's."""
    from explorer.presets import presets

    return next((dict(p.settings) for p in presets() if p.name == name and p.engine == engine), {})


def _whereto(id: str) -> str:
    from engines.backends.chat.servers import find_server
    from engines.model_ids import parse_id

    server = find_server(parse_id(id).revision)
    if server.is_loopback:
        return f"texts go to {server.place}, on this machine."
    plain = "" if server.url.startswith("https:") else ", unencrypted"
    return f"texts are sent to {server.place}{plain}."
