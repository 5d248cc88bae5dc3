"""Words that people marked, and texts and sentences that they judged, as the localizer is trained on them."""

import difflib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.core.results import Unit
from explorer.formats.foreign.qasem_consistency import qasem_consistency
from explorer.formats.foreign.questions.tokens import joined_tokens

Ranges = tuple[tuple[int, int], ...]
SETS = ("bump", "wice", "lss", "fib", "summedits", "qasem", "cad")
_FILES = {
    "bump": "loc_bump",
    "wice": "loc_wice",
    "lss": "lss",
    "fib": "train_fib",
    "summedits": "train_summedits",
    "qasem": "qasem_consistency_dev",
    "cad": "train_cad_nli",
    "fool": "train_fool_me_twice",
}
_WORD = re.compile(r"\w+")
_LARGEST = {"summedits": 3000, "cad": 2400}
"""Rows used at most of a set: whole references, in the order of the file."""


@dataclass(frozen=True)
class Labelled:
    """One output beside its reference.

    Attributes:
        set, id: where it comes from.
        wrong: (start, end) that people marked or changed; None where only the whole was judged.
        unknown: (start, end) of which nobody can say.
        right: (start, end) that people found supported, where nothing else is known of single words.
        kept: human LSS, of each of which a word is part or not; empty where there are none.
        supported: the judgement of the whole, where there is one.
        somewhere: groups of (start, end); somewhere in each group a word is wrong. A whole that was judged wrong is such a group.
        sure: the weight of a word that is wrong, [0, 1].
        faithful: the id of the same text without its error.
        kind: the kind of the error, as the set names it.
    """

    set: str
    id: str
    reference: str
    output: str
    wrong: Ranges | None = None
    unknown: Ranges = ()
    right: Ranges = ()
    kept: tuple[str, ...] = ()
    supported: bool | None = None
    somewhere: tuple[Ranges, ...] = ()
    sure: float = 1.0
    faithful: str | None = None
    kind: str = ""


def labelled(data: Path, sets: Sequence[str] = SETS) -> Iterator[Labelled]:
    """Every row of the sets, set by set.

    Args:
        data: folder of the development data.
    """
    for name in sets:
        rows = [json.loads(line) for line in (data / f"{_FILES[name]}.jsonl").read_text("utf-8").splitlines()]
        yield from _at_most(_READERS[name](name, rows), _LARGEST.get(name))


def _at_most(rows: Iterator[Labelled], most: int | None) -> Iterator[Labelled]:
    taken, last = 0, None
    for row in rows:
        if most is not None and taken >= most and row.reference != last:
            return
        taken, last = taken + 1, row.reference
        yield row


def _marked(name: str, rows: Sequence[dict[str, Any]]) -> Iterator[Labelled]:
    for row in rows:
        wrong = tuple((int(start), int(end)) for start, end in row["spans"])
        yield Labelled(name, row["id"], row["reference"], row["output"], wrong, faithful=row.get("faithful"), kind=row.get("type") or "")


def _lss(name: str, rows: Sequence[dict[str, Any]]) -> Iterator[Labelled]:
    for row in rows:
        yield Labelled(name, str(row["id"]), row["reference"], row["output"], kept=tuple(row["lss"]))


def _judged(name: str, rows: Sequence[dict[str, Any]]) -> Iterator[Labelled]:
    for row in rows:
        supported = row["label"] == 1
        somewhere = () if supported else (((0, len(row["output"])),),)
        yield Labelled(
            name, row["id"], row["reference"], row["output"], () if supported else None, supported=supported, somewhere=somewhere
        )


