"""The verb group of a predicate: tense, aspect, voice, modality and negation, and its forms in questions and statements.

A non-finite predicate takes the tense of the clause it stands in; a complement of a verb such as "fail" is negated, one
that need not have happened ("plan to", "to help") gets "will", "would" or "might", as QA-SRL asks it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from engines.english.lexicon import words as word_list
from engines.english.word_forms import lemmas
from engines.parsing.syntax.dependencies import is_passive

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

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
_MODALS = {
    "'ll": "will", "’ll": "will", "ca": "can", "wo": "will", "'d": "would", "’d": "would", "sha": "shall", "will": "will", "can": "can",
    "would": "would", "could": "could", "may": "may", "might": "might", "must": "must", "should": "should", "shall": "shall",
    "cannot": "can", "ought": "should", "need": "need", "dare": "dare",
}  # fmt: skip
_NEGATED = {"will": "won't", "can": "can't", "may": "may not", "might": "might not", "shall": "shall not", "am": "am not"}
_NEGATIVE_WORDS = frozenset({"not", "n't", "n’t", "never", "nt"})
_SHORT_PRESENT = frozenset({"'s", "’s", "'re", "’re", "'m", "’m", "'ve", "’ve"})
_PAST_MODALS = frozenset({"would", "could", "might"})


@dataclass(frozen=True)
class VerbGroup:
    """How a predicate is conjugated; `modal` is "" without one, `present` False for the past."""

    modal: str = ""
    present: bool = False
    perfect: bool = False
    progressive: bool = False
    passive: bool = False
    negated: bool = False
    never: bool = False

    def active(self) -> "VerbGroup":
        """The same group in the active voice."""
        return replace(self, passive=False) if self.passive else self

    def as_passive(self) -> "VerbGroup":
        """The same group in the passive voice."""
        return self if self.passive else replace(self, passive=True, progressive=self.progressive and not self.perfect and not self.modal)


@lru_cache(maxsize=20000)
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
    from lemminflect import getInflection

    forms = getInflection(lemma, tag, inflect_oov=True)
    return forms[0] if forms else lemma


def verb_lemma(verb: "Token") -> str:
    """The lemma of a verb, the tagger's own corrected where its forms do not fit: "ride" for "riding"."""
    lemma = verb.lemma_.lower()
    return _fitting_lemma(verb.lower_, lemma, verb.tag_) if verb.tag_ in ("VBG", "VBN", "VBD", "VBZ") else lemma


@lru_cache(maxsize=20000)
def _fitting_lemma(form: str, lemma: str, tag: str) -> str:
    if inflect(lemma, tag) == form:
        return lemma
    others = [other for other in lemmas(form).get("VERB", ()) if other != lemma]
    return next((other for other in others if inflect(other, tag) == form), lemma)


def is_predicative_participle(verb: "Token") -> bool:
    """Whether a participle is taken for the adjective of a copula: "the trip was highly anticipated"."""
    return verb.dep_ == "acomp" and verb.tag_ == "VBN" and verb.head.lemma_ == "be"


def verb_group(doc: "Doc", predicate: int, kind: str = "verb") -> VerbGroup:
    """The verb group of a predicate token; a noun's is the simple past (its clause's tense is not the event's)."""
    if kind == "noun":
        return VerbGroup()
    verb = doc[predicate]
    auxiliaries = _auxiliaries(verb)
    holder = auxiliaries[0].head if auxiliaries else verb
    negations = {
        child.lower_ for word in {verb, holder} for child in word.children if child.dep_ == "neg" or child.lower_ in _NEGATIVE_WORDS
    }
    group = VerbGroup(
        passive=is_passive(verb) or is_predicative_participle(verb),
        negated=bool(negations & (_NEGATIVE_WORDS | {"no"})),
        never="never" in negations,
    )
    return _conjugated(verb, auxiliaries, group)


