"""Try a model: load it, or ask its server, with an example whose answer is known."""

import time
from dataclasses import dataclass
from typing import Any

from engines.core.errors import InputError
from engines.core.results import Span
from engines.core.roles import Hypothesis
from engines.core.text import Text
from engines.models import registry

REFERENCE = (
    "The ferry Solveig was built in Brekke in 1998. It carries forty cars across the Hallam Sound. "
    "Its captain, Tove Lindqvist, will retire in May."
)
OUTPUT = "The ferry Solveig, built in 1998, is led by captain Tove Lindqvist. It was painted green in March."
TRUE, FALSE = "The ferry Solveig was built in 1998.", "Tove Lindqvist was born in Oslo."
_WRONG = "1. It was painted green in March."


@dataclass(frozen=True)
class Trial:
    """How a model did.

    Attributes:
        answers: whether what it said can be used at all.
        said: what it said, in words for a person.
        load_seconds, answer_seconds: until it was ready, and until it had answered.
        notes: what to know about how it answers (no token probabilities, texts that leave this machine).
    """

    id: str
    role: str
    answers: bool
    said: str
    load_seconds: float
    answer_seconds: float
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Plain values for the command line and the page."""
        return {**self.__dict__, "notes": list(self.notes)}

    def lines(self) -> list[str]:
        """The trial as lines to read."""
        state = "answers" if self.answers else "gives no answer that can be used"
        timing = f"ready in {self.load_seconds:.1f} s, answered in {self.answer_seconds:.1f} s"
        return [f"{self.id} as {self.role} {state} ({timing})", self.said, *self.notes]


def try_model(id: str, role: str = "") -> Trial:
    """Ask the model about an invented ferry.

    Raises:
        InputError: the id names no model, or none for this role.
        UnavailableError: it is not here; the message says what to do.
        ModelError: it fails.
    """
    from explorer.model_choice.catalogue import identified, roles_of, sent_to

    model_id = identified(id)
    role = role or roles_of(model_id.backend)[0]
    if role not in _TRIALS:
        raise InputError(f"There is no role {role!r} to try a model in. Roles: {', '.join(_TRIALS)}.")
    if model_id.backend == "chat":
        # What the server answered before is forgotten: it is to be asked now.
        registry.unload(role, id)
    started = time.perf_counter()
    model = registry.get(role, id)
    ready = time.perf_counter()
    answers, said, notes = _TRIALS[role](model)
    done = time.perf_counter()
    away = tuple(f"Texts are sent to {place}." for place in sent_to({role: getattr(model, "identity", "")}))
    return Trial(id, role, answers, said, ready - started, done - ready, (*notes, *away))


Said = tuple[bool, str, tuple[str, ...]]


def _verifier(model: Any) -> Said:
    true, false = model.verify(Text.of(REFERENCE), [Hypothesis(TRUE), Hypothesis(FALSE)])
    notes = tuple(dict.fromkeys([*true.notes, *false.notes]))
    if true.probability is None or false.probability is None:
        return False, "no verdict", (*notes, "Its replies are no verdicts: choose another model for this role.")
    said = f"P(supported): {true.probability:.2f} for a true statement, {false.probability:.2f} for an invented one"
    if true.probability <= false.probability:
        notes += ("It does not tell the two apart: do not rely on its verdicts.",)
    return True, said, notes


def _parser(model: Any) -> Said:
    parsed = model.parse(Text.of(OUTPUT))
    asked = [f"{qa.question} {qa.answer.text}" for predicate in parsed for qa in predicate.qas]
    return bool(asked), "\n".join(asked) or "no questions", ()


def _writer(model: Any) -> Said:
    units = model.write(Text.of(OUTPUT))
    return bool(units), "\n".join(unit.statement for unit in units) or "no facts", tuple(getattr(model, "notes", ()))


def _question_writer(model: Any) -> Said:
    at = OUTPUT.index("1998")
    questions = model.write(Text.of(OUTPUT), [Span(at, at + 4, "1998")])[0]
    return bool(questions), "\n".join(questions) or "no question", ()


def _reader(model: Any) -> Said:
    known, unknown = model.answers(Text.of(REFERENCE), ["When was the ferry Solveig built?", "Who painted the lighthouse?"])
    said = [answer.span.text if answer is not None else "no answer" for answer in (known, unknown)]
    return known is not None, f"When was it built? {said[0]}. Who painted the lighthouse? {said[1]}.", ()


def _lss_writer(model: Any) -> Said:
    left = model.write(Text.of(REFERENCE), ["The ferry Solveig was painted green and built in 1998."])[0]
    return True, left or "nothing is left", ()


def _reviser(model: Any) -> Said:
    text = model.revise(Text.of(REFERENCE), Text.of(OUTPUT), _WRONG)
    return bool(text), text, ()


def _localizer(model: Any) -> Said:
    words = model.locate(Text.of(REFERENCE), Text.of(OUTPUT))
    wrong = [OUTPUT[word.start : word.end] for word in words if word.probability > 0.5]
    return bool(words), f"{OUTPUT} Not supported: {', '.join(wrong) or 'nothing'}.", ()


def _language_model(model: Any) -> Said:
    true, false = (float(model.expectations(REFERENCE, statement).read[:, 0].mean()) for statement in (TRUE, FALSE))
    notes = () if true > false else ("It finds what is invented no less probable: a deep check with it is of little use.",)
    return True, f"Mean log-probability of a token: {true:.2f} in a true statement, {false:.2f} in an invented one", notes


_TRIALS = {
    "verifier": _verifier,
    "parser": _parser,
    "writer": _writer,
    "question_writer": _question_writer,
    "reader": _reader,
    "lss_writer": _lss_writer,
    "reviser": _reviser,
    "localizer": _localizer,
    "language_model": _language_model,
}
