"""Whether sentences may have called somebody or something by a noun, told from their letters alone, without a parse.

A noun in them is the same as one asked about where their lemmas are the same: so its every form that the pipeline's lemmatizer brings to
that lemma is looked for, by its suffix rules and its exceptions turned round.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from engines.core.language import pipeline, with_pipeline

_WORD = re.compile(r"[^\W\d_]+")
_REMEMBERED = 4000
"""Sentences whose words are kept."""


def may_have_been_called(noun: str, before: Sequence[str]) -> bool:
    """Whether one of the sentences `before` has a word whose lemma is `noun`, a lemma in lower case, as a noun may have."""
    if not noun.isalpha():
        # Tokens of letters and signs are cut from a text in other ways than words: how they begin is enough.
        begins = re.compile(rf"(?<!\w){re.escape(noun[:2])}", re.IGNORECASE)
        return any(begins.search(text) for text in before)
    forms = _forms(noun)
    return any(not forms.isdisjoint(_words(text)) for text in before)


@lru_cache(_REMEMBERED)
def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))


@lru_cache(_REMEMBERED)
def _forms(noun: str) -> frozenset[str]:
    """The words, or of several joined by signs the first, of which the lemmatizer may make a noun; itself among them."""
    rules, exceptions = _tables()
    inflected = {noun[: len(noun) - len(new)] + old for old, new in rules if noun.endswith(new)}
    return frozenset({noun, *inflected, *exceptions.get(noun, ())})


@cache
def _tables() -> tuple[list[tuple[str, str]], dict[str, set[str]]]:
    """The suffix rules for nouns, (ending, what the lemma has instead); and by their lemmas the forms of those that follow none."""
    lemmatizer: Any = pipeline().get_pipe("lemmatizer")
    lookups = lemmatizer.lookups
    strings = pipeline().vocab.strings
    exceptions: dict[str, set[str]] = {}
    for form, lemmas in lookups.get_table("lemma_exc").get("noun", {}).items():
        words = _WORD.findall((strings[form] if isinstance(form, int) else form).lower())
        for lemma in lemmas if words else ():
            exceptions.setdefault(lemma, set()).add(words[0])
    return [(old, new) for old, new in lookups.get_table("lemma_rules")["noun"]], exceptions


with_pipeline(_tables.cache_clear)
