"""Which words of a claim the reference has: what tells extrinsic errors from intrinsic ones where a model only says yes or no."""

from collections.abc import Sequence
from dataclasses import replace

from engines.core.roles import Hypothesis, Verdict
from engines.core.text import Text
from engines.verification.encoding.words import split

COVERED = 0.5
"""Share of the content words from which an answer counts as covered."""


def with_error_kinds(verdicts: Sequence[Verdict], hypotheses: Sequence[Hypothesis], reference: Text) -> list[Verdict]:
    """The verdicts with coverage, missing words and the kind of error that they tell; probabilities stay as the model gave them."""
    known = set(split(reference.model_text).keys)
    return [_told(verdict, hypothesis, known) for verdict, hypothesis in zip(verdicts, hypotheses, strict=True)]


def _told(verdict: Verdict, hypothesis: Hypothesis, known: set[str]) -> Verdict:
    words = split(hypothesis.answer if hypothesis.is_qa else hypothesis.statement)
    content = [i for i in range(len(words)) if words.content[i]]
    if not content:
        return verdict
    missing = [i for i in content if words.keys[i] not in known]
    coverage = 1 - len(missing) / len(content)
    return replace(
        verdict,
        coverage=coverage,
        error="intrinsic" if coverage >= COVERED else "extrinsic",
        missing=tuple(dict.fromkeys(words.surfaces[i] for i in missing)),
        extra={**verdict.extra, "error_from": "words"},
    )
