"""LSS, as the other rooms know it."""

from collections.abc import Mapping
from typing import Any

from engines.core.engine import EngineRun
from engines.declaration.engine_spec import EngineSpec, RoleModels, texts
from engines.lss.settings import LSSSettings


def build(models: RoleModels, settings: Mapping[str, Any]) -> EngineRun:
    """The engine, ready to run."""
    from engines.lss.engine import LSS
    from engines.verification.word_support.head import load_head

    return LSS(models.parser(), models.verifier(), load_head(), LSSSettings.of(settings), models.chosen("lss_writer"))


SPEC = EngineSpec(
    **texts("lss"),
    rank=5,
    settings=LSSSettings,
    build=build,
    main_score="lss_bleu",
    roles=("parser", "verifier", "lss_writer"),
    units_per_word=0.42,
    every_word=True,
    view="delete",
)
