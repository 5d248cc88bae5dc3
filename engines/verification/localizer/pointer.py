"""A pointer network: what the reference has in the places where the names, numbers and other words of an output stand.

The cross-encoder trained on: it reads a sentence with gaps beside the passages that fit it (`engines.verification.localizer.cloze`) and
points, for each gap, at a word of the passages, or at none (Vinyals et al. 2015). It has learnt that from true sentences alone, so no label
of an error is in it. Where it would rather have another word of the reference than what the output has, that word looks wrong: a name in
another's place, a number of something else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.core.errors import UnavailableError
from engines.core.machine.files import asset
from engines.core.machine.recent import Recent
from engines.core.machine.threads import threads, threads_for
from engines.core.spans import Span
from engines.english.pronouns import THIRD_PERSON, I
from engines.verification.encoding.alignment import Alignment
from engines.verification.encoding.encoder import WIDTH, layers, narrowed, word_embeddings
from engines.verification.encoding.reference import EncodedReference
from engines.verification.localizer.cloze import Cloze, Gap, alone, clozes, names_of
from engines.verification.localizer.model import FOLDER, POINTER
from engines.verification.localizer.reading import ReadSentence
from engines.verification.names.aliases import name_words
from engines.verification.rules.arguments.people import saying

SHARE, COMMON = 0.7, 0.2
"""What it counts, beside the log-odds of the localizer's other models, by how much another name or number is likelier than what the output
has; and the same of other words, which more often are told in others."""
SHIFT, OF_VERBS = -0.1, 0.7
"""What is taken off the sum for each word, and for a verb, which people reword most: so that no more true texts raise an alarm than without
it (assets/localizer/CARD.md)."""
_ROUNDS = 2
"""In how many rounds a sentence is read; its names are read once more, each alone."""
_LEAST_OF_NAME = -2.0
"""The margin of a name from which on it is read alone; what is below speaks for it no more than this does."""
_SURE_MARGIN, _SURELY = 3.0, 1.0
"""The margin of another name that is surely meant, and what it counts besides."""
_SURE_OF_NAME, _SURE, _VERY_SURE = 0.4, 0.5, 0.9
"""How likely a name must be to be shown as what the reference has instead of another or of a pronoun, a number, and any other word."""
_AT_ONCE = 12
"""Sentences, or parts, with gaps that are read at once: one as long as a book would fill the memory."""
_NEVER = -1e4
_I, _MY = frozenset(I), frozenset({I.possessive})
_REMEMBERED = 1_000_000
"""So many log-probabilities of the clozes read last are kept (8 MB): an edited text asks most of them again."""


class Pointed(NamedTuple):
    """What the pointer network says of a gap.

    Attributes:
        gap: the words of the sentence that were left out.
        margin: by how much the likeliest other word is likelier than what the output has or that the passages have nothing there, in log
            probability.
        other: the position of that word in the reference.
        probability: how likely it is to stand there.
    """

    gap: Gap
    margin: float
    other: int
    probability: float


@dataclass(frozen=True, eq=False)
class PointerNetwork:
    """The trained network.

    Attributes:
        weights: by the names of a BERT checkpoint without word embeddings, which are the encoder's own; `marks` (17, 384) are added to the
            embeddings; `asked` makes of a mask what `told` makes of the word that stands there, (192,) each; `nothing` (192,) is no word.
    """

    weights: Mapping[str, Any]
    _recent: Recent[bytes, NDArray[np.float64]] = field(default_factory=lambda: Recent(_REMEMBERED, lambda odds: odds.size))
    _lock: Lock = field(default_factory=Lock)

    def log_probabilities(self, of: Sequence[Cloze]) -> list[NDArray[np.float64]]:
        """(gaps, 1 + candidates) for each: that nothing of the passages stands in a gap, and that each candidate does."""
        keys = [cloze.digest for cloze in of]
        with self._lock:
            known = {key: odds for key in keys if (odds := self._recent.get(key)) is not None}
        new = {key: cloze for key, cloze in zip(keys, of, strict=True) if key not in known}
        unread = list(new.values())
        read = (odds for first in range(0, len(unread), _AT_ONCE) for odds in self._read(unread[first : first + _AT_ONCE]))
        for key, odds in zip(new, read, strict=True):
            known[key] = odds
            with self._lock:
                self._recent.keep(key, odds)
        return [known[key] for key in keys]

    def _read(self, of: Sequence[Cloze]) -> list[NDArray[np.float64]]:
        import torch

        weights, lengths = self.weights, [len(cloze.ids) for cloze in of]
        ids, types, marks = (
            torch.from_numpy(np.concatenate(parts)) for parts in zip(*((c.ids, c.types, c.marks) for c in of), strict=True)
        )
        places = torch.cat([torch.arange(length) for length in lengths])
        with torch.inference_mode(), threads(threads_for(0)):
            hidden = word_embeddings()[ids] + weights["embeddings.position_embeddings.weight"][places]
            hidden += weights["embeddings.token_type_embeddings.weight"][types] + weights["marks"][marks]
            read = layers(hidden, lengths, weights).split(lengths)
            return [self._of_gaps(cloze, pieces) for cloze, pieces in zip(of, read, strict=True)]

    def _of_gaps(self, cloze: Cloze, read: Any) -> NDArray[np.float64]:
        """(gaps, 1 + candidates) from the last hidden states of its pieces, (pieces, 384)."""
        import torch
        from torch.nn import functional

        weights, count = self.weights, len(cloze.candidates)
        inside = torch.from_numpy(cloze.owners >= 0)
        owners = torch.from_numpy(cloze.owners)[inside]
        sums = torch.zeros(count, WIDTH).index_add(0, owners, read[cloze.first : -1][inside])
        means = sums / torch.bincount(owners, minlength=count).clamp(min=1)[:, None]
        told = torch.cat([weights["nothing"][None], functional.linear(means, weights["told.weight"], weights["told.bias"])])
        asked = functional.linear(read[torch.from_numpy(cloze.places)], weights["asked.weight"], weights["asked.bias"])
        fits = torch.from_numpy(np.concatenate([np.ones((len(cloze.gaps), 1), dtype=bool), cloze.fits], axis=1))
        return np.asarray(functional.log_softmax((asked @ told.T).masked_fill(~fits, _NEVER), 1).double().numpy())


def pointed(sentence: ReadSentence) -> list[Pointed]:
    """What the pointer network says of each gap that another word of the reference fits; of a sentence that stands there word for word
    nothing, since none of its words is looked at.

    A name that is not surely right is read alone, all else of the sentence as it is: what is done tells who does it.
    """
    if len(sentence.tree) and sentence.case.is_copy:
        return []
    alignment, before = sentence.alignment, sentence.before
    together = _asked(clozes(alignment, before, rounds=_ROUNDS))
    doubtful = [one.gap for one in together if _is_read_alone(alignment, one)]
    singly = [cloze for gap in doubtful if (cloze := alone(alignment, gap, before))]
    again = {one.gap: one for one in _asked(singly)}
    return [again.get(one.gap, one) for one in together]


def _asked(found: Sequence[Cloze]) -> list[Pointed]:
    every = zip(found, load_pointer_network().log_probabilities(found) if found else [], strict=True)
    return [one for cloze, odds in every for one in _pointed(cloze, odds)]


def _pointed(cloze: Cloze, odds: NDArray[np.float64]) -> list[Pointed]:
    found = []
    for gap, own, fits, nothing, of in zip(cloze.gaps, cloze.own, cloze.fits, odds[:, 0], odds[:, 1:], strict=True):
        others = np.flatnonzero(fits & ~own)
        if len(others):
            best = others[of[others].argmax()]
            stands = np.logaddexp.reduce(of[own], initial=nothing)
            found.append(Pointed(gap, float(of[best] - stands), int(cloze.candidates[best]), float(np.exp(of[best]))))
    return found


def read(sentence: ReadSentence) -> NDArray[np.float64]:
    """(words of the tree,) what the pointer network adds to the log-odds of each word: that of the worst of the gaps inside it, if any.

    It speaks against numbers and common words, and of names, for which it can be sure, also for them. It points at names alone, so that it
    says nothing against the name of somebody who says "I" in the sentences that fit best.
    """
    words = sentence.alignment.words
    added = np.zeros(len(words))
    found = sentence.derived(pointed)
    by_i, by_my = (saying(sentence.case, forms) if found else frozenset[str]() for forms in (_I - _MY, _MY))
    for gap, margin, *_ in found:
        if _is_name(sentence.alignment, gap):
            tellers = by_my if sentence.alignment.text[int(words.ends[gap[-1]]) :].startswith(("'s", "’s")) else by_i
            is_teller = not tellers.isdisjoint(word for i in gap for word in name_words(words.surfaces[i]))
            margin = min(margin, 0.0) if is_teller else margin
            added[list(gap)] = SHARE * max(margin, _LEAST_OF_NAME) + (_SURELY if margin >= _SURE_MARGIN else 0.0)
        else:
            added[list(gap)] = (SHARE if words.numbers[gap[0]] else COMMON) * max(margin, 0.0)
    of_words = np.array([added[inside].max() if len(inside) else 0.0 for inside in sentence.inside], dtype=np.float64)
    verbs = np.array([sentence.tree.doc[word.head].pos_ == "VERB" for word in sentence.tree.words], dtype=bool)
    return of_words - np.where(verbs, OF_VERBS, SHIFT)


def _is_name(alignment: Alignment, gap: Gap) -> bool:
    return bool(names_of(alignment)[gap[0]] and not alignment.words.numbers[gap[0]])


def instead(sentence: ReadSentence, runs: Sequence[Sequence[int]]) -> dict[int, Span]:
    """For words of the tree by their numbers what the reference has in their place, if that is sure: a name or a value as a whole.

    Each run of words is left out by itself, all else of the sentence as it is: so little is asked only of words that may be wrong. What
    was likely where more of the sentence was left out counts as well.

    Args:
        runs: words of the tree that stand beside each other and may be wrong.
    """
    alignment, network = sentence.alignment, load_pointer_network()
    known = {one.gap: one for one in sentence.derived(pointed)} if runs else {}
    told: list[list[Pointed]] = []
    asked: list[tuple[list[Pointed], Cloze]] = []
    for run in runs:
        gap = tuple(sorted({word for i in run for word in sentence.inside[i].tolist()}))
        before = [known[gap]] if gap in known else []
        if gap and not any(_is_read_alone(alignment, one) for one in before):
            cloze = alone(alignment, gap, sentence.before, as_name=_is_pronoun(alignment, gap))
            before = before if cloze else []
            asked += [(before, cloze)] if cloze else []
        told.append(before)
    for (of_run, cloze), odds in zip(asked, network.log_probabilities([cloze for _, cloze in asked]) if asked else [], strict=True):
        of_run += _pointed(cloze, odds)
    found: dict[int, Span] = {}
    for run, of_run in zip(runs, told, strict=True):
        sure = [one for one in of_run if one.margin > 0 and one.probability >= _least(alignment, one)]
        if sure:
            start, end = _whole(alignment.reference, max(sure, key=lambda one: one.probability).other)
            found |= dict.fromkeys(run, Span(start, end, alignment.reference.text.text[start:end]))
    return found


def _is_read_alone(alignment: Alignment, one: Pointed) -> bool:
    """Whether a name is not surely right, and is left out by itself."""
    return _is_name(alignment, one.gap) and one.margin > _LEAST_OF_NAME


def _is_pronoun(alignment: Alignment, gap: Gap) -> bool:
    return len(gap) == 1 and alignment.words.surfaces[gap[0]].lower() in THIRD_PERSON


def _least(alignment: Alignment, one: Pointed) -> float:
    mine, theirs, word = alignment.words, alignment.reference.words, one.gap[0]
    if theirs.names[one.other] and (mine.names[word] or _is_pronoun(alignment, one.gap)):
        return _SURE_OF_NAME
    return _SURE if mine.numbers[word] and theirs.numbers[one.other] else _VERY_SURE


def _whole(reference: EncodedReference, position: int) -> tuple[int, int]:
    """The value or the name that a word of the reference belongs to, else the word: start and end."""
    words = reference.words
    start, end = int(words.starts[position]), int(words.ends[position])
    if words.numbers[position]:
        return next(((value.start, value.end) for value, _ in reference.values if value.start < end and start < value.end), (start, end))
    first = last = position
    while first and words.names[position] and words.names[first - 1] and _beside(reference, first - 1):
        first -= 1
    while words.names[position] and last + 1 < len(words) and words.names[last + 1] and _beside(reference, last):
        last += 1
    return int(words.starts[first]), int(words.ends[last])


def _beside(reference: EncodedReference, position: int) -> bool:
    """Whether nothing but a space stands between a word and the next."""
    words = reference.words
    return reference.text.model_text[int(words.ends[position]) : int(words.starts[position + 1])] == " "


@lru_cache(maxsize=1)
def load_pointer_network() -> PointerNetwork:
    """The bundled network, loaded once.

    Raises:
        UnavailableError: the weights are missing.
    """
    from safetensors import safe_open

    path = asset(FOLDER, POINTER)
    if not path.exists():
        raise UnavailableError(f"assets/{FOLDER}/{POINTER} is missing. Run: python -m explorer.training pointer")
    with safe_open(str(path), "torch") as stored:
        weights = {name: stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118
    scales = {name: weights.pop(f"{name}.scale") for name in list(weights) if f"{name}.scale" in weights}
    whole = {name: weights[name].float() * scale.float()[:, None] for name, scale in scales.items()}
    return PointerNetwork(narrowed(weights | whole))
