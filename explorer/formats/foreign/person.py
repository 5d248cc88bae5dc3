"""An analysis made of what people said: its units carry their verdicts, its score is the share that they support."""

import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime

from engines.core.results import Analysis, Document, Engine, Unit
from engines.core.text import Text

PERSON = "person"
"""The name of the engine in analyses that come from people."""


def person_analysis(source: str, reference: str, output: str, units: Sequence[Unit]) -> Analysis:
    """The analysis; `source` names the format that it comes from. The same record has the same id whenever it is read."""
    first, second = Text.of(reference), Text.of(output)
    said = json.dumps([source, reference, output, [unit.to_json() for unit in units]], sort_keys=True)
    supported = sum(bool(unit.supported) for unit in units)
    scores = {PERSON: supported / len(units), "units": float(len(units)), "supported": float(supported)} if units else {}
    return Analysis(
        id=hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()[:12],
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        engine=Engine(PERSON, {"source": source}, {}),
        reference=Document(reference, first.sentences, None),
        output=Document(output, second.sentences),
        scores=scores,
        units=tuple(units),
    )
