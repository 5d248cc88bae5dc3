"""QAs labelled indirectly by people: from which words of a claim annotators kept (LSS).

Nobody labelled these QAs one by one; the label follows from where the unsupported words are. They add variety to the small set of
labelled QAs and weigh less. QAs made the same way from the edits of SummEdits did not help.
"""

import difflib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.core.roles import ParsedPredicate, Parser
from engines.core.text import Text
from engines.parsing import PAPER_KINDS
from engines.units.asking import qa_hypothesis
from engines.verification.encoding.words import Words, split
from explorer.training.verifier.data import Row, lines


def silver_rows(data: Path, parser: Parser) -> list[Row]:
    """QAs of LSS claims with the labels that follow."""
    return list(_lss(data, parser))


def _lss(data: Path, parser: Parser) -> Iterator[Row]:
    for row in lines(data / "lss.jsonl"):
        words = split(row["output"])
        kept = np.mean([kept_words(words, split(s)) for s in row["lss"]], axis=0) if row["lss"] else np.zeros(len(words))
        yield from _labelled("lss_qa", row["id"], row["reference"], row["output"], words, kept, parser)


def kept_words(words: Words, subsequence: Words) -> NDArray[np.float64]:
    """1 for each word that is in the other text too, in order."""
    kept = np.zeros(len(words))
    for block in difflib.SequenceMatcher(None, words.keys, subsequence.keys, autojunk=False).get_matching_blocks():
        kept[block.a : block.a + block.size] = 1
    return kept


def _labelled(
    source: str, item: str, reference: str, output: str, words: Words, kept: NDArray[np.float64], parser: Parser
) -> Iterator[Row]:
    text = Text.of(output)
    for predicate in parser.parse(text, PAPER_KINDS):
        start, end = text.sentences[predicate.sentence]
        for i, qa in enumerate(predicate.qas):
            if not (start <= qa.answer.start and qa.answer.end <= end):
                continue
            label = _label(words, kept, predicate, (qa.answer.start, qa.answer.end))
            if label is not None:
                hypothesis = qa_hypothesis(text, predicate, qa)
                yield Row(source, f"{item}-{predicate.predicate.start}-{i}", reference, hypothesis, label, source)


def _label(words: Words, kept: NDArray[np.float64], predicate: ParsedPredicate, answer: tuple[int, int]) -> int | None:
    """Supported if answer and predicate were kept, unsupported if most of the answer or the predicate was not, else unknown."""
    inside = words.inside(*answer)
    inside = inside & words.content if (inside & words.content).any() else inside
    verb = words.inside(predicate.predicate.start, predicate.predicate.end)
    if not inside.any() or not verb.any():
        return None
    answered, said = float(kept[inside].mean()), float(kept[verb].mean())
    if answered > 0.99 and said > 0.99:
        return 1
    return 0 if answered <= 0.67 or said <= 0.34 else None
