"""Which parts of speech English knows a word form as, with which lemmas, and which forms a lemma has: the word lists of LemmInflect, read
in a tenth of the time."""

import gzip
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

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


def forms(lemma: str, tag: str) -> tuple[str, ...]:
    """The forms of a lemma with a Penn Treebank tag, as `lemminflect.getInflection` gives them: made by rule where the list has none.

    Raises:
        UnavailableError: LemmInflect is not installed.
    """
    return tuple(_lemminflect().getInflection(lemma, tag, inflect_oov=True))


def listed_forms(lemma: str, part_of_speech: str) -> dict[str, tuple[str, ...]]:
    """The forms by tag that the list has of a lemma as this universal part of speech, as `lemminflect.getAllInflections` gives them.

    Raises:
        UnavailableError: LemmInflect is not installed.
    """
    return dict(_lemminflect().getAllInflections(lemma, upos=part_of_speech))


@cache
def _lemminflect() -> Any:
    """LemmInflect with its list as lines that are cut up only when it asks, in place of as many dictionaries."""
    _folder()
    import lemminflect
    from lemminflect.codecs.InflectionLUCodec import InflectionLUCodec
    from lemminflect.core.Inflections import Inflections

    class Lines(dict[str, Any]):
        """Forms by tag of each lemma, by their lines; what LemmInflect itself puts in stays as it is."""

        def get(self, key: str, default: Any = None) -> Any:
            known = super().get(key, default)
            if not isinstance(known, str):
                return known
            found: dict[str, tuple[str, ...]] = {}
            for line in known.split("\n"):
                found |= InflectionLUCodec.fromString(f"{key},{line}")[2]
            return found

    of_lemmas: Any = Inflections()
    if not hasattr(of_lemmas, "infl_dict"):
        of_lemmas.infl_dict = InflectionLUCodec.updateForAuxMod(Lines(_lines("infl_lu.csv.gz")))
    return lemminflect


@cache
def _listed() -> dict[str, str]:
    """Each form's lines without the form, "noun,saw": they are cut up only when somebody asks."""
    return _lines("lemma_lu.csv.gz")


def _lines(name: str) -> dict[str, str]:
    listed: dict[str, str] = {}
    for line in gzip.decompress((_folder() / name).read_bytes()).decode("utf-8").splitlines():
        word, _, rest = line.partition(",")
        listed[word] = f"{listed[word]}\n{rest}" if word in listed else rest
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
