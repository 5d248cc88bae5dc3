"""Which edits to propose: each is tried, and stays only if the engine, run again, finds the text better for it.

An edit begins at an error, the words that are wrong: the reference's own words are put in their place, or they are cut out with as little
else as can be, or their sentence goes. What cannot be put right without leaving out what is right is only told of.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engines.core.findings import ErrorSpan
from engines.core.language import parse_sentences, parse_strings
from engines.core.plain.copying import model_text
from engines.core.plain.spacing import single_spaced
from engines.core.results import Edit, Unit
from engines.core.text import Text
from engines.revision.clauses import clause_at
from engines.revision.cuts import cuts
from engines.revision.editing import apply, growth
from engines.revision.grammaticality import reads_as_well
from engines.revision.places import passages_of, places_with
from engines.revision.qualifications import lacks_condition, loses_qualification
from engines.revision.standing import Judgement, State
from engines.revision.values.antonyms import antonym_replacements
from engines.revision.values.counterparts import counterparts
from engines.revision.values.replacements import replacements
from engines.revision.values.shown import put_instead, with_article

if TYPE_CHECKING:
    from spacy.tokens import Doc


Judge = Callable[[str], Judgement]
"""Runs the engine on another output against the same reference."""
Support = Callable[[str, int | None], float]
"""The probability, [0, 1], that the reference supports a sentence as a whole; with a number, that its sentence of that number does, with
those beside it."""

_JOINING = re.compile(r"^(?:and|or|but)\s+|[\s,]+(?:and|or|but)$")
_WORD = re.compile(r"[^\W_]+(?:['’.,-][^\W_]+)*")
MOST_TRIES, MOST_READ, MOST_EDITS = 14, 8_000, 4
"""Of one sentence: edits tried, words of edited versions that are parsed, and edits made; a sentence that needs more is deleted."""
_MOSTLY = 0.5
"""A sentence may go, and what is cut be cut, if so much of its words is wrong."""

_TOLD = 0.4
"""What words that are put in need besides: that the edited sentence, or their clause in it, is so much supported by one place of the
reference that has them. Of 26 right ones in BUMP one is lost by it, and of 5 that made a draft falser two are kept out."""
_PREDICATIVE = frozenset({"VERB", "AUX", "ADJ", "ADV", "PART"})
_NOWHERE = 0, 0
_SUPPORTED, _SURE, _BETTER = 0.5, 0.9, 0.1
"""What an edited sentence needs as a whole: to be supported, and by so much more than before unless it is surely so. Chosen on 60 texts
of BUMP."""


@dataclass(frozen=True)
class Proposal:
    """Edits to an output, none overlapping; `notes` say what could not be put right."""

    edits: tuple[Edit, ...] = ()
    notes: tuple[str, ...] = ()


def propose(reference: Text, output: Text, judgement: Judgement, judge: Judge, support: Support) -> Proposal:
    """Edits that put right or take out what is wrong, sentence by sentence.

    What the reference is shown to have comes first, then other values of the evidence, then the shortest cuts, then whole sentences. The
    output is never left without a sentence. An edited sentence is held as a whole against the one that it replaces, too.
    """
    state = State.of(judgement, _NOWHERE)
    edits: list[Edit] = []
    notes: list[str] = []
    left = len(output.sentences)
    docs = parse_sentences(output)
    for index, doc in enumerate(docs):
        start, end = output.sentences[index]
        errors = [e for e in judgement.errors if start <= e.start < end]
        if not errors:
            continue
        state = replace(state, errors=State.of(judgement, (start, end)).errors)
        mine = [u for u in judgement.units if u.details.sentence == index]
        sentence = _Sentence(reference, output, index, doc, mine, errors)
        made, after = _revised(sentence, edits, state, judge, support)
        remaining = [e for e in errors if not _overlaps(e, made)]
        whole = _whole(sentence, max((edit.end for edit in edits), default=0))
        if remaining and left > 1 and _share(output, errors, start, end) >= _MOSTLY:
            without = State.of(judge(apply(output.text, [*edits, whole])), _NOWHERE)
            if without.improves(state):
                edits, state, left = [*edits, whole], without, left - 1
                continue
        notes += [left_over(index, error) for error in remaining]
        edits, state = [*edits, *made], after
    plain = (Edit(e.start, e.end, e.replacement, e.reason, e.units) for e in sorted(edits, key=lambda e: e.start))
    return Proposal(tuple(plain), tuple(notes))


@dataclass(frozen=True)
class Put(Edit):
    """An edit that puts in words of the reference; `places` are the numbers of its sentences that may tell them."""

    places: tuple[int, ...] = ()


@dataclass(frozen=True)
class _Sentence:
    """A sentence of the output with its parse, its units and its errors; `index` is its number."""

    reference: Text
    output: Text
    index: int
    doc: "Doc"
    units: Sequence[Unit]
    errors: Sequence[ErrorSpan]

    @property
    def bounds(self) -> tuple[int, int]:
        """Its first character and the one after its last."""
        return self.output.sentences[self.index]

    def linked(self, start: int, end: int) -> tuple[str, ...]:
        """The unsupported units behind the errors in [start, end)."""
        behind = [id for e in self.errors if e.start < end and start < e.end for id in e.units]
        own = [u.id for u in self.units if u.supported is False and any(a < end and start < b for a, b in _focus(u))]
        return tuple(dict.fromkeys((*behind, *own)))


def left_over(index: int, error: ErrorSpan) -> str:
    """What is told of an error that could not be put right; `index` is the number of its sentence, from 0."""
    wrong, found = (single_spaced(model_text(span.text)) if span else "" for span in (error, error.found))
    instead = f": it has “{found}” there" if found else ""
    return f"Sentence {index + 1} still says “{wrong}”, which the reference does not support{instead}."


def _share(output: Text, errors: Sequence[ErrorSpan], start: int, end: int) -> float:
    """The share of the words in [start, end) that are wrong."""
    words = [match.span() for match in _WORD.finditer(output.model_text, start, end)]
    wrong = sum(any(e.start < last and first < e.end for e in errors) for first, last in words)
    return wrong / len(words) if words else 0.0


def _revised(sentence: _Sentence, before: Sequence[Edit], state: State, judge: Judge, support: Support) -> tuple[list[Edit], State]:
    """The edits of one sentence that help, found greedily: words put right, alone or, where several are wrong, together; then cuts,
    those that take least first."""
    made: list[Edit] = []
    refused: list[Put] = []
    tries = read = 0
    put = [edit for edit in (*_shown(sentence), *_values(sentence)) if not _is_used(sentence, edit)]

    def tried(edits: Sequence[Edit]) -> bool:
        nonlocal made, state, tries, read
        new, old = (_edited(sentence, each) for each in ([*made, *edits], made))
        read += len(new)
        tries = MOST_TRIES if read > MOST_READ else tries
        if not reads_as_well(sentence.doc, new):
            return False
        if not all(_is_told(sentence, new, edit, [*made, *edits], support) for edit in edits if isinstance(edit, Put)):
            return False
        tries += 1
        start = sentence.bounds[0] + growth(before)
        bounds = start, sentence.bounds[1] + growth([*before, *made, *edits])
        after = State.of(judge(apply(sentence.output.text, [*before, *made, *edits])), bounds)
        better = after.improves(state) and _holds(support(new.text, None), support(old.text, None))
        if better:
            made, state = [*made, *edits], after
        return better

    def is_open(edit: Edit) -> bool:
        return not _overlaps(edit, made) and any(
            e.start < edit.end and edit.start < e.end and not _overlaps(e, made) for e in sentence.errors
        )

    for edit in put:
        if tries < MOST_TRIES and len(made) < MOST_EDITS and is_open(edit) and not tried([edit]):
            refused.append(edit)
    together: list[Put] = []
    for edit in refused:
        if is_open(edit) and not _overlaps(edit, together):
            together.append(edit)
    if 1 < len(together) <= MOST_EDITS - len(made):
        tried(together)
    for cut in _cuts(sentence):
        if tries < MOST_TRIES and len(made) < MOST_EDITS and is_open(cut):
            tried([cut])
    return made, state


def _holds(new: float, old: float) -> bool:
    """Whether an edited sentence as a whole is supported, and better than the one that it replaces."""
    return new >= _SURE or (new >= _SUPPORTED and new >= old + _BETTER)


def _overlaps(part: Edit | ErrorSpan, others: Sequence[Edit | ErrorSpan]) -> bool:
    return any(other.start < part.end and part.start < other.end for other in others)


def _edited(sentence: _Sentence, edits: Sequence[Edit]) -> "Doc":
    """The parse of a sentence with edits made."""
    start, end = sentence.bounds
    moved = [replace(e, start=e.start - start, end=e.end - start) for e in edits]
    return parse_strings([apply(sentence.output.model_text[start:end], moved)])[0]


def _shown(sentence: _Sentence) -> Iterator[Put]:
    """The errors with what the reference is shown to have in their place."""
    begin, stop = sentence.bounds
    for error in sentence.errors:
        fit = put_instead(sentence.output, sentence.doc, error, sentence.reference)
        if fit is not None and error.found is not None and begin <= fit[0] and fit[1] <= stop:
            start, end, text = fit
            reason = f"The reference has “{text.strip() or error.found.text}”, not “{error.text}”."
            places = places_with(sentence.reference, text, sentence.reference.sentence_at(error.found.start))
            yield Put(start, end, text, reason, sentence.linked(start, end), places=places)


def _values(sentence: _Sentence) -> Iterator[Put]:
    """Words that touch an error, with what the evidence has in their place."""
    start, _ = sentence.bounds
    output, doc = sentence.output, sentence.doc
    passages = passages_of(sentence.reference, [u for u in sentence.units if u.supported is False])
    indices = list(passages)
    parsed = list(zip((passages[i] for i in indices), parse_sentences(sentence.reference, indices), strict=True))
    found = [u.details.found.text for u in sentence.units if u.details.found] + [e.found.text for e in sentence.errors if e.found]
    values = (
        *replacements(doc, sentence.reference.text, parsed, found),
        *antonym_replacements(doc, parsed),
        *counterparts(doc, parsed, found),
    )
    for value in values:
        first, last = start + value.start, start + value.end
        if any(e.start < last and first < e.end for e in sentence.errors):
            reason = f"The reference has the {value.family} “{value.text}”, not “{output.text[first:last]}”."
            places = places_with(sentence.reference, value.text, value.evidence.sentence)
            first, text = with_article(output.text, first, value.text)
            yield Put(first, last, text, reason, sentence.linked(first, last), places=places)


def _is_told(sentence: _Sentence, new: "Doc", edit: Put, every: Sequence[Edit], support: Support) -> bool:
    """Whether one place of the reference that has the words tells the edited sentence, or the clause that they stand in; what is said of
    something only under a condition is not told by it alone."""
    moved = growth([e for e in every if e.start < edit.start])
    clause = clause_at(new, edit.start - sentence.bounds[0] + moved)
    said = (new.text, clause) if clause else (new.text,)
    telling = [p for p in edit.places if not (_predicates(sentence, edit) and lacks_condition(new.text, sentence.reference.sentence(p)))]
    return any(support(words, place) >= _TOLD for place in telling for words in said)


def _predicates(sentence: _Sentence, edit: Put) -> bool:
    """Whether the words of an edit say something of a thing, rather than which thing or how much of it."""
    begin = sentence.bounds[0]
    words = sentence.doc.char_span(edit.start - begin, edit.end - begin, alignment_mode="expand")
    return words is not None and len(words) > 0 and words.root.pos_ in _PREDICATIVE


def _is_used(sentence: _Sentence, edit: Put) -> bool:
    """Whether the words that would be put in stand in the sentence already, and no place of the reference has them once more: from the one
    time that it has them, they are meant there."""
    start, end = sentence.bounds
    words, text, reference = edit.replacement.strip(), sentence.output.text, sentence.reference
    pattern = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)
    beside = len(pattern.findall(text, start, edit.start)) + len(pattern.findall(text, edit.end, end)) if words else 0
    return beside > 0 and all(len(pattern.findall(reference.sentence(place))) <= beside for place in edit.places)


def _cuts(sentence: _Sentence) -> Iterator[Edit]:
    """Cuts that take out errors and little else, the shortest first."""
    start, _ = sentence.bounds
    output, unsupported = sentence.output, [u for u in sentence.units if u.supported is False]
    context = " ".join(passage.text for passage in passages_of(sentence.reference, sentence.units).values())
    for cut in cuts(sentence.doc):
        first, last = start + cut.removed[0], start + cut.removed[1]
        within = [e for e in sentence.errors if first - 1 <= e.start and e.end <= last + 1]
        if not within or _share(output, within, first, last) < _MOSTLY:
            continue
        # What is not so does not become so by leaving out who said it, nor by leaving out under which condition.
        if cut.what == "report" and not all(any(a < last and first < b for a, b in _focus(u)) for u in unsupported):
            continue
        if loses_qualification(output.text[first:last], context):
            continue
        said = _JOINING.sub("", output.text[first:last].strip(" ,"))
        reason = f"The reference does not support “{said}”."
        yield Edit(start + cut.start, start + cut.end, cut.replacement, reason, sentence.linked(first, last))


def _focus(unit: Unit) -> list[tuple[int, int]]:
    """What a unit says of its own: the answer of a QA, the added part of a content unit, a sentence."""
    if unit.answer is not None:
        return [(unit.answer.start, unit.answer.end)] + ([(unit.predicate.start, unit.predicate.end)] if unit.predicate else [])
    return list(unit.details.own)


def _whole(sentence: _Sentence, cut: int) -> Edit:
    """The deletion of a sentence with the space before it, or after it where nothing is left before it (all up to `cut` is gone)."""
    output, index = sentence.output, sentence.index
    start, end = sentence.bounds
    if index > 0 and cut <= output.sentences[index - 1][1]:
        start = output.sentences[index - 1][1]
    elif index + 1 < len(output.sentences):
        end = output.sentences[index + 1][0]
    return Edit(start, end, "", f"The reference does not support “{output.sentence(index)}”.", sentence.linked(start, end))
