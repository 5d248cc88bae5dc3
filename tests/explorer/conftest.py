"""Running the command line in this process, and a pair of texts to run it on."""

from pathlib import Path

import pytest

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
