"""Draws QAs of unseen sentences for reading: the fluency audit of the parser.

    python -m explorer.evaluation.audits.questions --data ../shared/data --seed 7 --count 150

Sentences come from the reference texts of the LSS and QAGS data, which no part of the parser is fitted to. One line a QA:
number, kind, predicate, question, answer and statement under the sentence they are from, ready to be counted by a person.
"""

import argparse
import json
import random
from pathlib import Path

from engines.core.roles import QA, ParsedPredicate
from engines.core.text import Text
from engines.parsing import KINDS, load_parser

SOURCES = ("lss.jsonl", "qags_cnndm.jsonl", "qags_xsum.jsonl")


def references(folder: Path) -> list[str]:
    """Every reference text once, in a fixed order."""
    found: dict[str, None] = {}
    for name in SOURCES:
        with (folder / name).open(encoding="utf-8") as file:
            found.update(dict.fromkeys(json.loads(line)["reference"] for line in file))
    return list(found)


def is_prose(sentence: str) -> bool:
    """Whether a line reads as one sentence: it ends like one, has 4 to 60 words, no list marks and few capitals."""
    words = sentence.split()
    capitals = sum(word[:1].isupper() for word in words[1:])
    marked = any(mark in sentence for mark in ("|", "►", "•", ">", "{", "…", " / ", "...", " - "))
    return sentence[-1:] in tuple(".!?\"'”’)") and 4 <= len(words) <= 60 and capitals <= 0.4 * len(words) and not marked


def draw(folder: Path, seed: int, count: int, kinds: tuple[str, ...]) -> list[tuple[str, ParsedPredicate, QA]]:
    """`count` QAs (sentence, predicate, QA), at most three of one sentence; headings, lists and cut-off lines are passed over."""
    chance = random.Random(seed)
    texts = references(folder)
    parser = load_parser()
    drawn: list[tuple[str, ParsedPredicate, QA]] = []
    while len(drawn) < count:
        text = Text.of(chance.choice(texts))
        predicates = parser.parse(text, kinds)
        sentence = chance.randrange(len(text.sentences))
        if not is_prose(text.sentence(sentence)):
            continue
        qas = [
            (text.sentence(sentence), predicate, qa) for predicate in predicates if predicate.sentence == sentence for qa in predicate.qas
        ]
        drawn.extend(chance.sample(qas, min(3, len(qas))))
    return drawn[:count]


def main() -> None:
    """Print the sample."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the development data")
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--count", type=int, default=150)
    options.add_argument("--kinds", default=",".join(KINDS), help="comma-separated")
    choice = options.parse_args()
    last = ""
    sample = draw(choice.data, choice.seed, choice.count, tuple(choice.kinds.split(",")))
    for number, (sentence, predicate, qa) in enumerate(sample, 1):
        if sentence != last:
            print(f"\n# {sentence}")
            last = sentence
        place, implied = predicate.predicate, " (implied)" if qa.implied else ""
        print(f"{number:4} {place.kind} {place.text!r} | {qa.question} | {qa.answer.text} | {qa.statement}{implied}")


if __name__ == "__main__":
    main()
