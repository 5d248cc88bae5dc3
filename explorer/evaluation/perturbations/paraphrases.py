"""Statements that a sentence of the reference supports though they say it in other words: safe rewritings only."""

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from engines.core.digits import begins_with_digit
from engines.english.calendar import MONTHS
from engines.english.lexicon import closed_class
from engines.english.number_words import in_words
from engines.verification.names.aliases import lexicon, name_words
from engines.verification.values.finding import Value, find_values
from explorer.evaluation.perturbations.passages import Passage, bare, subtree
from explorer.evaluation.perturbations.rewriting import Edit, active, deletion, detokenized, passive, tokenized, tokens_edit

if TYPE_CHECKING:
    from spacy.tokens import Doc

Paraphrase = Callable[[Passage, int, "Doc", random.Random], list[Edit] | None]

_RISKY = (
    closed_class("denying adverbs")
    | closed_class("denying pronouns")
    | {
        "nor",
        "few",
        "only",
        "unless",
        "if",
        "without",
        "all",
        "any",
        "every",
        "each",
        "most",
        "first",
        "last",
        "least",
        "more",
        "less",
        "than",
        "deny",
        "fail",
        "refuse",
        "until",
        "whether",
        "except",
        "would",
    }
)


def reworded_value(value: Value, random_: random.Random) -> str | None:
    """The same value written in another way, None where there is no safe one."""
    month, day, weekday = value.calendar
    if value.kind == "date" and month and weekday is None:
        name = MONTHS[month - 1]
        if day and value.low == value.high:
            year = int(value.low)
            forms = [f"{day} {name} {year}", f"{name} {day}, {year}", f"{year}-{month:02}-{day:02}"]
        elif day:
            forms = [f"{day} {name}", f"{name} {day}"]
        else:
            return None
        different = [form for form in forms if form.replace(",", "") != value.surface.replace(" ,", "").replace(",", "")]
        return random_.choice(different)
    if value.kind == "date" or value.low != value.high or value.comparator != "=":
        return None
    plain = value.surface.replace(",", "")
    if value.kind == "number" and plain.isdecimal() and 2 <= value.low < 100:
        return in_words(int(value.low))
    if value.kind == "number" and value.surface.replace("-", "").isalpha() and 2 <= value.low < 100 and value.low == int(value.low):
        return str(int(value.low))
    if value.kind == "number" and plain.isdecimal() and value.low >= 1000:
        return plain if "," in value.surface else f"{int(value.low):,}"
    if value.kind == "percent":
        share = f"{100 * value.low:g}"
        return f"{share}%" if "per" in value.surface.lower() else f"{share} {random_.choice(('percent', 'per cent'))}"
    if value.kind == "money" and value.unit in ("USD", "GBP", "EUR") and value.low >= 1e6 and value.low % 1e5 == 0 and value.low < 1e9:
        amount, symbol = f"{value.low / 1e6:g}", {"USD": "$", "GBP": "£", "EUR": "€"}[value.unit]
        return f"{symbol}{amount}m" if "million" in value.surface else f"{symbol}{amount} million"
    return _other_unit(value)


def _other_unit(value: Value) -> str | None:
    if value.kind != "quantity" or not begins_with_digit(value.surface):
        return None
    larger = {
        ("length", 1.0): (1000.0, "km"),
        ("mass", 0.001): (1.0, "kg"),
        ("duration", 60.0): (3600.0, "hours"),
        ("length", 1000.0): (1.0, "m"),
    }
    target = larger.get((value.unit, value.factor))
    if target is None:
        return None
    amount = value.low / target[0]
    return f"{amount:,g} {target[1]}" if amount == round(amount, 2) and 1 <= amount < 100000 else None


