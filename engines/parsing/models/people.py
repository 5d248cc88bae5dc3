"""Whether a name stands for people in its place: "who" or "what" asks for it.

A common noun is looked up (`engines.english.animacy`), but names are without number, and the pipeline's entity types are often wrong where
a surname stands alone. So boosted trees judge a name by all that its sentence tells: its entity type, its word class, what stands beside
it, the verb and what usually takes that place of the verb, and what the pipeline's own vector of the word says.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engines.core.machine.files import asset
from engines.english.animacy import is_common_noun, is_name_in_small_letters, lexicon, named_class, noun_class, person_share
from engines.english.lexicon import verb_use, words
from engines.english.pronouns import IT, PERSONAL, THEY
from engines.english.word_forms import lemmas
from engines.parsing.models.trees import Trees, probability
from engines.parsing.models.words import VECTOR_SIZE, WordClasses, symbol
from engines.parsing.syntax.dependencies import shown_number

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

WEIGHTS = ("parser", "people.safetensors")
SYMBOLS = (
    "tag", "entity", "class", "word class", "shape", "relation", "role", "verb class", "agreement", "later pronoun", "entity before",
    "determiner", "relative pronoun", "class beside", "class said",
)  # fmt: skip
"""Names of the symbol columns."""
NUMBERS = (
    "share", "share of lexicon", "use", "use of subject", "use of own verb", "group", "least share with it", "most share with it",
    "share elsewhere", "share beside", "before verb", "other share", "seen", "known", "passive", "words before", "first names before",
    "first name", "verb of people", "verb of things", "has object", "has clause", "vector",
)  # fmt: skip
"""Names of the number columns; what cannot be told is -1. The last is the log-odds of people by the pipeline's vector of the word alone."""
_UNKNOWN = -1.0
_MOST_SEEN = 100


class Slot(NamedTuple):
    """A place at a verb.

    Attributes:
        lemma: the verb.
        role: what the argument is (see `engines.parsing.arguments.structures.Role`).
        before: whether it stands before the verb.
        passive: whether the verb is passive.
        other: share of people of the subject, or, of a subject, of the object; -1 without one.
        has_object, has_clause: whether the verb has, beside it, an object, and a clause or verbal complement.
        of_things: whether the verb is one that only things do.
    """

    lemma: str
    role: str
    before: bool = False
    passive: bool = False
    other: float = _UNKNOWN
    has_object: bool = False
    has_clause: bool = False
    of_things: bool = False


def is_name(token: "Token") -> bool:
    """Whether a word is a name: one that the tagger takes for a noun too, and in a text without capitals a word that no dictionary has."""
    if token.pos_ == "NOUN" and token.is_title:
        return bool(token.ent_type_) or not noun_class(token.lemma_)
    return (token.pos_ == "PROPN" and not is_common_noun(token)) or is_name_in_small_letters(token)


def described(token: "Token", slot: Slot, vector: float) -> tuple[list[int], list[float]]:
    """The symbols and numbers of a word in a slot; `vector` is the log-odds of people by the word's vector alone."""
    before = [child for child in token.children if child.i < token.i]
    after = [child for child in token.children if child.i > token.i]
    named, share = named_class(token)
    compounds = [child for child in before if child.dep_ == "compound"]
    determiner = next((child for child in before if child.dep_ in ("det", "poss")), None)
    beside = next((c for c in after if c.dep_ == "appos" and c.pos_ in ("NOUN", "PROPN")), token.head if token.dep_ == "appos" else None)
    subject = token.dep_ in ("nsubj", "nsubjpass")
    said = next((c for c in token.head.children if c.dep_ == "attr"), None) if subject and token.head.lemma_ == "be" else None
    use, own = verb_use(slot.lemma), verb_use(token.head.lemma_.lower()) if subject else None
    with_it = [person_share(other) for other in token.conjuncts]
    first_names = lexicon().first_names
    symbols = (
        _tag(token),
        token.ent_type_,
        named,
        f"{_word_class(token.lower_ if is_name(token) else token.lemma_.lower())}",
        _shape(token),
        token.dep_,
        slot.role,
        f"{_word_class(slot.lemma)} {slot.role}",
        f"{shown_number(token.head)} {_tag(token)}" if subject else "",
        _later_pronoun(token),
        compounds[-1].ent_type_ or compounds[-1].pos_ if compounds else "-",
        "" if determiner is None else "poss" if determiner.dep_ == "poss" else determiner.lower_,
        _relative_pronoun(after),
        "" if beside is None else named_class(beside)[0] or beside.ent_type_ or "?",
        "" if said is None else named_class(said)[0] or said.ent_type_ or "?",
    )
    numbers = (
        person_share(token),
        share if named else _UNKNOWN,
        _share(use.subject if slot.role == "SUBJ" else use.obj if slot.role in ("OBJ", "IOBJ") else None),
        _share(use.subject),
        _share(None if own is None else own.subject if token.dep_ == "nsubj" else own.obj),
        token.lemma_.lower() in lexicon().groups,
        min(with_it, default=_UNKNOWN),
        max(with_it, default=_UNKNOWN),
        _elsewhere(token),
        _UNKNOWN if beside is None else person_share(beside),
        slot.before,
        slot.other,
        min(use.seen, _MOST_SEEN),
        bool(lemmas(token.lower_)),
        slot.passive,
        len(compounds),
        sum(child.lower_ in first_names for child in compounds),
        token.lower_ in first_names,
        slot.lemma in words("verbs of people"),
        slot.of_things,
        slot.has_object,
        slot.has_clause,
        vector,
    )
    return [symbol(text) for text in symbols], [float(number) for number in numbers]


