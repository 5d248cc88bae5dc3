"""What is remembered stays within its bound, and the latest is there."""

import importlib
import pkgutil
import threading
from functools import _lru_cache_wrapper
from inspect import signature
from typing import Any

import pytest

import engines
from engines.core import language, text
from engines.core.machine.recent import Recent
from engines.core.text import Text
from engines.decomposition.normalization import sentences
from engines.verification.encoding import encoder, reference

SENTENCES = [f"In {1900 + i} the ferry number {i} left the harbour of Brekke with {i * 7 + 3} barrels of oil." for i in range(40)]


def test_the_values_used_longest_ago_go_when_there_are_too_many() -> None:
    recent: Recent[str, str] = Recent(10, len)
    for key, value in (("a", "xxxx"), ("b", "yyyy")):
        recent.keep(key, value)
    assert recent.get("a") == "xxxx"
    recent.keep("c", "zzz")
    assert (recent.get("a"), recent.get("b"), recent.get("c"), recent.kept) == ("xxxx", None, "zzz", 7)
    recent.keep("d", "w" * 50)
    assert len(recent) == 1 and recent.get("d") == "w" * 50
    recent.keep("d", "w")
    assert recent.kept == 1
    recent.clear()
    assert len(recent) == recent.kept == 0


@pytest.mark.parametrize(
    ("module", "cache", "make"),
    [
        (encoder, "_remembered", lambda words: encoder.encode([words])),
        (reference, "_remembered", lambda words: reference.encoded(Text.of(words))),
        (language, "_parsed", lambda words: language.parse_strings([words])),
        (sentences, "_read", lambda words: sentences.readings(Text.of(words))),
        (text, "_remembered", Text.of),
    ],
    ids=["vectors", "references", "parses", "readings", "texts"],
)
def test_nothing_that_is_remembered_grows_without_end(module: Any, cache: str, make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: Recent[str, Any] = getattr(module, cache)
    make(SENTENCES[0])
    kept.clear()
    make(SENTENCES[0])
    bound = 5 * kept.kept
    assert 0 < kept.kept < kept.most
    monkeypatch.setattr(kept, "most", bound)
    for words in SENTENCES:
        make(words)
    assert 0 < kept.kept <= bound and 3 <= len(kept) < 10
    before = kept.kept
    make(SENTENCES[-1])
    assert kept.kept == before


def test_the_same_objects_come_back_for_what_was_asked_before() -> None:
    assert language.parse_strings([SENTENCES[0]])[0] is language.parse_strings([SENTENCES[0]])[0]
    assert reference.encoded(Text.of(SENTENCES[0])) is reference.encoded(Text.of(SENTENCES[0]))
    assert encoder.encode([SENTENCES[0]])[0] is encoder.encode([SENTENCES[0]])[0]


def test_another_pipeline_takes_the_place_of_one_that_has_read_too_many_words(monkeypatch: pytest.MonkeyPatch) -> None:
    before = language.pipeline()
    monkeypatch.setattr(language, "NEW_STRINGS", len(before.vocab.strings) - language._strings[0] + 20)
    old = language.parse_strings(["Wexquill sold the harbour."])[0]
    copies = language.tokenized(["The mayor left Brekke."])
    sentences.readings(Text.of(SENTENCES[0]))
    language.parse_strings([" ".join(f"qozzle{i}" for i in range(50))])
    now = language.pipeline()
    assert not len(sentences._read), "A parse holds all words of the pipeline that made it."
    assert now is not before and len(now.vocab.strings) < len(before.vocab.strings)
    again = language.parse_strings(["Wexquill sold the harbour."])[0]
    assert again is not old and [(t.text, t.lemma_, t.dep_) for t in again] == [(t.text, t.lemma_, t.dep_) for t in old]
    parsed = language.parse_tokenized(copies)[0]  # cut by the one, parsed by the other
    assert [t.dep_ for t in parsed] == [t.dep_ for t in language.parse_strings(["The mayor left Brekke."])[0]]


def test_every_cache_of_a_function_has_an_end() -> None:
    endless = []
    for found in pkgutil.walk_packages(engines.__path__, "engines."):
        module = importlib.import_module(found.name)
        for name, thing in vars(module).items():
            if isinstance(thing, _lru_cache_wrapper) and thing.__module__ == module.__name__:
                most = thing.cache_parameters()["maxsize"]
                if signature(thing).parameters and (most is None or most > 20_000):
                    endless.append(f"{found.name}.{name}")
    assert sorted(endless) == OF_OUR_OWN_LISTS


OF_OUR_OWN_LISTS = [
    "engines.english.antonyms._listed",
    "engines.english.lexicon.closed_class",
    "engines.english.lexicon.words",
    "engines.english.pronouns.nouns_of_gender",
    "engines.verification.encoding.encoder._fewest_wide",
    "engines.verification.sentences.word_lists.word_list",
]
"""Caches without an end: what they are asked for are names of our own lists."""


def test_texts_are_remembered_by_several_threads_at_once() -> None:
    threads = [threading.Thread(target=lambda: [Text.of(words) for words in SENTENCES * 20]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert text._remembered.kept == sum(len(value.text) for value in text._remembered._values.values())
