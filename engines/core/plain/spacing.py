"""White space, which says nothing: parsed without it, told with it."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc

_RUN, _BEFORE_MARK = re.compile(r"\s+"), re.compile(r"\s{2,}(?=[.,;:!?](?:\s|$))")


def single_spaced(string: str) -> str:
    """The string with one space for every run of white space, none around it, and none before a mark where something was set aside."""
    return _RUN.sub(" ", _BEFORE_MARK.sub("", string)).strip()


def as_written(parsed: "Doc", written: "Doc") -> "Doc | None":
    """The parse of a single-spaced string for the string as it is written: its tokens of white space hang on the token before them.

    Args:
        written: the tokens of the string as it is written, not parsed.

    Returns:
        None where the two have other tokens.
    """
    import numpy as np
    from spacy.tokens import Doc

    places = [t.i for t in written if not t.is_space]
    if [written[i].text for i in places] != [t.text for t in parsed]:
        return None
    heads = [max(0, i - 1) for i in range(len(written))]
    tags, kinds, labels = ([name] * len(written) for name in ("_SP", "SPACE", "punct"))
    lemmas, morphs, entities = [t.text for t in written], [""] * len(written), ["O"] * len(written)
    for place, token in zip(places, parsed, strict=True):
        heads[place] = places[token.head.i]
        tags[place], kinds[place], labels[place] = token.tag_, token.pos_, token.dep_
        lemmas[place], morphs[place] = token.lemma_, str(token.morph)
        entities[place] = f"{token.ent_iob_}-{token.ent_type_}" if token.ent_type_ else "O"
    for i in range(1, len(written)):
        if written[i].is_space:
            following = next((entities[j] for j in range(i + 1, len(written)) if not written[j].is_space), "O")
            entities[i] = following if following.startswith("I-") else "O"
    if places and places[0]:  # white space that nothing is before
        heads[: places[0]] = [places[0]] * places[0]
    tokens = [t.text for t in written]
    doc = Doc(
        parsed.vocab,
        words=tokens,
        spaces=[bool(t.whitespace_) for t in written],
        tags=tags,
        pos=kinds,
        morphs=morphs,
        lemmas=lemmas,
        heads=heads,
        deps=labels,
        ents=entities,
    )
    if parsed.tensor.ndim == 2 and len(parsed.tensor) == len(parsed):
        doc.tensor = np.zeros((len(doc), parsed.tensor.shape[1]), dtype=parsed.tensor.dtype)
        doc.tensor[places] = parsed.tensor
    return doc