def _conjugated(verb: "Token", auxiliaries: Sequence["Token"], group: VerbGroup) -> VerbGroup:
    finite = infinitive = False
    present, modal, perfect, progressive = False, "", False, False
    for word in auxiliaries:
        lower, lemma = word.lower_, word.lemma_.lower()
        if (word.tag_ == "MD" or lower in ("ca", "wo")) and lemma not in ("be", "have", "do"):
            modal, finite = _MODALS.get(lower, lower), True
        elif lower == "to":
            infinitive = True
        elif lemma in ("have", "having") or (lower in ("'s", "’s") and verb.tag_ == "VBN" and not group.passive):
            perfect = True
            finite, present = _finite(word, finite, present)
        elif lemma in ("be", "get") or lower in ("'s", "'re", "'m", "’s", "’re", "’m"):
            progressive = progressive or word.tag_ == "VBG" or (verb.tag_ == "VBG" and word.dep_ == "aux")
            finite, present = _finite(word, finite, present)
        elif lemma == "do":
            finite, present = _finite(word, finite, present)
    if not finite and not infinitive and verb.tag_ in ("VBD", "VBZ", "VBP"):
        finite, present = True, verb.tag_ != "VBD"
    group = replace(group, present=present, modal=modal, perfect=perfect, progressive=progressive and not (perfect and group.passive))
    return group if finite else _nonfinite(verb, group, infinitive)


def _finite(auxiliary: "Token", finite: bool, present: bool) -> tuple[bool, bool]:
    shortened = auxiliary.lower_ in _SHORT_PRESENT
    if finite or (auxiliary.tag_ not in ("VBD", "VBZ", "VBP") and not shortened):
        return finite, present
    return True, shortened or auxiliary.tag_ != "VBD"


def _nonfinite(verb: "Token", group: VerbGroup, infinitive: bool) -> VerbGroup:
    first = verb
    while first.dep_ == "conj" and first.head.pos_ in ("VERB", "AUX") and first.head != first:
        first = first.head
    group = replace(group, present=_is_present(_matrix(first)) if first.tag_ not in ("VBP", "VBZ") else True)
    if infinitive or verb.tag_ == "VB":
        return _infinitive(verb, first, group, infinitive)
    if verb.tag_ == "VBG" and not group.perfect:
        seen = verb.dep_ in ("xcomp", "ccomp") and verb.head.lemma_ in word_list("perceiving")
        going_on = seen or (verb.dep_ in ("acl", "amod") and verb.lemma_.lower() not in word_list("states"))
        return replace(group, progressive=going_on and not group.passive)
    if verb.tag_ == "VBN" and (verb.dep_ == "ROOT" or _happened(verb)):  # a headline: "Man charged with theft"
        return replace(group, present=False)
    return group


def _infinitive(verb: "Token", first: "Token", group: VerbGroup, marked: bool) -> VerbGroup:
    """The group of an infinitive: `first` is the verb it is coordinated with, or itself; `marked` if it has "to"."""
    if first.tag_ in ("VBP", "VBZ", "VBD") and not marked:  # mistagged: "They weave and prevent losses"
        return replace(group, present=first.tag_ != "VBD")
    governor = first.head.lemma_.lower()
    if first.dep_ in ("xcomp", "ccomp"):
        yet = governor in ("have", "be") and any(child.lower_ == "yet" for word in (first, first.head) for child in word.children)
        if yet or governor in word_list("denying"):
            return replace(group, negated=not group.negated)
        if governor == "have" and marked and group.present:
            return replace(group, modal="must")
        if governor in word_list("happening") and not (governor == "go" and marked):
            return group
    if governor in word_list("planned"):
        return replace(group, modal="will" if group.present else "would")
    if not marked and any(child.dep_ in ("nsubj", "nsubjpass") for child in first.children):
        return replace(group, present=True)
    if first.dep_ == "ROOT":  # an imperative: "Keep it dry"
        return replace(group, present=True, modal="will" if marked else "should")
    if first.dep_ == "advcl" and marked and _is_unreal(first.head):  # "could have done something to prevent it"
        return replace(group, modal="might")
    if first.dep_ == "advcl" or (first.dep_ in ("relcl", "acl") and first.head.lower_ in ("first", "last", "only")):
        return group
    return replace(group, modal="might")


def _is_unreal(verb: "Token") -> bool:
    """Whether a verb tells what may be or has not been."""
    return any(child.tag_ == "MD" or child.dep_ == "neg" for child in verb.children)


def _happened(participle: "Token") -> bool:
    """Whether a participle tells of an event rather than a state: "built by Ana", "born in 1950", not "known as"."""
    if participle.lemma_ in word_list("past participles"):
        return True
    for child in participle.children:
        if child.dep_ == "agent" or (child.dep_ == "prep" and any(g.ent_type_ == "DATE" for g in child.children)):
            return True
    return False


