"""Whether the files of the models that come with Errata are those that it was made with (`assets/checksums.json`)."""

import hashlib
import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from engines.core.machine import files

FILE = "checksums.json"
BUNDLED, PACKAGED = "assets", "packages"
"""The two tables of the file: SHA-256 digests by path below `assets`, and below the folder that packages are installed in."""


def digest(path: Path) -> str:
    """The SHA-256 digest of a file in hexadecimal digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def expected() -> dict[str, dict[str, str]]:
    """The digests that files are held against, by table and path.

    Raises:
        UnavailableError: the list itself is missing.
    """
    tables: dict[str, dict[str, str]] = json.loads(files.asset(FILE).read_text("utf-8"))
    return tables


def installed(name: str) -> Path | None:
    """Where a file of a package lies, `package/folder/file`; None if the package is not installed."""
    package, _, inside = name.partition("/")
    found = find_spec(package)
    return Path(found.origin).parent / inside if found is not None and found.origin else None


def checked() -> Iterator[tuple[str, str]]:
    """Each file with what is wrong with it and what to do, "" where nothing is; packages that are not installed are left out.

    Raises:
        UnavailableError: the list of digests is missing.
    """
    for table, wanted in expected().items():
        for name, expected_digest in wanted.items():
            path = files.ASSETS / name if table == BUNDLED else installed(name)
            if path is not None:
                yield name, _problem(path, expected_digest, "Errata" if table == BUNDLED else name.partition("/")[0].replace("_", "-"))


def _problem(path: Path, expected_digest: str, owner: str) -> str:
    again = f"Install {owner} again" + ("." if owner == "Errata" else f": pip install --force-reinstall --no-deps {owner}")
    try:
        return "" if digest(path) == expected_digest else f"{path} is not the file that Errata was made with. {again}"
    except OSError as problem:
        return f"{path} cannot be read ({problem.strerror}). {again}"
