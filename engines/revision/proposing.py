"""Which edits to propose: each is tried, and stays only if the engine, run again, finds the text better for it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engines.results import Edit, Evidence, Unit
from engines.retrieval import sentence_evidence
from engines.revision.cuts import cuts
from engines.revision.editing import apply
from engines.revision.replacements import replacements
from engines.revision.wellformed import reads_as_well
from engines.text import Text

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
    from engines.language import parse_sentences

    state = _State.of(units)
    edits: list[Edit] = []
    notes: list[str] = []
    left = len(output.sentences)
    docs = parse_sentences(output)
    for index, doc in enumerate(docs):
        mine = [u for u in units if u.supported is False and u.extra.get("sentence") == index]
        if not mine:
            continue
        start, end = output.sentences[index]
        made, after = _revised(reference, output, (start, end), doc, mine, edits, state, judge)
        remaining = [u for u in mine if _key(u) in after.unsupported]
        whole = _whole(output, index, mine)
        if remaining and left > 1 and len(remaining) * 2 >= sum(u.extra.get("sentence") == index for u in units):
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
    """The edits of one sentence that help, found greedily; those that take least first."""
    made: list[Edit] = []
    tries = 0
    for edit in _candidates(reference, output, bounds, doc, units):
        if tries >= MOST_TRIES or len(made) >= MOST_EDITS:
            break
        open_units = [u for u in edit.units if any(_key(u2) in state.unsupported for u2 in units if u2.id == u)]
        if not open_units or any(e.start < edit.end and edit.start < e.end for e in made):
            continue
        if not reads_as_well(doc, _edited(output, bounds, [*made, edit])):
            continue
        tries += 1
        tried = _State.of(judge(apply(output.text, [*before, *made, edit])))
        if tried.improves(state):
            made, state = [*made, edit], tried
    return made, state


def _edited(output: Text, bounds: tuple[int, int], edits: Sequence[Edit]) -> "Doc":
    """The parse of a sentence with edits made."""
    from engines.language import parse_strings

    start, end = bounds
    moved = [replace(e, start=e.start - start, end=e.end - start) for e in edits]
    return parse_strings([apply(output.model_text[start:end], moved)])[0]


def _candidates(reference: Text, output: Text, bounds: tuple[int, int], doc: "Doc", units: Sequence[Unit]) -> Iterator[Edit]:
    """Edits of one sentence that touch what is unsupported: replacements, then cuts, the shortest first."""
    from engines.language import parse_sentences

    start, _ = bounds
    passages = _passages(reference, units)
    indices = list(passages)
    parsed = list(zip((passages[i] for i in indices), parse_sentences(reference, indices), strict=True))
    instead = [str(unit.extra["found"].get("text") or "") for unit in units if unit.extra.get("found")]
    for found in replacements(doc, reference.text, parsed, [text for text in instead if text]):
        touched = _touched(units, start + found.start, start + found.end, inside=False)
        if touched:
            old = output.text[start + found.start : start + found.end]
            reason = f"The reference has the {found.family} “{found.text}”, not “{old}”."
            yield Edit(start + found.start, start + found.end, found.text, reason, touched)
    for cut in cuts(doc):
        touched = _touched(units, start + cut.removed[0], start + cut.removed[1], inside=True)
        if touched:
            said = _JOINING.sub("", output.text[start + cut.removed[0] : start + cut.removed[1]].strip(" ,"))
            reason = f"The reference does not support “{said}”."
            yield Edit(start + cut.start, start + cut.end, cut.replacement, reason, touched)


def _passages(reference: Text, units: Sequence[Unit]) -> dict[int, Evidence]:
    """Sentences of the reference that may have the right value: where the verifier found one, then the evidence of the units."""
    passages: dict[int, Evidence] = {}
    for unit in units:
        sentence = (unit.extra.get("found") or {}).get("sentence")
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


def _focus(unit: Unit) -> list[tuple[int, int]]:
    """What a unit says of its own: the answer of a QA, the added part of a content unit, a sentence."""
    if unit.answer is not None:
        return [(unit.answer.start, unit.answer.end)] + ([(unit.predicate.start, unit.predicate.end)] if unit.predicate else [])
    spans = unit.extra.get("focus") or unit.extra.get("spans") or []
    return [(int(a), int(b)) for a, b in spans]


def _whole(output: Text, index: int, units: Sequence[Unit]) -> Edit:
    """The deletion of a sentence with the space before it, or after it at the beginning."""
    start, end = output.sentences[index]
    if index > 0:
        start = output.sentences[index - 1][1]
    elif len(output.sentences) > 1:
        end = output.sentences[1][0]
    reason = f"The reference does not support “{output.sentence(index)}”."
    return Edit(start, end, "", reason, tuple(u.id for u in units))
