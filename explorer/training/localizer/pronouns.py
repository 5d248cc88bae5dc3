"""True texts with a pronoun that nobody stands behind, or one of the other gender: errors of coreference, of which people marked few."""

import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engines.core.language import parse_sentences
from engines.core.text import Text
from engines.english.pronouns import HE, IT, SHE, THEY
from engines.verification.names.coreference import personal
from engines.verification.names.genders import noun_gender
from explorer.training.localizer.data import Labelled

if TYPE_CHECKING:
    from spacy.tokens import Span

NAME = "pronouns"
_MOST = 600
_MOST_OF_REFERENCE = 3
_OTHER = {
    **{form: other for form, other in zip(SHE, HE, strict=True) if form not in (SHE.object, SHE.possessive)},
    **dict(zip(HE, SHE, strict=True)),
}
"""The form of the other gender; that of "her" is told by what it does in its sentence."""
_SUBJECTS = ("nsubj", "nsubjpass")
Change = tuple[int, int, str]


def pronoun_errors(rows: Sequence[Labelled]) -> Iterator[Labelled]:
    """One change in each of some true texts; seeded, so that the same rows give the same changes."""
    draw = random.Random(0)
    true = [row for row in rows if row.wrong == ()]
    draw.shuffle(true)
    taken: dict[str, int] = {}
    number = 0
    for row in true:
        if number == _MOST:
            return
        if taken.get(row.reference, 0) == _MOST_OF_REFERENCE:
            continue
        changes = list(_changes(row.output, draw))
        if not changes:
            continue
        taken[row.reference] = taken.get(row.reference, 0) + 1
        number += 1
        start, end, word = draw.choice(changes)
        changed = row.output[:start] + word + row.output[end:]
        yield Labelled(NAME, f"{row.id}-{number}", row.reference, changed, ((start, start + len(word)),), kind="coreference")


def _changes(output: str, draw: random.Random) -> Iterator[Change]:
    text = Text.of(output)
    mentioned: set[str] = set()
    for doc, (start, _) in zip(parse_sentences(text), text.sentences, strict=True):
        for chunk in doc.noun_chunks:
            root = chunk.root
            if root.dep_ in _SUBJECTS and root.pos_ in ("PROPN", "NOUN") and root.lower_ not in mentioned:
                word = draw.choice(_pronouns(chunk))
                yield start + chunk.start_char, start + chunk.end_char, word.capitalize() if chunk.start == 0 else word
            mentioned.add(root.lower_)
        for token in doc:
            other = (
                _OTHER.get(token.lower_)
                if personal(token)
                else ("his" if token.dep_ == "poss" else "him")
                if token.lower_ == "her"
                else None
            )
            if other:
                yield start + token.idx, start + token.idx + len(token), other.capitalize() if token.text[0].isupper() else other


def _pronouns(chunk: "Span") -> tuple[str, ...]:
    root = chunk.root
    if root.tag_ in ("NNS", "NNPS"):
        return (THEY.subject,)
    gender = "person" if root.ent_type_ == "PERSON" else noun_gender(root)
    return {"male": (HE.subject,), "female": (SHE.subject,), "person": (HE.subject, SHE.subject)}.get(gender, (IT.subject,))
