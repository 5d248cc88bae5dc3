"""The verb group of a predicate: tense, aspect, voice, modality and negation.

A non-finite predicate takes the tense of the clause it stands in; a complement of a verb such as "fail" is negated, one
that need not have happened ("plan to", "to help") gets "will", "would" or "might", as QA-SRL asks it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engines.english import inflection
from engines.english.auxiliaries import CONTRACTED_BE, CONTRACTED_PRESENT, MODAL_OF
from engines.english.lexicon import words as word_list
from engines.english.planning import FORTHCOMING, INTENDING
from engines.parsing.syntax.clauses import auxiliaries_of, clause_above, is_contrasted, is_had, is_parted_be, is_present
from engines.parsing.syntax.dependencies import is_inverted
from engines.parsing.syntax.modality import first_of, happened, is_awaited, is_only_thought, is_open, is_singled_out, is_unreal
from engines.parsing.syntax.passives import is_passive, is_predicative_participle

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_SHORT_HAD = frozenset({"'d", "’d"})
_LIKE_MODALS = frozenset({"ca", "dare", "need", "wo"})
"""Auxiliaries that the tagger does not take for modal verbs: "ca n't", "need not reply"."""
_NEGATIVE_WORDS = frozenset({"not", "n't", "n’t", "never", "nt"})


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
    adverb: str = ""
    """What says that it was hardly so, or not quite: "almost"."""

    def active(self) -> "VerbGroup":
        """The same group in the active voice."""
        return replace(self, passive=False) if self.passive else self

    def dated(self) -> "VerbGroup":
        """The same group as it is asked about with "when": not the present perfect."""
        return replace(self, perfect=False, present=False) if self.perfect and self.present and not self.modal else self

    def as_passive(self) -> "VerbGroup":
        """The same group in the passive voice."""
        return self if self.passive else replace(self, passive=True, progressive=self.progressive and not self.perfect and not self.modal)


def verb_lemma(verb: "Token") -> str:
    """The lemma of a verb, the tagger's own corrected where its forms do not fit: "ride" for "riding"."""
    lemma = verb.lemma_.lower()
    return inflection.verb_lemma(verb.lower_, lemma, verb.tag_) if verb.tag_ in ("VBG", "VBN", "VBD", "VBZ") else lemma


def verb_group(doc: "Doc", predicate: int, kind: str = "verb") -> VerbGroup:
    """The verb group of a predicate token; a noun's is the simple past (its clause's tense is not the event's)."""
    if kind == "noun":
        return VerbGroup()
    verb = doc[predicate]
    auxiliaries = auxiliaries_of(verb)
    holder = auxiliaries[0].head if auxiliaries else verb
    negations = {
        child.lower_
        for word in {verb, verb if is_contrasted(verb) else holder}
        for child in word.children
        if (child.dep_ == "neg" or child.lower_ in _NEGATIVE_WORDS) and not _negates_before(child, auxiliaries)
    }
    parted = any(_is_parted_not(token) for token in doc[auxiliaries[0].i : predicate]) if auxiliaries else False
    if parted or (verb.lemma_ != "be" and any(_is_no_longer(child) for child in verb.children)):
        negations.add("no")
    group = VerbGroup(
        passive=is_passive(verb) or is_predicative_participle(verb) or verb.lower_ in word_list("always passive"),
        negated=bool(negations & (_NEGATIVE_WORDS | {"no"})),
        never="never" in negations,
        adverb=next((c.lower_ for c in verb.children if c.dep_ == "advmod" and c.lower_ in word_list("not quite")), ""),
    )
    group = _conjugated(verb, auxiliaries, group)
    first = first_of(verb)
    if is_inverted(first) or is_only_thought(first):
        return replace(group, modal="might", perfect=group.perfect or not (group.present or group.modal))
    if group.modal == "will" and any(child.dep_ == "advcl" and (is_inverted(child) or is_open(child)) for child in verb.children):
        return replace(group, modal="might")  # "should it rain, it will be moved"
    if group.modal not in ("", "can", "could"):
        return group
    return replace(group, modal="might") if is_open(verb) or (not group.modal and group.present and is_awaited(first)) else group


