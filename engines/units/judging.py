"""From a verdict to a judged unit, the same in every engine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engines.core.findings import Conflict, ErrorKind
from engines.core.language import parse_strings
from engines.core.results import Evidence, Unit
from engines.core.retrieval import Retrieved, sentence_evidence
from engines.core.roles import Verdict, Verifier
from engines.core.spans import Span
from engines.core.text import Text
from engines.units.asking import Asked
from engines.units.instead.answering import answers
from engines.units.instead.standing import instead_of

MOST_EVIDENCE = 3


def judged(
    asked: Asked,
    verdict: Verdict,
    reference: Text,
    threshold: float,
    search: Retrieved | None = None,
    window: int = 0,
    **details: Any,
) -> Unit:
    """The unit with its probability, verdict, conflicts and evidence; without a verdict where the verifier gave no answer.

    Args:
        search: how the evidence was searched, where it was; else the verdict's own evidence is shown.
        window: sentences on either side of the best one that are evidence with it.
        details: what is set of its details besides.
    """
    unit = asked.unit
    supported = None if verdict.probability is None else verdict.probability >= threshold
    instead = _Instead(asked, reference)
    offered = verdict.found if verdict.found is not None and answers(unit, verdict.found, reference) else None
    found = instead.of_answer(offered)
    conflicts = [instead.of_conflict(conflict) for conflict in verdict.conflicts]
    kind: ErrorKind | None = verdict.error
    if found is not None or any(conflict.found for conflict in conflicts):
        kind = "intrinsic"
    elif offered is not None or any(conflict.found for conflict in verdict.conflicts):
        kind = "extrinsic"
    shown = verdict.evidence if found else _with_place(verdict.evidence, offered, reference)
    known: Mapping[str, Any] = {
        "coverage": verdict.coverage,
        "error_if_unsupported": kind,
        "missing": verdict.missing,
        "found": found,
        "notes": verdict.notes,
    }
    return replace(
        unit,
        probability=verdict.probability,
        supported=supported,
        error=kind if supported is False else None,
        evidence=shown[:MOST_EVIDENCE] if search is None else _evidence(verdict, search, reference, window),
        trace=() if search is None else search.trace,
        conflicts=tuple(moved for conflict in conflicts if (moved := _in_output(conflict, asked))),
        details=replace(unit.details, **{**known, **details}),
    )


@dataclass(frozen=True)
class _Instead:
    """What a verdict has instead of words of a unit, where it is of one thing or person (`engines.units.instead`)."""

    asked: Asked
    reference: Text

    def of_answer(self, found: Evidence | None) -> Evidence | None:
        """What stands in the place of the answer."""
        answer = self.asked.hypothesis.answer_span
        if found is None or answer is None:
            return found
        shown = self._shown(*answer, found)
        return None if shown is None else replace(found, start=shown.start, end=shown.end, text=shown.text)

    def of_conflict(self, conflict: Conflict) -> Conflict:
        """The conflict with what may be shown instead."""
        return replace(conflict, found=conflict.found and self._shown(conflict.start, conflict.end, conflict.found))

    def _shown(self, start: int, end: int, found: Span) -> Span | None:
        said = self.asked.hypothesis.sentence or self.asked.hypothesis.statement
        return instead_of(parse_strings([said])[0], start, end, self.reference, found)


def _with_place(evidence: Sequence[Evidence], place: Evidence | None, reference: Text) -> tuple[Evidence, ...]:
    """Evidence with the sentence that tells of something else, where it is not among what is shown."""
    if place is None or place.sentence is None or any(passage.sentence == place.sentence for passage in evidence[:MOST_EVIDENCE]):
        return tuple(evidence)
    return (*evidence[: MOST_EVIDENCE - 1], sentence_evidence(reference, place.sentence, place.score))


def _in_output(conflict: Conflict, asked: Asked) -> Conflict | None:
    """A conflict of the hypothesis where it stands in the output; None where its words are not the output's own."""
    if asked.start is None:
        return None
    found = conflict.found and Span(conflict.found.start, conflict.found.end, conflict.found.text)
    return replace(conflict, start=conflict.start + asked.start, end=conflict.end + asked.start, found=found)


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
