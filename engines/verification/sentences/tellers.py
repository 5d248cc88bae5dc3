"""Words for whoever tells a reference in the first person: "the author" of a memoir, "the reviewer", "the writer's hat"."""

import re
from functools import cache

from engines.core.machine.files import asset
from engines.verification.encoding.reference import EncodedReference

FILE = "tellers.txt"
_QUOTED = re.compile(r'"[^"]*"|“[^”]*”')
_SELF = re.compile(r"\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself)\b")
_LEAST = 2
"""How often somebody says "I" or "my" who tells a whole text; once may be a heading or a saying."""


def may_be_teller(lemma: str, reference: EncodedReference) -> bool:
    """Whether a noun is a word for whoever says "I" in a reference, which need not call itself so."""
    return lemma.lower() in _words() and reference.derived(is_told_by_one)


def is_told_by_one(reference: EncodedReference) -> bool:
    """Whether a text speaks in the first person outside quotations."""
    return len(_SELF.findall(_QUOTED.sub(" ", reference.text.text))) >= _LEAST


@cache
def _words() -> frozenset[str]:
    return frozenset(asset("verifier", FILE).read_text("utf-8").split())
