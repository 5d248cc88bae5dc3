"""Gradio is imported without the descriptions that it writes for people who program with it."""

import subprocess
import sys
from pathlib import Path

import pytest

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
    [("import gradio", True), ("from components.wiring.gradio_loading import load_gradio; load_gradio()", False)],
)
def test_no_description_of_a_component_is_read_or_written(loading: str, opens: bool) -> None:
    done = subprocess.run([sys.executable, "-c", OPENED + loading + TOLD], cwd=ROOT, capture_output=True, text=True, check=True)
    assert (int(done.stdout) > 0) == opens
