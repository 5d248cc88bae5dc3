"""Makes assets/parser/noun_senses.txt, the broad class of English nouns, from the WordNet 3.0 database.

    python -m explorer.training.noun_senses --wordnet /usr/share/wordnet

Debian's package `wordnet-base` installs the database. Every single-word noun that WordNet's tagged corpus knows, and every noun
whose first sense is a person, gets its most frequent class (WordNet's lexicographer files) and the share of its uses that mean a person.
"""

import argparse
from collections import Counter, defaultdict
from pathlib import Path

from engines.files import ASSETS

CLASSES = {
    "03": "thing", "04": "act", "05": "animal", "06": "artifact", "07": "attribute", "08": "body", "09": "cognition",
    "10": "communication", "11": "event", "12": "feeling", "13": "food", "14": "group", "15": "location", "16": "motive",
    "17": "object", "18": "person", "19": "phenomenon", "20": "plant", "21": "possession", "22": "process", "23": "quantity",
    "24": "relation", "25": "shape", "26": "state", "27": "substance", "28": "time",
}  # fmt: skip
"""WordNet's lexicographer files of nouns (lexnames(5WN))."""


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
        weights: Counter[str] = Counter()
        for name, weight in senses:
            weights[name] += weight
        person = weights["person"] / sum(weights.values())
        tagged = sum(weight for _, weight in senses) >= 1.0 + sum(0.5 / (1 + rank) for rank in range(len(senses)))
        if not tagged and senses[0][0] not in ("person", "animal", "group"):
            continue
        best = weights.most_common(1)[0][0]
        lines.append(f"{lemma} {best} {round(100 * person)}" if 0.05 <= person <= 0.95 else f"{lemma} {best}")
    return lines


def main() -> None:
    """Write the word list."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"), help="folder of the WordNet 3.0 database")
    lines = noun_classes(options.parse_args().wordnet)
    target = ASSETS / "parser" / "noun_senses.txt"
    target.write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} nouns written to {target.relative_to(ASSETS.parent)}")


if __name__ == "__main__":
    main()
