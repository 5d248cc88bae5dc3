"""Which words of an output the reference does not support: the compact localizer."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from engines.core.findings import WordSupport
from engines.core.machine.threads import threads, threads_for
from engines.core.roles import LanguageModel
from engines.core.spans import Span
from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.localizer import cross_encoder, pointer
from engines.verification.localizer.alternatives import alternatives, with_pointed
from engines.verification.localizer.counterparts import counterparts
from engines.verification.localizer.model import asset_digest, load_model
from engines.verification.localizer.reading import ReadSentence, read_output
from engines.verification.localizer.second_look import ASSET as DEEP
from engines.verification.localizer.second_look import ask, load_second_look
from engines.verification.localizer.signals.pronouns import unsaid
from engines.verification.localizer.signals.registry import NAMES, signal_rows
from engines.verification.localizer.states import ASSET as STATES
from engines.verification.rules.arguments.assertions import DENIAL
from engines.verification.rules.arguments.doers import NAME as OTHER_DOER
from engines.verification.rules.arguments.fillers import NAME as OTHER_FILLER
from engines.verification.rules.arguments.genders import NAME as GENDER
from engines.verification.rules.arguments.kinship import NAME as KINSHIP
from engines.verification.rules.arguments.passages import NAME as SOMEBODY_ELSE
from engines.verification.rules.arguments.people import called_otherwise
from engines.verification.rules.arguments.refusals import NAME as REFUSED
from engines.verification.rules.arguments.role_holders import NAME as ROLE_HOLDER
from engines.verification.rules.context.causes import UNTOLD
from engines.verification.rules.context.certainty import NAME as CERTAINTY
from engines.verification.rules.context.denials import denials_told
from engines.verification.rules.context.directions import NAME as DIRECTION
from engines.verification.rules.context.modality import NAME as MODALITY
from engines.verification.rules.context.opposites import NAME as OPPOSITE
from engines.verification.rules.context.quantities import NOWHERE, values_standing, values_told
from engines.verification.rules.context.reckoning import values_derived
from engines.verification.rules.context.rejections import NAME as SET_ASIDE
from engines.verification.rules.edits.negation import NAME as NEGATION
from engines.verification.rules.edits.neighbours import NAME as NEIGHBOURS
from engines.verification.rules.tables.comparisons import NAME as ROWS_COMPARED
from engines.verification.rules.tables.comparisons import rightly_compared
from engines.verification.rules.tables.numbers import NAME as CELL
from engines.verification.rules.tables.words import NAME as WORDS_OF_CELL
from engines.verification.sentences.abbreviations import abbreviated
from engines.verification.sentences.tellers import may_be_teller
from engines.verification.values.finding import Value

VERSION = 49
"""Raised whenever the code's answers change with the same weights."""
_COPY = 0.02
"""What the words of a sentence that stands in the reference word for word have at most."""
_TOLD = 0.05
"""What a value has at most that the reference has in another form, or that follows from two of its values."""
_SURE = 0.85
"""How sure a value must be to be wrong that the reference has just so and that no rule speaks against; else it has as little."""
_UNSAID = 0.2
"""What a pronoun has at most that nothing can show to be wrong, a word for whoever says "I" in the reference or for somebody whom it
calls otherwise, an abbreviation of what it spells out, and what it says with an opposite that only one of the two denies."""
_LEAST = {
    **dict.fromkeys(
        (
            GENDER,
            ROLE_HOLDER,
            KINSHIP,
            REFUSED,
            DIRECTION,
            SET_ASIDE,
            CERTAINTY,
            MODALITY,
            OPPOSITE,
            SOMEBODY_ELSE,
            OTHER_DOER,
            NEIGHBOURS,
            CELL,
            WORDS_OF_CELL,
            ROWS_COMPARED,
            NOWHERE,
            NEGATION,
            DENIAL,
        ),
        0.8,
    ),
    **dict.fromkeys((OTHER_FILLER, UNTOLD), 0.6),
}
"""What words have at least that these rules find to be false: they see what is too rare in the data for the trees to learn what it tells
(assets/localizer/CARD.md, *Rules that are believed*)."""
_LINKED = NAMES.index("pronouns:linked")


class CompactLocalizer:
    """Says of each word of an output how sure it is that the reference does not support it."""

    name = "compact"

    def __init__(self, language_model: LanguageModel | None = None):
        """With a language model it says more, and takes some seconds for a new reference."""
        self._language_model = language_model

    @property
    def identity(self) -> str:
        """Changes with the weights and the code's version; what it reads of words changes with the verifier's identity."""
        if self._language_model is None:
            return f"compact-{VERSION}-{asset_digest()}"
        return f"compact-{VERSION}-{asset_digest(DEEP, STATES)}+{self._language_model.identity}"

    def locate(self, reference: Text, output: Text) -> tuple[WordSupport, ...]:
        """Every word of the output in order; its parts where it is a compound."""
        with threads(threads_for(0)):
            reading = read_output(encoded(reference), output, self._language_model)
            model = load_model()
            found = []
            others = [reading.worked_out(counterparts, sentence) for sentence in reading.sentences]
            rows = signal_rows(reading)
            odds = model.log_odds(rows, others)
            for read, in_its_place in ((cross_encoder.read, False), (pointer.read, True)):
                more = (reading.worked_out(read, sentence, in_its_place) for sentence in reading.sentences)
                odds = [known + further for known, further in zip(odds, more, strict=True)]
            preferred: Sequence[Mapping[int, Span]] = [{}] * len(odds)
            if self._language_model is not None:
                told = ask(reading, self._language_model, odds)
                odds, preferred = load_second_look().log_odds(told, odds), told.instead
            judged = zip(odds, preferred, unsaid(reading, [of[:, _LINKED] for of in rows]), strict=True)
            for sentence, (values, rather, open_), (start, _) in zip(reading.sentences, judged, output.sentences, strict=True):
                open_ = (
                    open_
                    | _for_teller(sentence)
                    | _abbreviated(sentence)
                    | _denied(sentence)
                    | reading.worked_out(_called_otherwise, sentence)
                )
                most = np.where(open_, _UNSAID, _COPY if len(sentence.tree) and sentence.case.is_copy else 1.0)
                most = np.where(reading.worked_out(_otherwise_told, sentence), np.minimum(most, _TOLD), most)
                least = np.where(open_, 0.0, reading.worked_out(_believed, sentence))
                probabilities = np.clip(model.probabilities(values), least, most)
                doubted = reading.worked_out(_standing, sentence) & (probabilities < _SURE)
                probabilities = np.where(doubted, np.minimum(probabilities, _TOLD), probabilities)
                instead = {**rather, **with_pointed(sentence, reading.worked_out(alternatives, sentence), probabilities.tolist())}
                for i, (word, probability) in enumerate(zip(sentence.tree.words, probabilities, strict=True)):
                    certain = round(float(probability), 4)
                    found.append(WordSupport(start + word.start, start + word.end, certain, instead.get(i)))
            return tuple(found)


