"""Which words of a sentence are predicates: verbs, copulas and deverbal nouns."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from engines.english.animacy import noun_class
from engines.english.deverbal import is_agentive, is_known, is_only_noun, is_verb, verb_of_noun
from engines.english.inflection import inflect
from engines.english.lexicon import transitivity, verb_use, words
from engines.parsing.arguments.structures import CandidatePredicate
from engines.parsing.predicates.attributions import is_attribution
from engines.parsing.predicates.locatives import is_locative
from engines.parsing.predicates.nominal import event_probability, least_probability
from engines.parsing.syntax.dependencies import NOMINAL, SUBJECTS, VERBAL, children, is_condition, shown_number
from engines.parsing.syntax.subjects import subject_of
from engines.parsing.syntax.verb_groups import verb_lemma

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_AUXILIARY = frozenset({"aux", "auxpass"})
_OCCURRING = frozenset({"arise", "arrive", "begin", "come", "die", "emerge", "end", "happen", "occur", "retire", "start", "stop"})
_ELLIPTIC = frozenset({"so", "nor", "neither"})
_QUOTES = frozenset("\"“”‘’'")
_LONGEST_TITLE = 8
_VERB_ENDINGS = ("ing", "ise", "ize", "ises", "izes")


def find_predicates(doc: "Doc", kinds: Collection[str] = ("verb", "noun", "copula")) -> list[CandidatePredicate]:
    """The verbal, copular and nominal predicates of a sentence, in order; what a heading in capitals names did not happen in it."""
    found = []
    heading = doc.text.isupper() and not any(token.pos_ in VERBAL for token in doc)
    for token in doc:
        kind = predicate_kind(token)
        if kind in kinds and not (heading and kind == "noun"):
            score = event_probability(token) if kind == "noun" else 1.0
            found.append(CandidatePredicate(token.i, kind, predicate_lemma(token, kind), score))
    return found


def predicate_kind(token: "Token") -> str:
    """ "verb", "copula", "noun", or "" for a word that is no predicate."""
    lemma = token.lemma_.lower()
    if lemma == "be":
        if token.pos_ not in ("AUX", "VERB") or token.dep_ in _AUXILIARY:
            return ""
        if any(c.tag_ == "WP" and c.i < token.i for c in children(token, "attr")):  # "What was it like?"
            return ""
        attributed = any(c.tag_ != "IN" for c in children(token, "attr", "acomp")) and subject_of(token)[0]
        return "copula" if attributed or is_locative(token) else ""
    if lemma == "have" and any(child.lower_ == "yet" for child in token.children) and children(token, "xcomp"):
        return ""  # "has yet to be announced": wasn't announced
    if _is_preposition(token) or _is_in_name(token):
        return ""
    if token.dep_ == "amod" and token.i > 1 and token.nbor(-1).text == "-" and token.nbor(-2).pos_ in ("ADV", "ADJ", "SCONJ", "VERB"):
        return ""  # "wide-ranging", "so-called"
    if token.dep_ == "amod" and token.tag_ == "VBG" and token.i > 1 and token.nbor(-1).text == "-" and token.nbor(-2).pos_ in NOMINAL:
        return ""  # "wreath-laying"
    if token.tag_ == "VBG" and token.i and token.dep_ in ("acl", "amod") and _is_between_nouns(token):
        return ""  # "a graph learning framework"
    if token.dep_ == "amod" and token.i and token.is_title and token.head.pos_ == "PROPN":
        return ""  # a part of a name: "Protected Areas"
    if (
        token.pos_ == "VERB"
        and not token.whitespace_
        and token.i + 2 < len(token.doc)
        and token.nbor().text == "-"
        and token.nbor(2).is_alpha
    ):
        return ""  # the first piece of a word: "left-back"
    if _is_noun_taken_for_verb(token) or _is_adjective_taken_for_verb(token) or is_modifier_taken_for_gerund(token):
        return ""
    if token.lower_ == "according":
        return "verb" if is_attribution(token) else ""
    if lemma == "let" and token.i + 1 < len(token.doc) and token.nbor(1).lower_ in ("'s", "’s", "us"):
        return ""  # "Let's go"
    if token.lower_ == "used" and children(token, "xcomp") and not children(token, "auxpass", "aux", "dobj"):
        return ""  # "used to sing"
    if (
        token.tag_ in ("VBN", "VBD")
        and token.i
        and token.nbor(-1).lower_ in ("as", "than")
        and not children(token, *SUBJECTS, "agent", "dobj")
    ):
        return ""  # "sooner than expected", "as planned": a clause that leaves out its subject and its verb
    if (
        token.dep_ == "ccomp"
        and token.tag_ in ("VBN", "VBD")
        and token.head.lemma_ in words("wanting a state")
        and not children(token, "mark", "aux")
    ):
        return ""  # "wants it left to her": it has not been left
    if lemma == "do" and token.i and token.nbor(-1).lower_ in _ELLIPTIC and any(c.i > token.i for c in children(token, *SUBJECTS, "dobj")):
        return ""  # "and so did the doctor": what was told before
    if token.tag_ == "VBG" and token.dep_ == "prep" and token.lower_ in words("words of exception"):
        return ""  # "9 centimetres, excluding the tail"
    if token.lower_ == "aged" and token.i + 1 < len(token.doc) and token.nbor().like_num:
        return ""  # "aged 78"
    if token.lower_ == "follows" and token.i and token.nbor(-1).lower_ == "as":
        return ""
    if token.pos_ == "VERB" and token.tag_ != "MD" and token.is_alpha and len(token) > 1:
        written_as_word = token.is_lower or token.is_title or token.is_upper  # not "OVERVIEWIntroduced", glued together by a web page
        return "verb" if written_as_word and not is_only_noun(token.lower_) and not _is_unheard_of(token) else ""
    if token.lower_ == "including" and token.tag_ == "VBG":
        return "verb"
    if lemma == "hospital" and (token.tag_ == "NNS" or children(token, "det", "compound", "poss")):
        return ""  # "in hospital", but not "the hospital"
    if token.is_title and token.i and token.nbor(-1).text == "-":  # "a Share-Alike licence"
        return ""
    if _is_trade(token):
        return ""
    if token.pos_ == "NOUN" and token.tag_ in ("NN", "NNS") and event_probability(token) >= least_probability():
        return "noun"
    return ""


def _is_trade(noun: "Token") -> bool:
    """ "Jeweller", "cheerleader": a noun for a person made of a verb that nobody uses; "projector": a thing that acts for nobody."""
    lemma = noun.lemma_.lower()
    if is_agentive(lemma) and lemma.endswith(("er", "or")) and noun_class(lemma) == "artifact":
        return True
    return is_agentive(lemma) and verb_use(verb_of_noun(lemma) or "").seen == 0


def _is_noun_taken_for_verb(token: "Token") -> bool:
    """A form that fits no subject where it stands: "the Welsh forests in …", "check out the album cover above"."""
    if token.pos_ != "VERB" or not token.i:
        return False
    if token.i == 1 and token.tag_ == "VBZ" and token.nbor(-1).tag_ in ("JJS", "RBS", "JJ"):  # "Best wishes to all"
        return True
    if token.i < 2:
        return False
    if token.is_title and token.nbor(-1).text == "-" and not token.nbor(-1).whitespace_:  # "Can-Am"
        return True
    if token.tag_ in ("VBZ", "VBP", "VBD") and token.dep_ in ("pobj", "dobj", "nsubj", "nsubjpass", "compound", "poss"):
        return True
    before, article = token.nbor(-1), token.nbor(-2)
    if (
        token.tag_ in ("VB", "VBP") and before.dep_ in ("det", "poss", "amod") and before.head == token
    ):  # "all work on this site", "foul play"
        return True
    if token.tag_ == "VBZ" and before.pos_ == "ADJ" and article.pos_ == "DET":
        return before.lower_ not in ("former", "latter", "other", "first", "last", "second") and before.tag_ not in ("JJS", "JJR")
    singular = before.tag_ == "NN" and before.dep_ == "nsubj" and before.head == token and article.pos_ in ("DET", "NOUN", "ADJ")
    if token.tag_ != "VBP" or not singular or children(before, "conj", "prep"):
        return False
    known = before.lemma_.lower()
    return not any(known in words(name) for name in ("collectives", "quantifiers", "plural in sense", "quantified", "persons"))


def _is_adjective_taken_for_verb(token: "Token") -> bool:
    """ "Eastern Orlo": a form that English knows, and not as a verb's; "was broke", whose participle is "broken"."""
    if token.pos_ != "VERB" or not is_known(token.lower_):
        return False
    lemma = token.lemma_.lower()
    if not is_verb(lemma) and not is_verb(verb_lemma(token)):
        return True
    past, participle = inflect(lemma, "VBD"), inflect(lemma, "VBN")
    return token.lower_ == past != participle and bool(children(token, "auxpass"))


