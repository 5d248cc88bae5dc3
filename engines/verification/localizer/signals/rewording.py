"""Whether the reference tells in another word what a word says, or has another word that says something else in its place.

Both by a list (`engines.verification.sentences.thesaurus`). A word is held against those that stand where it would stand: in the gap of a
sentence that else has the same words in order, with the same arguments, on the same word in the same role, among the same words; and
against all of the sentences that fit best, and of the reference.
"""

import numpy as np

from engines.verification.encoding.reference import EncodedReference
from engines.verification.localizer.passages import WIDTHS, passages_of
from engines.verification.localizer.reading import ReadSentence
from engines.verification.localizer.signals.base import Array, Signal, by_sentence
from engines.verification.localizer.signals.comparison import comparisons, in_place_of, is_open
from engines.verification.rules.case import Case
from engines.verification.sentences.lexical_relations import told_by_denial, word_forms
from engines.verification.sentences.parsed import ParsedSentence
from engines.verification.sentences.thesaurus import Told, entry, forms, is_listed, phrases, told

_AT = ("gap", "frame", "filler", *(f"place_{width}" for width in WIDTHS))
COLUMNS = (
    *(f"in_{place}" for place in _AT),
    "said",
    "said_best",
    "said_anywhere",
    "else",
    "else_best",
    "else_anywhere",
    "listed",
    "same_words",
    "implying_words",
)
_THERE = 4.0
"""The word itself stands there; what other words make of it is told by `engines.verification.sentences.thesaurus.Told`."""
_MOST_WORDS = 5


def _of_sentence(sentence: ReadSentence) -> Array:
    """(words, len(COLUMNS)); zeros for names and for words that only link others."""
    case, tree, mine = sentence.case, sentence.tree, sentence.case.hypothesis
    found = np.zeros((len(tree), len(COLUMNS)), dtype=np.float32)
    passages = [_phrases(premise.sentence) for premise in case.premises]
    for i, word in enumerate(tree.words):
        tokens = [t for t in range(word.first, word.last) if mine.keys[t]] or [word.head]
        token = word.head if word.head in tokens else tokens[-1]
        if is_open(mine, token):
            own = word_forms(mine, token)
            columns = {**_anywhere(case, own), **_in_place(sentence, token, own), **_in_passages(case, passages, token, own)}
            found[i] = [columns.get(name, 0.0) for name in COLUMNS]
    return found


def _anywhere(case: Case, own: frozenset[str]) -> dict[str, float]:
    every, of = case.reference.derived(_words), entry(own)
    return {
        "said_anywhere": float(told(own, every)),
        "else_anywhere": float(not of.other.isdisjoint(every)),
        "listed": float(is_listed(own)),
        "same_words": float(min(len(of.same & every), _MOST_WORDS)),
        "implying_words": float(min(len(of.implying & every), _MOST_WORDS)),
    }


def _in_passages(case: Case, passages: list[frozenset[str]], token: int, own: frozenset[str]) -> dict[str, float]:
    """What the sentences that fit best have, and the one of them that has the word best with what it is related to."""
    if not passages:
        return {}
    compared, of = comparisons(case), entry(own)
    best = max(range(len(compared)), key=lambda k: compared[k].worth(token))
    said = [float(told(own, words)) for words in passages]
    other = [float(not of.other.isdisjoint(words)) for words in passages]
    return {"said": max(said), "said_best": said[best], "else": max(other), "else_best": other[best]}


def _in_place(sentence: ReadSentence, token: int, own: frozenset[str]) -> dict[str, float]:
    """What is made of a word by what stands where it would stand."""
    case = sentence.case
    made: dict[str, list[float]] = {}
    for name, premise, there in in_place_of(case, token):
        made.setdefault(f"in_{name}", []).append(_worth(case.hypothesis, token, own, premise.sentence, there))
    found = {name: max(every) if max(every) > 0 else min(every) for name, every in made.items()}
    passages, words = sentence.alignment.derived(passages_of), case.words(token)
    if passages.found and len(words):
        reference = case.reference
        for width in WIDTHS:
            at = int(passages.at[int(passages.places(width)[int(words[-1])].argmax())])
            other = forms(reference.text.text[int(reference.words.starts[at]) : int(reference.words.ends[at])].lower())
            standing = _token_at(case, int(reference.words.starts[at]))
            made_of = told(own, other) if standing is None else _told(case.hypothesis, token, own, *standing)
            found[f"in_place_{width}"] = _THERE if own & other else float(made_of)
    return found


def _token_at(case: Case, start: int) -> tuple[ParsedSentence, int] | None:
    """The premise, and the token of it, that begins at a character of the reference."""
    for premise in case.premises:
        for token, (first, _) in enumerate(premise.sentence.spans):
            if premise.start + first == start:
                return premise.sentence, token
    return None


def _worth(mine: ParsedSentence, token: int, own: frozenset[str], theirs: ParsedSentence, other: int) -> float:
    if not is_open(theirs, other):
        return 0.0
    if mine.keys[token] & theirs.keys[other]:
        return _THERE
    return float(_told(mine, token, own, theirs, other))


def _told(mine: ParsedSentence, token: int, own: frozenset[str], theirs: ParsedSentence, other: int) -> Told:
    """What another word makes of one; an opposite that is denied says the same: "did not pass" for "failed"."""
    found = told(own, word_forms(theirs, other))
    return Told.SAME if found == Told.OTHERWISE and told_by_denial(mine, token, theirs, other) else found


def _surface(sentence: ParsedSentence, token: int) -> str:
    return sentence.text[slice(*sentence.spans[token])].lower()


def _phrases(sentence: ParsedSentence) -> frozenset[str]:
    together = phrases([forms(_surface(sentence, t)) for t in range(len(sentence.keys)) if sentence.keys[t]])
    return frozenset(together).union(*(word_forms(sentence, verb) for verb in sentence.verbs))


def _words(reference: EncodedReference) -> frozenset[str]:
    words, text = reference.words, reference.text.text
    surfaces = {text[start:end].lower() for start, end in zip(words.starts.tolist(), words.ends.tolist(), strict=True)}
    return frozenset(form for surface in surfaces for form in forms(surface))


SIGNAL = Signal("rewording", COLUMNS, by_sentence(_of_sentence))
