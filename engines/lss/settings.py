"""The settings of LSS."""

from dataclasses import dataclass

from engines.core.errors import InputError
from engines.core.settings import EngineSettings, setting

SUPPORTS = ("trained", "verifier", "both")


@dataclass(frozen=True)
class LSSSettings(EngineSettings):
    """Settings of the engine.

    Attributes:
        threshold: a word is worth keeping from this probability on, between 0 and 1; lower keeps more.
        support: what a word's probability comes from: the head trained on human LSS ("trained": more evidence never deletes more,
            unless it contradicts the output, see `engines.lss.conflicts`), the verdicts of the chosen verifier on its QAs
            ("verifier"), or the mean of their log-odds ("both").
    """

    engine = "lss"

    support: str = setting("trained", "Words are kept by", one={"trained": "the trained head", "verifier": "the verifier", "both": "both"})

    def __post_init__(self) -> None:
        if not 0 < self.threshold < 1:
            raise InputError(f"The threshold is a probability above 0 and below 1, not {self.threshold}.")
        if self.support not in SUPPORTS:
            raise InputError(f"The support comes from {', '.join(SUPPORTS)}, not {self.support!r}.")
