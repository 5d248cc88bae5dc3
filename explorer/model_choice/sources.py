"""Each sentence of an output against the sources that it cites, where the reference is numbered sources."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from engines.core.engine import EngineRun, Outcome, Progress
from engines.core.plain.sources import Source, citations, numbered_sources
from engines.core.text import Text
from engines.declaration.registry import known

UNNUMBERED = "The reference has no numbered sources ([1] …, Source 1: …): every sentence was checked against the whole of it."
UNCITED = "Sentences that cite no numbered source were checked against the whole reference."


@dataclass
class SourcedRun:
    """An engine run that checks every sentence against its own sources; name, settings and models are the engine's."""

    inner: EngineRun

    def __post_init__(self) -> None:
        self.name = self.inner.name

    @property
    def settings(self) -> Mapping[str, Any]:
        """Of the engine."""
        return self.inner.settings

    @property
    def models(self) -> Mapping[str, str]:
        """Of the engine."""
        return self.inner.models

    def run(self, reference: Text, output: Text) -> Iterator[Progress | Outcome]:
        """Run the engine once for each set of sources that sentences cite, with nothing else of the reference to be read."""
        sources = {source.number: source for source in numbered_sources(reference.text)}
        if not sources:
            for step in self._steps(reference, output):
                yield replace(step, warnings=(*step.warnings, UNNUMBERED)) if isinstance(step, Outcome) and step.scores else step
            return
        own = [tuple(n for n in numbers if n in sources) for numbers in citations(output.text, output.sentences)]
        found: dict[tuple[int, ...], Outcome] = {}
        for numbers in dict.fromkeys(own):
            read = only(reference, [sources[n] for n in numbers]) if numbers else reference
            last: Outcome | None = None
            for step in self._steps(read, output):
                if isinstance(step, Progress):
                    yield step
                else:
                    last = step
            assert last is not None
            found[numbers] = last
            yield self._together(found, own, output, finished=len(found) == len(set(own)))

    def _steps(self, reference: Text, output: Text) -> Iterator[Progress | Outcome]:
        with closing(self.inner.run(reference, output)) as steps:  # type: ignore[type-var]
            yield from steps

    def _together(self, found: Mapping[tuple[int, ...], Outcome], own: Sequence[tuple[int, ...]], output: Text, finished: bool) -> Outcome:
        """Every unit and word as the run on its sentence's sources has it; units of sentences that are still to come are not judged."""
        first = next(iter(found.values()))
        by_id = {numbers: {unit.id: unit for unit in outcome.units} for numbers, outcome in found.items()}
        units = []
        for unit in first.units:
            sentence = unit.details.sentence
            numbers = own[sentence] if sentence is not None and 0 <= sentence < len(own) else ()
            judged = by_id.get(numbers, {}).get(unit.id)
            units.append(judged or replace(unit, probability=None, supported=None, error=None, evidence=(), trace=(), conflicts=()))
        words = None
        if first.words is not None:
            place = [own[i] if (i := output.sentence_at(word.start)) is not None else () for word in first.words]
            words = tuple(
                (found[numbers].words or first.words)[i] if numbers in found else word
                for i, (word, numbers) in enumerate(zip(first.words, place, strict=True))
            )
        declared = known(self.name)
        scores = {**first.scores, **declared.rescored(units)} if finished and declared and declared.rescored else {}
        warnings = dict.fromkeys(w for outcome in found.values() for w in outcome.warnings)
        if finished and () in found:
            warnings[UNCITED] = None
        return Outcome(
            tuple(units), scores, words=words, read=min(o.read for o in found.values()), warnings=tuple(warnings), timings=first.timings
        )


def only(reference: Text, sources: Sequence[Source]) -> Text:
    """The reference with nothing to be read but some of its sources; sentences and offsets stay."""
    plain = [" "] * len(reference.text)
    for source in sources:
        plain[source.start : source.end] = reference.model_text[source.start : source.end]
    return Text(reference.text, reference.sentences, "".join(plain))
