"""ACUEval, as the other rooms know it."""

from collections.abc import Mapping
from typing import Any

from engines.acueval.scores import scores
from engines.acueval.settings import ACUEvalSettings
from engines.core.engine import EngineRun
from engines.declaration.engine_spec import EngineSpec, RoleModels, texts


def build(models: RoleModels, settings: Mapping[str, Any]) -> EngineRun:
    """The engine, ready to run; without a writer of one's own the bundled one cuts the output."""
    from engines.acueval.engine import ACUEval
    from engines.decomposition import RuleWriter

    return ACUEval(models.verifier(), ACUEvalSettings.of(settings), models.chosen("writer") or RuleWriter(), models.searcher())


SPEC = EngineSpec(
    **texts("acueval"),
    rank=3,
    settings=ACUEvalSettings,
    build=build,
    rescored=scores,
    main_score="acueval",
    roles=("writer", "verifier"),
    units_per_word=0.22,
    calibrates=True,
    judges_edits=True,
)
