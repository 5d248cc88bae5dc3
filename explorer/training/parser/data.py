"""The labelled data of the parser: QA-SRL (Roit et al. 2020) and the QAs of QASemConsistency, read from the data folder."""

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from engines.parsing.arguments.structures import overlap

QASRL_SOURCES = ("wikinews", "wikipedia")
TokenSpan = tuple[int, int]

_KINDS = {"VERB": "verb", "NOUN": "noun", "AUX": "copula"}


@dataclass(frozen=True)
class LabelledSentence:
    """A tokenised sentence with gold arguments.

    Attributes:
        document: what cross-validation keeps together.
        source: wikinews, wikipedia or the summarisation set.
        arguments: gold spans by predicate token, each with its role ("" where the data does not tell).
        kinds: verb, noun or copula by predicate token.
    """

    document: str
    source: str
    tokens: list[str]
    arguments: dict[int, dict[TokenSpan, str]]
    kinds: dict[int, str] = field(default_factory=dict)


def read_qasrl(data: Path) -> list[LabelledSentence]:
    """Both QA-SRL dev files, sentences in file order."""
    csv.field_size_limit(10**9)
    sentences: list[LabelledSentence] = []
    for source in QASRL_SOURCES:
        with (data / f"qasrl_{source}_dev_sentences.csv").open(newline="", encoding="utf-8") as file:
            tokens = {row["qasrl_id"]: row["tokens"].split(" ") for row in csv.DictReader(file)}
        by_id: dict[str, LabelledSentence] = {}
        with (data / f"qasrl_{source}_dev_gold.csv").open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if not (row["qasrl_id"] and row["verb_idx"] and row["question"] and row["answer"]):
                    continue
                name = row["qasrl_id"]
                document = ":".join(name.split(":")[:3])
                sentence = by_id.setdefault(name, LabelledSentence(document, source, tokens[name], {}))
                spans = sentence.arguments.setdefault(int(row["verb_idx"]), {})
                for text in row["answer_range"].split("~!~"):
                    start, end = text.split(":")
                    spans.setdefault((int(start), int(end)), asked_role(row))
        sentences.extend(by_id.values())
    return sentences


def asked_role(row: dict[str, str]) -> str:
    """The deep role that a QA-SRL question asks for, from its slots; adjuncts by their wh-word."""
    wh = row["wh"].lower()
    if wh not in ("who", "what"):
        return wh
    passive = row["is_passive"] == "True"
    if not row["subj"]:
        return "OBJ" if passive else "SUBJ"
    if row["prep"]:
        return "SUBJ" if passive and row["prep"] == "by" else "PREP"
    return "OBJ"


def read_consistency(data: Path) -> list[LabelledSentence]:
    """The sentences of `qasem_consistency_dev.jsonl` with the QAs of the T5-XL parser; QAs whose indices do not fit are left out."""
    sentences: list[LabelledSentence] = []
    with (data / "qasem_consistency_dev.jsonl").open(encoding="utf-8") as file:
        for line in file:
            sentences.extend(_consistency_sentences(json.loads(line)))
    return [sentence for sentence in sentences if sentence.arguments]


class LocatedQA(NamedTuple):
    """A QA of QASemConsistency in its sentence: the sentence's number and tokens, predicate, answer, kind and question."""

    number: int
    tokens: list[str]
    predicate: int
    span: TokenSpan
    kind: str
    question: str


def located_qas(row: dict) -> Iterator[LocatedQA]:
    """The QAs of one summary whose indices fit."""
    parts = _parts(row)
    flat = [token for part in parts for token in part]
    begins = [sum(len(part) for part in parts[:k]) for k in range(len(parts))]
    for qa in row["qas"]:
        start, end = (int(x) for x in qa["answer_idx"].split("-"))
        place = _locate(qa, parts, flat, begins, start, end)
        if place is not None:
            number, shift = place
            span, kind = (start - shift, end - shift), _KINDS.get(qa["predicate_pos"], "verb")
            yield LocatedQA(number, parts[number], qa["predicate_idx"] - shift, span, kind, qa["question"])


def _parts(row: dict) -> list[list[str]]:
    summary = row["summary"]
    return [summary] if summary and isinstance(summary[0], str) else summary


def _consistency_sentences(row: dict) -> Iterator[LabelledSentence]:
    parts = _parts(row)
    found: list[dict[int, dict[TokenSpan, str]]] = [{} for _ in parts]
    kinds: list[dict[int, str]] = [{} for _ in parts]
    for qa in located_qas(row):
        found[qa.number].setdefault(qa.predicate, {})[qa.span] = qa.question
        kinds[qa.number][qa.predicate] = qa.kind
    for part, arguments, kind in zip(parts, found, kinds, strict=True):
        yield LabelledSentence(f"{row['dataset']}:{row['source_id']}", row["dataset"], part, arguments, kind)


def _locate(qa: dict, parts: list[list[str]], flat: list[str], begins: list[int], start: int, end: int) -> tuple[int, int] | None:
    """The sentence of a QA and what to subtract from its indices: they count the sentence's tokens or the whole summary's."""
    predicate, number = qa["predicate_idx"], qa["sent_id"]

    def fits(tokens: list[str]) -> bool:
        return predicate < len(tokens) and tokens[predicate] == qa["predicate"] and " ".join(tokens[start:end]) == qa["answer"]

    if number < len(parts) and fits(parts[number]):
        return number, 0
    if fits(flat):
        for k, (begin, part) in enumerate(zip(begins, parts, strict=True)):
            if begin <= predicate < begin + len(part) and begin <= start and end <= begin + len(part):
                return k, begin
    return None


@dataclass
class Counts:
    """Matched, predicted and gold spans, strictly counted one to one (`tools/score_qasrl.py`)."""

    matched: int = 0
    predicted: int = 0
    gold: int = 0

    def add(self, predicted: set[TokenSpan], gold: set[TokenSpan], iou: float) -> None:
        """Count one predicate: maximum cardinality, then maximum overlap, at token IOU >= `iou`."""
        self.matched += matched(sorted(predicted), sorted(gold), iou)
        self.predicted += len(predicted)
        self.gold += len(gold)

    def figures(self) -> dict[str, float]:
        """Precision, recall and F1 in percent."""
        precision, recall = self.matched / max(1, self.predicted), self.matched / max(1, self.gold)
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        return {"precision": round(100 * precision, 1), "recall": round(100 * recall, 1), "f1": round(100 * f1, 1)}


def matched(predicted: list[TokenSpan], gold: list[TokenSpan], iou: float) -> int:
    """How many predicted spans can be paired with gold spans one to one."""
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    if not predicted or not gold:
        return 0
    overlaps = np.array([[overlap(p, g) for g in gold] for p in predicted])
    weights = np.where(overlaps >= iou, 11 + overlaps, 0)
    rows, columns = linear_sum_assignment(-weights)
    return int((weights[rows, columns] > 0).sum())


def fold_of(documents: list[str], folds: int = 5) -> dict[str, int]:
    """A fold for each document, the same on every run."""
    return {document: place % folds for place, document in enumerate(sorted(set(documents)))}
