"""spaCy comes without its command line, and with it as soon as somebody wants it."""

import subprocess
import sys

import pytest


def told(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


BOTH = "\nimport spacy, sys\nprint('typer' in sys.modules, 'spacy.cli' in sys.modules, hasattr(spacy, 'cli'))\n"


@pytest.mark.parametrize(
    ("loading", "with_it"),
    [
        pytest.param("import spacy", True, marks=pytest.mark.thorough),
        ("from engines.core.machine.loading import load_spacy; load_spacy(); load_spacy()", False),
    ],
)
def test_the_command_line_is_left_out(loading: str, with_it: bool) -> None:
    assert told(loading + BOTH).split() == [str(with_it)] * 3


@pytest.mark.thorough
def test_it_is_there_when_it_is_asked_for() -> None:
    code = "from engines.core.machine.loading import load_spacy; load_spacy(); import spacy, spacy.cli; "
    same = "spacy.cli.info(silent=True)['spacy_version'] == spacy.info(silent=True)['spacy_version'] == spacy.__version__"
    assert told(f"{code}print({same})") == "True\n"
