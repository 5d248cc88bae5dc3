"""What the compact verifier's rules are, and what they see in a pair."""

from collections.abc import Sequence
from typing import Any

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.rules.base import Conflict
from engines.verification.rules.case import Case
from engines.verification.rules.pipeline import conflicts, shown, switched_off, trace
from engines.verification.rules.registry import rules
from engines.verification.rules.weights import rule_weight, stored


def listed() -> list[dict[str, Any]]:
    """Every rule: `name`, `kind`, its category in FRANK, what it `reads`, how often it `fired` on natural text and was `right`, by set in
    `natural`, and its `weight`."""
    lines = []
    for name, rule in rules().items():
        natural = stored()["rules"].get(name, {}).get("natural", {})
        lines.append(
            {
                "name": name,
                "kind": rule.kind.value,
                "frank": rule.kind.frank,
                "error": rule.kind.error,
                "reads": rule.reads,
                "fired": sum(counts["fired"] for counts in natural.values()),
                "right": sum(counts["right"] for counts in natural.values()),
                "natural": natural,
                "weight": {"statement": rule_weight(name, "statement"), "question": rule_weight(name, "question")},
            }
        )
    return lines


def traced(reference: str, output: str, off: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Every conflict that a rule sees in an output, sentence by sentence.

    Each has `rule`, `kind`, the `words` with their `spans` in the output, what was `found` in the reference, and whether it `counts` for
    the sentence as a whole.

    Args:
        off: rules that are switched off.

    Raises:
        KeyError: one of these is no rule.
    """
    source, text = encoded(Text.of(reference)), Text.of(output)
    found = []
    with switched_off(*off):
        for i, alignment in enumerate(align(source, [text.sentence(i) for i in range(len(text.sentences))])):
            case = Case(alignment)
            counting = conflicts(case)[0]
            for conflict in trace(case):
                found.append(_line(case, conflict, text.sentences[i][0], conflict in counting))
    return found


def _line(case: Case, conflict: Conflict, start: int, counts: bool) -> dict[str, Any]:
    text, parts = case.hypothesis.text, shown(case, conflict)
    instead = next((part.found for part in parts if part.found), None)
    return {
        "rule": conflict.rule,
        "kind": conflict.kind.value,
        "spans": [[part.start + start, part.end + start] for part in parts],
        "words": " … ".join(text[part.start : part.end] for part in parts),
        "found": instead.to_json() if instead else None,
        "counts": counts,
    }
