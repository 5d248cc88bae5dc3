"""How fast the compact verifier is: `python -m explorer.evaluation.audits.verifier_speed [--threads N]`.

A 500-word reference with 12 QAs: cold (models loaded, reference new), with the reference remembered, and per further QA; and how long
a very long reference takes. The texts are made up on the spot.
"""

import argparse
import random
import time
from collections.abc import Sequence

from engines.core.roles import Hypothesis
from engines.core.text import Text

_PEOPLE = ("Ada Brenn", "Tor Vik", "Mila Osk", "Jon Rask", "Edda Holm", "Per Sund", "Nora Lie", "Kai Berg")
_VERBS = ("opened", "praised", "visited", "painted", "sold", "repaired", "closed", "described", "bought", "left")
_THINGS = (
    "the bakery",
    "the old harbour",
    "a wooden ferry",
    "the town museum",
    "two fishing boats",
    "the northern bridge",
    "a small school",
)
_PLACES = ("in Lindholm", "near the coast of Varga", "in the valley of Tresk", "at the market", "on the island of Solm")


def sentence(random_: random.Random) -> tuple[str, str, str, str, str]:
    """A sentence and its subject, verb, object and place."""
    who, did, what, where = (random_.choice(part) for part in (_PEOPLE, _VERBS, _THINGS, _PLACES))
    year, count = random_.randint(1950, 2024), random_.randint(3, 900)
    return f"{who} {did} {what} {where} in {year}, after {count} people had signed a letter to the council.", who, did, what, where


def reference(words: int, seed: int) -> str:
    """A reference of about so many words."""
    random_ = random.Random(seed)
    sentences: list[str] = []
    while sum(len(s.split()) for s in sentences) < words:
        sentences.append(sentence(random_)[0])
    return " ".join(sentences)


def questions(count: int, seed: int) -> list[Hypothesis]:
    """So many QAs, four to a sentence."""
    random_ = random.Random(seed)
    found: list[Hypothesis] = []
    while len(found) < count:
        text, who, did, what, where = sentence(random_)
        for question, answer in (("Who did something?", who), ("What was it about?", what), ("Where did it happen?", where)):
            found.append(Hypothesis(f"{question} {answer}", question, answer, text, did, "verb"))
        found.append(Hypothesis(f"When did it happen? {text}", "When did it happen?", text.split(", after")[0][-7:], text, did, "verb"))
    return found[:count]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m explorer.evaluation.audits.verifier_speed", description=__doc__)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--long", type=int, default=20_000, help="words of the long reference; 0 leaves it out")
    options = parser.parse_args(arguments)
    import torch

    from engines.models import registry

    torch.set_num_threads(options.threads)
    verifier = registry.get("verifier", "compact")
    verifier.verify(Text.of(reference(100, 0)), questions(4, 0))
    timed = []
    for seed in range(1, 6):
        text, first, second = Text.of(reference(500, seed)), questions(12, seed + 50), questions(60, seed + 100)
        seconds = []
        for hypotheses in (first, questions(12, seed + 70), second):
            started = time.perf_counter()
            verifier.verify(text, hypotheses)
            seconds.append(time.perf_counter() - started)
        timed.append((seconds[0], seconds[1], (seconds[2] - seconds[1]) / 48))
    cold, cached, further = (sorted(column)[2] for column in zip(*timed, strict=True))
    print(f"500 words, 12 QAs: {cold:.2f} s cold, {cached:.2f} s with the reference remembered, {1000 * further:.1f} ms per further QA")
    if options.long:
        text = Text.of(reference(options.long, 9))
        for name in ("new", "remembered"):
            started = time.perf_counter()
            verifier.verify(text, questions(12, 3))
            print(f"{options.long} words, 12 QAs, {name}: {time.perf_counter() - started:.1f} s")


if __name__ == "__main__":
    main()
