"""The settings of QAGS."""

from dataclasses import dataclass

from engines.core.errors import InputError
from engines.core.settings import SourcedSettings, setting


@dataclass(frozen=True)
class QAGSSettings(SourcedSettings):
    """Settings of the engine.

    Attributes:
        questions: the most that are asked (K), 1 to 1,000.
    """

    engine = "qags"

    questions: int = setting(20, "Questions", "the most that are asked (K)", least=1, most=1000)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.questions <= 1000:
            raise InputError(f"Between 1 and 1,000 questions can be asked, not {self.questions}.")
