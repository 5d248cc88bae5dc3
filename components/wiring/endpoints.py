"""The named endpoints: the same work and the same JSON as on the command line, for gradio_client and curl."""

from typing import TYPE_CHECKING, Any

from components.wiring.calls import told
from engines.core.errors import FormatError, InputError
from engines.declaration.registry import DEFAULT
from explorer.services.workspace import Workspace

if TYPE_CHECKING:
    from explorer.reading.rows import Row

NAMES = ("analyze", "compare", "verify", "parse")
"""The endpoints; each is a method of `Endpoints`."""


class Endpoints:
    """The functions behind `/analyze`, `/compare`, `/verify` and `/parse`; a mistake of the caller comes back as a message.

    Everything has a default, since Gradio answers a call that leaves out what has none with an error that says nothing.
    """

    def __init__(self, workspace: Workspace):
        self._workspace = workspace

    @told
    def analyze(
        self,
        reference: str = "",
        output: str = "",
        engine: str = DEFAULT,
        verifier: str = "compact",
        settings: dict | None = None,
        models: dict[str, str] | None = None,
        question: str | None = None,
        passages: list[str] | None = None,
    ) -> dict:
        """Check an output against its reference, or against `passages`, which become numbered sources; returns one analysis (schema
        `errata/2`), which is also kept in the history. A `question` that the output answers is kept with it, and not checked."""
        from explorer.services.analysis import analyze

        if reference and passages:
            raise InputError("Give `reference` or `passages`, not both: passages are the reference of an answer.")
        chosen: dict[str, Any] = {"engine": engine, "verifier": verifier, "settings": settings, "models": models, "question": question}
        return analyze(passages or reference, output, workspace=self._workspace, **chosen).to_json()

    @told
    def compare(
        self,
        reference: str = "",
        output: str = "",
        engines: list[str] | None = None,
        verifiers: list[str] | None = None,
        settings: dict[str, dict] | None = None,
        models: dict[str, str] | None = None,
    ) -> dict:
        """Compare engines (all if none are named) and verifiers on one pair; returns opinions, disagreements and agreement."""
        from explorer.services.comparison import compare

        chosen: dict[str, Any] = {"engines": engines, "verifiers": verifiers or ("compact",), "settings": settings, "models": models}
        return compare(reference, output, workspace=self._workspace, **chosen).to_json()

    @told
    def verify(self, rows: list[dict[str, Any]] | None = None, verifier: str = "compact", threshold: float = 0.5) -> list[dict]:
        """Check single questions and answers, statements or outputs; rows as for `errata verify`, one answer each."""
        from explorer.batches.verifying import load_verifier, verified

        if not 0 <= threshold <= 1:
            raise InputError(f"The threshold lies between 0 and 1; {threshold} does not.")
        bad: list[Any] = []
        with self._workspace.settings():
            model = load_verifier(verifier, self._workspace.cache)
        answers = list(verified(model, _asked(rows), bad, threshold))
        _complain(bad)
        return answers

    @told
    def parse(self, rows: list[dict[str, Any]] | None = None, kinds: str | None = None) -> list[dict]:
        """Predicates with their questions and answers; rows as for `errata parse`, one answer each."""
        from engines.models import registry
        from explorer.batches.parsing import chosen_kinds, parsed

        bad: list[Any] = []
        answers = list(parsed(registry.get("parser", "rules"), _asked(rows), bad, chosen_kinds(kinds)))
        _complain(bad)
        return answers


def _asked(rows: list[dict[str, Any]] | None) -> list["Row"]:
    from explorer.reading.rows import Row

    if rows is None:
        raise FormatError("`rows` must be a list of objects.")
    return [Row(number, {"id": number - 1, **row}) for number, row in enumerate(rows, 1)]


def _complain(bad: list[Any]) -> None:
    if bad:
        raise FormatError("; ".join(str(getattr(row, "reason", None) or getattr(row, "message", None) or row) for row in bad[:5]))
