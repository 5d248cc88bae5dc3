"""The settings of QASem."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from engines.core.errors import InputError
from engines.core.settings import SearchingSettings, setting
from engines.parsing import KINDS, PAPER_KINDS


@dataclass(frozen=True)
class QASemSettings(SearchingSettings):
    """Settings of the engine.

    Attributes:
        kinds: the kinds of predicate asked about, PAPER_KINDS reproducing the paper's score.
    """

    engine = "qasem"

    kinds: tuple[str, ...] = setting(
        KINDS,
        "Ask about",
        "verbs, nouns and copulas alone are the paper's score",
        options={
            "verb": "verbs",
            "noun": "nouns made from verbs",
            "copula": "copulas",
            "adjective": "adjectives",
            "apposition": "appositions",
            "quantity": "quantities",
            "relation": "relations between clauses",
        },
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        unknown = set(self.kinds) - set(KINDS)
        if unknown:
            raise InputError(f"Unknown kinds of predicate: {', '.join(sorted(unknown))}. Known: {', '.join(KINDS)}.")

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """Settings from plain values; the kinds may be a list, their names with commas between, or "paper".

        Raises:
            InputError: a name is not known or a value does not fit.
        """
        plain = dict(values)
        if isinstance(plain.get("kinds"), str):
            plain["kinds"] = PAPER_KINDS if plain["kinds"] == "paper" else tuple(k.strip() for k in plain["kinds"].split(","))
        return super().of(plain)
