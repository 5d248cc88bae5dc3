"""Candidate rows with labels for training the parser's span scorer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engines.core import language
from engines.parsing.arguments.nouns import noun_arguments
from engines.parsing.arguments.structures import Argument, overlap
from engines.parsing.arguments.verbs import verb_arguments
from engines.parsing.scoring.features import Rows, build_rows
from engines.parsing.syntax.dependencies import BRACKETS, VERBAL, verb_form
from explorer.training.parser.data import LabelledSentence, TokenSpan, fold_of

if TYPE_CHECKING:
    from spacy.tokens import Doc

_RIGHT = 0.5
"""A candidate with at least this IOU to a gold argument is a positive example; scoring asks for 0.3 only."""


@dataclass(frozen=True)
class Labelled:
    """Rows of many sentences with what training needs.

    Attributes:
        rows: candidates and features.
        positive: whether each row is an argument.
        role: the gold role of each positive row, "" elsewhere or where the data does not tell.
        fold: cross-validation fold of each row's document.
        gold: gold spans by predicate.
        kind: verb, noun or copula by predicate.
        source: which data set, by predicate.
    """

    rows: Rows
    positive: np.ndarray
    role: np.ndarray
    fold: np.ndarray
    gold: list[dict[TokenSpan, str]]
    kind: list[str]
    source: list[str]


def parse_tokens(sentences: Sequence[LabelledSentence]) -> list["Doc"]:
    """The spaCy parses of tokenised sentences."""
    return parse_words([sentence.tokens for sentence in sentences])


def parse_words(sentences: Sequence[Sequence[str]]) -> list["Doc"]:
    """The spaCy parses of sentences given as their tokens."""
    from spacy.tokens import Doc

    nlp = language.pipeline()
    docs = [Doc(nlp.vocab, words=[BRACKETS.get(token, token) for token in tokens]) for tokens in sentences]
    return list(nlp.pipe(docs, batch_size=64))


def rule_arguments(doc: "Doc", predicates: Sequence[int]) -> dict[int, list[Argument]]:
    """What the rules find for the predicates and for every other verb."""
    found = {t.i: verb_arguments(t) for t in doc if t.pos_ in VERBAL and t.dep_ not in ("aux", "auxpass")}
    for predicate in predicates:
        token = doc[predicate]
        if verb_form(token) == "noun":
            found[predicate] = noun_arguments(token)
        elif predicate not in found:
            found[predicate] = verb_arguments(token)
    return found


def predicates_of(sentence: LabelledSentence, doc: "Doc") -> list[tuple[int, list[Argument]]]:
    """The gold predicates of a sentence that the scorer sees, each with what the rules find."""
    predicates = _predicates(sentence)
    found = rule_arguments(doc, predicates)
    return [(predicate, found.get(predicate, [])) for predicate in predicates]


def _predicates(sentence: LabelledSentence, copulas: bool = False) -> list[int]:
    return [p for p in sorted(sentence.arguments) if copulas or sentence.kinds.get(p, "verb") != "copula"]


def labelled_rows(sentences: Sequence[LabelledSentence], docs: Sequence["Doc"], copulas: bool = False) -> Labelled:
    """Rows for the predicates of the sentences, copulas only if wanted: they word themselves."""
    batch, gold, kind, source, documents = [], [], [], [], []
    for sentence, doc in zip(sentences, docs, strict=True):
        predicates = _predicates(sentence, copulas)
        batch.append((doc, predicates, rule_arguments(doc, predicates)))
        for predicate in predicates:
            gold.append(sentence.arguments[predicate])
            kind.append(sentence.kinds.get(predicate, "verb"))
            source.append(sentence.source)
            documents.append(sentence.document)
    rows = build_rows(batch)
    positive = np.zeros(len(rows), bool)
    role = np.zeros(len(rows), object)
    role[:] = ""
    for row, (predicate, start, end) in enumerate(zip(rows.predicate.tolist(), rows.start.tolist(), rows.end.tolist(), strict=True)):
        best = max(gold[predicate], key=lambda span: overlap(span, (start, end)))
        if overlap(best, (start, end)) >= _RIGHT:
            positive[row] = True
            role[row] = gold[predicate][best]
    folds = fold_of(documents)
    fold = np.array([folds[document] for document in documents])[rows.predicate]
    return Labelled(rows, positive, role, fold, gold, kind, source)
