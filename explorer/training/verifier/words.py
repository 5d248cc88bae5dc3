"""Word weights of the verifier: in how many of the training references each word occurs."""

import json
import math
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from engines.verification.encoding.words import lexicon, split

_LEAST_DOCUMENTS = 2


def write_frequencies(references: Iterable[str], path: Path) -> int:
    """Write the table that `engines.verification.encoding.reference.frequencies` reads, over distinct references; returns its size."""
    distinct = sorted(set(references))
    documents = Counter(key for reference in distinct for key in set(split(reference).keys))
    stop = lexicon().stop
    by_weight: dict[int, list[str]] = {}
    for key, count in documents.items():
        if count >= _LEAST_DOCUMENTS and key not in stop:
            weight = round(100 * math.log((1 + len(distinct)) / (1 + count)))
            by_weight.setdefault(weight, []).append(key)
    rare = round(math.log((1 + len(distinct)) / 1.5), 2)
    table = {"documents": len(distinct), "rare": rare, "hundredths": {str(w): " ".join(sorted(by_weight[w])) for w in sorted(by_weight)}}
    path.write_text(json.dumps(table, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    return sum(map(len, by_weight.values()))
