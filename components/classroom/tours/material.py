"""What a tour is made of: the text, its errors as they were put into it, and what the engine made of it (`assets/tours`)."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engines.core.errors import InputError
from engines.core.machine.files import ASSETS, asset
from engines.core.results import Analysis, Unit
from engines.units.errors import completed

FOLDER = "tours"


@dataclass(frozen=True)
class Planted:
    """An error that was put into the output: where it stands, and what the reference has."""

    start: int
    end: int
    words: str
    found: str


@dataclass(frozen=True)
class Material:
    """What a tour shows.

    Attributes:
        title: of the text.
        analysis: what the engine made of it, with its errors.
        planted: the errors that are in the output, in its order.
        words: start, end and probability of every word, where the engine decides by words.
    """

    title: str
    analysis: Analysis
    planted: tuple[Planted, ...]
    words: tuple[tuple[int, int, float], ...] = ()

    def unit(self, *said: str) -> Unit:
        """The first unit whose question, answer or statement has all these words.

        Raises:
            LookupError: there is none: the engine has changed, and its tour must be written anew.
        """
        for unit in self.analysis.units:
            about = f"{unit.question or ''} {unit.answer.text if unit.answer else ''} {unit.statement}"
            if all(words in about for words in said):
                return unit
        raise LookupError(f"No unit says {said}")

    def score(self, name: str) -> float:
        """A score of the analysis."""
        return self.analysis.scores[name]

    def found(self) -> list[Planted]:
        """The planted errors that the engine strikes out, where it deletes words, or else marks."""
        errors = self.analysis.deletions or self.analysis.errors or ()
        return [each for each in self.planted if any(e.start < each.end and each.start < e.end for e in errors)]


@lru_cache(maxsize=8)
def material(engine: str) -> Material:
    """The material of an engine's tour.

    Raises:
        InputError: there is no tour of such an engine.
    """
    if not engine.isidentifier() or engine == "text" or not (ASSETS / FOLDER / f"{engine}.json").exists():
        raise InputError("There is no tour of such an engine.")
    told, made = _json("text"), _json(engine)
    output, planted = told["output"], []
    for each in told["wrong"]:
        start = output.index(each["words"])
        planted.append(Planted(start, start + len(each["words"]), each["words"], each["found"]))
    words = tuple((int(start), int(end), float(p)) for start, end, p in made["words"] or ())
    return Material(told["title"], completed(Analysis.from_json(made["analysis"])), tuple(planted), words)


def _json(name: str) -> Any:
    return json.loads(asset(FOLDER, f"{name}.json").read_text(encoding="utf-8"))
