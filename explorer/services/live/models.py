"""How an analysis was made, so that another text can be analysed in the same way."""

from contextlib import suppress
from typing import Any

from engines.core.errors import ErrataError
from engines.core.results import Analysis
from engines.models import registry
from explorer.services.drafting import verifier_of
from explorer.services.engines import ROLES


def made_with(analysis: Analysis) -> dict[str, Any]:
    """Engine, verifier, models and settings for `explorer.services.analysis.stream`.

    Raises:
        InputError: the verifier that judged it is not in memory any more; it has to be chosen and run again.
    """
    verifier = verifier_of(analysis) if "verifier" in analysis.engine.models else ROLES["verifier"]
    models: dict[str, str] = {}
    for role, name in registry.loaded():
        # A language model is kept once for all its roles.
        for wanted in [role] if role in ROLES else [r for r in analysis.engine.models if r in ROLES]:
            with suppress(ErrataError):
                if wanted != "verifier" and registry.get(wanted, name).identity == analysis.engine.models.get(wanted):
                    models[wanted] = name
    return {
        "engine": analysis.engine.name,
        "verifier": verifier,
        "models": {role: name for role, name in models.items() if name != ROLES[role]},
        "settings": dict(analysis.engine.settings),
    }
