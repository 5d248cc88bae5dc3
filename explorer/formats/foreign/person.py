"""An analysis made of what people said: its units carry their verdicts, its score is the share that they support."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from engines.core.results import Analysis, Document, Engine, Unit
from engines.core.text import Text

PERSON = "person"
"""The name of the engine in analyses that come from people."""


def person_analysis(source: str, reference: str, output: str, units: Sequence[Unit]) -> Analysis:
    """The analysis; `source` names the format that it comes from. The same record has the same id whenever it is read.

    Units without a verdict count for nothing.
    """
    first, second = Text.of(reference), Text.of(output)
    said = json.dumps([source, reference, output, [unit.to_json() for unit in units]], sort_keys=True)
    judged = [unit for unit in units if unit.supported is not None]
    supported = sum(bool(unit.supported) for unit in judged)
    scores = {PERSON: supported / len(judged), "units": float(len(judged)), "supported": float(supported)} if judged else {}
    return Analysis(
        id=_digest(said),
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        engine=Engine(PERSON, {"source": source}, {}),
        reference=Document(reference, first.sentences, None),
        output=Document(output, second.sentences),
        scores=scores,
        units=tuple(units),
    )


def with_origin(analysis: Analysis, format: str, record: Mapping[str, Any], **more: Mapping[str, Any]) -> Analysis:
    """The analysis with the record that it was read from, so that it goes back to its tool without loss; records that differ in anything
    are different analyses."""
    origin = {"format": format, "record": dict(record), **more}
    return replace(analysis, id=_digest(json.dumps([analysis.id, origin], sort_keys=True)), origin=origin)


def _digest(said: str) -> str:
    return hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()[:12]
