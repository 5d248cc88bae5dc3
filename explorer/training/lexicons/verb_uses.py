"""Counts how verbs are used, for the parser's wording: who acts, who or what it is done to, objects and prepositions.

    python -m explorer.training.lexicons.verb_uses --data ../shared/data

The texts are those of FIB (CC BY 4.0), SummEdits, CAD-NLI and Fool Me Twice (Apache-2.0), references and outputs, the pages cited in
WiCE (ODC-BY) and the references of LSS (CC0), each sentence once; only counts are kept. A line of `assets/parser/verb_uses.txt` is a
verb, how often it was seen, and in percent: of its subjects, of its objects, how many are people ("-" if fewer than `FEWEST` are surely
one or the other), how many of its uses in the active voice have an object or a clause, and the prepositions that follow it in at least
`LEAST` percent of its uses.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from engines.core import language
from engines.core.machine.files import ASSETS
from engines.core.text import Text
from engines.english.animacy import noun_class, person_share
from engines.english.pronouns import IT, NAMING_PERSONS, THEY
from engines.parsing.syntax.passives import is_passive
from engines.parsing.syntax.verb_groups import verb_lemma

if TYPE_CHECKING:
    from spacy.tokens import Token

SOURCES = (
    "train_fib.jsonl",
    "train_summedits.jsonl",
    "train_cad_nli.jsonl",
    "train_fool_me_twice.jsonl",
    "lss.jsonl",
    "wice_evidence.jsonl",
)
FEWEST = 4
"""Uses below which no share is given."""
LEAST = 10
"""Percent of a verb's uses from which a preposition is listed."""
_SEEN = 5
_SURELY = 0.9
_COMPLEMENTS = frozenset({"dobj", "ccomp", "xcomp", "attr", "acomp", "oprd", "dative"})


def sentences(folder: Path) -> Iterator[str]:
    """Every sentence of the texts once, in a fixed order."""
    seen: set[str] = set()
    for name in SOURCES:
        for line in (folder / name).read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            parts = row.get("reference_sentences") or [row["reference"], row["output"]]
            for text in map(Text.of, parts):
                for index in range(len(text.sentences)):
                    sentence = text.sentence(index)
                    if sentence not in seen:
                        seen.add(sentence)
                        yield sentence


def is_people(token: "Token") -> bool | None:
    """Whether a word surely stands for people (True) or for no people (False); None if it may be either."""
    if token.lower_ in NAMING_PERSONS - THEY.plain or token.ent_type_ == "PERSON":
        return True
    if token.lower_ in IT.plain:
        return False
    if token.pos_ != "NOUN" or not noun_class(token.lemma_):
        return None
    share = person_share(token)
    return True if share >= _SURELY else False if share <= 1 - _SURELY else None


def counted(verbs: Iterator["Token"]) -> list[str]:
    """A line for each verb that was seen often enough."""
    seen, active, objects = Counter[str](), Counter[str](), Counter[str]()
    people: dict[tuple[str, str], Counter[bool]] = defaultdict(Counter)
    prepositions: dict[str, Counter[str]] = defaultdict(Counter)
    for verb in verbs:
        lemma, passive = verb_lemma(verb), is_passive(verb)
        seen[lemma] += 1
        active[lemma] += not passive
        objects[lemma] += not passive and any(child.dep_ in _COMPLEMENTS for child in verb.children)
        prepositions[lemma].update({c.lower_ for c in verb.children if c.dep_ == "prep" and c.i > verb.i and c.is_alpha})
        for child in verb.children:
            role = "subject" if child.dep_ == "nsubj" else "object" if child.dep_ in ("dobj", "nsubjpass") else ""
            certain = is_people(child) if role else None
            if certain is not None:
                people[lemma, role][certain] += 1
    return [
        " ".join(
            [
                lemma,
                str(count),
                *(_share(people[lemma, role][True], people[lemma, role].total()) for role in ("subject", "object")),
                _share(objects[lemma], active[lemma]),
                *(
                    f"{word}:{100 * n // count}"
                    for word, n in prepositions[lemma].most_common()
                    if n >= FEWEST and 100 * n >= LEAST * count
                ),
            ]
        )
        for lemma, count in sorted(seen.items())
        if count >= _SEEN
    ]


def _share(part: int, whole: int) -> str:
    return str(round(100 * part / whole)) if whole >= FEWEST else "-"


def _verbs(folder: Path, most: int) -> Iterator["Token"]:
    texts = (sentence for _, sentence in zip(range(most), sentences(folder), strict=False))
    for doc in language.pipeline().pipe(texts, batch_size=256):
        yield from (token for token in doc if token.pos_ == "VERB" and token.is_alpha and token.dep_ not in ("aux", "auxpass", "amod"))


def main() -> None:
    """Write `assets/parser/verb_uses.txt`."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the development data")
    options.add_argument("--most", type=int, default=120_000, help="sentences at most")
    choice = options.parse_args()
    lines = counted(_verbs(choice.data, choice.most))
    (ASSETS / "parser" / "verb_uses.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} verbs")


if __name__ == "__main__":
    main()
