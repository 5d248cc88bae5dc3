"""Two workspaces in one process: the texts of each go to its own servers, whichever was opened last."""

import json
from contextlib import ExitStack
from itertools import zip_longest
from pathlib import Path

import pytest

from components.wiring.endpoints import Endpoints
from engines.core.results import Analysis
from explorer.services.analysis import analyze, stream
from explorer.services.comparison import compare
from explorer.services.revision import revise
from explorer.services.workspace import Workspace
from tests.engines.backends.chat.misbehaving import Misbehaving, serving

SECRETS = ("The mill at Orsund was sold in May.", "The chapel at Velby was sold in June.")
OUTPUT = "It was sold in March."


@pytest.fixture
def two(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Two workspaces, each with a server of the same name, and what these were asked."""
    with ExitStack() as stack:
        asked = [stack.enter_context(serving(lambda call: call.reply("Yes"))) for _ in range(2)]
        spaces = []
        for number, server in enumerate(asked):
            folder = tmp_path / str(number)
            folder.mkdir()
            (folder / "servers.toml").write_text(f'[lab]\nurl = "{server.url}"\nmodel = "m"\nkey_file = "lab.key"\n')
            (folder / "lab.key").write_text(f"key-of-number-{number}\n")
            for file in folder.iterdir():
                file.chmod(0o600)
            spaces.append(stack.enter_context(Workspace(folder)))
        yield spaces, asked


def sent(server: Misbehaving) -> str:
    """All that a server was asked."""
    return json.dumps(server.bodies)


def heard_their_own_alone(asked: list[Misbehaving]) -> bool:
    return all(SECRETS[number] in sent(asked[number]) and SECRETS[1 - number] not in sent(asked[number]) for number in range(2))


def test_an_analysis_asks_the_server_of_its_workspace(two) -> None:  # type: ignore[no-untyped-def]
    spaces, asked = two
    # Both are under way at once, in one thread.
    runs = [stream(SECRETS[i], OUTPUT, engine="scale", verifier="chat:m@lab", workspace=spaces[i]) for i in range(2)]
    for _ in zip_longest(*runs):
        pass
    assert heard_their_own_alone(asked)
    for number, server in enumerate(asked):
        assert {headers["Authorization"] for headers in server.headers} == {f"Bearer key-of-number-{number}"}


def test_so_do_comparisons_endpoints_and_revisions(two) -> None:  # type: ignore[no-untyped-def]
    spaces, asked = two
    for number in (1, 0):
        compare(SECRETS[number], OUTPUT, engines=["scale"], verifiers=["chat:m@lab"], workspace=spaces[number])
        rows = [{"reference": SECRETS[number], "statement": OUTPUT}]
        assert Endpoints(spaces[number]).verify(rows, "chat:m@lab")[0]["supported"]
        found: Analysis = analyze(SECRETS[number], OUTPUT, workspace=spaces[number])
        revise(found, models={"reviser": "chat:m@lab"}, workspace=spaces[number])
    assert heard_their_own_alone(asked)
    assert all("March" in sent(server) for server in asked)
