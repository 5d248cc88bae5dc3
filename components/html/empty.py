"""The empty state: what to do, and three examples to start from."""

import json
from dataclasses import dataclass
from functools import lru_cache

from components.html.markup import escape, plural
from components.html.tours import tours_row
from engines.core.machine.files import asset


@dataclass(frozen=True)
class Example:
    """A pair to try, with errors in its output."""

    title: str
    kind: str
    output_kind: str
    reference: str
    output: str


@lru_cache(maxsize=1)
def examples() -> tuple[Example, ...]:
    """The examples that come with Errata, in the order of their file names."""
    return tuple(Example(**json.loads(path.read_text(encoding="utf-8"))) for path in sorted(asset("examples").glob("*.json")))


def empty_state() -> str:
    """What the page shows before the first analysis."""
    buttons = "".join(
        f'<button type="button" data-example="{number}"><b>{escape(example.title)}</b>'
        f"<span>{escape(example.kind)}, {plural(len(example.reference.split()), 'word')} · "
        f"{escape(example.output_kind)}, {plural(len(example.output.split()), 'word')}</span></button>"
        for number, example in enumerate(examples())
    )
    return f"""<div class="qx emptyst"><div class="card"><h2>Paste a reference and an output, then press Analyze</h2>
<p>Each claim in the output becomes a question and an answer. Select one to see the sentence of the reference that supports it,
or the place where support is missing. Nothing leaves this computer unless you choose a model elsewhere.
Compare runs several engines and shows where they disagree.</p>
<h3>Or start from an example</h3><div class="exs">{buttons}</div>
{tours_row()}</div></div>"""
