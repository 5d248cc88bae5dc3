"""How an output stands with an engine, and whether an edited one stands better."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engines.core.findings import ErrorSpan
from engines.core.results import Unit


@dataclass(frozen=True)
class Judgement:
    """What an engine says of a text: its verified units, and the errors that come of them and of the words."""

    units: Sequence[Unit]
    errors: Sequence[ErrorSpan]


@dataclass(frozen=True)
class State:
    """How an output stands: the mean probability of its units, the share of the supported ones, their statements, and the wrong words of
    the sentence at hand."""

    score: float
    share: float
    supported: frozenset[str] = field(default_factory=frozenset)
    unsupported: frozenset[str] = field(default_factory=frozenset)
    errors: tuple[frozenset[str], ...] = ()

    @classmethod
    def of(cls, judgement: Judgement, within: tuple[int, int]) -> "State":
        """How it stands `within` these characters: what is seen elsewhere, once an error is put right here, was wrong before."""
        judged = [u for u in judgement.units if u.probability is not None]
        wrong = tuple(frozenset(words_of(e.text)) for e in judgement.errors if within[0] <= e.start < within[1])
        if not judged:
            return cls(0.0, 0.0, errors=wrong)
        bad = [u for u in judged if not u.supported]
        mean = sum(u.probability or 0.0 for u in judged) / len(judged)
        good = frozenset(key(u) for u in judged if u.supported)
        return cls(mean, 1 - len(bad) / len(judged), good, frozenset(key(u) for u in bad), wrong)

    @property
    def wrong_words(self) -> int:
        """How many words are wrong."""
        return sum(len(words) for words in self.errors)

    def improves(self, other: "State") -> bool:
        """Whether this state is better than another: fewer wrong words, none that were right, no more that is unsupported, nothing
        unsupported that was supported, no lower score."""
        if not (self.supported or self.unsupported) or (self.unsupported - other.unsupported) & other.supported:
            return False
        if any(not any(words & known for known in other.errors) for words in self.errors):
            return False
        fewer = self.wrong_words < other.wrong_words and len(self.unsupported) <= len(other.unsupported)
        return fewer and self.share >= other.share and self.score >= other.score


def key(unit: Unit) -> str:
    """A unit's statement by its words."""
    return " ".join(words_of(unit.statement))


def words_of(text: str) -> list[str]:
    """The words of a text in small letters."""
    return "".join(c if c.isalnum() else " " for c in text.lower()).split()
