"""A name in the place of another: "Castellane warned that the hall was too small" where the place that tells so has Okafor warn of it.

This begins with the place, not with the verb: the sentence of the reference that has the rest of the clause best, in whatever words,
has another name beside the same word, and no sentence with this name has as much of the rest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engines.core.language import parse_strings
from engines.english.animacy import noun_class
from engines.english.calendar import CALENDAR_NAMES
from engines.english.pronouns import PERSONAL
from engines.verification.encoding.alignment import Alignment
from engines.verification.encoding.words import key
from engines.verification.names.aliases import fold
from engines.verification.names.finding import Name, find_names, same
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case, Premise
from engines.verification.rules.registry import rule
from engines.verification.sentences.lexical_relations import SAYING, SYMMETRIC
from engines.verification.sentences.parsed import BARE, ParsedSentence, Relation
from engines.verification.values.finding import compare, entails

if TYPE_CHECKING:
    from spacy.tokens import Doc

_TOLD = 0.7
"""The share of the rest of the clause, by weight, that a sentence must have to be the place that tells of it."""
_TOLD_BESIDE = 0.55
"""The same, in the very words, of the clause of a sentence that has the name in another clause."""
_SAID = 0.5
"""The share that it must have in the same words."""
_MARGIN = 0.25
"""So much less of the rest may the sentences with the name have."""
_BESIDE = frozenset({"conj", "advcl", "parataxis"})
_SPEAKING = SAYING | {"describe", "call", "caution", "note", "complain", "declare", "stress", "remark", "reply", "comment"}
_QUOTES = frozenset("\"“‘'")
_CORE = frozenset({"SUBJ", "OBJ", "IOBJ"})
_OPEN = frozenset({"like", "as", "than", "including", "ADV", "COMP"})
"""Parts of which there may be several, or whose words say too little."""


@dataclass(frozen=True, eq=False)
class Place:
    """The sentence of the reference that tells the rest of a clause, and who or what a name of the clause is there.

    Attributes:
        asked: the tokens of the name in the hypothesis.
        words: the folded words by which the reference may call it.
        sentence: the number of the sentence.
        rest: the other tokens of the clause with their weights.
        has_name: whether the sentence has the name too, in another clause.
    """

    asked: tuple[int, ...]
    words: frozenset[str]
    sentence: int
    rest: tuple[tuple[int, float], ...]
    has_name: bool


@rule("entity in context", ConflictKind.ENTITY, "names beside those of the place that tells the rest of their clause, in the same role")
def entity_in_context(case: Case) -> Iterator[Conflict]:
    """The names of a hypothesis that have the place of others."""
    alignment, mine = case.alignment, case.hypothesis
    if not len(alignment.reference.segments):
        return
    doc = parse_strings([mine.text])[0]
    said = _names(alignment, mine)
    for asked in _asked(alignment, mine):
        place = _place(alignment, mine, doc, *asked)
        if place is None:
            continue
        premise = next(iter(case.read([place.sentence])), None)
        if premise is None:
            continue
        if (not place.has_name and any(place.words & keys for keys in premise.sentence.keys)) or _of_other_value(mine, place, premise):
            continue
        if any(_is_told_short(mine, head, premise.sentence) for head in _heads(mine, place.asked)):
            continue
        own = _relations(mine, place.asked)
        for name, tokens in _others(alignment, place, premise, said):
            if any(keys.intersection(name.words) for keys in mine.keys):
                continue  # the long form of an acronym
            there = [b for b in _relations(premise.sentence, tokens) if any(_same_part(mine, a, premise.sentence, b) for a in own)]
            if any(not place.has_name or _tells(mine, place, premise.sentence, b) for b in there):
                yield Conflict(ConflictKind.ENTITY, frozenset(place.asked), (name.start, name.end))
                break


def _others(alignment: Alignment, place: Place, premise: Premise, said: Sequence[Name]) -> Iterator[tuple[Name, list[int]]]:
    """The names of a sentence that the hypothesis has not, with their tokens; and with those of the pronouns that stand for them there."""
    other = premise.sentence
    start, end = alignment.reference.text.sentences[place.sentence]
    inside = [name for name in alignment.reference.names.names if start <= name.start < end and not _is_date(name)]
    for instead in inside:
        if any(_may_be_one(instead, name) for name in said):
            continue
        tokens = [t for t, (a, b) in enumerate(other.spans) if a < instead.end - start and instead.start - start < b and other.keys[t]]
        if other.named.intersection(tokens):
            yield instead, tokens
            for token in range(tokens[-1] + 1, 0 if place.has_name else len(other.keys)):
                if other.lemmas[token] in PERSONAL and len(other.keys[token]) > BARE and other.keys[token].intersection(instead.words):
                    yield instead, [token]


def _of_other_value(mine: ParsedSentence, place: Place, premise: Premise) -> bool:
    """Whether the clause has a value that the sentence has not: then it tells of something else."""
    spans = [mine.spans[token] for token, _ in place.rest]
    inside = [v for v in mine.values if v.kind != "relative" and any(v.start < end and start < v.end for start, end in spans)]
    known = premise.sentence.values
    return any(not any(entails(k, v) or compare(k, v) == "compatible" for k in known) for v in inside)


def _tells(mine: ParsedSentence, place: Place, other: ParsedSentence, there: Relation) -> bool:
    """Whether the very clause in which another one has the part tells the rest, without the name."""
    clause = _clause(parse_strings([other.text])[0], [there.dep])
    known = frozenset(key for token in clause for key in other.keys[token])
    told = sum(weight for token, weight in place.rest if mine.keys[token] & known)
    return not place.words & known and told >= _TOLD_BESIDE * sum(weight for _, weight in place.rest)


def _names(alignment: Alignment, mine: ParsedSentence) -> list[Name]:
    """The names of a hypothesis, with a single one that begins it if the reference has it."""
    found = list(find_names(mine.text))
    word = _written(mine, 0) if mine.keys and mine.keys[0] else ""
    if word in alignment.reference.names.by_word and mine.classes[0] == "PROPN" and not any(name.start == 0 for name in found):
        found.append(Name(*mine.spans[0], mine.text[slice(*mine.spans[0])], (word,)))
    return found


def _asked(alignment: Alignment, mine: ParsedSentence) -> Iterator[tuple[tuple[int, ...], frozenset[str], list[int]]]:
    """What is looked for: its tokens, the words that it is called by, the sentences that have it."""
    reference = alignment.reference
    for name in _names(alignment, mine):
        mentions = reference.names.mentions(name.surface)
        tokens = tuple(t for t, (start, end) in enumerate(mine.spans) if start < name.end and name.start < end and mine.keys[t])
        if tokens and not _is_date(name) and not _is_part(mine, name, tokens) and reference.names.covers(name.surface) == 1.0:
            words = frozenset(name.words).union(*(mention.words for mention in mentions))
            having = {reference.sentence_of(mention.start) for mention in mentions}
            yield tokens, words, sorted(having or _sentences_with(alignment, name))


def _is_part(mine: ParsedSentence, name: Name, tokens: tuple[int, ...]) -> bool:
    """Whether it is the state of a town, "Lanz, Orrin", or a title in quotation marks."""
    if mine.text[: name.start].rstrip()[-1:] in _QUOTES:
        return True
    first = tokens[0]
    return (
        mine.lemmas[first - 1 : first] == (",",) and first - 2 in mine.named and not any(r.role in _CORE for r in _relations(mine, tokens))
    )


def _sentences_with(alignment: Alignment, name: Name) -> set[int]:
    """The sentences that have a word of a name."""
    return {sentence for word in name.words for sentence in alignment.reference.sentences_with(key(word))}


def _place(
    alignment: Alignment, mine: ParsedSentence, doc: "Doc", asked: tuple[int, ...], words: frozenset[str], having: list[int]
) -> Place | None:
    """The sentence without the name that has the rest of its clause, if no sentence with the name has about as much."""
    clause = _clause(doc, asked)
    inside = _mask(alignment, mine, clause) & ~_mask(alignment, mine, frozenset(asked))
    weights = alignment.weights * inside * alignment.words.content
    total = float(weights.sum())
    if not total or (int((weights > 0).sum()) < 2 and not _once(alignment, int(weights.argmax()))):
        return None
    told = weights @ alignment.degrees / total
    sentences = alignment.reference.segments[:, 2]
    best = int(told.argmax())
    known = np.isin(sentences, having)
    here = sentences == sentences[best]
    if (
        told[best] < _TOLD
        or weights @ alignment.exact[:, best] < _SAID * total
        or told[best] - float(told[known & ~here].max(initial=0.0)) < _MARGIN
    ):
        return None
    rest = tuple((t, float(weights[_mask(alignment, mine, frozenset({t}))].sum())) for t in clause)
    return Place(asked, words, int(sentences[best]), tuple((t, w) for t, w in rest if w), bool(known[here].any()))


def _once(alignment: Alignment, word: int) -> bool:
    """Whether the reference has a word in one sentence only."""
    return len(set(alignment.reference.segments[alignment.exact[word] > 0, 2].tolist())) == 1


def _clause(doc: "Doc", asked: Sequence[int]) -> frozenset[int]:
    """The tokens of the clause that a name stands in, without the clauses beside it."""
    root = next((doc[t] for t in asked if doc[t].head.i not in asked), doc[asked[-1]])
    verb = next((token for token in root.ancestors if token.pos_ in ("VERB", "AUX") and token.lemma_ != "accord"), None)
    if verb is None:
        return frozenset(range(len(doc)))
    beside = [t for t in verb.subtree if t != verb and t.dep_ in _BESIDE and t.pos_ in ("VERB", "AUX") and root not in t.subtree]
    return frozenset(t.i for t in verb.subtree).difference(*((t.i for t in token.subtree) for token in beside))


def _mask(alignment: Alignment, mine: ParsedSentence, tokens: frozenset[int]) -> NDArray[np.bool_]:
    """The words of the alignment that tokens are."""
    found = np.zeros(len(alignment.words), dtype=bool)
    for token in tokens:
        found |= alignment.words.inside(*mine.spans[token])
    return found


def _relations(sentence: ParsedSentence, tokens: Sequence[int]) -> list[Relation]:
    """What a name is a part of; with an apposition also what that is a part of ("the cellist, Okafor, warned")."""
    inside = set(tokens)
    for relation in sentence.relations:
        if relation.role in ("APPOS", "MOD") and relation.dep in inside and sentence.classes[relation.head] in ("NOUN", "PROPN"):
            if relation.role == "MOD" and not _is_compound(sentence, relation):
                continue
            inside.add(relation.head)
        elif relation.role == "APPOS" and relation.head in inside:
            inside.add(relation.dep)
    return [r for r in sentence.relations if r.dep in inside and r.head not in inside and r.role not in _OPEN]


def _heads(sentence: ParsedSentence, tokens: Sequence[int]) -> list[int]:
    """The nouns that a name is one with: "the Dunnel quarry"."""
    return [r.head for r in sentence.relations if r.role == "MOD" and r.dep in tokens and _is_compound(sentence, r)]


def _is_told_short(mine: ParsedSentence, noun: int, other: ParsedSentence) -> bool:
    """Whether a sentence has such a noun without a name: "the quarry"."""
    there = [t for t in range(len(other.keys)) if other.keys[t] & mine.keys[noun]]
    return any(not any(r.role == "MOD" and r.dep in other.named for r in other.of(t)) for t in there)


def _is_compound(sentence: ParsedSentence, relation: Relation) -> bool:
    """Whether a name and a noun are one, "the Hallow estate", not "Leary's office" or "the Scotland captain"."""
    between = sentence.lemmas[relation.dep + 1 : relation.head]
    apart = noun_class(sentence.lemmas[relation.head]) == "person" or any(lemma in ("'s", "’s", "'", "’") for lemma in between)
    return relation.dep < relation.head and not apart


def _same_part(mine: ParsedSentence, own: Relation, other: ParsedSentence, there: Relation) -> bool:
    if _speaks(mine, own) and _speaks(other, there):
        return True
    if own.role != there.role or mine.lemmas[own.head] in SYMMETRIC - {"be"}:
        return False
    return bool(_forms(mine, own.head) & _forms(other, there.head))


def _speaks(sentence: ParsedSentence, relation: Relation) -> bool:
    """Whether this is who says something: "Okafor said", "according to Okafor"."""
    if sentence.lemmas[relation.head] in ("accord", "according"):
        return relation.role == "to"
    return relation.role == "SUBJ" and sentence.lemmas[relation.head] in _SPEAKING


def _forms(sentence: ParsedSentence, token: int) -> frozenset[str]:
    return frozenset({sentence.lemmas[token], _written(sentence, token)})


def _is_date(name: Name) -> bool:
    return name.words[-1] in CALENDAR_NAMES


def _may_be_one(first: Name, second: Name) -> bool:
    return bool(set(first.words) & set(second.words)) or same(first.surface, second.surface)


def _written(sentence: ParsedSentence, token: int) -> str:
    return fold(sentence.text[slice(*sentence.spans[token])])