def _is_parted_not(token: "Token") -> bool:
    """The "t" of "can ' t", whose apostrophe stands alone."""
    return token.lower_ == "t" and token.i > 0 and token.nbor(-1).text in ("'", "’")


def _is_no_longer(adverb: "Token") -> bool:
    """The "longer" of "no longer opens"."""
    return adverb.lower_ == "longer" and adverb.dep_ == "advmod" and adverb.i > 0 and adverb.nbor(-1).lower_ == "no"


def _negates_before(negation: "Token", auxiliaries: Sequence["Token"]) -> bool:
    """Whether a "not" stands before the first auxiliary, where it negates something else: "believe it or not, you can …"."""
    if negation.i and negation.nbor(-1).lower_ == "or":  # "whether or not you have it"
        return True
    return bool(auxiliaries) and negation.i < auxiliaries[0].i and negation.lower_ != "never" and auxiliaries[0].lower_ != "to"


def _conjugated(verb: "Token", auxiliaries: Sequence["Token"], group: VerbGroup) -> VerbGroup:
    finite = infinitive = False
    present, modal, perfect, progressive = False, "", False, False
    for word in auxiliaries:
        lower, lemma = word.lower_, word.lemma_.lower()
        if lower in _SHORT_HAD and is_had(word, verb, auxiliaries):
            finite = perfect = True
        elif (word.tag_ == "MD" or lower in _LIKE_MODALS) and lemma not in ("be", "have", "do"):
            modal, finite = MODAL_OF.get(lower, lower), True
        elif lower == "to":
            infinitive = True
        elif lemma in ("have", "having") or (lower in ("'s", "’s") and verb.tag_ == "VBN" and not group.passive):
            perfect = True
            finite, present = _finite(word, finite, present)
        elif lemma in ("be", "get") or lower in CONTRACTED_BE or is_parted_be(word):
            progressive = progressive or (word.tag_ == "VBG" and finite) or (verb.tag_ == "VBG" and word.dep_ == "aux")
            finite, present = _finite(word, finite, present)
        elif lemma == "do":
            finite, present = _finite(word, finite, present)
    if not finite and not infinitive and verb.tag_ in ("VBD", "VBZ", "VBP"):
        finite, present = True, verb.tag_ != "VBD"
    if _forbids(verb, auxiliaries) and group.negated:
        return replace(group, present=True, modal="should")
    group = replace(group, present=present, modal=modal, perfect=perfect, progressive=progressive and not (perfect and group.passive))
    return group if finite else _nonfinite(verb, group, infinitive)


def _forbids(verb: "Token", auxiliaries: Sequence["Token"]) -> bool:
    """ "Don't wait": an order not to do something."""
    subjects = any(c.dep_ in ("nsubj", "nsubjpass", "expl") for c in verb.children)
    shared = verb.dep_ == "conj" and any(c.dep_ in ("nsubj", "nsubjpass") for c in verb.head.children)  # "agree but do not wish"
    bare = verb.tag_ == "VB" and verb.dep_ in ("ROOT", "ccomp", "conj", "parataxis") and not subjects and not shared
    return bare and [word.lower_ for word in auxiliaries] == ["do"] and verb.doc[len(verb.doc) - 1].text != "?"


def _finite(auxiliary: "Token", finite: bool, present: bool) -> tuple[bool, bool]:
    shortened = auxiliary.lower_ in CONTRACTED_PRESENT or is_parted_be(auxiliary)
    if finite or (auxiliary.tag_ not in ("VBD", "VBZ", "VBP") and not shortened):
        return finite, present
    return True, shortened or auxiliary.tag_ != "VBD"