def value_reworded(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> list[Edit] | None:
    """Dates in another format, words for digits and digits for words, another unit."""
    candidates = [(value, reworded_value(value, random_)) for value in find_values(doc.text)]
    edits = [Edit(value.start, value.end, new) for value, new in candidates if new]
    return [random_.choice(edits)] if edits else None


def name_shortened(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> list[Edit] | None:
    """The last name for a person's full name, where no one else in the reference shares it."""
    edits = []
    for entity in doc.ents:
        words = name_words(bare(entity).text)
        if entity.label_ != "PERSON" or len(words) < 2 or words[-1] in lexicon().suffixes or not bare(entity)[-1].text[0].isupper():
            continue
        sharing = [
            n
            for n in passage.entities.get("person", ())
            if len(name_words(n)) > 1 and name_words(n)[-1:] == words[-1:] and name_words(n) != words
        ]
        if not sharing:
            edits.append(tokens_edit(doc, bare(entity).start, bare(entity).end, bare(entity)[-1].text))
    return [random_.choice(edits)] if edits else None


def pronoun_resolved(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> list[Edit] | None:
    """A name for the pronoun that it is the plain antecedent of (a subject "he" or "she" after a named person)."""
    for link in passage.links.get(index, ()):
        token = doc[link.start]
        if (
            token.lower_ in ("he", "she", "his")
            and token.dep_ in ("nsubj", "nsubjpass", "poss")
            and link.antecedent.named
            and index - link.antecedent.doc <= 1
        ):
            persons = [
                m for m in passage.entities.get("person", ()) if m in " ".join(d.text for d in passage.docs[max(0, index - 2) : index + 1])
            ]
            if len({name_words(p)[-1:] for p in persons}) == 1:
                own = "'s" if token.dep_ == "poss" else ""
                return [tokens_edit(doc, token.i, token.i + 1, link.antecedent.text + own)]
    return None


def adjunct_dropped(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> list[Edit] | None:
    """A clause, apposition or adjunct of time and place left out."""
    if any(token.lower_ in _RISKY or token.lemma_.lower() in _RISKY for token in doc):
        return None
    edits = []
    for token in doc:
        start, end = subtree(token)
        length = end - start
        aside = token.dep_ in ("appos", "relcl", "advcl") and start > 0 and doc[start - 1].text == "," and length >= 3
        adjunct = (
            token.dep_ == "prep"
            and token.lower_ in ("in", "on", "during", "after", "at", "near")
            and token.head.dep_ in ("ROOT", "conj")
            and (token.head.pos_ == "VERB" and length >= 2)
        )
        if (aside or adjunct) and length < len(doc) - 6 and (end == len(doc) or doc[end].text in (",", ".", ";") or adjunct):
            edits.append(deletion(doc, start, end))
    return [random_.choice(edits)] if edits else None


def conjunct_dropped(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> list[Edit] | None:
    """The last of several coordinated predicates or objects left out."""
    if any(token.lower_ in _RISKY or token.lower_ in ("or", "but", "between", "both") for token in doc):
        return None
    edits = []
    for token in doc:
        if token.dep_ != "conj" or token.head.dep_ not in ("ROOT", "dobj", "pobj", "attr") or any(c.dep_ == "conj" for c in token.children):
            continue
        start, end = subtree(token)
        if start < 2 or doc[start - 1].lower_ != "and" or doc[start - 2].text == ",":
            continue
        own_subject = any(c.dep_ in ("nsubj", "nsubjpass") for c in token.children)
        if token.head.dep_ == "ROOT" and (token.pos_ not in ("VERB", "AUX") or own_subject):
            continue
        if token.head.dep_ != "ROOT" and token.head.pos_ != token.pos_:
            continue
        if end == len(doc) or doc[end].text in (".", ","):
            edits.append(tokens_edit(doc, start - 1, end, ""))
    return [random_.choice(edits)] if edits else None


def voice_changed(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> list[Edit] | None:
    """Active to passive or back."""
    root = next(token for token in doc if token.head == token)
    return passive(root) or active(root)


PARAPHRASES: dict[str, Paraphrase] = {
    "value reworded": value_reworded,
    "name shortened": name_shortened,
    "pronoun resolved": pronoun_resolved,
    "adjunct dropped": adjunct_dropped,
    "conjunct dropped": conjunct_dropped,
    "voice changed": voice_changed,
}


def respaced(doc: "Doc") -> Iterator[tuple[str, str]]:
    """The sentence with its punctuation spaced or closed up, whichever differs."""
    for kind, text in (("copied, closed up", detokenized(doc.text)), ("copied, spaced", tokenized(doc))):
        if text != doc.text:
            yield kind, text
