"""The votes that QASemConsistency publishes, and how far its annotators agree: Fleiss' kappa over all QAs of a part, as in its table 3.

In the file a vote on a QA is 0 where the annotator finds it supported, 1 where not; a QA whose answer an annotator did not find in the
reference counts as not supported by them. Votes of the first step stand in `spans`, where 1 is covered.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from statistics import fmean
from typing import Any

import numpy as np

from engines.core.errors import FormatError
from explorer.reading.rows import BadRow, read_rows
from explorer.services.labelling.coefficients import Rating, alpha, cohen, fleiss

DRAWS = 2000
"""How often the responses of a file are drawn again for an interval."""

CLOSE = 0.02


@dataclass(frozen=True)
class Published:
    """What the paper says of a part of its data (table 3): responses, QAs, and Fleiss' kappa."""

    responses: int
    qas: int
    kappa: float


PUBLISHED = {"cliff": Published(74, 693, 0.72), "factscore": Published(36, 1109, 0.78), "verifiability": Published(41, 1296, 0.67)}


@dataclass(frozen=True)
class VotesOf:
    """How far the annotators of one part of a file agree.

    Attributes:
        dataset: the part.
        responses, qas, spans: how many there are.
        fleiss, alpha, cohen: of the QAs; `cohen` is the mean over pairs of annotators, who are known by their place in each response only.
        spans_fleiss: of the first step.
        low, high: between them lie 95 of 100 kappas when the responses are drawn again, with replacement.
        unanimous: the share of QAs on which all agree.
        published: what the paper says of all of the part; None where it says nothing.
    """

    dataset: str
    responses: int
    qas: int
    spans: int
    fleiss: float | None
    alpha: float | None
    cohen: float | None
    spans_fleiss: float | None
    low: float | None
    high: float | None
    unanimous: float
    published: Published | None = None

    @property
    def difference(self) -> float | None:
        """From the published kappa."""
        return None if self.published is None or self.fleiss is None else self.fleiss - self.published.kappa

    def words(self) -> str:
        """The kappa beside the published one, and what explains the difference."""
        if self.published is None or self.fleiss is None or self.difference is None:
            return "The paper has no figure for this part."
        if abs(self.difference) <= CLOSE + 1e-9:
            return f"Within {CLOSE} of the published {self.published.kappa:.2f}."
        if self.qas >= self.published.qas:
            return f"{self.difference:+.3f} from the published {self.published.kappa:.2f}, though the file has as many QAs as the paper."
        left = self.published.qas - self.qas
        others = (self.published.kappa * self.published.qas - self.fleiss * self.qas) / left
        said = (
            f"{self.difference:+.3f} from the published {self.published.kappa:.2f}, which is of all {self.published.qas:,} QAs; this file "
            f"has {self.qas:,} of them. The other {left:,} would make up for it at about {others:.2f}."
        )
        if self.low is None or self.high is None:
            return said
        within = self.low <= self.published.kappa <= self.high
        chance = "holds the published figure: which half a response fell into can account for it" if within else "does not hold it"
        return f"{said} Drawing the responses again gives {self.low:.2f} to {self.high:.2f}, which {chance}."

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {**asdict(self), "difference": self.difference, "words": self.words()}


def agreement_of_votes(path: str, seed: int = 0) -> list[VotesOf]:
    """How far annotators agree in each part of a file of QASemConsistency.

    Raises:
        UsageError: there is no such file.
        FormatError: it has no records with votes of several people.
    """
    parts: dict[str, list[Mapping[str, Any]]] = {}
    for row in read_rows(path, renamed=False):
        if isinstance(row, BadRow):
            raise FormatError(f"{path}: {row.reason}")
        if not isinstance(row.data.get("qas"), list):
            raise FormatError(f"{path}, line {row.line}: this is no record of QASemConsistency (it has no 'qas' with 'annotations').")
        parts.setdefault(str(row.data.get("dataset") or "all"), []).append(row.data)
    if not any(_ratings(record, "qas") for records in parts.values() for record in records):
        raise FormatError(f"{path} has no QA that several people have voted on: agreement needs two votes at least on each.")
    return [_agreement(name, records, seed) for name, records in parts.items()]


def _agreement(name: str, records: Sequence[Mapping[str, Any]], seed: int) -> VotesOf:
    by_response: dict[str, list[Rating]] = {}
    for record in records:
        by_response.setdefault(_response(record), []).extend(_ratings(record, "qas"))
    qas = [one for ratings in by_response.values() for one in ratings]
    spans = [one for record in records for one in _ratings(record, "spans")]
    judges = sorted({who for one in qas for who in one}, key=str)
    pairs = [value for first, second in combinations(judges, 2) if (value := cohen(qas, first, second)) is not None]
    low, high = _interval(list(by_response.values()), seed)
    unanimous = fmean(len(set(one.values())) == 1 for one in qas) if qas else 0.0
    known = PUBLISHED.get(name.lower())
    mean = fmean(pairs) if pairs else None
    return VotesOf(name, len(by_response), len(qas), len(spans), fleiss(qas), alpha(qas), mean, fleiss(spans), low, high, unanimous, known)


def _ratings(record: Mapping[str, Any], part: str) -> list[Rating]:
    """What each annotator, known by their place, says of each QA or span that several judge."""
    votes = [item.get("annotations") for item in record.get(part) or () if isinstance(item, Mapping)]
    return [{place: str(vote) for place, vote in enumerate(own)} for own in votes if isinstance(own, list) and len(own) > 1]


def _response(record: Mapping[str, Any]) -> str:
    """What a record is part of: in Verifiability the sentences of one response are records of their own, numbered in `model`."""
    model = str(record.get("model"))
    return model.rpartition("_")[0] if str(record.get("dataset")).lower() == "verifiability" else f"{record.get('source_id')} {model}"


def _interval(responses: Sequence[Sequence[Rating]], seed: int) -> tuple[float | None, float | None]:
    """The middle 95 of 100 kappas of responses drawn again; none where there are fewer than two, or not as many votes on each QA."""
    number = max((len(one) for ratings in responses for one in ratings), default=0)
    labels = sorted({label for ratings in responses for one in ratings for label in one.values()})
    if len(responses) < 2 or any(len(one) != number for ratings in responses for one in ratings):
        return None, None
    tables = [np.array([_row(one, labels) for one in own], float).reshape(-1, len(labels)) for own in responses]
    agreed = np.array([((table**2).sum() - len(table) * number) / (number * (number - 1)) for table in tables])
    counts, units = np.array([table.sum(0) for table in tables]), np.array([len(table) for table in tables])
    drawn = np.random.default_rng(seed).multinomial(len(tables), [1 / len(tables)] * len(tables), size=DRAWS)
    total = drawn @ units
    chance = ((drawn @ counts / (total * number)[:, None]) ** 2).sum(1)
    observed = drawn @ agreed / total
    kappas = (observed - chance)[chance < 1] / (1 - chance[chance < 1])
    low, high = np.percentile(kappas, [2.5, 97.5])
    return float(low), float(high)


def _row(one: Rating, labels: Sequence[str]) -> list[int]:
    said = list(one.values())
    return [said.count(label) for label in labels]
