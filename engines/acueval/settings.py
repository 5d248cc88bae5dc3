"""The settings of ACUEval."""

from dataclasses import dataclass

from engines.core.settings import SearchingSettings, setting


@dataclass(frozen=True)
class ACUEvalSettings(SearchingSettings):
    """Settings of the engine.

    Attributes:
        reported: check what is reported ("X said that Y") as a fact of its own (Y) too, not only as a report.
    """

    engine = "acueval"

    reported: bool = setting(True, "Check what is reported too", "of “X said that Y” also Y by itself")
