"""How well the parser's questions agree with the QA-SRL gold standard (dev): question word, auxiliary, whole question.

    python -m explorer.evaluation.audits.wording --data ../shared/data [--show who:what]

Gold predicates are parsed; each of the parser's QAs is compared with the gold QA whose answer overlaps its own most (token
IOU of at least 0.5). Annotators often had several ways to ask, so agreement has a ceiling well below 100 %.
"""

import argparse
import csv
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engines.english.auxiliaries import FINITE
from engines.parsing import load_parser
from engines.parsing.arguments.structures import overlap
from engines.parsing.sentence import TokenQA

WORDS = ("who", "what", "when", "where", "why", "how", "how long", "how much")


@dataclass(frozen=True)
class GoldQA:
    """A gold question with one of its answers."""

    question: str
    start: int
    end: int


def qasrl_gold(folder: Path) -> Iterator[tuple[list[str], int, list[GoldQA]]]:
    """(tokens, verb index, gold QAs) of every gold predicate of the QA-SRL gold standard's dev part."""
    csv.field_size_limit(10**9)
    for source in ("wikinews", "wikipedia"):
        with (folder / f"qasrl_{source}_dev_sentences.csv").open(newline="") as file:
            sentences = {row["qasrl_id"]: row["tokens"].split(" ") for row in csv.DictReader(file)}
        predicates: dict[tuple[str, int], list[GoldQA]] = defaultdict(list)
        with (folder / f"qasrl_{source}_dev_gold.csv").open(newline="") as file:
            for row in csv.DictReader(file):
                if not (row["question"] and row["answer"] and row["verb_idx"]):
                    continue
                for span in row["answer_range"].split("~!~"):
                    start, end = map(int, span.split(":"))
                    predicates[row["qasrl_id"], int(row["verb_idx"])].append(GoldQA(row["question"], start, end))
        yield from ((sentences[name], verb, qas) for (name, verb), qas in predicates.items())


def question_word(question: str) -> str:
    """The wh-word of a question, "how long" and "how much" kept whole."""
    words = question.lower().split()
    return " ".join(words[:2]) if " ".join(words[:2]) in WORDS else words[0]


def auxiliary(question: str) -> str:
    """The auxiliary after the question word, "" if the verb follows at once."""
    words = question.lower().rstrip("?").split()[len(question_word(question).split()) :]
    word = words[0] if words else ""
    return word if word in ("won't", "can't") or word.removesuffix("n't") in FINITE else ""


def compared(folder: Path) -> Iterator[tuple[list[str], int, GoldQA, TokenQA]]:
    """Every QA of the parser with the gold QA it matches."""
    gold = list(qasrl_gold(folder))
    parsed = load_parser().parse_tokenized([(tokens, [verb]) for tokens, verb, _ in gold])
    for (tokens, verb, wanted), found in zip(gold, parsed, strict=True):
        for qa in found[0].qas:
            best = max(wanted, key=lambda g: overlap((g.start, g.end), (qa.start, qa.end)))
            if overlap((best.start, best.end), (qa.start, qa.end)) >= 0.5:
                yield tokens, verb, best, qa


def main() -> None:
    """Print the report, and with --show examples of one confusion (gold:parser)."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the development data")
    options.add_argument("--show", default="", help="gold:parser question words, to print examples of")
    choice = options.parse_args()
    pairs = list(compared(choice.data))
    words = [(question_word(gold.question), question_word(qa.question)) for _, _, gold, qa in pairs]
    agreeing = [(gold, qa) for (_, _, gold, qa), (wanted, got) in zip(pairs, words, strict=True) if wanted == got]
    print(f"{len(pairs)} matched QAs, question word {len(agreeing) / len(pairs):.3f}")
    print(f"auxiliary, same question word {sum(auxiliary(g.question) == auxiliary(q.question) for g, q in agreeing) / len(agreeing):.3f}")
    same = sum(g.question.lower().rstrip("? ") == q.question.lower().rstrip("? ") for g, q in agreeing)
    print(f"whole question, same question word {same / len(agreeing):.3f}")
    confusions = Counter(words)
    for word in WORDS:
        wanted = sum(count for (gold, _), count in confusions.items() if gold == word)
        chosen = sum(count for (_, got), count in confusions.items() if got == word)
        right, others = confusions[word, word], {got: n for (gold, got), n in confusions.most_common() if gold == word != got}
        print(f"{word:9} precision {right / max(1, chosen):.3f} recall {right / max(1, wanted):.3f} of {wanted:4} {others}")
    shown = [pair for pair, (wanted, got) in zip(pairs, words, strict=True) if choice.show == f"{wanted}:{got}"]
    for tokens, verb, gold, qa in random.Random(1).sample(shown, min(30, len(shown))):
        print(f"{' '.join(tokens)}\n    {tokens[verb]} | {gold.question} | {qa.question} | {' '.join(tokens[qa.start : qa.end])}")


if __name__ == "__main__":
    main()
