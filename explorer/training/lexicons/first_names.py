"""Makes the parser's list of first names from counts of the census and from the lists of many countries.

    python -m explorer.training.lexicons.first_names --census FOLDER

The folder has `dist.male.first` and `dist.female.first`, the first names of the United States census of 1990 (public domain) in
lines of name, percent of people, percent so far, rank; the package `names` on PyPI has both files. The names of other countries are
those of the package `faker` (MIT), which must be installed, as far as they are written in Latin letters. Left out are names that are
nouns, adjectives, grammatical words, months or places too, and verbs unless one person in a thousand is named so ("nick", "rob").
"""

import argparse
import importlib
import json
import pkgutil
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from engines.core.machine.files import ASSETS, asset
from engines.english.lexicon import words

FILES = ("dist.male.first", "dist.female.first")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]+")
COMMON = 0.1
"""Percent of people from which a name counts although it is a verb."""


def shares(folder: Path) -> dict[str, float]:
    """Each first name and the percent of men, or of women, who have it.

    Raises:
        OSError: one of the files is not there.
    """
    found: dict[str, float] = {}
    for file in FILES:
        for line in (folder / file).read_text("utf-8").splitlines():
            name, percent, *_ = line.lower().split()
            found[name] = max(found.get(name, 0.0), float(percent))
    return found


def other_words() -> frozenset[str]:
    """Words that may be meant when a name is written: common nouns, adjectives, grammatical words, months, places."""
    places, times = json.loads(asset("verifier", "names.json").read_text("utf-8"))["places"], words("time")
    listed = (("parser", "noun_senses.txt"), ("parser", "adjectives.txt"), ("text", "grammar_words.txt"))
    return times | {word.lower() for place in places for word in place} | {word for parts in listed for word in _first_words(*parts)}


def names_of_countries() -> Iterator[str]:
    """First names that Faker has of a country where English is spoken, or of two others, in small letters."""
    return (name for name, number in countries("", "_male", "_female", "_nonbinary").items() if number > 1)


def countries(*endings: str) -> Counter[str]:
    """In how many countries Faker has a first name, in small letters, in its lists with one of these endings; one where English is spoken
    counts twice."""
    person, seen = importlib.import_module("faker.providers.person"), Counter[str]()
    for locale in pkgutil.iter_modules(person.__path__):
        provider = getattr(importlib.import_module(f"{person.__name__}.{locale.name}"), "Provider", None)
        lists = (getattr(provider, f"first_names{ending}", ()) for ending in endings)
        names = [name.lower() for listed in lists if not isinstance(listed, property) for name in listed]
        seen.update(dict.fromkeys((name for name in names if _LATIN.fullmatch(name)), 2 if locale.name.startswith("en_") else 1))
    return seen


def first_names(folder: Path) -> list[str]:
    """The names, sorted."""
    others, verbs = other_words(), {verb for name in ("verb_frames.txt", "verb_uses.txt") for verb in _first_words("parser", name)}
    known = (dict.fromkeys(names_of_countries(), 0.0) | shares(folder)).items()
    return sorted(n for n, percent in known if len(n) > 2 and n not in others and (n not in verbs or percent >= COMMON))


def _first_words(*parts: str) -> Iterator[str]:
    return (line.split()[0] for line in asset(*parts).read_text("utf-8").splitlines() if line.strip())


def main() -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--census", type=Path, required=True, help="the folder with the files of the census")
    names = first_names(parser.parse_args().census)
    (ASSETS / "parser" / "first_names.txt").write_text("\n".join(names) + "\n", "utf-8")
    print(f"{len(names)} first names")


if __name__ == "__main__":
    main()