def _edited(name: str, rows: Sequence[dict[str, Any]]) -> Iterator[Labelled]:
    """Edits of one summary: what an edit that made it false changed, and no edit that left it true did, is wrong."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row["id"].rpartition("_")[0], []).append(row)
    for group in groups.values():
        original = next((row for row in group if row["id"].endswith("_og")), None)
        if original is None:
            continue
        words = [match.group().lower() for match in _WORD.finditer(original["output"])]
        harmless = {match.group().lower() for row in group if row["label"] == 1 for match in _WORD.finditer(row["output"])} | set(words)
        for row in group:
            if row["label"] == 1:
                yield Labelled(name, row["id"], row["reference"], row["output"], ())
                continue
            changed = _changes(words, row["output"])
            telling = [part for part in changed if any(word not in harmless for word in part[2])] or changed
            if telling:
                wrong = tuple((start, end) for start, end, _ in telling)
                unknown = tuple((start, end) for start, end, _ in changed if (start, end) not in wrong)
                # Of several changes one at least is wrong.
                yield Labelled(
                    name, row["id"], row["reference"], row["output"], wrong, unknown, sure=1.0 if len(changed) == 1 else _ONE_OF_SEVERAL
                )


_ONE_OF_SEVERAL = 0.6


def _changes(words: Sequence[str], edited: str) -> list[tuple[int, int, list[str]]]:
    """(start, end, words) of what an edit has that the original has not, in the edit."""
    matches = list(_WORD.finditer(edited))
    own = [match.group().lower() for match in matches]
    steps = difflib.SequenceMatcher(None, words, own, autojunk=False).get_opcodes()
    return [
        (matches[first].start(), matches[last - 1].end(), own[first:last])
        for kind, _, _, first, last in steps
        if kind in ("replace", "insert")
    ]


def _revised(name: str, rows: Sequence[dict[str, Any]]) -> Iterator[Labelled]:
    """Hypotheses that a premise entails, and those that people revised in one place so that it does not: what is new there is wrong."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row["reference"], []).append(row)
    for group in groups.values():
        entailed = {row["output"]: [match.group().lower() for match in _WORD.finditer(row["output"])] for row in group if row["label"] == 1}
        for row in group:
            if row["label"] == 1:
                yield Labelled(name, row["id"], row["reference"], row["output"], ())
                continue
            revisions = [changes[0] for words in entailed.values() if len(changes := _changes(words, row["output"])) == 1]
            start, end, new = min(revisions, key=lambda change: len(change[2]), default=(0, 0, []))
            if 0 < len(new) <= len(row["output"].split()) / 2:
                yield Labelled(name, row["id"], row["reference"], row["output"], ((start, end),))


def _answered(name: str, rows: Sequence[dict[str, Any]]) -> Iterator[Labelled]:
    """Outputs of models of which people judged words (those of CLIFF) or the answers of questions.

    Where an answer is not supported, one of its words is wrong or the verb or noun that is asked about, or, where that is a copula, what
    the question says. Words of supported answers alone are right.
    """
    for number, row in enumerate(rows):
        analysis = qasem_consistency(row, [])
        reference, output, id = analysis.reference.text, analysis.output.text, f"{row['dataset']}-{number}"
        tokens = [token for part in row["summary"] for token in (part if isinstance(part, list) else [part])]
        _, places = joined_tokens(tokens)
        labels = [label for part in row.get("cliff_labels") or () for label in (part if isinstance(part, list) else [part])]
        if len(labels) == len(places):
            wrong = tuple(place for place, label in zip(places, labels, strict=True) if label != "correct")
            yield Labelled(name, id, reference, output, wrong)
            continue
        ends = [start for token, (start, _) in zip(tokens, places, strict=True) if token == "."] + [len(output)]
        judged = [(bool(unit.supported), _asked(unit, output, ends)) for unit in analysis.units]
        somewhere = tuple(ranges for supported, ranges in judged if not supported)
        right = tuple(span for supported, ranges in judged if supported for span in ranges)
        yield Labelled(name, id, reference, output, None if somewhere else (), right=right, supported=not somewhere, somewhere=somewhere)


def _asked(unit: Unit, output: str, ends: Sequence[int]) -> Ranges:
    """The characters of the answer and of what is asked about."""
    ranges = [(part.start, part.end) for part in (unit.answer, unit.predicate) if part is not None]
    if unit.answer is not None and unit.predicate is not None and unit.predicate.kind == "copula":
        told = {match.group().lower() for match in _WORD.finditer(unit.question or "")}
        own = _WORD.finditer(output, unit.predicate.end, next(end for end in ends if end >= unit.predicate.end))
        ranges += [match.span() for match in own if match.group().lower() in told]
    return tuple(ranges)


_READERS: dict[str, Callable[[str, Sequence[dict[str, Any]]], Iterator[Labelled]]] = {
    "bump": _marked,
    "wice": _marked,
    "lss": _lss,
    "fib": _judged,
    "summedits": _edited,
    "qasem": _answered,
    "cad": _revised,
    "fool": _judged,
}
