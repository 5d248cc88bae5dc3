"""How the engines that check units go through them: a batch at a time, with what is known so far told in between."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence

from engines.core.engine import Outcome, Progress
from engines.core.results import Unit
from engines.core.retrieval import retrieve
from engines.core.roles import Hypothesis, Verdict, Verifier
from engines.core.settings import SearchingSettings
from engines.core.text import Text
from engines.units.asking import Asked
from engines.units.judging import judged


def checked(
    asked: Sequence[Asked],
    batches: Iterable[Sequence[Asked]],
    judge: Callable[[Sequence[Asked]], list[Unit]],
    stage: str,
    timings: Mapping[str, float],
) -> Generator[Progress | Outcome, None, tuple[Unit, ...]]:
    """Judge units a batch at a time; closing the iterator stops after the batch at hand.

    Args:
        batches: all of `asked`, in order.
        judge: gives the judged units of a batch.
        stage: what is being done, in words for a person.
        timings: seconds that the steps before took.

    Yields:
        The units before any is judged, then the progress before each batch and the units so far between two of them.

    Returns:
        The judged units.
    """
    units = [each.unit for each in asked]
    yield Outcome(tuple(units), timings=timings)
    done = 0
    for batch in batches:
        yield Progress(stage, done, len(units))
        units[done : done + len(batch)] = judge(batch)
        done += len(batch)
        if done < len(units):
            yield Outcome(tuple(units), timings=timings)
    return tuple(units)


def of_size(asked: Sequence[Asked], size: int) -> list[Sequence[Asked]]:
    """Batches of `size` units, the last one of what is left."""
    return [asked[first : first + size] for first in range(0, len(asked), size)]


def whole_sentences(asked: Sequence[Asked], size: int) -> list[Sequence[Asked]]:
    """Batches of `size` units or a little more, none of which parts the units of a sentence: they are each other's context."""
    batches, first = [], 0
    for last, each in enumerate(asked, 1):
        ends = last == len(asked) or asked[last].sentence != each.sentence
        if ends and (last - first >= size or last == len(asked)):
            batches.append(asked[first:last])
            first = last
    return batches


def with_evidence(
    reference: Text,
    asked: Sequence[Asked],
    verify: Callable[[Sequence[Hypothesis]], Sequence[Verdict]],
    searcher: Verifier,
    settings: SearchingSettings,
) -> list[Unit]:
    """Units judged by `verify`, each with the evidence that `searcher` finds for it."""
    hypotheses = [each.hypothesis for each in asked]
    verdicts = verify(hypotheses)
    found = retrieve(searcher, reference, hypotheses, settings.search())
    return [
        judged(each, verdict, reference, settings.threshold, search, settings.window)
        for each, verdict, search in zip(asked, verdicts, found, strict=True)
    ]
