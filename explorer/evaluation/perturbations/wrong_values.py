"""Numbers, dates, amounts and times changed for others of their kind, as people and models get them wrong."""

import random
from typing import TYPE_CHECKING

from engines.core.digits import begins_with_digit, has_digit
from engines.english.calendar import MONTHS, WEEKDAYS
from engines.english.number_words import ORDINALS, in_words
from engines.verification.values.finding import Value, compare, find_values
from explorer.evaluation.perturbations.paraphrases import reworded_value
from explorer.evaluation.perturbations.passages import Passage
from explorer.evaluation.perturbations.rewriting import Change, Edit

if TYPE_CHECKING:
    from spacy.tokens import Doc

_ORDINALS = ORDINALS[1:11]


def value_changed(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> Change | None:
    """A number, date, amount, share or time replaced by another of its kind."""
    values = [v for v in find_values(doc.text) if v.kind != "relative" and v.surface.lower() not in ("half", "one")]
    random_.shuffle(values)
    for value in values:
        options = [
            v.surface
            for v in passage.values
            if v.kind == value.kind
            and v.unit == value.unit
            and v.factor == value.factor
            and compare(v, value) == "different"
            and len(v.surface) < 25
        ]
        shape = [
            s for s in options if begins_with_digit(s) == begins_with_digit(value.surface) and len(s.split()) == len(value.surface.split())
        ]
        new = random_.choice(shape) if shape and random_.random() < 0.5 else invented_value(value, random_)
        if new and new != value.surface and not any(compare(v, value) in ("same", "compatible") for v in find_values(new)):
            return Change([Edit(value.start, value.end, new)])
    return None


def invented_value(value: Value, random_: random.Random) -> str | None:
    """Another value of the same kind, written in the same way."""
    surface = value.surface
    for names in (MONTHS, WEEKDAYS, _ORDINALS):
        present = [name for name in names if name in surface]
        if present and (names is not MONTHS or random_.random() < 0.5 or not has_digit(surface)):
            return surface.replace(present[0], random_.choice([name for name in names if name != present[0]]))
    digits = next(
        (part for part in surface.replace("-", " ").replace("–", " ").split() if part.strip("$£€%.,'s").replace(",", "").isdecimal()), ""
    )
    digits = digits.strip("$£€%.,'s")
    if digits:
        old = int(digits.replace(",", ""))
        if value.kind == "date" and old > 1000:
            new = old + random_.choice((-12, -7, -3, -2, -1, 1, 2, 3, 5, 9))
        elif value.kind == "date":
            new = (old + random_.randint(2, 25)) % 28 + 1
        else:
            new = random_.choice((max(2, old * 2), max(2, old // 2), old + max(1, old // 3), old * 10, old + 1 if old > 4 else old + 3))
        if value.kind in ("percent", "time") and new >= (100 if value.kind == "percent" else 12):
            new = old // 2 + 1
        return (
            surface.replace(digits, f"{new:,}" if "," in digits or (new >= 10000 and value.kind != "date") else str(new), 1)
            if new != old
            else None
        )
    if value.kind == "number" and surface.replace("-", "").isalpha() and 2 <= value.low < 100 and value.low == value.high:
        return in_words(int(value.low) + random_.choice((1, 2, 3, 5, 10)))
    return None


def equal_value_then_changed(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> Change | None:
    """A changed value that is also written in another format, so that the format gives nothing away."""
    change = value_changed(passage, index, doc, random_)
    if change is None:
        return None
    edit = change.edits[0]
    values = find_values(edit.text)
    new = reworded_value(values[0], random_) if len(values) == 1 and values[0].surface == edit.text else None
    return Change([Edit(edit.start, edit.end, new)]) if new else None
