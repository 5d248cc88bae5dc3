"""QAGS, as the other rooms know it."""

from collections.abc import Mapping
from typing import Any

from engines.core.engine import EngineRun
from engines.declaration.engine_spec import EngineSpec, RoleModels, texts
from engines.qags.scores import scores
from engines.qags.settings import QAGSSettings


def build(models: RoleModels, settings: Mapping[str, Any]) -> EngineRun:
    """The engine, ready to run."""
    from engines.qags.engine import QAGS

    return QAGS(models.parser(), QAGSSettings.of(settings), models.chosen("question_writer"), models.chosen("reader"))


SPEC = EngineSpec(
    **texts("qags"),
    rank=4,
    settings=QAGSSettings,
    build=build,
    rescored=scores,
    main_score="qags",
    roles=("parser", "question_writer", "reader"),
    judges_edits=True,
    view="table",
)
