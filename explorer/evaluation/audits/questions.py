"""Draws QAs of unseen sentences for reading: the fluency audit of the parser.

    python -m explorer.evaluation.audits.questions --data ../shared/data --seed 7 --count 200 --part 0

Six genres share the sample evenly: news, biographies, encyclopedia articles, reports, conversations with e-mails, and text in small
letters. No part of the parser is fitted to them. Texts fall into parts by their digest, so that what was mended after one part was read
is judged on another whose texts nobody has seen. One line a QA: number, kind, predicate, question, answer and statement under the sentence
they are from, ready to be counted by a person. With `--engine qags` QAGS' questions are drawn instead.
"""

import argparse
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from engines.core.text import Text
from engines.parsing import KINDS, load_parser

PARTS = 4
"""Into how many parts the texts of a genre fall."""
_PER_SENTENCE = 3
_SHORTEST, _LONGEST = 4, 60


@dataclass(frozen=True)
class Asked:
    """One line of the sample: what was asked of a sentence of a genre."""

    genre: str
    sentence: str
    line: str


@dataclass(frozen=True)
class Source:
    """Where texts of a genre are from: a file of the data, a field, and the beginning of the ids wanted."""

    file: str
    field: str
    ids: str = ""


GENRES: dict[str, tuple[Source, ...]] = {
    "news": (Source("loc_bump.jsonl", "reference"), Source("train_summedits.jsonl", "reference", "summedits-news")),
    "biography": (Source("qasem_consistency_qas.jsonl", "sentence", "factscore"), Source("loc_wice.jsonl", "output")),
    "encyclopedia": (Source("train_fool_me_twice.jsonl", "reference"), Source("true_dialfact.jsonl", "reference")),
    "report": tuple(Source("train_summedits.jsonl", "output", f"summedits-{name}") for name in ("ectsum", "qmsumm", "scitldr", "podcast")),
    "conversation": (
        *(Source("train_summedits.jsonl", "reference", f"summedits-{name}") for name in ("sales_email", "sales_call", "podcast")),
        Source("true_dialfact.jsonl", "output"),
    ),
    "small letters": (
        Source("true_begin.jsonl", "reference"),
        Source("true_begin.jsonl", "output"),
        Source("true_q2.jsonl", "output"),
        Source("qags_xsum.jsonl", "output"),
        Source("qags_cnndm.jsonl", "output"),
    ),
}


def part_of(text: str) -> int:
    """The part that a text falls into, 0 to `PARTS` - 1."""
    return int(sha256(text.encode()).hexdigest(), 16) % PARTS


def texts(folder: Path, genre: str, part: int, own: Path | None = None) -> list[list[str]]:
    """The texts of a genre that fall into a part, once each and in a fixed order, source by source; `own` ones are not parted."""
    found = []
    if own is not None and (own / f"{genre}.txt").is_file():
        found.append((own / f"{genre}.txt").read_text(encoding="utf-8").split("\n\n"))
    for source in GENRES[genre]:
        with (folder / source.file).open(encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        wanted = (row[source.field] for row in rows if source.ids in str(row.get("id", "")) + str(row.get("subset", "")).lower())
        found.append([text for text in dict.fromkeys(wanted) if part_of(text) == part])
    return [kept for kept in found if kept]


def is_prose(sentence: str) -> bool:
    """Whether a line reads as one sentence: it ends like one, has 4 to 60 words, no list marks and few capitals."""
    words = sentence.split()
    capitals = sum(word[:1].isupper() for word in words[1:])
    marked = any(mark in sentence for mark in ("|", "►", "•", ">", "{", "…", " / ", "...", " - "))
    ended = sentence[-1:] in tuple(".!?\"'”’)")
    return ended and _SHORTEST <= len(words) <= _LONGEST and capitals <= 0.4 * len(words) and not marked


def draw(folder: Path, seed: int, count: int, part: int, ask: Callable[[Text, int], list[str]], own: Path | None = None) -> Iterator[Asked]:
    """`count` lines, as many of each genre, at most three of one sentence and one sentence of a text; lists and the like are passed over.

    Args:
        folder: of the development data.
        seed: decides which texts, sentences and questions.
        count: how many lines.
        part: of `PARTS`, whose texts are drawn from.
        ask: what is asked of a sentence of a text, given by its index.
        own: a folder of further texts, a file a genre ("news.txt"), blank lines between texts.
    """
    seen: set[str] = set()
    for number, genre in enumerate(GENRES):
        chance = random.Random(f"{seed} {genre}")
        sources = texts(folder, genre, part, own)
        wanted = (number + 1) * count // len(GENRES) - number * count // len(GENRES)
        for source in sources:
            chance.shuffle(source)
        while wanted > 0 and any(sources):
            source = chance.choice([s for s in sources if s])
            text = Text.of(source.pop())
            index = chance.randrange(len(text.sentences)) if text.sentences else -1
            small = genre == "small letters" and len(text.sentences) == 1
            if index < 0 or text.sentence(index) in seen or not (small or is_prose(text.sentence(index))):
                continue
            seen.add(text.sentence(index))
            lines = ask(text, index)
            for line in chance.sample(lines, min(_PER_SENTENCE, len(lines), wanted)):
                wanted -= 1
                yield Asked(genre, text.sentence(index), line)


def parser_asks(kinds: tuple[str, ...]) -> Callable[[Text, int], list[str]]:
    """The bundled parser's QAs as lines."""
    parser = load_parser()

    def ask(text: Text, index: int) -> list[str]:
        return [
            f"{parsed.predicate.kind} {parsed.predicate.text!r} | {qa.question} | {qa.answer.text} | {qa.statement}"
            + (" (implied)" if qa.implied else "")
            for parsed in parser.parse(text, kinds)
            for qa in parsed.qas
            if parsed.sentence == index
        ]

    return ask


def qags_asks(text: Text, index: int) -> list[str]:
    """The questions of QAGS as lines."""
    from engines.core.language import parse_sentences
    from engines.qags.candidates import candidates
    from engines.qags.questions import questions

    docs = list(parse_sentences(text, [index]))
    predicates = load_parser().parse(text)
    found = candidates(text, docs, [index])
    by_sentence = [docs[0]] * len(text.sentences)
    return [f"qags {q.predicate!r} | {q.text} | {q.answer.span.text}" for q in questions(text, by_sentence, found, predicates)]


def main() -> None:
    """Print the sample."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the development data")
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--count", type=int, default=200)
    options.add_argument("--part", type=int, default=0, choices=range(PARTS), help="which part of the texts")
    options.add_argument("--texts", type=Path, help="folder of further texts, a file a genre (news.txt …), blank lines between them")
    options.add_argument("--kinds", default=",".join(KINDS), help="comma-separated")
    options.add_argument("--engine", default="qasem", choices=("qasem", "qags"), help="whose questions")
    choice = options.parse_args()
    ask = qags_asks if choice.engine == "qags" else parser_asks(tuple(choice.kinds.split(",")))
    last = ("", "")
    for number, asked in enumerate(draw(choice.data, choice.seed, choice.count, choice.part, ask, choice.texts), 1):
        if (asked.genre, asked.sentence) != last:
            print(f"\n# [{asked.genre}] {asked.sentence}")
            last = asked.genre, asked.sentence
        print(f"{number:4} {asked.line}")


if __name__ == "__main__":
    main()
