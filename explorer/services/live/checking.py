"""A draft checked while it is typed: the engine of its analysis runs on it again, and asks its models only about what changed.

Everything that costs time is remembered by the sentence: the parse and its questions (`SentenceParser`), verdicts and the search for
evidence (`Answers`), and what the localizer worked out about the words beside this reference. What goes by the text as a whole, such as
how much of it the reference has, is counted anew, which costs little. So the result is that of a full analysis of the same text with the
same models, whatever was typed in between; nothing of it is stored.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b

from engines.core.engine import EngineRun, Outcome
from engines.core.errors import InputError
from engines.core.machine.recent import Recent
from engines.core.results import Analysis
from engines.core.roles import Parser
from engines.core.text import Text, whole_characters
from engines.declaration.registry import DEFAULT, known, spec
from engines.models import registry
from explorer.model_choice.localizing import with_localizer
from explorer.model_choice.sources import SourcedRun
from explorer.reading.pairs import check
from explorer.services.analysis import analysis_of
from explorer.services.engines import ROLES, Models
from explorer.services.live.memory import Answers, Beside
from explorer.services.live.parsing import SentenceParser
from explorer.services.live.turns import Turns
from explorer.services.workspace import Workspace

LONGEST = 24_000
"""Characters of a draft that is checked while it is typed, some 4,000 words; a longer one is analysed when asked."""

_SENTENCES = 20_000
"""Sentences that are known to have been verified."""

OTHER_MODELS = (
    "While you type, the bundled models check with {engine}. The analysis was made with other models: analyze the draft for their verdicts."
)
OTHER_ENGINE = "While you type, the draft is checked with {engine}: {other} does not judge a text that is being edited."


@dataclass(frozen=True)
class Checked:
    """A draft as the engine judges it.

    Attributes:
        analysis: the same as a full analysis gives; it has the id of the one that the draft belongs to, and is not stored.
        verified: the indices of its sentences that had not been verified before beside this reference.
        remark: why the verdicts are not those that the models of the analysis would give; "" where they are.
    """

    analysis: Analysis
    verified: tuple[int, ...]
    remark: str = ""


@dataclass
class LiveChecks:
    """Checks drafts while they are typed; remembers what models said as long as the program runs. Safe with several threads."""

    workspace: Workspace
    turns: Turns = field(default_factory=Turns)

    def __post_init__(self) -> None:
        self._answers, self._lock = Answers(), threading.Lock()
        self._parser: SentenceParser | None = None
        self._seen: Recent[tuple[str, bytes, str], int] = Recent(_SENTENCES, lambda one: 1)

    def check(self, analysis: Analysis, text: str, editor: str = "", version: int = 0) -> Checked:
        """Judge `text` beside the reference of an analysis, with its engine and settings.

        Args:
            editor, version: whose text this is and its state, higher for each later one; a newer one ends the check of an older one.

        Raises:
            Outdated: a newer version of the editor has come.
            InputError: the text is empty or too long.
            Busy: too many are being checked.
            UnavailableError: the bundled models are not installed.
        """
        text = whole_characters(text)
        check(analysis.reference.text, text)
        if len(text) > LONGEST:
            raise InputError(f"A draft is checked while it is typed up to {LONGEST:,} characters. Analyze it to have this one checked.")
        with self.turns.turn(editor, version), self.workspace.settings():
            run, remark = self._run(analysis)
            texts = Text.of(analysis.reference.text), Text.of(text)
            outcome = self._outcome(run, texts, lambda: self.turns.still(editor, version))
            found = analysis_of(analysis.id, analysis.created, run, texts, outcome, 0.0, ())
            return Checked(found, self._fresh(run, *texts), remark)

    def _outcome(self, run: EngineRun, texts: tuple[Text, Text], still: Callable[[], None]) -> Outcome:
        last = None
        for step in run.run(*texts):
            still()
            last = step if isinstance(step, Outcome) else last
        assert last is not None
        return last

    def _run(self, analysis: Analysis) -> tuple[EngineRun, str]:
        """The engine with the bundled models, and what is to be said where the analysis had others."""
        declared = known(analysis.engine.name)
        same = declared is not None and declared.judges_edits
        name, settings = (analysis.engine.name, dict(analysis.engine.settings)) if same else (DEFAULT, {})
        run = with_localizer(spec(name).build(self._models(), settings), {})
        if run.settings.get("own_source"):
            run = SourcedRun(run)
        title = spec(name).title
        if not same:
            return run, OTHER_ENGINE.format(engine=title, other=declared.title if declared else analysis.engine.name)
        return run, "" if dict(run.models) == dict(analysis.engine.models) else OTHER_MODELS.format(engine=title)

    def _models(self) -> "_LiveModels":
        with self._lock:
            if self._parser is None:
                self._parser = SentenceParser(registry.get("parser", ROLES["parser"]))
            return _LiveModels({}, Beside(self._answers, self.workspace.cache), self._parser)

    def _fresh(self, run: EngineRun, reference: Text, output: Text) -> tuple[int, ...]:
        """The sentences that were not there before, and are from now on."""
        made = repr((run.name, sorted(run.settings.items(), key=repr)))
        source = blake2b(reference.key.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        keys = [(made, source, output.sentence(i)) for i in range(len(output.sentences))]
        with self._lock:
            fresh = tuple(i for i, key in enumerate(keys) if self._seen.get(key) is None)
            for key in keys:
                self._seen.keep(key, 1)
        return fresh


@dataclass(frozen=True)
class _LiveModels(Models):
    """The bundled models behind a memory, the parser too."""

    sentences: SentenceParser | None = None

    def parser(self) -> Parser:
        """The bundled parser, which parses what is new."""
        assert self.sentences is not None
        return self.sentences