def _auxiliaries(verb: "Token", depth: int = 0) -> list["Token"]:
    """The auxiliaries of a verb, or those it shares with the verb it is conjoined with."""
    own = [child for child in verb.children if child.dep_ in ("aux", "auxpass") and child.i < verb.i + 4]
    if own or verb.dep_ != "conj" or verb.head.pos_ not in ("VERB", "AUX") or depth > 3:
        return own
    if any(child.dep_ in ("nsubj", "nsubjpass", "csubj", "expl") for child in verb.children):
        return own
    head = verb.head
    shared = _auxiliaries(head, depth + 1)
    lemmas = {word.lemma_ for word in shared}
    if verb.tag_ == head.tag_ or verb.tag_ == "VB" or (verb.tag_ in ("VBD", "VBN") and lemmas & {"have", "be"}):
        return shared
    return own


def _matrix(verb: "Token") -> "Token | None":
    token = verb
    for _ in range(len(verb.doc)):
        if token.head == token:
            return None
        token = token.head
        if token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass"):
            return token
    return None


def is_present_clause(token: "Token") -> bool:
    """Whether the clause that a word stands in is in the present."""
    return _is_present(token if token.pos_ in ("VERB", "AUX") else _matrix(token))


def _is_present(verb: "Token | None", depth: int = 0) -> bool:
    """Whether the finite clause around `verb` is in the present (a present perfect counts as past)."""
    if verb is None or depth > 8:
        return False
    for word in _auxiliaries(verb):
        if word.tag_ == "MD":
            return word.lower_ not in _PAST_MODALS
        if word.tag_ == "VBD":
            return False
        if word.tag_ in ("VBZ", "VBP"):
            return word.lemma_ != "have"
    if verb.tag_ == "VBD":
        return False
    if verb.tag_ in ("VBZ", "VBP"):
        return True
    return _is_present(_matrix(verb), depth + 1)


def forms(group: VerbGroup, lemma: str, number: str = "singular") -> list[str]:
    """The words of the verb group, without negation; `number` is "singular", "plural" or "first" (I)."""
    chain = [word for word, wanted in (("have", group.perfect), ("be", group.progressive), ("be", group.passive)) if wanted]
    tags = [tag for tag, wanted in (("VBN", group.perfect), ("VBG", group.progressive), ("VBN", group.passive)) if wanted]
    first = "VB" if group.modal else ("VBZ" if group.present else "VBD")
    words = [_agreeing(word, tag, number) for word, tag in zip([*chain, lemma], [first, *tags], strict=True)]
    return [group.modal, *words] if group.modal else words


def _agreeing(lemma: str, tag: str, number: str) -> str:
    if number == "singular" or tag not in ("VBZ", "VBD"):
        return inflect(lemma, tag)
    if lemma == "be":
        if tag == "VBD":
            return "were" if number == "plural" else "was"
        return "are" if number == "plural" else "am"
    return inflect(lemma, "VBP") if tag == "VBZ" else inflect(lemma, tag)


def finite(group: VerbGroup, lemma: str, number: str = "singular") -> list[str]:
    """The verb group after its subject: ["did not" …] negated, do-support where needed."""
    words = forms(group, lemma, number)
    if not group.negated:
        return words
    if len(words) == 1 and lemma != "be":
        return [_negated(_do(group, number)), lemma]
    return [_negated(words[0]), *words[1:]]


def inverted(group: VerbGroup, lemma: str) -> tuple[str, list[str]]:
    """The auxiliary that goes before the subject in a question, and the words after the subject."""
    words = forms(group, lemma)
    if len(words) == 1 and lemma != "be":
        auxiliary, rest = _do(group, "singular"), [lemma]
    else:
        auxiliary, rest = words[0], words[1:]
    if group.negated and auxiliary in ("may", "might", "shall", "must"):
        return auxiliary, ["not", *rest]
    return (_negated(auxiliary) if group.negated else auxiliary), rest


def _do(group: VerbGroup, number: str) -> str:
    return ("does" if number == "singular" else "do") if group.present else "did"


def _negated(auxiliary: str) -> str:
    return _NEGATED.get(auxiliary, auxiliary + "n't")
