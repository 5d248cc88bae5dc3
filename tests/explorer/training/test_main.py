"""`python -m explorer.training` knows the program of every model that it makes."""

import subprocess
import sys

import pytest

from explorer.training.__main__ import MODELS


@pytest.mark.thorough
@pytest.mark.parametrize("module", MODELS.values())
def test_every_model_has_a_program_that_takes_the_data(module: str) -> None:
    done = subprocess.run([sys.executable, "-m", module, "--help"], capture_output=True, text=True)
    assert done.returncode == 0 and "--data" in done.stdout, done.stderr[-2000:]


def test_an_unknown_model_is_said_before_anything_is_made() -> None:
    done = subprocess.run([sys.executable, "-m", "explorer.training", "nonsense"], capture_output=True, text=True)
    assert done.returncode == 2 and "nonsense" in done.stderr and "content_units" in done.stderr
