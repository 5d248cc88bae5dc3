"""RefChecker's format: claims as triplets of subject, predicate and object, each labelled entailed, neutral or contradicted."""

from collections.abc import Iterator, Mapping
from typing import Any

from engines.core.details import ACUDetails
from engines.core.results import Analysis, Unit
from explorer.formats.foreign.base import Format, Notes, Record
from explorer.formats.foreign.person import person_analysis, with_origin
from explorer.formats.foreign.sources import Sources
from explorer.formats.foreign.triplets import label_of, refchecker
from explorer.formats.foreign.verdicts import Annotations, is_supported
from explorer.reading.pairs import texts_of

SOURCE, NAME = "RefChecker", "refchecker"
_LISTS = ("claims", "response_kg", "response_claims")
_LABELS = ("label", "human_label", "prediction")
_ERRORS = {"neutral": "extrinsic", "contradiction": "intrinsic"}


def has_claims(data: Mapping[str, Any]) -> bool:
    """Whether a record has labelled claims."""
    return any(_label(claim) for claim in _claims(data))


def claims_analysis(data: Mapping[str, Any], reference: str, output: str, notes: list[str]) -> Analysis:
    """The record as an analysis; a claim without a label is left out and said."""
    return person_analysis(SOURCE, reference, output, list(_units(data, notes)))


def _claims(data: Mapping[str, Any]) -> list[Any]:
    found, labels = data.get(_list(data)) or [], data.get(_verdicts(data))
    if labels is not None and len(labels) == len(found):
        return [{"triplet": claim, "label": label} for claim, label in zip(found, labels, strict=True)]
    return list(found)


def _list(data: Mapping[str, Any]) -> str:
    """The field of the claims: one whose claims have labels before one that has them apart."""
    names = [name for name, value in data.items() if name.endswith(_LISTS) and isinstance(value, list)]
    return next((name for name in names if any(_label(claim) for claim in data[name])), names[0] if names else "")


def _verdicts(data: Mapping[str, Any]) -> str:
    """The field of the labels of claims that have none themselves."""
    if any(_label(claim) for claim in data.get(_list(data)) or ()):
        return ""
    return next((name for name in ("ys", "labels") if isinstance(data.get(name), list)), "")


def _label(claim: Any) -> str:
    if not isinstance(claim, Mapping):
        return ""
    label = next((str(claim[name]).lower() for name in _LABELS if claim.get(name)), "")
    return label if label in (*_ERRORS, "entailment") else ""


def _units(data: Mapping[str, Any], notes: list[str]) -> Iterator[Unit]:
    for number, claim in enumerate(_claims(data), 1):
        label, words = _label(claim), _words(claim)
        if not label or not words:
            notes.append(f"claim {number} has no label, or no words.")
            continue
        supported = label == "entailment"
        yield Unit(
            id=f"c{number}",
            kind=ACUDetails.kind,
            statement=words,
            probability=1.0 if supported else 0.0,
            supported=supported,
            error=None if supported else _ERRORS[label],  # type: ignore[arg-type]
            details=ACUDetails(label=label),
        )


def _words(claim: Any) -> str:
    """The triplet as a sentence."""
    if not isinstance(claim, Mapping):
        return ""
    parts = next((claim[name] for name in ("triplet", "claim", "statement") if claim.get(name)), "")
    words = " ".join(str(part) for part in parts) if isinstance(parts, list | tuple) else str(parts)
    return " ".join(words.split())


def _fits(data: Mapping[str, Any]) -> bool:
    return texts_of(data) is not None and has_claims(data)


def _read(data: Mapping[str, Any], _: Sources, notes: list[str]) -> tuple[Analysis, Notes]:
    texts = texts_of(data)
    assert texts is not None
    return with_origin(claims_analysis(data, *texts, notes), NAME, data), ()


def _write(analysis: Analysis, annotations: Annotations, _: int) -> dict[str, Any] | None:
    return refchecker(analysis, annotations)


def _again(record: Record, analysis: Analysis, annotations: Annotations) -> dict[str, Any]:
    """The record with the person's label on every claim that they voted on."""
    units = {unit.id: unit for unit in analysis.units if unit.id in annotations and annotations[unit.id].vote}
    said = {id: label_of(unit, bool(is_supported(unit, annotations))) for id, unit in units.items()}
    if not said:
        return dict(record)
    verdicts = _verdicts(record)
    if verdicts:
        return {**record, verdicts: [said.get(f"c{number}", label) for number, label in enumerate(record[verdicts], 1)]}
    claims = enumerate(record[_list(record)], 1)
    return {**record, _list(record): [{**claim, "human_label": said[f"c{n}"]} if f"c{n}" in said else claim for n, claim in claims]}


FORMAT = Format(
    NAME,
    SOURCE,
    _fits,
    _read,
    _write,
    rank=50,
    again=_again,
    lacks="where in the output a claim stands, evidence, probabilities, notes",
)
