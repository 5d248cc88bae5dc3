"""Why words were deleted: each deletion with the QAs that it answers, their support and evidence."""

import math
from collections.abc import Sequence
from dataclasses import replace

from engines.core.details import RelationDetails
from engines.core.results import Deletion, ErrorKind, Predicate, Span, Unit
from engines.core.roles import Verdict
from engines.core.text import Text
from engines.lss.decisions import Kept
from engines.units.asking import Asked
from engines.units.judging import judged


def explained(
    reference: Text, output: Text, kept: Sequence[Kept], asked: Sequence[Asked], verdicts: Sequence[Verdict], threshold: float
) -> tuple[tuple[Unit, ...], tuple[Deletion, ...]]:
    """The units with their verdicts, and the deletions with the units behind each.

    A QA is as sure as the words of its answer that carry content; where an answer was deleted without any QA to show for
    it, a unit of the kind "relation" stands for the phrase and the word that it depended on.
    """
    units = [_judged(each, verdict, kept, threshold, reference) for each, verdict in zip(asked, verdicts, strict=True)]
    deletions: list[Deletion] = []
    for number, sentence in enumerate(kept):
        for first, last in deleted_runs(sentence.words):
            start = sentence.start + sentence.tree.words[first].start
            end = sentence.start + sentence.tree.words[last - 1].end
            behind = _behind(units, start, end)
            if not behind:
                phrase = _phrase(output, sentence, number, first, last, len(units) + 1, units)
                units.append(phrase)
                behind = (phrase.id,)
            deletions.append(Deletion(start, end, behind))
    return tuple(units), tuple(deletions)


def deleted_runs(kept: Sequence[bool]) -> list[tuple[int, int]]:
    """Runs of neighbouring deleted words, `last` exclusive."""
    runs: list[tuple[int, int]] = []
    for i, keep in enumerate(kept):
        if keep:
            continue
        if runs and runs[-1][1] == i:
            runs[-1] = (runs[-1][0], i + 1)
        else:
            runs.append((i, i + 1))
    return runs


def _behind(units: Sequence[Unit], start: int, end: int) -> tuple[str, ...]:
    """The unsupported units whose answer, else whose predicate, was deleted: the least supported first."""

    def touching(span: Span | None) -> bool:
        return span is not None and span.start < end and span.end > start

    wrong = [u for u in units if u.supported is False]
    answered = [u for u in wrong if touching(u.answer)]
    found = answered or [u for u in wrong if touching(u.predicate)]
    return tuple(u.id for u in sorted(found, key=lambda u: u.probability or 0.0))


def _judged(asked: Asked, verdict: Verdict, kept: Sequence[Kept], threshold: float, reference: Text) -> Unit:
    """The unit with the probability of its answer's words in the place of the verifier's; without a verdict where that gave none."""
    answer = asked.unit.answer
    if verdict.probability is None:
        return judged(asked, verdict, reference, threshold)
    if answer is None:
        return asked.unit
    probability, share = _support(kept, answer.start, answer.end)
    if share < 0.5:
        probability = min(probability, threshold - 0.01)
    of_words = replace(verdict, probability=max(0.0, probability))
    return judged(asked, of_words, reference, threshold, kept=share, verifier_probability=verdict.probability)


def _support(kept: Sequence[Kept], start: int, end: int) -> tuple[float, float]:
    """Mean probability (in log-odds) of the words in a span that are not bound to others, and the share of them that was kept."""
    odds, stay = [], []
    for sentence in kept:
        for i, word in enumerate(sentence.tree.words):
            if word.start + sentence.start < end and word.end + sentence.start > start and not sentence.tree.bound(i):
                p = min(max(sentence.probabilities[i], 1e-4), 1 - 1e-4)
                odds.append(math.log(p / (1 - p)))
                stay.append(sentence.words[i])
    if not odds:
        return 0.5, 1.0
    return 1 / (1 + math.exp(-sum(odds) / len(odds))), sum(stay) / len(stay)


def _phrase(output: Text, sentence: Kept, number: int, first: int, last: int, count: int, units: Sequence[Unit]) -> Unit:
    """A unit for a deleted phrase that no QA explains: it and the word that it depended on."""
    tree, shift = sentence.tree, sentence.start
    start, end = tree.words[first].start + shift, tree.words[last - 1].end + shift
    inside = set(range(first, last))
    top = next((i for i in range(first, last) if tree.parents[i] not in inside), first)
    governor = tree.parents[top]
    predicate = None
    if governor >= 0:
        word = tree.words[governor]
        predicate = Predicate(word.start + shift, word.end + shift, output.text[word.start + shift : word.end + shift], "verb")
    probability = min(sum(sentence.probabilities[i] for i in inside) / len(inside), 0.49)
    leaning = governor >= 0 and not sentence.words[governor]
    error: ErrorKind = "extrinsic"
    evidence = next((u.evidence for u in units if u.details.sentence == number and u.evidence), ())
    return Unit(
        id=f"w{count}",
        kind=RelationDetails.kind,
        statement=output.text[start:end],
        predicate=predicate,
        answer=Span(start, end, output.text[start:end]),
        probability=probability,
        supported=False,
        error=error,
        evidence=evidence[:1],
        details=RelationDetails(number, ((start, end),), error_if_unsupported=error, depends_on_deleted=leaning),
    )
