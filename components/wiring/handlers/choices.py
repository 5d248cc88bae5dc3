"""What is chosen on the page, as its script writes it: engine, verifier, models, settings, and what to compare."""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from components.panels.choices import choices
from components.panels.models import ROLES
from explorer.model_choice.tuning import chosen_settings


def listed_choices(chosen: Mapping[str, Any] = MappingProxyType({})) -> str:
    """The lists of engines and verifiers, as they were `chosen` and ticked before."""
    from explorer.model_choice.deep_check import language_model_here
    from explorer.services.engines import available, verifiers

    ticked = {name: chosen[name] for name in ("engines", "verifiers") if isinstance(chosen.get(name), list) and chosen[name]}
    settings = values if isinstance(values := chosen.get("settings"), Mapping) else {}
    return choices(
        available(),
        verifiers(),
        str(chosen.get("engine", "")),
        str(chosen.get("verifier", "")),
        ticked,
        settings,
        language_model_here(),
        str(chosen.get("question") or ""),
    )


def chosen_of(written: str) -> dict[str, Any]:
    """Engine, verifier, models and a preset's settings from what the page's script wrote; names are checked where they are used."""
    known = _values(written)
    found: dict[str, Any] = {name: value for name in ("engine", "verifier") if isinstance(value := known.get(name), str) and value}
    if models := chosen_models(known.get("models")):
        found["models"] = models
    own = chosen_settings(str(found.get("engine")), known.get("settings"))
    if isinstance(question := known.get("question"), str) and question.strip():
        found["question"] = question
    if settings := preset_settings(known.get("preset"), found.get("engine")) | own:
        found["settings"] = settings
    return found


def ticked_of(written: str) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Engines and verifiers to compare, a verifier of the person's own among them; and the models of other roles.

    Names are checked where they are used.
    """
    known = _values(written)
    lists = {name: known.get(name) for name in ("engines", "verifiers")}
    ticked = {name: [v for v in value if isinstance(v, str)] if isinstance(value, list) else [] for name, value in lists.items()}
    models = chosen_models(known.get("models"))
    own = models.pop("verifier", "")
    return {**ticked, "verifiers": [*ticked["verifiers"], *([own] if own and own not in ticked["verifiers"] else [])]}, models


def chosen_models(values: object) -> dict[str, str]:
    """Ids by role from what the page's script wrote; names are checked where they are used."""
    if not isinstance(values, Mapping):
        return {}
    found = {role: values.get(role) for role in ROLES}
    return {role: id.strip() for role, id in found.items() if isinstance(id, str) and id.strip()}


def preset_settings(name: object, engine: object) -> dict[str, Any]:
    """The settings of the preset of that name, if it is one of the engine's."""
    from explorer.model_choice.presets import presets

    return next((dict(p.settings) for p in presets() if p.name == name and p.engine == engine), {})


def _values(written: str) -> dict[str, Any]:
    """The object that the page's script wrote; empty where it is none."""
    try:
        values = json.loads(written or "{}")
    except ValueError:
        return {}
    return values if isinstance(values, dict) else {}