def _tag(token: "Token") -> str:
    return token.tag_.replace("NN", "NNP", 1) if token.pos_ == "NOUN" and is_name(token) else token.tag_


def _share(share: float | None) -> float:
    return _UNKNOWN if share is None else share


def _shape(token: "Token") -> str:
    if token.is_upper and len(token) > 1:
        return "upper"
    return "title" if token.is_title else "lower" if token.is_lower else "mixed"


def _later_pronoun(token: "Token") -> str:
    """Which pronoun of the third person comes first after the word: "she", "they" or "it", "" without one."""
    for later in token.doc[token.i + 1 :]:
        for forms, name in ((PERSONAL, "she"), (THEY.plain, "they"), (IT.plain, "it")):
            if later.lower_ in forms:
                return name
    return ""


def _relative_pronoun(after: Sequence["Token"]) -> str:
    clause = next((child for child in after if child.dep_ == "relcl"), None)
    return "" if clause is None else next((c.lower_ for c in clause.children if c.tag_ in ("WP", "WDT", "WRB", "WP$")), "?")


def _elsewhere(token: "Token") -> float:
    """The largest share of people of the same name elsewhere in the sentence."""
    if token.pos_ != "PROPN":
        return _UNKNOWN
    return max((person_share(other) for other in token.doc if other.lower_ == token.lower_ and other.i != token.i), default=_UNKNOWN)


@cache
def _classes() -> WordClasses:
    from safetensors import safe_open

    with safe_open(asset("parser", "spans.safetensors"), framework="np") as arrays:
        return WordClasses({name: arrays.get_tensor(f"classes/{name}") for name in ("hash", "coarse", "fine")})


@lru_cache(maxsize=5_000)
def _word_class(word: str) -> int:
    return int(_classes().of(np.array([symbol(word)], np.uint32), "coarse")[0])


class PeopleModel:
    """The weights of `assets/parser/people.safetensors`."""

    def __init__(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Read `vector/weights` (VECTOR_SIZE,), `vector/bias` (1,) and the trees."""
        self._weights, self._bias = arrays["vector/weights"], float(arrays["vector/bias"][0])
        trees = {key.removeprefix("trees/"): value for key, value in arrays.items() if key.startswith("trees/")}
        self._trees = Trees(trees, len(SYMBOLS), len(NUMBERS))

    def probabilities(self, doc: "Doc", slots: Sequence[tuple[int, Slot]]) -> list[float]:
        """P(people) of words of a sentence, each given by its token and its slot."""
        if not slots:
            return []
        known = getattr(doc.tensor, "shape", ()) == (len(doc), VECTOR_SIZE)
        vectors = doc.tensor[[place for place, _ in slots]] @ self._weights + self._bias if known else np.zeros(len(slots))
        rows = [described(doc[place], slot, vector) for (place, slot), vector in zip(slots, vectors.tolist(), strict=True)]
        symbols, numbers = zip(*rows, strict=True)
        return probability(self._trees.margins(np.array(symbols, np.uint32), np.array(numbers, np.float32))).tolist()


@cache
def load_people() -> PeopleModel:
    """The bundled model."""
    from safetensors.numpy import load_file

    return PeopleModel(load_file(asset(*WEIGHTS)))
