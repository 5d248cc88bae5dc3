"""Makes the word lists of the parser from the WordNet 3.0 database.

    python -m explorer.training.lexicons.lists --wordnet /usr/share/wordnet

Debian's package `wordnet-base` installs the database. `noun_senses.txt`: every single-word noun that WordNet's tagged corpus
knows, every noun whose first sense is a person, an animal or a group, and every one that LemmInflect knows and that only stands for
things that can be touched, counted or felt, gets its most frequent class (WordNet's lexicographer files) and the share of its uses that
mean a person. `verb_frames.txt`: the verbs that take no object, and those that must.
`adjectives.txt`: the adjectives that can follow "be" in their first sense and are not mere relations to a noun ("medical").
`phrasal_verbs.txt`: the verbs of two words, the second a particle ("run out"). `compound_nouns.txt`: the nouns of two words, the first
one of those adjectives ("free kick").
"""

import argparse
from collections import defaultdict
from pathlib import Path

from engines.core.machine.files import ASSETS
from engines.english.word_forms import lemmas

CLASSES = {
    "03": "thing", "04": "act", "05": "animal", "06": "artifact", "07": "attribute", "08": "body", "09": "cognition",
    "10": "communication", "11": "event", "12": "feeling", "13": "food", "14": "group", "15": "location", "16": "motive",
    "17": "object", "18": "person", "19": "phenomenon", "20": "plant", "21": "possession", "22": "process", "23": "quantity",
    "24": "relation", "25": "shape", "26": "state", "27": "substance", "28": "time",
}  # fmt: skip
"""WordNet's lexicographer files of nouns (lexnames(5WN))."""
_TANGIBLE = frozenset({
    "artifact", "body", "event", "feeling", "food", "motive", "object", "phenomenon", "plant", "possession", "process", "quantity",
    "substance", "time",
})  # fmt: skip
"""Classes of what never acts as people do; an untagged noun of another ("centre", "defence") may name those who work there."""


def sense_weights(folder: Path) -> dict[str, list[tuple[str, float]]]:
    """(class, weight) of every sense of every noun, in WordNet's order; the weight is the count in the tagged corpus plus a small prior."""
    counts = {key: int(count) for key, _, count in (line.split() for line in (folder / "cntlist.rev").read_text().splitlines())}
    synsets: dict[str, tuple[str, dict[str, str]]] = {}
    for line in (folder / "data.noun").read_text().splitlines():
        if line.startswith(" "):
            continue
        fields = line.split()
        words = {fields[4 + 2 * i]: fields[5 + 2 * i] for i in range(int(fields[3], 16))}
        synsets[fields[0]] = (fields[1], {word.lower(): lex_id for word, lex_id in words.items() if word[0].islower()})
    nouns: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for line in (folder / "index.noun").read_text().splitlines():
        if line.startswith(" "):
            continue
        fields = line.split()
        lemma, senses = fields[0], fields[-int(fields[2]) :]
        if not lemma.replace("-", "").isalpha():
            continue
        for rank, offset in enumerate(senses):
            lex_file, words = synsets[offset]
            if lemma not in words:  # a name
                continue
            key = f"{lemma}%1:{lex_file}:{int(words[lemma], 16):02d}::"
            nouns[lemma].append((CLASSES[lex_file], counts.get(key, 0) + 0.5 / (1 + rank)))
    return nouns


def noun_classes(folder: Path) -> list[str]:
    """Lines "noun class" or "noun class percent-person"."""
    lines = []
    for lemma, senses in sorted(sense_weights(folder).items()):
        if len(lemma) < 3:
            continue
        weights: dict[str, float] = defaultdict(float)
        for name, weight in senses:
            weights[name] += weight
        person = weights["person"] / sum(weights.values())
        tagged = sum(weight for _, weight in senses) >= 1.0 + sum(0.5 / (1 + rank) for rank in range(len(senses)))
        thing = senses[0][0] in _TANGIBLE and not weights["person"] and lemma in lemmas(lemma).get("NOUN", ())
        if not tagged and not thing and senses[0][0] not in ("person", "animal", "group"):
            continue
        best = max(weights, key=lambda name: weights[name])
        lines.append(f"{lemma} {best} {round(100 * person)}" if 0.05 <= person <= 0.95 else f"{lemma} {best}")
    return lines


_WITH_OBJECT = frozenset({8, 9, 10, 11, 14, 15, 16, 17, 18, 19, 20, 21, 24, 25, 30, 31})
"""WordNet's generic sentence frames that have a direct object (wninput(5WN))."""