def _nonfinite(verb: "Token", group: VerbGroup, infinitive: bool) -> VerbGroup:
    first = verb
    while first.dep_ == "conj" and first.head.pos_ in ("VERB", "AUX") and first.head != first:
        first = first.head
    group = replace(group, present=is_present(clause_above(first)) if first.tag_ not in ("VBP", "VBZ") else True)
    if infinitive or verb.tag_ == "VB":
        return _infinitive(verb, first, group, infinitive)
    if verb.dep_ == "pcomp" and verb.head.lower_ == "without":  # "left without looking back"
        group = replace(group, negated=not group.negated)
    if verb.dep_ == "pcomp" and verb.head.lower_ == "from" and verb.head.head.lemma_ in word_list("hindering") | word_list("forbidding"):
        forbidden = verb.head.head.lemma_ in word_list("forbidding")  # "banned them from selling it", "kept him from playing"
        return replace(group, modal="should" if forbidden else "", negated=not verb_group(verb.doc, verb.head.head.i).negated)
    if verb.tag_ == "VBG" and not group.perfect:
        seen = verb.dep_ in ("xcomp", "ccomp") and verb.head.lemma_ in word_list("perceiving")
        modal = "" if seen else _modal_of_participle(first if first.tag_ == "VBG" else verb)
        if modal:
            return replace(group, modal=modal)
        going_on = seen or (verb.dep_ in ("acl", "amod") and verb.lemma_.lower() not in word_list("states"))
        return replace(group, progressive=going_on and not group.passive)
    if verb.tag_ == "VBN" and (verb.dep_ == "ROOT" or happened(verb)):  # a headline: "Man charged with theft"
        return replace(group, present=False)
    return group


def _modal_of_participle(participle: "Token") -> str:
    """What a participle takes over from a verb that says what may, will or should be, "" if nothing: "recommended replacing it",
    "would dream of missing it", "will ask them before writing to her", "Raise the fees while holding the rates"."""
    above = participle.head.head if participle.dep_ == "pcomp" and participle.head.dep_ == "prep" else participle.head
    if participle.dep_ == "acl" and above.dep_ in ("dobj", "nsubjpass"):  # "a crossing costing £27,000 is proposed"
        planned = above.head.lemma_ in word_list("verbs of possible deeds") | INTENDING
        return "might" if planned or verb_group(participle.doc, above.head.i).modal in ("might", "should", "will", "would") else ""
    own = any(child.dep_ in ("nsubj", "nsubjpass") for child in participle.children)  # "with prices rising"
    finite = any(c.dep_ == "conj" and c.pos_ in ("AUX", "VERB") and c.tag_ != "VBG" for c in participle.children)
    if participle.dep_ == "ROOT" and not own and not finite:
        return "might"  # an item of a list: "replacing the oldest machine and selling it"
    if participle.dep_ == "pcomp" and (participle.head.lower_ == "than" or above.lemma_ in word_list("nouns of possible deeds")):
        return "might"  # "cheaper than buying one", "the idea of buying one"
    if participle.dep_ not in ("advcl", "pcomp", "xcomp") or above.pos_ not in ("ADJ", "AUX", "VERB") or own:
        return ""
    if participle.dep_ == "xcomp" and above.lemma_ in word_list("verbs of possible deeds") | word_list("verbs of undone deeds"):
        return "might"
    if participle.dep_ == "pcomp" and participle.head.lower_ in ("about", "at", "of") and above.lemma_ in word_list("worrying"):
        return "might"
    told = any(child.dep_ == "ccomp" for child in participle.children)  # "would not do so, pointing out that it leaked"
    lasting = participle.i < above.i or participle.lemma_.lower() in word_list("states") or told  # "being ill, she will not come"
    modal = verb_group(participle.doc, above.i).modal if above.pos_ != "ADJ" else ""
    if modal in ("", "can", "could") or (participle.dep_ != "xcomp" and lasting):
        return ""
    return modal if modal in ("will", "should") and participle.dep_ != "xcomp" else "might"


