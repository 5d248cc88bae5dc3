"""A verifier that remembers: the same question about the same reference never runs a model twice.

Verdicts are remembered sentence by sentence, since the hypotheses of one sentence are each other's context: changing
a word of the output asks again only about the sentence that it stands in.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from engines.core.chunks import Chunking
from engines.core.findings import Conflict
from engines.core.results import Evidence, Span
from engines.core.retrieval import SearchSettings
from engines.core.roles import Hypothesis, Verdict, Verifier
from engines.core.text import Text


class ValueCache(Protocol):
    """What this module needs of `sessions.cache.Cache`: JSON values by JSON keys; a missing value is None."""

    def get_many(self, keys: Sequence[Any]) -> list[Any]:
        """The values of `keys`, in order, None where there is none."""
        ...

    def set_many(self, items: Sequence[tuple[Any, Any]]) -> None:
        """Keep (key, value) pairs."""
        ...


class CachedVerifier:
    """A verifier that asks `cache` first; it satisfies `engines.core.roles.Verifier` itself."""

    def __init__(self, verifier: Verifier, cache: ValueCache) -> None:
        self.name = verifier.name
        self.identity = verifier.identity
        self._verifier = verifier
        self._cache = cache
        if hasattr(verifier, "batch"):
            self.batch = verifier.batch

    def verify(self, reference: Text, hypotheses: Sequence[Hypothesis]) -> list[Verdict]:
        """See `engines.core.roles.Verifier.verify`."""
        groups: dict[tuple[str, str], list[int]] = {}
        for i, hypothesis in enumerate(hypotheses):
            alone = "" if hypothesis.sentence else hypothesis.statement
            groups.setdefault((hypothesis.sentence, alone), []).append(i)
        members = list(groups.values())
        read = _digest(reference)
        keys = [["verify", self.identity, read, [vars(hypotheses[i]) for i in group]] for group in members]
        known = [_read(value, len(group)) for value, group in zip(self._cache.get_many(keys), members, strict=True)]
        wanted = [i for group, verdicts in zip(members, known, strict=True) if verdicts is None for i in group]
        fresh = dict(zip(wanted, self._verifier.verify(reference, [hypotheses[i] for i in wanted]), strict=True)) if wanted else {}
        results: dict[int, Verdict] = {}
        new = []
        for key, group, verdicts in zip(keys, members, known, strict=True):
            if verdicts is None:
                verdicts = [fresh[i] for i in group]
                new.append((key, [_write(v) for v in verdicts]))
            results.update(zip(group, verdicts, strict=True))
        if new:
            self._cache.set_many(new)
        return [results[i] for i in range(len(hypotheses))]

    def score_ranges(
        self, reference: Text, hypotheses: Sequence[Hypothesis], ranges: Sequence[Sequence[tuple[int, int]]]
    ) -> list[list[float]]:
        """See `engines.core.roles.Verifier.score_ranges`."""
        read = _digest(reference)
        keys = [["ranges", self.identity, read, vars(hypothesis), wanted] for hypothesis, wanted in zip(hypotheses, ranges, strict=True)]
        known = self._cache.get_many(keys)
        missing = [i for i, value in enumerate(known) if value is None]
        if missing:
            fresh = self._verifier.score_ranges(reference, [hypotheses[i] for i in missing], [ranges[i] for i in missing])
            self._cache.set_many([(keys[i], values) for i, values in zip(missing, fresh, strict=True)])
            for i, values in zip(missing, fresh, strict=True):
                known[i] = values
        return known

    def read(self, reference: Text) -> float:
        """See `engines.core.roles.Verifier.read`."""
        return self._verifier.read(reference)


class CachedChunkVerifier(CachedVerifier):
    """The same for a verifier that cuts the reference as it is told to (SCALE, section 3.1)."""

    def with_chunking(self, chunking: Chunking) -> "CachedChunkVerifier":
        """The same model with other chunks, remembering its answers to these apart."""
        return CachedChunkVerifier(self._verifier.with_chunking(chunking), self._cache)  # type: ignore[attr-defined]


class CachedQuickVerifier(CachedVerifier):
    """The same for a verifier that scores a run of sentences sooner than the score could be kept: whole searches are kept."""

    def score_ranges(
        self, reference: Text, hypotheses: Sequence[Hypothesis], ranges: Sequence[Sequence[tuple[int, int]]]
    ) -> list[list[float]]:
        """See `engines.core.roles.Verifier.score_ranges`."""
        return self._verifier.score_ranges(reference, hypotheses, ranges)

    def known_searches(self, reference: Text, hypotheses: Sequence[Hypothesis], settings: SearchSettings) -> list[Any]:
        """See `engines.core.retrieval.RemembersSearches`."""
        return self._cache.get_many(self._searches(reference, hypotheses, settings))

    def keep_searches(
        self, reference: Text, hypotheses: Sequence[Hypothesis], settings: SearchSettings, levels: Sequence[list[list[float]]]
    ) -> None:
        """See `engines.core.retrieval.RemembersSearches`."""
        self._cache.set_many(list(zip(self._searches(reference, hypotheses, settings), levels, strict=True)))

    def _searches(self, reference: Text, hypotheses: Sequence[Hypothesis], settings: SearchSettings) -> list[Any]:
        of = ["search", self.identity, _digest(reference), vars(settings)]
        return [[*of, vars(hypothesis)] for hypothesis in hypotheses]


def remembering(verifier: Verifier, cache: ValueCache) -> CachedVerifier:
    """The verifier behind a cache, able to do what it could before."""
    if getattr(verifier, "quick", False):
        return CachedQuickVerifier(verifier, cache)
    kind = CachedChunkVerifier if hasattr(verifier, "with_chunking") else CachedVerifier
    return kind(verifier, cache)


def _digest(reference: Text) -> str:
    """What stands for the reference in the keys: it may be a thousand times as long as the rest of a key, and is in hundreds of them."""
    return hashlib.sha256(reference.key.encode("utf-8", "surrogatepass")).hexdigest()


def _write(verdict: Verdict) -> dict[str, Any]:
    return {
        "probability": verdict.probability,
        "error": verdict.error,
        "coverage": verdict.coverage,
        "evidence": [e.to_json() for e in verdict.evidence],
        "missing": list(verdict.missing),
        "found": verdict.found.to_json() if verdict.found else None,
        "conflicts": [conflict.to_json() for conflict in verdict.conflicts],
        "notes": list(verdict.notes),
        "extra": dict(verdict.extra),
    }


def _read(value: Any, count: int) -> list[Verdict] | None:
    """Verdicts from the cache; None when there are none or they cannot be read."""
    if not isinstance(value, list) or len(value) != count:
        return None
    try:
        return [_verdict(item) for item in value]
    except (KeyError, TypeError, ValueError):
        return None


def _verdict(item: Mapping[str, Any]) -> Verdict:
    return Verdict(
        probability=None if item["probability"] is None else float(item["probability"]),
        error=item["error"],
        coverage=float(item["coverage"]),
        evidence=tuple(Evidence(**e) for e in item["evidence"]),
        missing=tuple(item["missing"]),
        found=Evidence(**item["found"]) if item["found"] else None,
        conflicts=tuple(_conflict(conflict) for conflict in item["conflicts"]),
        notes=tuple(item["notes"]),
        extra=dict(item["extra"]),
    )


def _conflict(item: Mapping[str, Any]) -> Conflict:
    found = item["found"]
    return Conflict(item["rule"], item["kind"], item["start"], item["end"], Span(**found) if found else None)