def is_modifier_taken_for_gerund(token: "Token") -> bool:
    """ "Baking ovens were lit", "scared by barking dogs": a participle before a noun whose parse makes the noun its object.

    As a subject the verb's number tells, since a deed is one; after a preposition what the noun does of itself, or a verb without objects.
    """
    objects = children(token, "dobj") if token.tag_ == "VBG" else []
    if not objects or token.i + 1 != objects[0].left_edge.i or objects[0].tag_ != "NNS" or children(objects[0], "det", "poss", "nummod"):
        return False
    if token.dep_ in ("csubj", "csubjpass"):
        return shown_number(token.head) == "plural" and not children(token, "conj")
    goes_on = token.lower_ in words("participles of what goes on") or transitivity(verb_lemma(token)) == "intransitive"
    return token.dep_ == "pcomp" and goes_on


def _is_between_nouns(token: "Token") -> bool:
    """Whether a participle has a noun before it that hangs on the noun after it: one compound, and nothing that happens."""
    if token.i + 1 >= len(token.doc) or any(token.children):
        return False
    before, after = token.nbor(-1), token.nbor()
    return before.dep_ in ("compound", "nmod") and after.pos_ in NOMINAL and before.head == after


def _is_preposition(token: "Token") -> bool:
    """A participle that has become a preposition: "the days following the flood", "rules regarding fishing"."""
    if token.lower_ in ("regarding", "concerning", "pending", "barring", "notwithstanding"):
        return not children(token, "aux", "nsubj")
    if is_condition(token):
        return True
    if token.lower_ == "given":
        return token.dep_ == "prep" and bool(children(token, "pobj"))
    if token.lower_ in ("depending", "owing"):  # "cancelled owing to rain"
        return token.dep_ in ("prep", "advcl") and not children(token, "aux", "nsubj")
    if token.lower_ == "compared":  # "214 compared with 187"
        return (
            token.dep_ in ("prep", "advcl", "acl")
            and any(c.lower_ in ("with", "to") for c in token.children)
            and not children(token, "nsubj")
        )
    if token.lower_ in ("beginning", "starting"):  # "on a contract, beginning in May"
        return token.dep_ in ("advcl", "prep") and not children(token, "aux", "nsubj", "dobj", "xcomp")
    if token.lower_ != "following":
        return False
    return token.dep_ in ("prep", "amod", "acl") or (token.dep_ in ("xcomp", "advcl") and token.head.lemma_ in _OCCURRING)


