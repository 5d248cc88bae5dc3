"""Texts made to break things: the alphabets that did, put between and into plain English, long runs, and outputs that nearly copy.

Every pair follows from two numbers, so that what was found can be made again.
"""

import json
import random

from engines.core.machine.files import asset

_LISTS: dict[str, list[str]] = json.loads(asset("adversarial", "alphabets.json").read_text("utf-8"))
ALPHABETS = tuple(_LISTS[name] for name in ("digits", "number phrases", "scripts", "marks", "signs", "words"))
"""Numbers of every script, superscripts, circled and fullwidth digits, fractions, impossible dates and times; words of other scripts, right
to left too, and letters whose other case has another length; joiners, combining and direction marks, emoji, lone surrogates, control
characters, every kind of line break and space; brackets and markup; plain words."""
SENTENCES, NAMES = _LISTS["sentences"], _LISTS["names"]
"""Sentences with places for pieces, and what else stands in those places."""
RUNS = _LISTS["runs"]
"""What is repeated in runs."""
LONGEST_RUN = 5000


def pair(seed: int, number: int) -> tuple[str, str]:
    """The reference and the output of this number: texts of one kind, or an output that says nearly what its reference says."""
    draw = random.Random(f"{seed}/{number}")
    make = draw.choice((_soup, _sentences, _sentences, _sentences, _run, _mixed))
    reference = make(draw)
    kind = draw.random()
    if kind < 0.6:
        output = _changed(draw, reference)
    elif kind < 0.7:
        output, reference = reference, _changed(draw, reference) + " " + _sentences(draw)
    else:
        output = draw.choice((_soup, _sentences, _run, _mixed))(draw)
    return reference, output


def piece(draw: random.Random) -> str:
    """One piece of one of the alphabets."""
    return draw.choice(draw.choice(ALPHABETS))


def _soup(draw: random.Random) -> str:
    space = draw.choice((" ", " ", ""))
    return space.join(piece(draw) for _ in range(draw.randint(1, 40)))


def _sentences(draw: random.Random) -> str:
    odd = draw.choice((0.1, 0.4, 0.8))

    def filled(sentence: str) -> str:
        return sentence.format(*((piece(draw) if draw.random() < odd else draw.choice(NAMES)) for _ in range(sentence.count("{}"))))

    return draw.choice((" ", " ", "\n", "")).join(filled(draw.choice(SENTENCES)) for _ in range(draw.randint(1, 6)))


def _run(draw: random.Random) -> str:
    repeated = draw.choice(RUNS) if draw.random() < 0.7 else piece(draw) + draw.choice(("", " "))
    length = int(LONGEST_RUN ** draw.uniform(0.2, 1))
    run = repeated * max(1, length // len(repeated))
    return draw.choice(("{}", "{}", "He paid {} in May.", "{} The mayor left in 1995.", "({} and {})")).replace("{}", run)


def _mixed(draw: random.Random) -> str:
    return draw.choice((" ", "\n", "")).join(make(draw) for make in draw.choices((_soup, _sentences, _sentences), k=draw.randint(1, 4)))


def _changed(draw: random.Random, text: str) -> str:
    """The text with some of its words replaced, dropped, doubled, swapped or moved."""
    words = text.split(" ")
    for _ in range(draw.randint(0, 5)):
        place, other = draw.randrange(len(words)), draw.randrange(len(words))
        change = draw.randrange(5)
        if change == 0:
            words[place] = piece(draw)
        elif change == 1:
            words[place : place + 1] = []
        elif change == 2:
            words.insert(place, piece(draw))
        elif change == 3:
            words[place], words[other] = words[other], words[place]
        else:
            words[place] += piece(draw)
        words = words or [""]
    return " ".join(words)[draw.choice((0, 0, 0, 3)) :]
