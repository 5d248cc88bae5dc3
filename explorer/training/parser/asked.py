"""Who or what the questions of the labelled data ask for, for training the model of people.

QA-SRL (Roit et al. 2020) and the QAs of QASemConsistency, as in `explorer.training.parser.data`; predicates that are copulas are left out.
"""

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from engines.parsing.arguments.structures import Argument, overlap
from engines.parsing.scoring.scorer import load_scorer
from engines.parsing.scoring.selection import BEST
from engines.parsing.sentence import AnalysedSentence
from engines.parsing.wording.frames import Frame
from explorer.training.parser.data import QASRL_SOURCES, TokenSpan, asked_role, located_qas
from explorer.training.parser.rows import parse_words

_SAME = 0.5
"""IOU from which an argument is the one that a question asks for."""
_FILLED = {"someone": True, "something": False}
_CORE = frozenset({"SUBJ", "OBJ", "IOBJ", "PREP"})


class Question(NamedTuple):
    """A question about a predicate.

    Attributes:
        people: whether it asks with "who"; None if with neither "who" nor "what".
        answers: their tokens.
        role, preposition: what it asks for, as its slots tell; "" where the data has no slots.
        filled: the roles that someone (True) or something (False) fills in it.
    """

    people: bool | None
    answers: list[TokenSpan]
    role: str = ""
    preposition: str = ""
    filled: Mapping[str, bool] = MappingProxyType({})


@dataclass(frozen=True)
class AskedSentence:
    """A tokenised sentence with the questions about each predicate token; documents are kept together by cross-validation."""

    document: str
    source: str
    tokens: list[str]
    questions: dict[int, list[Question]] = field(default_factory=dict)


class Judged(NamedTuple):
    """An argument that the data takes for people or not; `answer` if a question asks for it, else it fills a slot of another."""

    frame: Frame
    argument: Argument
    people: bool
    sentence: AskedSentence
    answer: bool


def judged_arguments(folder: Path) -> list[Judged]:
    """Every argument that the questions judge, as the parser finds it; as the data has it, where the parser does not."""
    sentences = [*_qasrl(folder), *_consistency(folder)]
    docs = parse_words([sentence.tokens for sentence in sentences])
    analysed = [AnalysedSentence.of(doc, list(s.questions), frozenset()) for s, doc in zip(sentences, docs, strict=True)]
    found = load_scorer().arguments([(a.doc, a.scored, a.arguments) for a in analysed], BEST)
    judged: list[Judged] = []
    for sentence, analysis, arguments in zip(sentences, analysed, found, strict=True):
        for predicate in analysis.predicates:
            frame = Frame.of(analysis.doc, predicate.token, predicate.kind, predicate.lemma, arguments[predicate.token])
            for question in sentence.questions[predicate.token]:
                judged.extend(Judged(frame, argument, people, sentence, answer) for argument, people, answer in _judged(frame, question))
    return judged


def _judged(frame: Frame, question: Question) -> Iterator[tuple[Argument, bool, bool]]:
    for start, end in question.answers if question.people is not None else ():
        argument = max(frame.arguments, key=lambda a: overlap(a.span, (start, end)), default=None)
        if argument is None or overlap(argument.span, (start, end)) < _SAME:
            argument = Argument(frame.doc[start:end].root.i, start, end, question.role, preposition=question.preposition)
        if argument.role in _CORE:
            yield argument, bool(question.people), True
    for role, people in question.filled.items():
        argument = frame.slot(role)
        if argument is not None:
            yield argument, people, False


def _qasrl(folder: Path) -> Iterator[AskedSentence]:
    csv.field_size_limit(10**9)
    for source in QASRL_SOURCES:
        with (folder / f"qasrl_{source}_dev_sentences.csv").open(newline="", encoding="utf-8") as file:
            tokens = {row["qasrl_id"]: row["tokens"].split(" ") for row in csv.DictReader(file)}
        found: dict[str, AskedSentence] = {}
        with (folder / f"qasrl_{source}_dev_gold.csv").open(newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                name = row["qasrl_id"]
                if name and row["verb_idx"] and row["question"] and row["answer"]:
                    sentence = found.setdefault(name, AskedSentence(":".join(name.split(":")[:3]), source, tokens[name]))
                    sentence.questions.setdefault(int(row["verb_idx"]), []).append(_slotted(row))
        yield from found.values()


def _slotted(row: dict[str, str]) -> Question:
    spans = [span.split(":") for span in row["answer_range"].split("~!~")]
    passive, role = row["is_passive"] == "True", asked_role(row)
    filled = {"OBJ" if passive else "SUBJ": row["subj"]} | ({} if passive else {"OBJ": row["obj"]})
    return Question(
        {"who": True, "what": False}.get(row["wh"].lower()),
        [(int(start), int(end)) for start, end in spans],
        role,
        row["prep"] if role == "PREP" else "",
        {role: _FILLED[word] for role, word in filled.items() if word in _FILLED},
    )


def _consistency(folder: Path) -> Iterator[AskedSentence]:
    for line in (folder / "qasem_consistency_dev.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        found: dict[int, AskedSentence] = {}
        for qa in located_qas(row):
            if qa.kind == "copula":
                continue
            document = f"{row['dataset']}:{row['source_id']}"
            sentence = found.setdefault(qa.number, AskedSentence(document, row["dataset"], qa.tokens))
            people = {"who": True, "what": False}.get(qa.question.lower().split()[0])
            sentence.questions.setdefault(qa.predicate, []).append(Question(people, [qa.span]))
        yield from found.values()
