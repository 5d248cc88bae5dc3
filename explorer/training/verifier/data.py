"""Labelled hypotheses for the verifier, from the development data, every source in one shape.

Only sets whose licence allows a shipped model are for training (`TRAINING`); the others (`CHECKING`) only show whether it generalises.
"""

import difflib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.core.roles import Hypothesis
from engines.core.text import Text
from engines.verification.encoding.words import split

TRAINING = ("summedits", "cad_nli", "fool_me_twice", "lss", "qasem")
CHECKING = ("qags_cnndm", "qags_xsum", "paws", "dialfact", "begin", "q2")
_KEPT_ALL, _LOST_SOME = 0.99, 0.9


@dataclass(frozen=True)
class Row:
    """One labelled hypothesis.

    Attributes:
        source: the data set.
        item: what the row is part of; rows of one item are scored together (a summary of two sentences, say).
        reference: the reference.
        hypothesis: QA or statement.
        label: 1 = supported.
        subset: part of the data set, where it has parts.
    """

    source: str
    item: str
    reference: str
    hypothesis: Hypothesis
    label: int
    subset: str = ""


def lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a JSON lines file."""
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def qa_rows(data: Path) -> list[Row]:
    """QASemConsistency dev: every QA with its sentence."""
    return [
        Row("qasem", r["id"], r["reference"], _qa(r), int(r["label"]), r["subset"]) for r in lines(data / "qasem_consistency_qas.jsonl")
    ]


def _qa(row: Mapping[str, Any]) -> Hypothesis:
    return Hypothesis(
        statement=f"{row['question']} {row['answer']}",
        question=row["question"],
        answer=row["answer"],
        sentence=row["sentence"],
        predicate=row["predicate"],
        predicate_kind={"NOUN": "noun", "AUX": "copula"}.get(row["predicate_pos"], "verb"),
    )


def statement_rows(data: Path, source: str) -> list[Row]:
    """Labelled sentences of one source."""
    return list(_READERS[source](data))


def references(data: Path) -> list[str]:
    """The references of the training sets that are texts rather than captions, for word weights."""
    files = ("qasem_consistency_qas", "train_summedits", "train_fool_me_twice", "lss")
    return [row["reference"] for name in files for row in lines(data / f"{name}.jsonl")]


def _statement(source: str, item: str, reference: str, statement: str, label: int, subset: str = "") -> Row:
    return Row(source, item, reference, Hypothesis(statement=statement), label, subset)


def _sentences(text: str) -> list[str]:
    segmented = Text.of(text)
    return [segmented.sentence(i) for i in range(len(segmented.sentences))]


def _summedits(data: Path) -> Iterator[Row]:
    """Sentences of edited summaries. Of an inconsistent one, a sentence that also stands in a consistent version is supported; the rest
    is unsupported if it is one sentence, else left out because nobody said which is wrong."""
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in lines(data / "train_summedits.jsonl"):
        groups[row["reference"]].append(row)
    for reference, rows in groups.items():
        sound = {" ".join(split(s).keys) for row in rows if row["label"] for s in _sentences(row["output"])}
        for row in rows:
            subset = row["id"].split("-")[1]
            parts = _sentences(row["output"])
            doubtful = [s for s in parts if " ".join(split(s).keys) not in sound]
            for sentence in parts:
                if row["label"] or sentence not in doubtful:
                    yield _statement("summedits", row["id"], reference, sentence, 1, subset)
                elif len(doubtful) == 1:
                    yield _statement("summedits", row["id"], reference, sentence, 0, subset)


def _plain(source: str, name: str) -> Any:
    def read(data: Path) -> Iterator[Row]:
        for row in lines(data / f"{name}.jsonl"):
            for sentence in [row["output"]] if source in ("cad_nli", "fool_me_twice") else _sentences(row["output"]) or [row["output"]]:
                yield _statement(source, row["id"], row["reference"], sentence, int(row["label"]))

    return read


def _lss(data: Path) -> Iterator[Row]:
    """Claims whose longest supported subsequence is the whole claim are supported, those that lost words are not; the subsequence is."""
    for row in lines(data / "lss.jsonl"):
        kept = sum(_kept(row["output"], s) for s in row["lss"]) / max(1, len(row["lss"]))
        if kept >= _KEPT_ALL or kept <= _LOST_SOME:
            yield _statement("lss", row["id"], row["reference"], row["output"], int(kept >= _KEPT_ALL))
        longest = max(row["lss_star"], key=len, default="")
        if len(split(longest)) >= 5 and _kept(row["output"], longest) < _LOST_SOME:
            yield _statement("lss", f"{row['id']}+", row["reference"], longest, 1)


def _kept(claim: str, subsequence: str) -> float:
    claimed = split(claim).keys
    matcher = difflib.SequenceMatcher(None, claimed, split(subsequence).keys, autojunk=False)
    return sum(block.size for block in matcher.get_matching_blocks()) / max(1, len(claimed))


def _qasem_sentences(data: Path) -> Iterator[Row]:
    """Sentences of QASemConsistency: supported if every QA is."""
    sentences: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in qa_rows(data):
        sentences[row.reference, row.hypothesis.sentence].append(row)
    for (reference, sentence), rows in sentences.items():
        yield _statement("qasem", rows[0].item, reference, sentence, min(r.label for r in rows), rows[0].subset)


def _qags(source: str) -> Any:
    def read(data: Path) -> Iterator[Row]:
        for row in lines(data / f"{source}.jsonl"):
            for i, (sentence, label) in enumerate(zip(row["sentences"], row["sentence_labels"], strict=True)):
                yield _statement(source, f"{row['id']}-{i}", row["reference"], sentence, int(label))

    return read


_READERS: dict[str, Any] = {
    "summedits": _summedits,
    "cad_nli": _plain("cad_nli", "train_cad_nli"),
    "fool_me_twice": _plain("fool_me_twice", "train_fool_me_twice"),
    "lss": _lss,
    "qasem": _qasem_sentences,
    "qags_cnndm": _qags("qags_cnndm"),
    "qags_xsum": _qags("qags_xsum"),
    **{name: _plain(name, f"true_{name}") for name in ("paws", "dialfact", "begin", "q2")},
}
