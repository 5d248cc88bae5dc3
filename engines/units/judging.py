"""From a verdict and a search to a judged unit, the same in every engine that verifies units."""

from dataclasses import replace
from typing import Any

from engines.core.results import Evidence, Unit
from engines.core.retrieval import Retrieved, sentence_evidence
from engines.core.roles import Verdict, Verifier
from engines.core.text import Text
from engines.units.alternatives import answers

MOST_EVIDENCE = 3


def judged(unit: Unit, verdict: Verdict, search: Retrieved, reference: Text, threshold: float, window: int, **more: Any) -> Unit:
    """The unit with its probability, verdict, evidence and trace; `more` is added to its `extra`."""
    supported = verdict.probability >= threshold
    extra = {**unit.extra, "coverage": verdict.coverage, "error_if_unsupported": verdict.error, **more}
    if verdict.missing:
        extra["missing"] = list(verdict.missing)
    if verdict.found is not None and answers(unit, verdict.found, reference):
        extra["found"] = verdict.found.to_json()
    if verdict.notes:
        extra["notes"] = list(verdict.notes)
    return replace(
        unit,
        probability=verdict.probability,
        supported=supported,
        error=None if supported else verdict.error,
        evidence=_evidence(verdict, search, reference, window),
        trace=search.trace,
        extra=extra,
    )


def _evidence(verdict: Verdict, search: Retrieved, reference: Text, window: int) -> tuple[Evidence, ...]:
    """The sentence that the search ended in and its window, then the verifier's own passages from other sentences."""
    passages = {search.sentence: sentence_evidence(reference, search.sentence, search.score)}
    for distance in range(1, window + 1):
        for index in (search.sentence - distance, search.sentence + distance):
            if 0 <= index < len(reference.sentences):
                passages[index] = sentence_evidence(reference, index, search.score)
    for passage in verdict.evidence:
        known = passage.sentence is None or passage.sentence in passages
        if not known and _within_sentence(passage, reference) and len(passages) < max(MOST_EVIDENCE, 1 + 2 * window):
            passages[passage.sentence or 0] = passage
    return tuple(passages.values())


def _within_sentence(passage: Evidence, reference: Text) -> bool:
    """Whether a passage is one to look at: a whole chunk is not."""
    return passage.sentence is not None and passage.end <= reference.sentences[passage.sentence][1]


def searched_by(searcher: Verifier | None) -> dict[str, str]:
    """What an engine records of a verifier that searches the evidence in place of the one that judges.

    The search asks some 20 questions for each one judged: too many for a language model, whose verdict is on the whole reference anyway.
    """
    return {} if searcher is None else {"evidence": searcher.identity}
