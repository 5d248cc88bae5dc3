"""QASem, as the other rooms know it."""

from collections.abc import Mapping
from typing import Any

from engines.core.engine import EngineRun
from engines.declaration.engine_spec import EngineSpec, RoleModels, texts
from engines.qasem.scores import scores
from engines.qasem.settings import QASemSettings


def build(models: RoleModels, settings: Mapping[str, Any]) -> EngineRun:
    """The engine, ready to run."""
    from engines.qasem.engine import QASem

    return QASem(models.parser(), models.verifier(), QASemSettings.of(settings), models.searcher())


SPEC = EngineSpec(
    **texts("qasem"),
    rank=1,
    settings=QASemSettings,
    build=build,
    rescored=scores,
    main_score="qasem",
    roles=("parser", "verifier"),
    units_per_word=0.42,
    calibrates=True,
    judges_edits=True,
)
