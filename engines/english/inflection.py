"""Forms of verbs: LemmInflect's, with the irregular ones that it does not have or gives in a rarer spelling."""

from functools import lru_cache

from engines.english.word_forms import forms, lemmas

_IRREGULAR = {
    ("be", "VBD"): "was", ("be", "VBZ"): "is", ("be", "VBN"): "been", ("be", "VBG"): "being", ("be", "VBP"): "are",
    ("have", "VBZ"): "has", ("have", "VBD"): "had", ("have", "VBN"): "had", ("have", "VBG"): "having", ("have", "VBP"): "have",
    ("do", "VBZ"): "does", ("do", "VBD"): "did", ("do", "VBN"): "done", ("do", "VBG"): "doing", ("do", "VBP"): "do",
    ("bear", "VBD"): "bore", ("bear", "VBN"): "born", ("found", "VBD"): "founded", ("found", "VBN"): "founded",
    ("lie", "VBD"): "lay", ("lie", "VBN"): "lain", ("hang", "VBD"): "hung", ("hang", "VBN"): "hung", ("wind", "VBD"): "wound",
    ("cost", "VBD"): "cost", ("cost", "VBN"): "cost", ("broadcast", "VBD"): "broadcast", ("broadcast", "VBN"): "broadcast",
    ("shoot", "VBD"): "shot", ("shoot", "VBN"): "shot", ("get", "VBN"): "got", ("prove", "VBN"): "proved", ("show", "VBN"): "shown",
    ("learn", "VBD"): "learned", ("learn", "VBN"): "learned", ("spell", "VBD"): "spelled", ("bid", "VBD"): "bid", ("bid", "VBN"): "bid",
    ("fit", "VBD"): "fitted", ("fit", "VBN"): "fitted", ("leap", "VBD"): "leapt", ("dive", "VBD"): "dived", ("sneak", "VBD"): "sneaked",
    ("plead", "VBD"): "pleaded", ("plead", "VBN"): "pleaded", ("speed", "VBD"): "sped", ("strike", "VBN"): "struck",
    ("light", "VBD"): "lit", ("light", "VBN"): "lit", ("wake", "VBD"): "woke", ("beat", "VBN"): "beaten", ("bet", "VBD"): "bet",
    ("shut", "VBD"): "shut", ("shut", "VBN"): "shut", ("wed", "VBD"): "wed", ("rid", "VBD"): "rid", ("quit", "VBD"): "quit",
    ("quit", "VBN"): "quit", ("swell", "VBN"): "swollen", ("drown", "VBN"): "drowned", ("bus", "VBD"): "bused",
}  # fmt: skip
_SINGULAR = {"were": "was", "are": "is", "have": "has", "do": "does", "'re": "is", "'ve": "has"}


_PREFIXES = ("re", "un", "dis", "mis", "over", "under", "out", "pre", "co", "de", "up")
"""What makes new verbs of verbs."""


@lru_cache(maxsize=10_000)
def inflect(lemma: str, tag: str) -> str:
    """The form of a verb lemma with a Penn Treebank tag (VB, VBZ, VBP, VBD, VBN, VBG); a hyphenated or two-word lemma keeps its rest."""
    if tag == "VB" or not lemma:
        return lemma
    if (lemma, tag) in _IRREGULAR:
        return _IRREGULAR[lemma, tag]
    if tag == "VBP":
        return lemma
    if "-" in lemma:
        rest, _, verb = lemma.rpartition("-")
        return f"{rest}-{inflect(verb, tag)}"
    found = forms(lemma, tag)
    return found[0] if found else lemma


@lru_cache(maxsize=10_000)
def verb_lemma(form: str, lemma: str, tag: str) -> str:
    """The lemma of a verb form: the tagger's own, or the one whose form with that tag it is ("ride" for "riding")."""
    prefix = next((prefix for prefix in _PREFIXES if form.startswith(prefix) and lemmas(form[len(prefix) :]).get("VERB")), None)
    if prefix and not lemmas(form).get("VERB"):  # "reobtained", "uninstalled", which no list has
        bare = form[len(prefix) :]
        return prefix + next((known for known in lemmas(bare)["VERB"] if inflect(known, tag) == bare), lemmas(bare)["VERB"][0])
    listed = lemmas(form).get("VERB", ())
    if not listed and lemma.endswith("e") and lemma[-2:-1] == lemma[-3:-2]:  # "strimme" for "strimming", which no list has
        return lemma[:-2]
    if inflect(lemma, tag) == form:
        doubled = lemma + lemma[-1]  # "install" rather than "instal", which has the same forms, but "put" rather than "putt"
        return doubled if lemma.endswith("l") and doubled in listed and inflect(doubled, tag) == form else lemma
    return next((other for other in listed if other != lemma and inflect(other, tag) == form), lemma)


def singular_form(form: str, lemma: str, tag: str) -> str | None:
    """A finite verb as it is written after a singular noun; None where it stays as it is."""
    known = _SINGULAR.get(form.lower())
    return inflect(lemma, "VBZ") if known is None and tag == "VBP" else known


@lru_cache(maxsize=5000)
def plural(noun: str) -> str:
    """The plural of a noun lemma: "storeys", "feet"."""
    found = forms(noun, "NNS")
    return found[0] if found else noun
