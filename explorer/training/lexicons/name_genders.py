"""Makes the parser's list of first names that nearly only men or nearly only women have.

    python -m explorer.training.lexicons.name_genders --census FOLDER

From the same files and lists as the parser's first names (`explorer.training.lexicons.first_names`): a name is a man's or a woman's if it
is twenty times rarer among the others in the census, and if nearly all countries that Faker has it of agree. Names that are other words,
too ("grace", "mark"), count if one person in a thousand is named so, and places and months do not. Names that
`assets/parser/animacy.json` has by hand are left out.
"""

import argparse
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from engines.core.machine.files import ASSETS, asset
from engines.english.calendar import CALENDAR_NAMES
from engines.verification.names.aliases import fold, lexicon
from explorer.training.lexicons.first_names import COMMON, FILES, countries, other_words

GENDERS = ("male", "female")
_RARER = 20
_SHORTEST = 3


def shares(file: Path) -> dict[str, float]:
    """Each first name of a file of the census, folded, and the percent of people who have it.

    Raises:
        OSError: the file is not there.
    """
    lines = (line.lower().split() for line in file.read_text("utf-8").splitlines())
    return {fold(name): float(percent) for name, percent, *_ in lines}


def folded(numbers: Mapping[str, int]) -> Counter[str]:
    """The same numbers by name without accents."""
    found = Counter[str]()
    for name, number in numbers.items():
        found[fold(name)] += number
    return found


def mostly(own: Mapping[str, float], other: Mapping[str, float], name: str) -> bool:
    """Whether a name is hardly ever one of the others'."""
    return other.get(name, 0.0) * _RARER <= own.get(name, 0.0)


def genders(census: Mapping[str, Mapping[str, float]], seen: Mapping[str, Mapping[str, float]]) -> dict[str, frozenset[str]]:
    """The folded names of men and those of women, by gender, from percents of people and numbers of countries by gender and name."""
    others, places, found = other_words(), lexicon().places, dict[str, set[str]]()
    for own, other in (GENDERS, GENDERS[::-1]):
        names = {*census[own], *(name for name, number in seen[own].items() if number > 1)}
        alone = {name for name in names if all(mostly(table[own], table[other], name) for table in (census, seen))}
        kept = {name for name in alone if len(name) >= _SHORTEST and (name not in others or census[own].get(name, 0.0) >= COMMON)}
        found[own] = kept - places.keys() - CALENDAR_NAMES
    return {gender: frozenset(names - found[other]) for (gender, names), other in zip(found.items(), GENDERS[::-1], strict=True)}


def main() -> None:
    """Write the list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--census", type=Path, required=True, help="the folder with the files of the census")
    folder = parser.parse_args().census
    census = {gender: shares(folder / file) for gender, file in zip(GENDERS, FILES, strict=True)}
    written = json.loads(asset("parser", "animacy.json").read_text("utf-8"))
    known = {*written["men"].split(), *written["women"].split()}
    found = genders(census, {gender: folded(countries(f"_{gender}")) for gender in GENDERS})
    lines = [f"{name} {gender}" for gender in GENDERS for name in sorted(found[gender] - known)]
    (ASSETS / "parser" / "name_genders.txt").write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{len(lines)} first names")


if __name__ == "__main__":
    main()