def _is_in_name(verb: "Token") -> bool:
    """Whether a capital verb stands beside another capital word inside a sentence in small letters: a title, "Where to Find Them"."""
    doc, i = verb.doc, verb.i
    if verb.pos_ != "VERB" or not verb.is_title or i == 0:
        return False
    if doc[i - 1].text in _QUOTES:
        return _is_title_in_quotes(doc, i)
    if not (doc[i - 1].is_alpha or doc[i - 1].text == ","):
        return False
    if not any(0 <= k < len(doc) and doc[k].is_title for k in (i - 1, i + 1)):
        return False
    alphabetic = [token for token in doc if token.is_alpha]
    return sum(token.is_lower for token in alphabetic) >= 0.5 * len(alphabetic)


def _is_title_in_quotes(doc: "Doc", first: int) -> bool:
    """Whether nothing but a few capital words stands between the quotation mark before `first` and the next one: "Turn Up"."""
    inside: list[Token] = []
    for token in doc[first : first + _LONGEST_TITLE]:
        if token.text in _QUOTES:
            return first > 1 and len(inside) > 1 and all(t.text[0].isupper() or len(t) < 4 for t in inside)
        inside.append(token)
    return False


def _is_unheard_of(token: "Token") -> bool:
    """A word that no list knows and that does not look like a form of a verb: a name in small letters."""
    endings = _VERB_ENDINGS if token.dep_ == "amod" else (*_VERB_ENDINGS, "ed")  # "hafeez ahmed bhatti"
    return not token.lower_.endswith(endings) and not is_verb(token.lemma_.lower()) and not is_known(token.lower_)


def predicate_lemma(token: "Token", kind: str) -> str:
    """The verb lemma that a predicate is asked about with."""
    lemma = token.lemma_.lower()
    if kind == "noun":
        return verb_of_noun(lemma) or lemma
    if kind == "copula":
        return "be"
    return verb_lemma(token) if kind == "verb" else lemma
