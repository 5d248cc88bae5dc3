"""Which edits to propose: each is tried, and stays only if the engine, run again, finds the text better for it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engines.core.language import parse_sentences, parse_strings
from engines.core.results import Edit, Evidence, Unit
from engines.core.retrieval import sentence_evidence
from engines.core.text import Text
from engines.revision.antonyms import antonym_replacements
from engines.revision.counterparts import counterparts
from engines.revision.cuts import cuts
from engines.revision.editing import apply
from engines.revision.grammaticality import reads_as_well
from engines.revision.replacements import replacements

if TYPE_CHECKING:
    from spacy.tokens import Doc

Judge = Callable[[str], Sequence[Unit]]
"""Runs the engine on another output against the same reference and gives its verified units."""

_JOINING = re.compile(r"^(?:and|or|but)\s+|[\s,]+(?:and|or|but)$")
MOST_TRIES = 14
"""Edits tried for one sentence."""
MOST_EDITS = 4
"""Edits made to one sentence; one that needs more is deleted."""


@dataclass(frozen=True)
class Proposal:
    """Edits to an output, none overlapping; `notes` say what could not be put right."""

    edits: tuple[Edit, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _State:
    """How an output stands: the mean probability of its units, and its unsupported statements."""

    score: float
    share: float
    unsupported: frozenset[str] = field(default_factory=frozenset)
    units: int = 0

    @classmethod
    def of(cls, units: Sequence[Unit]) -> "_State":
        judged = [u for u in units if u.probability is not None]
        if not judged:
            return cls(0.0, 0.0)
        bad = [u for u in judged if not u.supported]
        mean = sum(u.probability or 0.0 for u in judged) / len(judged)
        return cls(mean, 1 - len(bad) / len(judged), frozenset(_key(u) for u in bad), len(judged))

    def improves(self, other: "_State") -> bool:
        """Whether this state is better than another: less unsupported, nothing unsupported that was not so before, no lower score."""
        if not self.units or self.unsupported - other.unsupported:
            return False
        return len(self.unsupported) < len(other.unsupported) and self.share >= other.share and self.score >= other.score


def _key(unit: Unit) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in unit.statement.lower()).split())


def propose(reference: Text, output: Text, units: Sequence[Unit], judge: Judge) -> Proposal:
    """Edits that take out or put right what the reference does not support, sentence by sentence.

    Replacements by values of the evidence come first, then the shortest cuts, then whole sentences. The output is never
    left without a sentence.
    """
    state = _State.of(units)
    edits: list[Edit] = []
    notes: list[str] = []
    left = len(output.sentences)
    docs = parse_sentences(output)
    for index, doc in enumerate(docs):
        mine = [u for u in units if u.supported is False and u.details.sentence == index]
        if not mine:
            continue
        start, end = output.sentences[index]
        made, after = _revised(reference, output, (start, end), doc, mine, edits, state, judge)
        remaining = [u for u in mine if _key(u) in after.unsupported]
        whole = _whole(output, index, mine, max((edit.end for edit in edits), default=0))
        if remaining and left > 1 and len(remaining) * 2 >= sum(u.details.sentence == index for u in units):
            without = _State.of(judge(apply(output.text, [*edits, whole])))
            if without.improves(state):
                edits, state, left = [*edits, whole], without, left - 1
                continue
        if remaining:
            notes.append(f"Sentence {index + 1} still says what the reference does not support: {remaining[0].statement}")
        edits, state = [*edits, *made], after
    return Proposal(tuple(sorted(edits, key=lambda e: e.start)), tuple(notes))


def _revised(
    reference: Text,
    output: Text,
    bounds: tuple[int, int],
    doc: "Doc",
    units: Sequence[Unit],
    before: Sequence[Edit],
    state: _State,
    judge: Judge,
) -> tuple[list[Edit], _State]:
    """The edits of one sentence that help, found greedily: values put right, alone or, where a unit has several wrong, together; then
    cuts, those that take least first."""
    made: list[Edit] = []
    refused: list[Edit] = []
    tries = 0

    def tried(edits: Sequence[Edit]) -> bool:
        nonlocal made, state, tries
        if not reads_as_well(doc, _edited(output, bounds, [*made, *edits])):
            return False
        tries += 1
        after = _State.of(judge(apply(output.text, [*before, *made, *edits])))
        better = after.improves(state)
        if better:
            made, state = [*made, *edits], after
        return better

    def is_open(edit: Edit) -> bool:
        wrong = {u.id for u in units if _key(u) in state.unsupported}
        return not wrong.isdisjoint(edit.units) and not _overlaps(edit, made)

    for edit in _values(reference, output, bounds, doc, units):
        if tries < MOST_TRIES and len(made) < MOST_EDITS and is_open(edit) and not tried([edit]):
            refused.append(edit)
    together: list[Edit] = []
    for edit in refused:
        if is_open(edit) and not _overlaps(edit, together):
            together.append(edit)
    if 1 < len(together) <= MOST_EDITS - len(made):
        tried(together)
    for edit in _cuts(output, bounds, doc, units):
        if tries < MOST_TRIES and len(made) < MOST_EDITS and is_open(edit):
            tried([edit])
    return made, state


def _overlaps(edit: Edit, others: Sequence[Edit]) -> bool:
    return any(other.start < edit.end and edit.start < other.end for other in others)


def _edited(output: Text, bounds: tuple[int, int], edits: Sequence[Edit]) -> "Doc":
    """The parse of a sentence with edits made."""
    start, end = bounds
    moved = [replace(e, start=e.start - start, end=e.end - start) for e in edits]
    return parse_strings([apply(output.model_text[start:end], moved)])[0]


def _values(reference: Text, output: Text, bounds: tuple[int, int], doc: "Doc", units: Sequence[Unit]) -> Iterator[Edit]:
    """Words of one sentence that touch what is unsupported, with what the evidence has in their place."""
    start, _ = bounds
    passages = _passages(reference, units)
    indices = list(passages)
    parsed = list(zip((passages[i] for i in indices), parse_sentences(reference, indices), strict=True))
    found = [text for unit in units if (text := unit.details.found.text if unit.details.found else "")]
    values = (*replacements(doc, reference.text, parsed, found), *antonym_replacements(doc, parsed), *counterparts(doc, parsed, found))
    for value in values:
        touched = _touched(units, start + value.start, start + value.end, inside=False)
        if touched:
            old = output.text[start + value.start : start + value.end]
            reason = f"The reference has the {value.family} “{value.text}”, not “{old}”."
            yield Edit(start + value.start, start + value.end, value.text, reason, touched)


def _cuts(output: Text, bounds: tuple[int, int], doc: "Doc", units: Sequence[Unit]) -> Iterator[Edit]:
    """Cuts of one sentence that touch what is unsupported, the shortest first."""
    start, _ = bounds
    for cut in cuts(doc):
        first, last = start + cut.removed[0], start + cut.removed[1]
        # What is not so does not become so by leaving out who said it.
        if cut.what == "report" and not all(_lies_in(unit, first, last) for unit in units):
            continue
        touched = _touched(units, first, last, inside=True)
        if touched:
            said = _JOINING.sub("", output.text[first:last].strip(" ,"))
            yield Edit(start + cut.start, start + cut.end, cut.replacement, f"The reference does not support “{said}”.", touched)


def _passages(reference: Text, units: Sequence[Unit]) -> dict[int, Evidence]:
    """Sentences of the reference that may have the right value: where the verifier found one, then the evidence of the units."""
    passages: dict[int, Evidence] = {}
    for unit in units:
        sentence = unit.details.found.sentence if unit.details.found else None
        if sentence is not None and 0 <= sentence < len(reference.sentences):
            passages.setdefault(sentence, sentence_evidence(reference, sentence, 1.0))
    for unit in units:
        for passage in unit.evidence:
            if passage.sentence is not None:
                passages.setdefault(passage.sentence, passage)
    return passages


def _touched(units: Sequence[Unit], start: int, end: int, inside: bool) -> tuple[str, ...]:
    """The units whose own words lie in [start, end) (`inside`), or overlap it."""
    ids = []
    for unit in units:
        for first, last in _focus(unit):
            within = start <= first + 1 and last - 1 <= end if inside else first < end and start < last
            if within or (inside and first <= start and end <= last):
                ids.append(unit.id)
                break
    return tuple(ids)


def _lies_in(unit: Unit, start: int, end: int) -> bool:
    """Whether some of what the unit says of its own overlaps [start, end)."""
    return any(first < end and start < last for first, last in _focus(unit))


def _focus(unit: Unit) -> list[tuple[int, int]]:
    """What a unit says of its own: the answer of a QA, the added part of a content unit, a sentence."""
    if unit.answer is not None:
        return [(unit.answer.start, unit.answer.end)] + ([(unit.predicate.start, unit.predicate.end)] if unit.predicate else [])
    return list(unit.details.own)


def _whole(output: Text, index: int, units: Sequence[Unit], cut: int) -> Edit:
    """The deletion of a sentence with the space before it, or after it where nothing is left before it (all up to `cut` is gone)."""
    start, end = output.sentences[index]
    if index > 0 and cut <= output.sentences[index - 1][1]:
        start = output.sentences[index - 1][1]
    elif index + 1 < len(output.sentences):
        end = output.sentences[index + 1][0]
    reason = f"The reference does not support “{output.sentence(index)}”."
    return Edit(start, end, "", reason, tuple(u.id for u in units))
