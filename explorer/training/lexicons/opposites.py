"""Makes the lists of opposites and of related words that near copies are judged by, from the WordNet 3.0 database.

    python -m explorer.training.lexicons.opposites --wordnet /usr/share/wordnet

Debian's package `wordnet-base` installs the database. `assets/verifier/antonyms.txt`: pairs of single words that WordNet calls antonyms
and that both occur in its tagged corpus. `assets/verifier/related_words.txt`: each common word with those that may stand for it in a
summary: words of the same meaning, of a wider one ("bought" for "acquired", "boat" for "ferry"), and what a verb entails.
"""

import argparse
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engines.core.machine.files import ASSETS

_PARTS = ("verb", "adj", "noun", "adv")
_ANTONYM = "!"
_WIDER = frozenset({"@", "*", "&", ">", "$"})
"""WordNet's pointers to what a word is a kind of, entails, resembles, causes or goes together with (wninput(5WN))."""
_COMMON = 2
"""How often a word must have been tagged to be listed."""
_SENSES = 4
"""So many senses of a word are read, the most frequent first; rarer ones would relate nearly everything."""


@dataclass(frozen=True)
class Synset:
    """Words of one meaning and the pointers from it: symbol, offset, part of speech, and the words they join (0 for all)."""

    words: tuple[str, ...]
    pointers: tuple[tuple[str, str, str, int, int], ...]


def synsets(folder: Path, part: str) -> dict[str, Synset]:
    """The synsets of one part of speech by their offset."""
    found = {}
    for line in (folder / f"data.{part}").read_text().splitlines():
        if line.startswith(" "):
            continue
        fields = line.split("|")[0].split()
        size = int(fields[3], 16)
        at = 4 + 2 * size
        pointers = []
        for i in range(int(fields[at])):
            symbol, offset, kind, joined = fields[at + 1 + 4 * i : at + 5 + 4 * i]
            pointers.append((symbol, offset, kind, int(joined[:2], 16), int(joined[2:], 16)))
        words = tuple(re.sub(r"\(.*\)", "", word).lower() for word in fields[4:at:2])
        found[fields[0]] = Synset(words, tuple(pointers))
    return found


def uses(folder: Path) -> dict[str, int]:
    """How often each word was tagged."""
    counts: dict[str, int] = defaultdict(int)
    for line in (folder / "cntlist.rev").read_text().splitlines():
        sense, _, count = line.split()
        counts[sense.split("%")[0]] += int(count)
    return counts


def antonyms(folder: Path) -> list[str]:
    """Lines "word word", each pair once."""
    counts = uses(folder)
    pairs = set()
    for part in _PARTS:
        entries = synsets(folder, part)
        for synset in entries.values():
            for symbol, offset, _, mine, theirs in synset.pointers:
                if symbol == _ANTONYM:
                    first, second = sorted((synset.words[mine - 1], entries[offset].words[theirs - 1]))
                    if (first + second).isalpha() and counts[first] and counts[second]:
                        pairs.add(f"{first} {second}")
    return sorted(pairs)


def related_words(folder: Path) -> list[str]:
    """Lines "word: word word", the words of its senses and of the wider senses above them."""
    counts = uses(folder)
    related: dict[str, set[str]] = defaultdict(set)
    for part in ("verb", "noun", "adj"):
        entries = synsets(folder, part)
        for line in (folder / f"index.{part}").read_text().splitlines():
            fields = line.split()
            if line.startswith(" ") or not fields[0].isalpha() or counts[fields[0]] < _COMMON:
                continue
            for offset in fields[-int(fields[2]) :][:_SENSES]:
                related[fields[0]].update(_around(entries, offset))
    lines = []
    for word, others in sorted(related.items()):
        known = sorted(other for other in others if other != word and other.isalpha() and counts[other] >= _COMMON)
        if known:
            lines.append(f"{word}: {' '.join(known)}")
    return lines


def _around(entries: dict[str, Synset], offset: str) -> Iterator[str]:
    yield from entries[offset].words
    for symbol, other, _, _, _ in entries[offset].pointers:
        if symbol in _WIDER and other in entries:
            yield from entries[other].words


def main() -> None:
    """Write the word lists."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"), help="folder of the WordNet 3.0 database")
    folder = options.parse_args().wordnet
    for name, make in {"antonyms.txt": antonyms, "related_words.txt": related_words}.items():
        lines = make(folder)
        (ASSETS / "verifier" / name).write_text("\n".join(lines) + "\n")
        print(f"{len(lines)} lines written to {name}")


if __name__ == "__main__":
    main()
