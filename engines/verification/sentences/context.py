"""Where a hypothesis is looked up: the sentences of the reference that fit it best, taken apart."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engines.core.language import parse_strings
from engines.core.plain.copying import model_text
from engines.core.plain.turns import addressed, letters, turn_at
from engines.verification.encoding.alignment import Alignment
from engines.verification.encoding.reference import EncodedReference
from engines.verification.encoding.words import key
from engines.verification.names.aliases import fold
from engines.verification.names.coreference import looks_back
from engines.verification.names.finding import find_names
from engines.verification.names.speakers import spoken
from engines.verification.sentences.naming import name_tokens
from engines.verification.sentences.parsed import ParsedSentence, parsed_sentence
from engines.verification.sentences.roster import full_names, roster

_SENTENCES, _FOR_A_PART = 3, 1
"""So many sentences are looked up for a text, and for a part of it."""
_BEFORE = 3
"""How many sentences before one of the reference are read for its pronouns."""
_RELATIVE = 0.35
"""A further sentence must fit so well relative to the best one."""
_NOUNS, _THE = frozenset({"NOUN", "PROPN"}), "the"


def hypothesis_of(alignment: Alignment) -> ParsedSentence:
    """The aligned text taken apart; each word of a name stands for the others where the reference has the name in another form."""
    return alignment.derived(_hypothesis)


def hypothesis_after(alignment: Alignment, before: tuple[str, ...]) -> ParsedSentence:
    """The same; its pronouns are looked up in the sentences `before` it."""
    return _hypothesis(alignment, before)


def best_sentences(alignment: Alignment) -> tuple[int, ...]:
    """The sentences of the reference that fit a text best, by their numbers, best first."""
    return alignment.derived(_best)


def best_for(alignment: Alignment, words: NDArray[np.bool_]) -> tuple[int, ...]:
    """The sentences of the reference that fit some words of a text best, by their numbers: a part of it may be told in another place."""
    return _chosen(alignment, np.where(words, alignment.weights, 0), _FOR_A_PART)


def premises(reference: EncodedReference, sentences: Sequence[int]) -> list[ParsedSentence]:
    """Sentences of the reference, by their numbers, taken apart; each pronoun is looked up in the sentences before it."""
    known = reference.derived(_premises)
    new = [i for i in dict.fromkeys(sentences) if i not in known]
    if new:
        read = zip(new, _looked_up(reference, new), strict=True)
        for i, before in read:
            known[i] = _with_names(reference, parsed_sentence(_string(reference, i), before, *_speaking(reference, i)))
    return [known[i] for i in sentences]


def parse_ahead(reference: EncodedReference, sentences: Sequence[int], also: Sequence[str]) -> None:
    """Parse all that `premises` will ask for, and further strings with it, in two batches; the parser remembers it."""
    known = reference.derived(_premises)
    _looked_up(reference, [i for i in sentences if i not in known], also)


def _looked_up(reference: EncodedReference, sentences: Sequence[int], also: Sequence[str] = ()) -> list[tuple[str, ...]]:
    """For each sentence those before it that its pronouns are looked up in; none where it has nothing to be looked up.

    All of them are parsed, in two batches, which the parser does several times as fast as one by one.
    """
    docs = parse_strings([*(_string(reference, i) for i in sentences), *also])
    before = [tuple(_string(reference, j) for j in range(max(0, i - _BEFORE), i)) for i in sentences]
    wanted = [strings if looks_back(doc, strings) else () for doc, strings in zip(docs, before, strict=False)]
    parse_strings(list(dict.fromkeys(string for strings in wanted for string in strings)))
    return wanted


def tokens_of(alignment: Alignment, mine: ParsedSentence, mask: NDArray[np.bool_] | None) -> frozenset[int]:
    """The tokens of a hypothesis that the words of a mask are; all of them for None."""
    if mask is None:
        return frozenset(range(len(mine.keys)))
    words, spans = alignment.words, np.array(mine.spans, dtype=np.int64).reshape(-1, 2)
    first, last = np.searchsorted(words.ends, spans[:, 0], "right"), np.searchsorted(words.starts, spans[:, 1], "left")
    chosen = np.concatenate([[0], np.cumsum(mask)])
    return frozenset(np.flatnonzero((last > first) & (chosen[last] > chosen[first])).tolist())


def words_of(alignment: Alignment, mine: ParsedSentence, token: int) -> NDArray[np.int64]:
    """The words of an alignment, by their numbers, that a token of its text is."""
    start, end = mine.spans[token]
    return np.flatnonzero((alignment.words.starts < end) & (alignment.words.ends > start))


def _string(reference: EncodedReference, sentence: int) -> str:
    return reference.text.model_text[slice(*reference.text.sentences[sentence])]


def _speaking(reference: EncodedReference, sentence: int) -> tuple[str, str]:
    """Who says a sentence of the reference, in turn or in a letter, and in turn to whom; "" where that is not known."""
    text = reference.text.text
    found = spoken(text)
    turn = turn_at(found or letters(text), reference.text.sentences[sentence][0])
    return (turn.speaker, addressed(found, turn)) if turn else ("", "")


def _premises(reference: EncodedReference) -> dict[int, ParsedSentence]:
    return {}


def _best(alignment: Alignment) -> tuple[int, ...]:
    return _chosen(alignment, alignment.weights, _SENTENCES)


def _chosen(alignment: Alignment, weights: NDArray[np.floating], most: int) -> tuple[int, ...]:
    reference = alignment.reference
    if not len(reference.segments) or not len(alignment.words):
        return ()
    total = max(float(weights.sum()), 1e-9)
    scores = (weights / total) @ (0.5 * alignment.degrees + 0.5 * alignment.exact)
    chosen: list[int] = []
    for segment in np.argsort(-scores, kind="stable")[: 2 * most]:
        sentence = int(reference.segments[segment, 2])
        if sentence not in chosen and (not chosen or scores[segment] > _RELATIVE * scores.max()):
            chosen.append(sentence)
    return tuple(chosen[:most])


def _hypothesis(alignment: Alignment, before: tuple[str, ...] = ()) -> ParsedSentence:
    mine = _with_names(alignment.reference, parsed_sentence(model_text(alignment.text), before))
    known = alignment.reference.names
    keys = list(mine.keys)
    for name in find_names(mine.text):
        inside = [t for t, (start, end) in enumerate(mine.spans) if name.start <= start < name.end and keys[t]]
        forms = known.mentions(name.surface) if len(inside) > 1 else ()
        if forms and known.covers(name.surface) == 1.0:
            shared = frozenset(word for form in forms if len(form.words) < len(name.words) for word in form.words)
            for token in inside:
                keys[token] |= shared
    return replace(mine, keys=tuple(keys))


def _with_names(reference: EncodedReference, sentence: ParsedSentence) -> ParsedSentence:
    """A sentence in which "the treasurer" stands for whoever alone is the treasurer in the reference, too, and somebody's first name or
    last for both; not what is said to be somebody, or a part of a name."""
    names, holders = reference.derived(full_names), reference.derived(roster)
    if not names and not holders:
        return sentence
    besides = set(_said_to_be(sentence))
    keys = list(sentence.keys)
    for token, lemma in enumerate(sentence.lemmas):
        if token in besides or sentence.classes[token] not in _NOUNS:
            continue
        if token and sentence.lemmas[token - 1] == _THE:
            keys[token] |= holders.get(key(lemma), frozenset())
        elif token in sentence.named and len(name_tokens(sentence, token)) == 1:
            keys[token] |= names.get(fold(sentence.text[slice(*sentence.spans[token])]), frozenset())
    return replace(sentence, keys=tuple(keys))


def _said_to_be(sentence: ParsedSentence) -> Iterator[int]:
    """The tokens of what somebody is said to be, and of what is told apart from others: "Ada Osk, the driver", "the other driver"."""
    for relation in sentence.relations:
        if relation.role in ("APPOS", "ATTR"):
            yield from (relation.head, relation.dep)
        elif relation.role == "MOD":
            yield relation.dep if relation.head in sentence.named else relation.head
