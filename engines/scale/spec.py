"""SCALE, as the other rooms know it."""

from collections.abc import Mapping
from typing import Any

from engines.core.engine import EngineRun
from engines.declaration.engine_spec import EngineSpec, RoleModels, texts
from engines.scale.scores import scores
from engines.scale.settings import ScaleSettings


def build(models: RoleModels, settings: Mapping[str, Any]) -> EngineRun:
    """The engine, ready to run."""
    from engines.scale.engine import Scale

    return Scale(models.verifier(), ScaleSettings.of(settings))


SPEC = EngineSpec(
    **texts("scale"),
    rank=2,
    settings=ScaleSettings,
    build=build,
    rescored=scores,
    main_score="scale",
    roles=("verifier",),
    searches=True,
    calibrates=True,
    judges_edits=True,
    trace_open=True,
)
