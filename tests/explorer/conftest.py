"""Running the command line in this process, and a pair of texts to run it on."""

from pathlib import Path

import pytest

from engines.core.results import Analysis
from explorer.cli.main import main
from tests.explorer.running import OUTPUT, REFERENCE, Errata, Ran


@pytest.fixture
def errata(capfd: pytest.CaptureFixture[str]) -> Errata:
    """Run `errata` with these arguments; no traceback may ever be printed."""

    def run(*arguments: object) -> Ran:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as ended:
            code = int(ended.code or 0)
        printed = capfd.readouterr()
        assert "Traceback" not in printed.err
        return Ran(code, printed.out, printed.err)

    return run


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """The files of a reference and an output."""
    reference, output = tmp_path / "reference.txt", tmp_path / "output.txt"
    reference.write_text(REFERENCE, encoding="utf-8")
    output.write_text(OUTPUT, encoding="utf-8")
    return reference, output


@pytest.fixture
def data(tmp_path: Path) -> list[object]:
    return ["--data-dir", tmp_path / "data"]


@pytest.fixture
def analysis(errata: Errata, pair: tuple[Path, Path], data: list[object]) -> Analysis:
    """An analysis that was made on the command line and stands in the history."""
    ran = errata("analyze", "--reference", pair[0], "--output", pair[1], "--json", *data)
    assert ran.code == 0 and len(ran.rows) == 1
    return Analysis.from_json(ran.rows[0])
