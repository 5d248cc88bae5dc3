"""Names of running text with what the rest of the text says of them: whether they are of people, for training the model of people.

A surname alone may be anybody's or anything's, but the text often says elsewhere whose it is: "Maren Oduya, a nurse", later "Oduya left".
So a name is labelled by what stands beside its *other* mentions: a first name, a title or a role before it, an age, a relative clause
with "who", a noun in apposition or after "be"; or, where nothing of the kind is said, by the entity type that most of at least three
mentions have. What is labelled must itself be a name of one word.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engines.core import language
from engines.core.text import Text
from engines.english.animacy import lexicon, noun_class, person_share
from engines.english.lexicon import words
from engines.english.noun_classes import has_age
from engines.parsing.arguments.structures import Argument
from engines.parsing.arguments.verbs import verb_arguments
from engines.parsing.wording.frames import Frame
from engines.parsing.wording.participants import is_who
from explorer.training.lexicons.verb_uses import SOURCES

if TYPE_CHECKING:
    from spacy.tokens import Token

_LONGEST = 120
"""Sentences of a text that are read."""
_SURELY = 0.9
_FEWEST, _MOSTLY = 3, 0.7
"""Mentions, and share of those that have one entity type, from which the type is believed."""
_KIND_OF_ENTITY = {
    "GPE": "location", "LOC": "location", "ORG": "group", "FAC": "thing", "PRODUCT": "thing", "WORK_OF_ART": "thing", "EVENT": "thing",
}  # fmt: skip


class LabelledName(NamedTuple):
    """A name as an argument of a verb, with what it is of: "person", "group", "location" or "thing"; `text` numbers the texts."""

    frame: Frame
    argument: Argument
    kind: str
    text: int


def labelled_names(folder: Path) -> Iterator[LabelledName]:
    """Names of the texts of `explorer.training.lexicons.verb_uses`, in a fixed order."""
    for number, text in enumerate(_texts(folder)):
        sentences = [text.sentence(index) for index in range(min(len(text.sentences), _LONGEST))]
        mentions: dict[str, list[tuple[Token, str]]] = defaultdict(list)
        for doc in language.pipeline().pipe(sentences, batch_size=_LONGEST):
            for token in doc:
                if token.pos_ == "PROPN" and token.dep_ not in ("compound", "flat") and token.is_title:
                    mentions[token.lower_].append((token, _said_beside(token)))
        for same in mentions.values():
            said, entities = Counter(kind for _, kind in same if kind), Counter(token.ent_type_ for token, _ in same)
            for token, own in same:
                kind = _kind(said, own, entities) if not any(child.dep_ == "compound" for child in token.children) else ""
                if kind:
                    yield from (LabelledName(frame, argument, kind, number) for frame, argument in _placed(token))


def _texts(folder: Path) -> Iterator[Text]:
    """The references, each once, those that begin alike once too: some sets have many versions of a text."""
    seen = set()
    for name in SOURCES:
        for line in (folder / name).read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            text = Text.of(" ".join(row.get("reference_sentences") or [row["reference"]]))
            begin = tuple(text.sentence(index) for index in range(min(len(text.sentences), 2)))
            if begin not in seen:
                seen.add(begin)
                yield text


def _said_beside(name: "Token") -> str:
    """What a mention of a name says of it, "" if nothing."""
    for child in name.children:
        if child.dep_ == "compound" and child.i < name.i:
            role = child.pos_ == "NOUN" and person_share(child) >= _SURELY
            if role or child.lower_ in lexicon().first_names or child.lower_ in words("titles"):
                return "person"
    if has_age(name) or is_who(name):
        return "person"
    noun = next((child for child in name.children if child.dep_ == "appos" and child.pos_ == "NOUN"), None)
    if noun is None and name.dep_ == "nsubj" and name.head.lemma_ == "be":
        noun = next((child for child in name.head.children if child.dep_ == "attr" and child.pos_ == "NOUN"), None)
    if noun is None:
        return ""
    if noun.lemma_ in lexicon().groups or noun_class(noun.lemma_) == "group":
        return "group"
    share = person_share(noun)
    if share >= _SURELY:
        return "person"
    if share > 0.0 or not noun_class(noun.lemma_):
        return ""
    return "location" if noun_class(noun.lemma_) == "location" else "thing"


def _kind(said: Counter[str], own: str, entities: Counter[str]) -> str:
    """What a mention is a name of, by the other mentions; "" if they do not tell, or not the same."""
    others = said - Counter([own] if own else [])
    if len(others) == 1 and len(said) == 1:
        return next(iter(others))
    entity, count = entities.most_common(1)[0]
    if said or entities.total() < _FEWEST or count < _MOSTLY * entities.total():
        return ""
    return _KIND_OF_ENTITY.get(entity, "")


def _placed(token: "Token") -> Iterator[tuple[Frame, Argument]]:
    """The verb above a name, if the name is an argument of it, with the argument."""
    verb = next((above for above in token.ancestors if above.pos_ == "VERB"), None)
    arguments = verb_arguments(verb) if verb is not None else []
    for argument in arguments:
        if verb is not None and argument.head == token.i and argument.role != "ADJ":
            yield Frame.of(token.doc, verb.i, "verb", verb.lemma_.lower(), arguments), argument
            return
