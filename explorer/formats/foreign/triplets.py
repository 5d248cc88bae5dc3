"""Facts as RefChecker writes them: claims of subject, predicate and object, each entailed, neutral or contradicted.

Its checker reads them from `claims`, and its aggregators their labels from `ys`; its benchmark has both together.

A triplet is the fact's own sentence in three pieces, so that the pieces put together are the sentence again; a fact that is no sentence
with a subject, or a very long one, is its first piece alone.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engines.core.plain.copying import safe_text
from engines.core.results import Analysis, Unit
from explorer.formats.foreign.verdicts import Annotations, is_supported, kind_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

CLAIMS = "errata_response_kg"
_LABELS = {"extrinsic": "Neutral", "intrinsic": "Contradiction"}
_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "expl")
_OF_VERB = ("aux", "auxpass", "neg", "prt", "advmod")
_LONGEST = 1000
"""Characters of a statement that is parsed: what is longer is no fact in three pieces, and hundreds of such would take half a minute."""


def refchecker(analysis: Analysis, annotations: Annotations) -> dict[str, Any] | None:
    """The analysis as a record of RefChecker; None where no fact has been judged.

    A label that a person has voted on is a `human_label`, the others are a `label`.
    """
    judged = [(unit, supported) for unit in analysis.units if (supported := is_supported(unit, annotations)) is not None]
    claims = []
    for (unit, supported), triplet in zip(judged, triplets([unit.statement for unit, _ in judged]), strict=True):
        said = annotations.get(unit.id)
        name = "human_label" if said is not None and said.vote else "label"
        claims.append({"triplet": triplet, name: label_of(unit, supported)})
    if not claims:
        return None
    texts = {"question": "", "response": analysis.output.text, "reference": [analysis.reference.text]}
    labels = [claim.get("human_label", claim.get("label")) for claim in claims]
    return {"id": analysis.id, **texts, "claims": [claim["triplet"] for claim in claims], "ys": labels, CLAIMS: claims}


def label_of(unit: Unit, supported: bool) -> str:
    """What RefChecker calls a verdict."""
    return "Entailment" if supported else _LABELS[kind_of(unit)]


def triplets(statements: Sequence[str]) -> list[list[str]]:
    """Each statement as subject, predicate and object; without the mark at its end."""
    if not statements:
        return []
    from engines.core.language import parse_strings

    safe = [safe_text(statement) for statement in statements]
    parsed = iter(parse_strings([text for text in safe if len(text) <= _LONGEST]))
    return [_triplet(next(parsed)) if len(text) <= _LONGEST else _whole(text) for text in safe]


def _whole(text: str) -> list[str]:
    return [text.strip().rstrip("."), "", ""]


def _triplet(doc: "Doc") -> list[str]:
    root: Token | None = next((token for token in doc if token.dep_ == "ROOT"), None)
    subject = next((child for child in root.children if child.dep_ in _SUBJECTS and child.i < root.i), None) if root is not None else None
    if root is None or subject is None or subject.left_edge.i > 0:
        return _whole(doc.text)
    last = root.i
    while last + 1 < len(doc) and doc[last + 1].head == root and doc[last + 1].dep_ in _OF_VERB:
        last += 1
    first, second = subject.right_edge.idx + len(subject.right_edge.text), doc[last].idx + len(doc[last].text)
    return [doc.text[:first].strip(), doc.text[first:second].strip(" ,"), doc.text[second:].strip(" ,").rstrip(".")]