def verb_frames(folder: Path) -> list[str]:
    """Lines "verb intransitive" (under 15 % of uses allow an object) or "verb transitive" (under 15 % do without)."""
    counts = {key: int(count) for key, _, count in (line.split() for line in (folder / "cntlist.rev").read_text().splitlines())}
    synsets: dict[str, tuple[str, list[str], list[str], list[tuple[int, int]]]] = {}
    for line in (folder / "data.verb").read_text().splitlines():
        if line.startswith(" "):
            continue
        fields = line.split("|")[0].split()
        size = int(fields[3], 16)
        words, lex_ids = [fields[4 + 2 * i].lower() for i in range(size)], [fields[5 + 2 * i] for i in range(size)]
        position = 5 + 2 * size + 4 * int(fields[4 + 2 * size])
        frames = [(int(fields[position + 2 + 3 * i]), int(fields[position + 3 + 3 * i], 16)) for i in range(int(fields[position]))]
        synsets[fields[0]] = fields[1], words, lex_ids, frames
    lines = []
    for line in (folder / "index.verb").read_text().splitlines():
        fields = line.split()
        if line.startswith(" ") or not fields[0].isalpha():
            continue
        verb, total, allow, omit = fields[0], 0.0, 0.0, 0.0
        for rank, offset in enumerate(fields[-int(fields[2]) :]):
            lex_file, words, lex_ids, frames = synsets[offset]
            place = words.index(verb)
            weight = counts.get(f"{verb}%2:{lex_file}:{int(lex_ids[place], 16):02d}::", 0) + 0.5 / (1 + rank)
            mine = {frame for frame, word in frames if word in (0, place + 1)}
            total += weight
            allow += weight * bool(mine & _WITH_OBJECT)
            omit += weight * bool(mine - _WITH_OBJECT)
        if allow < 0.15 * total:
            lines.append(f"{verb} intransitive")
        elif omit < 0.15 * total:
            lines.append(f"{verb} transitive")
    return lines


def predicative_adjectives(folder: Path) -> list[str]:
    """Single-word adjectives without the mark of attributive use or a pertainym pointer in their first sense."""
    synsets: dict[str, tuple[list[str], list[tuple[str, int]]]] = {}
    for line in (folder / "data.adj").read_text().splitlines():
        if line.startswith(" "):
            continue
        fields = line.split("|")[0].split()
        size = int(fields[3], 16)
        at = 4 + 2 * size
        pointers = [(fields[at + 1 + 4 * i], int(fields[at + 4 + 4 * i][:2], 16)) for i in range(int(fields[at]))]
        synsets[fields[0]] = [fields[4 + 2 * i] for i in range(size)], pointers
    found = []
    for line in (folder / "index.adj").read_text().splitlines():
        fields = line.split()
        if line.startswith(" ") or not fields[0].isalpha() or len(fields[0]) < 3:
            continue
        words, pointers = synsets[fields[-int(fields[2])]]
        plain = [word.split("(")[0].lower() for word in words]
        place = plain.index(fields[0])
        if "(a)" in words[place] or words[place][0].isupper():
            continue
        if not any(symbol == "\\" and source in (0, place + 1) for symbol, source in pointers):
            found.append(fields[0])
    return found


_PARTICLES = frozenset({"about", "along", "apart", "around", "aside", "away", "back", "down", "in", "off", "on", "out", "over", "up"})


def phrasal_verbs(folder: Path) -> list[str]:
    """Verbs of two words, the second a particle: "run out"."""
    lemmas = (line.split()[0] for line in (folder / "index.verb").read_text().splitlines() if not line.startswith(" "))
    pairs = (lemma.split("_") for lemma in lemmas)
    return [" ".join(pair) for pair in pairs if len(pair) == 2 and pair[1] in _PARTICLES]


def compound_nouns(folder: Path) -> list[str]:
    """Nouns of two words, the first an adjective that says something else alone: "free kick", "red cross"."""
    adjectives = frozenset(predicative_adjectives(folder))
    lemmas = (line.split()[0] for line in (folder / "index.noun").read_text().splitlines() if not line.startswith(" "))
    pairs = (lemma.split("_") for lemma in lemmas)
    return [" ".join(pair) for pair in pairs if len(pair) == 2 and pair[0] in adjectives and pair[1].isalpha()]


def main() -> None:
    """Write the word lists."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"), help="folder of the WordNet 3.0 database")
    folder = options.parse_args().wordnet
    lists = {
        "noun_senses.txt": noun_classes,
        "verb_frames.txt": verb_frames,
        "adjectives.txt": predicative_adjectives,
        "phrasal_verbs.txt": phrasal_verbs,
        "compound_nouns.txt": compound_nouns,
    }
    for name, lines in ((name, make(folder)) for name, make in lists.items()):
        (ASSETS / "parser" / name).write_text("\n".join(lines) + "\n")
        print(f"{len(lines)} words written to {name}")


if __name__ == "__main__":
    main()
