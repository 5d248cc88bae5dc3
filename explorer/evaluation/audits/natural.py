"""Labelled text that people and models wrote, in one shape: what rules are measured on.

Nothing here was made for a rule, by a rule, or by changing a text at random. Of the sets that label whole texts the firing of a rule on a
faithful text is wrong, on another one it may be right.
"""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from engines.core.roles import Hypothesis
from engines.core.text import Text
from engines.verification.encoding.words import split

SEED, FIB_ROWS = 0, 600
_KEPT_ALL, _LOST_SOME = 0.99, 0.9


@dataclass(frozen=True)
class Example:
    """A labelled QA or sentence.

    Attributes:
        set: the data set; `part` of it, where it has parts; `item`, whose sentences are scored together.
        hypothesis: a QA, or one sentence as a statement.
        supported: whether the reference supports it.
        wrong: (start, end) of the words of the statement that are wrong; None where nobody marked words.
    """

    set: str
    part: str
    item: str
    reference: str
    hypothesis: Hypothesis
    supported: bool
    wrong: tuple[tuple[int, int], ...] | None = None


def examples(data: Path, sets: Sequence[str] | None = None) -> list[Example]:
    """The examples of all sets, or of some, without repetitions, those of one reference together."""
    found: dict[Example, None] = {}
    for name in sets or SETS:
        found.update(dict.fromkeys(sorted(_READERS[name](data), key=lambda example: example.reference)))
    return list(found)


def lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a JSON lines file."""
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def _questions(data: Path) -> Iterator[Example]:
    """QASemConsistency dev: every QA with its sentence."""
    for row in lines(data / "qasem_consistency_qas.jsonl"):
        kind = {"NOUN": "noun", "AUX": "copula"}.get(row["predicate_pos"], "verb")
        hypothesis = Hypothesis(
            statement=f"{row['question']} {row['answer']}",
            question=row["question"],
            answer=row["answer"],
            sentence=row["sentence"],
            predicate=row["predicate"],
            predicate_kind=kind,
        )
        yield Example("questions", row["subset"], row["id"], row["reference"], hypothesis, bool(row["label"]))


def _sentences_of_questions(data: Path) -> Iterator[Example]:
    """The sentences of these QAs: supported if every QA is."""
    found: dict[tuple[str, str], list[Example]] = {}
    for example in _questions(data):
        found.setdefault((example.reference, example.hypothesis.sentence), []).append(example)
    for (reference, sentence), of in found.items():
        yield Example("qasem sentences", of[0].part, of[0].item, reference, Hypothesis(sentence), all(e.supported for e in of))


def _qags(part: str) -> Callable[[Path], Iterator[Example]]:
    def read(data: Path) -> Iterator[Example]:
        for row in lines(data / f"qags_{part}.jsonl"):
            for i, (sentence, label) in enumerate(zip(row["sentences"], row["sentence_labels"], strict=True)):
                yield Example(f"qags {part}", "", f"{row['id']}-{i}", row["reference"], Hypothesis(sentence), bool(label))

    return read


def _lss_claims(data: Path) -> Iterator[Example]:
    """Claims that annotators kept whole, or took something from, and what is left of the latter."""
    for row in lines(data / "lss.jsonl"):
        kept = sum(_share_kept(row["output"], s) for s in row["lss"]) / max(1, len(row["lss"]))
        longest = max(row["lss_star"], key=len, default="")
        shortened = len(split(longest)) >= 5 and _share_kept(row["output"], longest) < _LOST_SOME
        if kept >= _KEPT_ALL or kept <= _LOST_SOME:
            yield Example("lss claims", "", row["id"], row["reference"], Hypothesis(row["output"]), kept >= _KEPT_ALL)
        if shortened:
            yield Example("lss claims", "", f"{row['id']}+", row["reference"], Hypothesis(longest), True)


def _share_kept(claim: str, subsequence: str) -> float:
    claimed = split(claim).keys
    blocks = SequenceMatcher(None, claimed, split(subsequence).keys, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / max(1, len(claimed))


def _lss_words(data: Path) -> Iterator[Example]:
    """Claims with the words that the majority of annotators deleted."""
    for row in lines(data / "lss.jsonl"):
        words = split(row["output"])
        kept = [0.0] * len(words)
        for annotated in row["lss"]:
            matcher = SequenceMatcher(None, words.keys, split(annotated).keys, autojunk=False)
            for block in matcher.get_matching_blocks():
                for i in range(block.a, block.a + block.size):
                    kept[i] += 1 / len(row["lss"])
        wrong = [(int(words.starts[i]), int(words.ends[i])) for i, share in enumerate(kept) if share < 0.5]
        yield from _marked("lss words", row, wrong)


def _located(name: str) -> Callable[[Path], Iterator[Example]]:
    def read(data: Path) -> Iterator[Example]:
        for row in lines(data / f"loc_{name}.jsonl"):
            yield from _marked(name, row, [(start, end) for start, end in row["spans"]])

    return read


def _marked(name: str, row: dict[str, Any], wrong: Sequence[tuple[int, int]]) -> Iterator[Example]:
    """The sentences of an output with the wrong words of each."""
    text = Text.of(row["output"])
    for start, end in text.sentences:
        inside = tuple((max(a, start) - start, min(b, end) - start) for a, b in wrong if a < end and start < b)
        # What is faithful in several versions of a text is one example.
        yield Example(name, "", "", row["reference"], Hypothesis(row["output"][start:end]), not inside, inside)


def _fib(data: Path) -> Iterator[Example]:
    """A fixed sample; the label is that of the whole summary."""
    rows = lines(data / "train_fib.jsonl")
    for row in random.Random(SEED).sample(rows, min(FIB_ROWS, len(rows))):
        text = Text.of(row["output"])
        for i in range(len(text.sentences)):
            yield Example("fib", "", row["id"], row["reference"], Hypothesis(text.sentence(i)), bool(row["label"]))


_READERS: dict[str, Callable[[Path], Iterator[Example]]] = {
    "questions": _questions,
    "qasem sentences": _sentences_of_questions,
    "qags cnndm": _qags("cnndm"),
    "qags xsum": _qags("xsum"),
    "lss claims": _lss_claims,
    "lss words": _lss_words,
    "bump": _located("bump"),
    "wice": _located("wice"),
    "fib": _fib,
}
SETS = tuple(_READERS)
"""The sets by name. "lss words" and "wice" mark the words that are wrong in sentences of which nearly all have some."""