def _for_teller(sentence: ReadSentence) -> NDArray[np.bool_]:
    """(words,) which words are for whoever says "I" in the reference: "the author"."""
    found = np.zeros(len(sentence.tree), dtype=bool)
    for i, word in enumerate(sentence.tree.words):
        token = sentence.tree.doc[word.head]
        determined = token.tag_ == "NN" and any(child.lower_ == "the" and child.dep_ == "det" for child in token.children)
        found[i] = determined and may_be_teller(token.lemma_, sentence.alignment.reference)
    return found


def _believed(sentence: ReadSentence) -> NDArray[np.float64]:
    """(words,) what each word has at least by the rules that are believed."""
    tokens: dict[int, float] = {}
    for conflict in sentence.seen:
        for token in conflict.tokens if conflict.rule in _LEAST else ():
            tokens[token] = max(tokens.get(token, 0.0), _LEAST[conflict.rule])
    return np.array([max((tokens.get(t, 0.0) for t in range(word.first, word.last)), default=0.0) for word in sentence.tree.words])


def _abbreviated(sentence: ReadSentence) -> NDArray[np.bool_]:
    """(words,) which words abbreviate what the reference spells out, or the other way round."""
    places = list(abbreviated(sentence.tree.doc.text, sentence.alignment.reference))
    return np.array([any(start < word.end and word.start < end for start, end in places) for word in sentence.tree.words], dtype=bool)


def _denied(sentence: ReadSentence) -> NDArray[np.bool_]:
    """(words,) which words the reference says with an opposite, denied here or there, and what denies them."""
    tokens = frozenset[int]().union(*denials_told(sentence.case)) if len(sentence.tree) else frozenset[int]()
    return np.array([any(t in tokens for t in range(word.first, word.last)) for word in sentence.tree.words], dtype=bool)


def _called_otherwise(sentence: ReadSentence) -> NDArray[np.bool_]:
    """(words,) which words are for people whom the reference calls otherwise where it tells the same, and of whom no rule speaks."""
    tokens = called_otherwise(sentence.case) if len(sentence.tree) else frozenset[int]()
    tokens -= frozenset[int]().union(*(conflict.tokens for conflict in sentence.seen))
    return np.array([any(t in tokens for t in range(word.first, word.last)) for word in sentence.tree.words], dtype=bool)


def _otherwise_told(sentence: ReadSentence) -> NDArray[np.bool_]:
    """(words,) which words tell a value that the reference has in another form, or two values of it from which it follows; or compare
    rows of a table as its numbers do. A value between the very same words as another one is told by no other form."""
    inside = np.zeros(len(sentence.tree), dtype=bool)
    words = sentence.tree.words
    beside = frozenset[int]().union(*(conflict.tokens for conflict in sentence.seen if conflict.rule == NEIGHBOURS))
    told = [v for v in values_told(sentence.case) if beside.isdisjoint(sentence.case.inside(v.start, v.end))] if len(words) else []
    for value in (*told, *sentence.case.derived(values_derived)) if len(words) else ():
        own = _words_of(sentence, value)
        first = own[0] if own else 0
        while own and first and sentence.tree.doc[words[first - 1].head].pos_ in ("ADP", "DET"):
            first -= 1
        inside[first : own[-1] + 1 if own else 0] = True
    compared = rightly_compared(sentence.case) if len(words) else frozenset[int]()
    inside |= np.array([any(t in compared for t in range(word.first, word.last)) for word in words], dtype=bool)
    return inside


def _standing(sentence: ReadSentence) -> NDArray[np.bool_]:
    """(words,) which words tell a value that the reference has just so, where no rule sees anything else in its place."""
    inside = np.zeros(len(sentence.tree), dtype=bool)
    disputed = frozenset[int]().union(*(conflict.tokens for conflict in sentence.seen))
    for value in values_standing(sentence.case) if len(sentence.tree) else ():
        if disputed.isdisjoint(sentence.case.inside(value.start, value.end)):
            inside[_words_of(sentence, value)] = True
    return inside


def _words_of(sentence: ReadSentence, value: Value) -> list[int]:
    return [i for i, word in enumerate(sentence.tree.words) if value.start < word.end and word.start < value.end]
