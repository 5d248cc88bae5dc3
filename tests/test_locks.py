"""The lock files hold what pyproject.toml asks for, every package with hashes, and are what is installed here."""

import re
import sys
import tomllib
from importlib.metadata import requires, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name as canonical

ROOT = Path(__file__).parents[1]
LOCKS = ROOT / ".ci" / "locks"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def locked(name: str) -> list[tuple[Requirement, list[str]]]:
    """The requirements of a lock file, each with its hashes."""
    text = (LOCKS / name).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(Requirement(line.split("--hash")[0]), re.findall(r"--hash=(\S+)", line)) for line in lines]


def here(name: str) -> dict[str, str]:
    """The versions that a lock file has for this system and this Python."""
    found = {}
    for each, _ in locked(name):
        if each.marker is None or each.marker.evaluate():
            (pin,) = each.specifier
            assert pin.operator == "==" and canonical(each.name) not in found
            found[canonical(each.name)] = pin.version
    return found


def test_every_package_has_hashes() -> None:
    for path in LOCKS.iterdir():
        packages = locked(path.name)
        assert packages
        for each, hashes in packages:
            assert hashes and all(re.fullmatch(r"sha256:[0-9a-f]{64}", digest) for digest in hashes), each


def test_what_the_project_asks_for_is_locked_at_its_version() -> None:
    extras = PROJECT["optional-dependencies"]
    asked = [Requirement(each) for each in [*PROJECT["dependencies"], *extras["dev"], *extras["train"], *extras["gguf"]]]
    pins = here("dev.txt") | here("torch.txt")
    assert len(asked) > 30 and [str(each) for each in asked if not each.specifier.contains(pins[canonical(each.name)])] == []
    assert here("torch-cpu.txt") == {"torch": f"{pins['torch']}+cpu"}


def test_ranges_end_before_what_may_break() -> None:
    """An open end is for packages that count years; weights are pinned, for another version is another model."""
    open_ended = {"packaging", "dask", "distributed", "setuptools"}
    for each in [Requirement(text) for texts in (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()) for text in texts]:
        signs = {part.operator for part in each.specifier}
        assert signs in ({">=", "<"}, {"=="}) or (signs == {">="} and each.name in open_ended), each


def test_make_run_installs_the_part_of_them_that_errata_needs() -> None:
    run, pins = here("run.txt"), here("dev.txt") | here("torch.txt")
    asked = {canonical(Requirement(each).name) for each in PROJECT["dependencies"]}
    assert asked - {"torch"} <= set(run) and "setuptools" in run and "pytest" not in run
    assert {name: pins[name] for name in run} == run
    missing = []
    for name in [*run, "torch"]:
        for text in requires(name) or ():
            needed = Requirement(text)
            if (needed.marker is None or needed.marker.evaluate({"extra": ""})) and canonical(needed.name) not in run | here("torch.txt"):
                missing.append(f"{needed.name} for {name}")
    assert missing == []


def test_constraints_are_the_same_versions() -> None:
    lines = [line for line in (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    assert not any("--hash" in line for line in lines)
    locks = [*locked("dev.txt"), *locked("torch.txt")]
    assert sorted(str(Requirement(line)) for line in lines) == sorted(str(each) for each, _ in locks)


def test_what_the_packages_need_is_locked_too() -> None:
    everything = here("dev.txt") | here("torch.txt")
    missing = []
    for name in [*here("dev.txt"), "torch"]:
        for text in requires(name) or ():
            needed = Requirement(text)
            if (needed.marker is None or needed.marker.evaluate({"extra": ""})) and canonical(needed.name) not in everything:
                missing.append(f"{needed.name} for {name}")
    assert missing == []


@pytest.mark.skipif(not Path(sys.prefix, "installed-dev").exists(), reason="not installed by make test, so not from the lock files")
def test_what_is_installed_is_what_is_locked() -> None:
    wanted = here("dev.txt") | here("small-llm.txt") | {"torch": here("torch.txt")["torch"]}
    del wanted["pip"]  # whoever renews the installer does no harm
    assert {name: version(name).partition("+")[0] for name in wanted} == wanted
