"""Labels of annotators as a file to train on and to score by: the votes of all, their majority, or what was adjudicated.

Questions with answers go into records of QASemConsistency; all else (claims, sentences, words) into rows with a statement or with the words
that are wrong, as `errata benchmark` reads them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal

from engines.core.results import Unit
from explorer.formats.foreign.questions.over_tokens import POSITIONS, qasem_consistency
from explorer.services.labelling.agreement import Labelled
from explorer.services.labelling.tasks import Subject, is_question
from explorer.services.labelling.verdicts import EXTRINSIC, INTRINSIC, SENSELESS, SUPPORTED

Choice = Literal["votes", "majority", "adjudicated"]
CHOICES: tuple[Choice, ...] = ("votes", "majority", "adjudicated")
"""Every annotator's vote; what most say; what was decided of what they differ on, and what they all say."""


def records(found: Iterable[Labelled], choice: Choice, left_out: list[str], rows: bool = False) -> Iterator[dict[str, Any]]:
    """One record an analysis with questions, one row for each other subject; of words one row an analysis.

    Args:
        left_out: is given what has no label to write, and why.
        rows: questions as rows of their own, with one label each, as the training of the verifier reads them.
    """
    for one in found:
        labels = {subject.id: label for subject in one.task.subjects if (label := _label(one, subject, choice, left_out))}
        questions = [subject for subject in one.task.subjects if subject.id in labels and is_question(subject)]
        if questions and rows:
            yield from (_question(one, subject, labels[subject.id]) for subject in questions)
        elif questions:
            yield _record(one, questions, labels, choice)
        words = [subject for subject in one.task.subjects if subject.kind == "word"]
        if words and any(subject.id in labels for subject in words):
            yield _words(one, words, labels)
        for subject in one.task.subjects:
            if subject.id in labels and subject.kind != "word" and not is_question(subject):
                row = {"id": f"{one.analysis.id}-{subject.id.partition(':')[2]}", "reference": one.analysis.reference.text}
                yield {**row, "statement": subject.words, "label": int(labels[subject.id] == SUPPORTED)}


def _label(one: Labelled, subject: Subject, choice: Choice, left_out: list[str]) -> str:
    """The label of a subject; "" where it has none, and why in `left_out` where somebody has labelled it."""
    said, place = one.said(subject.id), f"{one.analysis.id}, {subject.words[:80]!r}"
    label = one.decided.get(subject.id, "") if choice == "adjudicated" else ""
    if not label and not said:
        return ""
    if not label and choice == "adjudicated" and len(set(said.values())) > 1:
        left_out.append(f"{place}: annotators differ, and nobody has adjudicated it.")
        return ""
    most = one.majority(subject.id)
    if choice == "votes" and most == "" and is_question(subject):
        label = INTRINSIC  # the votes themselves are written; this says only where the answer is not in question
    label = label or most or ""
    if label == SENSELESS:
        left_out.append(f"{place}: it makes no sense.")
        return ""
    if not label:
        left_out.append(f"{place}: a tie, {', '.join(f'{name} {each}' for name, each in said.items())}.")
    return label


def _record(one: Labelled, questions: list[Subject], labels: Mapping[str, str], choice: Choice) -> dict[str, Any]:
    """The record of an analysis, its votes those of all annotators in the order of their names, or a single one for all."""
    units = tuple(_as_said(subject, labels[subject.id]) for subject in questions)
    written = qasem_consistency(replace(one.analysis, units=units), {})
    assert written is not None
    if choice == "votes":
        names = sorted(one.people)
        for qa, subject in zip(written["qas"], questions, strict=True):
            said = one.said(subject.id)
            qa["annotations"] = [0 if said[name] == SUPPORTED else 1 for name in names if said.get(name, SENSELESS) != SENSELESS]
        for span in written["spans"]:
            subject = questions[span["qaIds"][0]]
            covered = one.covered.get(subject.asked[0], {})
            span["annotations"] = [int(covered[name] == "covered") for name in names if name in covered] or span["annotations"]
        written["annotators"] = names
    return {**written, "labels": choice}


def _question(one: Labelled, subject: Subject, label: str) -> dict[str, Any]:
    """A question with its answer, the sentence that it is asked of, and its label (1 is supported)."""
    assert subject.answer and subject.predicate and subject.unit and subject.unit.predicate
    output, at = one.analysis.output, subject.predicate.start
    start, end = next(((s, e) for s, e in output.sentences if s <= at < e), (0, len(output.text)))
    return {
        "id": f"{one.analysis.id}-{subject.id.partition(':')[2]}",
        "subset": "errata",
        "reference": one.analysis.reference.text,
        "sentence": output.text[start:end],
        "predicate": subject.predicate.text,
        "predicate_pos": POSITIONS.get(subject.unit.predicate.kind, "VERB"),
        "question": subject.question,
        "answer": subject.answer.text,
        "label": int(label == SUPPORTED),
    }


def _as_said(subject: Subject, label: str) -> Unit:
    assert subject.unit is not None
    supported = label == SUPPORTED
    error = None if supported else "extrinsic" if label == EXTRINSIC else "intrinsic"
    return replace(subject.unit, supported=supported, probability=float(supported), error=error)  # type: ignore[arg-type]


def _words(one: Labelled, words: list[Subject], labels: Mapping[str, str]) -> dict[str, Any]:
    """The words that are not supported; neighbours with nothing but space between them are one part."""
    wrong = [subject.places[0] for subject in words if labels.get(subject.id, SUPPORTED) != SUPPORTED]
    text, parts = one.analysis.output.text, list[list[int]]()
    for start, end in wrong:
        if parts and not text[parts[-1][1] : start].strip():
            parts[-1][1] = end
        else:
            parts.append([start, end])
    return {"id": one.analysis.id, "reference": one.analysis.reference.text, "output": text, "spans": parts}
