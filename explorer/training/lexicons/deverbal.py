"""Makes the parser's lexicon of deverbal nouns from the WordNet 3.0 database.

    python -m explorer.training.lexicons.deverbal --wordnet /usr/share/wordnet

Debian's package `wordnet-base` installs the database. WordNet links nouns to the verbs that they are derived from
("derivationally related forms"). `deverbal.txt` holds every single-word common noun with such a link: the noun, its verb,
the percentage of its uses (WordNet's tagged corpus, with a small prior by rank) that name an event, the percentage that
name a person, and the percentage of verbs among the uses of noun and verb together: "film" is seldom a verb, "attack" often.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engines.core.machine.files import ASSETS
from explorer.training.lexicons.lists import CLASSES

EVENTS = frozenset(
    {"act", "event", "process", "phenomenon", "communication", "cognition", "feeling", "state", "possession", "motive", "attribute"}
)
"""WordNet's classes of nouns in which a noun can say that something happens or holds."""
_CORE_EVENTS = frozenset({"act", "event", "process", "phenomenon", "communication"})
_HALF = 0.5


class _Sense(NamedTuple):
    noun_class: str
    weight: float
    verbs: tuple[str, ...]


def _synsets(path: Path) -> Iterator[tuple[str, list[str], list[str], list[tuple[str, str, int, int]]]]:
    """(offset, fields, words, derivation pointers (offset, part of speech, source word, target word)) of a WordNet data file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            continue
        fields = line.split("|")[0].split()
        count = int(fields[3], 16)
        words = [fields[4 + 2 * i].lower() for i in range(count)]
        at = 4 + 2 * count
        pointers = []
        for k in range(int(fields[at])):
            mark, offset, part, places = fields[at + 1 + 4 * k : at + 5 + 4 * k]
            if mark == "+":
                pointers.append((offset, part, int(places[:2], 16), int(places[2:], 16)))
        yield fields[0], fields, words, pointers


def noun_senses(folder: Path) -> dict[str, list[_Sense]]:
    """Every sense of every single-word common noun with the verbs that WordNet derives it from."""
    counts = {key: int(count) for key, _, count in (line.split() for line in (folder / "cntlist.rev").read_text().splitlines())}
    verbs = {offset: words for offset, _, words, _ in _synsets(folder / "data.verb")}
    found: dict[str, list[_Sense]] = defaultdict(list)
    ranks = _ranks(folder)
    for offset, fields, words, pointers in _synsets(folder / "data.noun"):
        for number, word in enumerate(words, start=1):
            surface, lex_id = fields[4 + 2 * (number - 1)], int(fields[5 + 2 * (number - 1)], 16)
            if not word.isalpha() or surface != word:
                continue
            derived = tuple(verbs[o][target - 1] for o, part, source, target in pointers if part == "v" and source == number and o in verbs)
            weight = counts.get(f"{word}%1:{fields[1]}:{lex_id:02d}::", 0) + _HALF / (1 + ranks.get((word, offset), 9))
            found[word].append(_Sense(CLASSES[fields[1]], weight, derived))
    return found


def _ranks(folder: Path) -> dict[tuple[str, str], int]:
    """WordNet's order of the senses of a noun."""
    ranks = {}
    for line in (folder / "index.noun").read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            fields = line.split()
            for rank, offset in enumerate(fields[-int(fields[2]) :]):
                ranks[fields[0], offset] = rank
    return ranks


def deverbal_lines(folder: Path) -> list[str]:
    """Lines "noun verb percent-event percent-person percent-verb"."""
    verb_uses = _verb_uses(folder)
    lines = []
    for noun, senses in sorted(noun_senses(folder).items()):
        verbs: Counter[str] = Counter()
        for sense in senses:
            for verb in sense.verbs:
                if "_" not in verb and _alike(noun, verb):
                    verbs[verb] += 1 + sense.weight * (sense.noun_class in EVENTS)  # type: ignore[assignment]
        if not verbs:
            continue
        total = sum(sense.weight for sense in senses)
        event = sum(s.weight for s in senses if s.noun_class in _CORE_EVENTS or (s.noun_class in EVENTS and s.verbs))
        person = sum(s.weight for s in senses if s.noun_class == "person")
        if round(100 * event / total) or round(100 * person / total):
            verb = max(sorted(verbs), key=lambda v: verbs[v])
            share = verb_uses[verb] / (verb_uses[verb] + total)
            lines.append(f"{noun} {verb} {round(100 * event / total)} {round(100 * person / total)} {round(100 * share)}")
    return lines


def _verb_uses(folder: Path) -> Counter[str]:
    """How often each verb occurs in the tagged corpus, plus a half."""
    uses: Counter[str] = Counter()
    for line in (folder / "index.verb").read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            uses[line.split()[0]] = _HALF  # type: ignore[assignment]
    for line in (folder / "cntlist.rev").read_text(encoding="utf-8").splitlines():
        key, _, count = line.split()
        lemma, sense = key.split("%")
        if sense.startswith("2:"):
            uses[lemma] += int(count)
    return uses


def _alike(noun: str, verb: str) -> bool:
    """Derived words begin alike; suppletion is for the irregular list."""
    return noun[:2] == verb[:2] or (noun[0] == verb[0] and len(verb) <= 3)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"), help="folder of the WordNet database")
    lines = deverbal_lines(parser.parse_args().wordnet)
    (ASSETS / "parser" / "deverbal.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} deverbal nouns")


if __name__ == "__main__":
    main()
