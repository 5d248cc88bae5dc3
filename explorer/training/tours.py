"""What the guided tours show: the analysis of their text by each engine, with the bundled models (`assets/tours`).

`python -m explorer.training.tours` writes it anew, after a change of an engine or of its models.
"""

import argparse
import json
import math
from dataclasses import replace
from typing import Any

from engines.core.machine.files import asset
from engines.core.results import Analysis
from engines.core.text import Text
from engines.declaration.registry import specs
from explorer.services.analysis import analyze

FOLDER = "tours"


def text() -> dict[str, Any]:
    """The text of the tours: title, reference, output and what is wrong in it."""
    return dict(json.loads(asset(FOLDER, "text.json").read_text(encoding="utf-8")))


def made(engine: str) -> dict[str, Any]:
    """What an engine makes of the text: its analysis, and what it asks of every word where it decides by words."""
    told = text()
    analysis = replace(analyze(told["reference"], told["output"], engine=engine), id=f"tour-{engine}", timings={})
    return {"analysis": analysis.to_json(), "words": words(analysis) if engine == "lss" else None}


def words(analysis: Analysis) -> list[list[float]]:
    """Start, end and probability of every word of the output that LSS may delete: the trained head's, before the search."""
    from engines.lss.engine import sentence_trees
    from engines.lss.support import trained_support
    from engines.verification.word_support.head import load_head

    output = Text.of(analysis.output.text)
    trees = sentence_trees(output)
    support = trained_support(load_head(), Text.of(analysis.reference.text), trees)
    return [
        [word.start + start, word.end + start, round(1 / (1 + math.exp(-float(value))), 4)]
        for tree, values, (start, _) in zip(trees, support, output.sentences, strict=True)
        for word, value in zip(tree.words, values, strict=True)
    ]


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(prog="python -m explorer.training.tours", description="Make what the guided tours show again.")
    parser.add_argument("--data", help="is not read: the text comes with Errata")
    parser.parse_args()
    for spec in specs():
        path = asset(FOLDER) / f"{spec.name}.json"
        path.write_text(json.dumps(made(spec.name), indent=1) + "\n", encoding="utf-8")
        print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
