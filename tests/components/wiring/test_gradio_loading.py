"""Gradio is imported without the descriptions that it writes for people who program with it."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from components.page import MOST_SESSIONS
from components.server import guarded
from explorer.evaluation.crowd import Page
from explorer.services.workspace import Workspace

ROOT = Path(__file__).parents[3]
OPENED = (
    "import inspect, sys; opened = []; sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == 'open' else None)\n"
)
TOLD = (
    "\nimport gradio\nfrom gradio.component_meta import ComponentMeta\n"
    "assert type(gradio.HTML) is ComponentMeta and inspect.getfile(gradio.HTML).endswith('html.py')\n"
    "print(sum(path.endswith('.pyi') for path in opened))"
)


@pytest.mark.parametrize(
    ("loading", "opens"),
    [
        pytest.param("import gradio", True, marks=pytest.mark.thorough),
        ("from components.wiring.gradio_loading import load_gradio; load_gradio()", False),
    ],
)
def test_no_description_of_a_component_is_read_or_written(loading: str, opens: bool) -> None:
    done = subprocess.run([sys.executable, "-c", OPENED + loading + TOLD], cwd=ROOT, capture_output=True, text=True, check=True)
    assert (int(done.stdout) > 0) == opens


def test_pages_that_were_loaded_are_forgotten_and_go_on_as_before(tmp_path: Path) -> None:
    with Workspace(tmp_path) as workspace:
        guard = guarded(workspace, "127.0.0.1")
        app = guard.app.routes[-1].app
        with TestClient(guard, base_url="http://127.0.0.1:7860") as client:
            load = Page.of(client.get("/config").json()).load

            def loaded(session: str) -> Any:
                asked = {"data": ["{}"], "fn_index": load, "session_hash": session}
                answer = client.post("/gradio_api/run/predict", json=asked)
                assert answer.status_code == 200
                return len(answer.json()["data"])

            parts = [loaded(f"page{number}") for number in range(MOST_SESSIONS + 10)]
            assert len(app.state_holder.session_data) == MOST_SESSIONS and "page0" not in app.state_holder
            assert loaded("page0") == parts[0] > 5
            assert app.get_blocks().app is app, "what the queue takes for the application is the one that is served"
