"""What `from errata import …` gives, and what it says to who gives it no text."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import explorer
from engines.core import errors
from explorer import Analysis, ErrataError, InputError, analyze, compare, stream

ROOT = Path(__file__).parents[2]


def test_every_public_name_is_there_and_none_loads_a_model_library_before_it_is_used() -> None:
    assert {name for name in explorer.__all__ if not hasattr(explorer, name)} == set()
    assert set(explorer.__all__) <= set(dir(explorer))
    raised = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, Exception)}
    assert raised <= set(explorer.__all__) and issubclass(explorer.Incomplete, ErrataError)
    code = "import sys, explorer; explorer.ErrataError; print([name for name in ('torch', 'spacy', 'gradio') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True).stdout == "[]\n"


@pytest.mark.parametrize(
    ("reference", "output", "said"),
    [
        (None, "It left.", "The reference is not a text, but None."),
        ("It left.", 5, "The output is not a text, but of the type int."),
        (b"It left.", "It left.", "The reference is not a text, but of the type bytes."),
        ("It left.", float("nan"), "The output is not a text, but of the type float."),
    ],
)
def test_what_is_no_text_is_an_input_error(reference: object, output: object, said: str) -> None:
    for call in (analyze, compare, lambda *pair: list(stream(*pair))):
        with pytest.raises(InputError) as problem:
            call(reference, output)
        assert str(problem.value).startswith(said)


@pytest.mark.parametrize("engine", ["qasem", "scale", "acueval", "qags", "lss"])
def test_the_loop_of_the_readme_goes_through_the_units_of_every_engine(engine: str, capsys: pytest.CaptureFixture[str]) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    loop = readme.split("    analysis = analyze(reference, output, workspace=workspace)\n")[1].split("```")[0]
    analysis = analyze("The ferry left Brekke in May with two cars.", "The ferry left in June. It had two cars.", engine=engine)
    assert isinstance(analysis, Analysis) and analysis.units
    exec(loop, {"analysis": analysis})
    assert len(capsys.readouterr().out.splitlines()) == len(analysis.units) + len(analysis.errors)


def test_errata_gives_the_same_names_and_costs_nothing_to_import() -> None:
    import errata

    assert errata.__all__ is explorer.__all__ and set(errata.__all__) <= set(dir(errata))
    assert all(getattr(errata, name) is getattr(explorer, name) for name in errata.__all__)
    assert re.fullmatch(r"\d+\.\d+\.\d+", errata.__version__)
    with pytest.raises(AttributeError, match="'errata' has no attribute 'analyse'"):
        errata.analyse  # noqa: B018
    code = "import sys, errata; print([name for name in sys.modules if name.startswith(('explorer.', 'engines', 'sessions', 'torch'))])"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "explorer" / "package")}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr


def test_type_checkers_know_every_name_that_errata_gives(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(f"from errata import {', '.join(explorer.__all__)}\nreveal_type(analyze)\nfrom errata import analyse\n")
    environment = {**os.environ, "MYPYPATH": str(ROOT / "explorer" / "package")}
    # With the settings of the lint, so that what it found out about the rooms need not be found out again.
    command = [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", str(program)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert 'note: Revealed type is "def (reference: ' in done.stdout, done.stdout + done.stderr
    (wrong,) = (line for line in done.stdout.splitlines() if " error: " in line)
    assert 'program.py:3: error: Module "errata" has no attribute "analyse"; maybe "analyze"' in wrong


def test_a_class_that_is_given_is_documented() -> None:
    assert [name for name in explorer.__all__ if not (getattr(explorer, name).__doc__ or "").strip()] == []