def _infinitive(verb: "Token", first: "Token", group: VerbGroup, marked: bool) -> VerbGroup:
    """The group of an infinitive: `first` is the verb it is coordinated with, or itself; `marked` if it has "to"."""
    if first.tag_ in ("VBP", "VBZ", "VBD") and not marked:  # mistagged: "They weave and prevent losses"
        return replace(group, present=first.tag_ != "VBD")
    if not marked and (first.dep_ == "conj" or first.tag_ not in ("VB", "VBP", "VBZ", "VBD")):
        return group  # mistagged too: "We offer a system for reading maps and show that …"
    if marked and first != verb and first.tag_ in ("VBD", "VBN", "VBP", "VBZ"):  # "is asked for a bus, but to refuse another"
        return replace(group, modal="might")
    governor = first.head.lemma_.lower() if first.head != first else ""
    if governor == "able" and first.head.dep_ == "amod":  # "a bean able to withstand frost"
        return replace(group, modal="can" if group.present else "could")
    if is_open(first) or (governor in ("appear", "seem") and first.dep_ == "xcomp"):
        return replace(group, modal="might")
    if first.dep_ == "xcomp" and governor == "become" and is_singled_out(first):
        return group
    if governor == "go" and first.dep_ in ("advcl", "xcomp") and any(c.dep_ == "prt" and c.lower_ == "on" for c in first.head.children):
        return replace(group, modal="might") if is_open(first.head) else group  # "went on to win"
    if first.dep_ in ("xcomp", "ccomp"):
        yet = governor in ("have", "be") and any(child.lower_ == "yet" for word in (first, first.head) for child in word.children)
        if yet:
            return replace(group, negated=not group.negated, perfect=True)  # "is yet to return": hasn't returned
        forbidden = governor in word_list("nothing without it") and any(c.dep_ == "neg" for c in first.head.children)
        if governor in word_list("denying") or forbidden:  # "was not allowed to leave"
            return replace(group, negated=not group.negated)
        told = any(child.dep_ in ("acomp", "attr") for child in first.head.children)  # "it is easy to picture her there"
        if governor == "be" and marked and not told:  # "is to be built"
            return replace(group, modal="will" if group.present else "would")
        if governor == "have" and marked and group.present:
            spared = any(child.dep_ == "neg" for child in first.head.children)  # "don't have to drive"
            return replace(group, modal="might" if spared else "must", negated=spared)
        if governor in word_list("happening") and any(child.tag_ == "MD" for child in first.head.children):
            return replace(group, modal="might" if marked else "would")  # "would you like to move?", "would let us move"
        if governor in word_list("happening") and not (governor == "go" and marked):
            return replace(group, modal="might") if is_open(first.head) else group
    if first.dep_ == "acl" and any(child.lower_ == "no" for child in first.head.children):  # "has no plan to leave"
        group = replace(group, negated=not group.negated)
    if governor in FORTHCOMING and not ((governor in INTENDING and not group.negated) or any(c.dep_ == "neg" for c in first.head.children)):
        return replace(group, modal="will" if group.present else "would")
    if not marked and any(child.dep_ in ("nsubj", "nsubjpass") for child in first.children):
        return replace(group, present=True)
    if first.dep_ == "ROOT":  # an imperative: "Keep it dry"
        return replace(group, present=True, modal="will" if marked else "should")
    wanted = any(child.dep_ == "mark" and child.lower_ == "for" for child in first.children)  # "called for the mayor to resign"
    if first.dep_ == "advcl" and marked and (wanted or is_unreal(first.head)):  # "could have done something to prevent it"
        return replace(group, modal="might")
    found = governor in word_list("verbs of coming and going") and first.lemma_ in word_list("finding")  # "returned to find it gone"
    followed = first.dep_ == "advcl" and (not marked or found or governor in word_list("verbs before what follows"))  # "lived to be 90"
    return group if followed or is_singled_out(first) else replace(group, modal="might")
