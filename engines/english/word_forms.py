"""Which parts of speech English knows a word form as, and with which lemmas: the word list of LemmInflect, read in a tenth of the time."""

import gzip
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from engines.core.errors import UnavailableError

_OTHER_NAMES = {"MODAL": "AUX"}


def lemmas(form: str) -> dict[str, tuple[str, ...]]:
    """The lemmas of a form in small letters by part of speech ("saw": NOUN and VERB), as `lemminflect.getAllLemmas` gives them.

    Returns:
        Universal part of speech to lemmas; empty for a form that the list does not know.

    Raises:
        UnavailableError: LemmInflect is not installed.
    """
    found = {}
    for line in _listed().get(form, "").split("\n"):
        if line:
            category, _, spellings = line.partition(",")
            found[_OTHER_NAMES.get(category.upper(), category.upper())] = tuple(spellings.split("/"))
    return found | _overrides().get(form, {})


@cache
def _listed() -> dict[str, str]:
    """Each form's lines without the form, "noun,saw": they are cut up only when somebody asks."""
    listed: dict[str, str] = {}
    for line in gzip.decompress((_folder() / "lemma_lu.csv.gz").read_bytes()).decode("utf-8").splitlines():
        form, _, rest = line.partition(",")
        listed[form] = f"{listed[form]}\n{rest}" if form in listed else rest
    return listed


@cache
def _overrides() -> dict[str, dict[str, tuple[str, ...]]]:
    overrides: dict[str, dict[str, tuple[str, ...]]] = {}
    for line in (_folder() / "lemma_overrides.csv").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            form, part_of_speech, lemma = line.strip().split(",")
            overrides.setdefault(form, {})[part_of_speech] = (lemma,)
    return overrides


def _folder() -> Path:
    found = find_spec("lemminflect")
    if found is None or not found.origin:
        raise UnavailableError("The word list of LemmInflect is not installed. Run: pip install lemminflect")
    return Path(found.origin).parent / "resources"
