"""What makes one verb with its verb: particles, light objects and phrases, adjectives, prefixes."""

from typing import TYPE_CHECKING

from engines.english.lexicon import phrasal_verbs, words
from engines.english.number_words import ORDINALS
from engines.english.word_forms import lemmas
from engines.parsing.syntax.passives import is_stranded

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_NO_PLACES = frozenset({"away", "forward", "out", "up", "off", "over", "on", "apart", "about"})
"""Particles that seldom say where: "sold out", but "went back"."""
_WITHOUT_PLACE = frozenset({"along", "by", "in", "round", "through"})
"""The same after verbs that are not of motion: "looked in", but "came in"."""

_MOVING = frozenset({"come", "drive", "fly", "get", "go", "head", "move", "sail", "travel", "walk"})
"""Verbs of which "back" says where, whatever follows: "came back in June", but "played back in 1965"."""


def prefix_of(doc: "Doc", predicate: int) -> str:
    """ "co-" of "co - operate", which tokenizers cut off."""
    if predicate < 2 or doc[predicate - 1].text != "-" or doc[predicate - 2].lower_ not in words("verb prefixes"):
        return ""
    return doc[predicate - 2].lower_ + "-"


def is_particle(token: "Token", lemma: str) -> bool:
    """Whether an adverb or bare preposition makes one verb with its verb: "out" of "ran out", tagged as a particle or not."""
    following = token.doc[token.i + 1 : token.i + 3]
    if token.lower_ == "up" and len(following) == 2 and following[0].lower_ == "to" and following[1].like_num:
        return False  # "began up to 48 minutes earlier"
    known = f"{lemma} {token.lower_}" in phrasal_verbs()
    if token.dep_ == "advmod" and token.i == token.head.i + 1 and token.lower_ in words("adverbs of state"):
        return not any(token.children)  # "ran aground"
    if token.dep_ == "prt":
        return known or token.i <= token.head.i + 1 or _follows_object(token)
    if (
        token.dep_ == "prep"
        and token.i == token.head.i + 1
        and not any(token.children)
        and (is_stranded(token.head) or _before_agent(token) or any(c.dep_ in ("nsubjpass", "auxpass") for c in token.head.children))
    ):
        return True  # "were discriminated against"
    if token.dep_ == "advmod" and token.i == token.head.i + 1 and not any(token.children):
        if token.lower_ == "back" and lemma not in ("be", "date") and (lemma in _MOVING or not _before_time(token)):
            return True  # "turn back", "came back with an offer"
        takes = any(c.dep_ in ("dobj", "nsubjpass") for c in token.head.children) or _is_participle(token.head)
        if takes and (known or token.lower_ in ("aside", "away", "forward", "together")) and token.lower_ in words("adverbial particles"):
            return True  # "brought back the song", "was set aside", "a boat swept away"
    if token.dep_ == "advmod" and token.tag_ == "JJ" and not any(token.children) and _stands_behind_object(token):
        return True  # "took the app offline"
    if token.dep_ == "advmod" and token.lower_ == "back" and lemma in words("verbs with back") and _follows_object(token):
        return not any(token.children) and not _before_time(token)  # "got the money back"
    if token.dep_ == "advmod" and token.lower_ in ("aside", "away") and (known or lemma not in words("placed somewhere")):
        return _follows_object(token) and not any(token.children)  # "gave the seeds away"
    if token.dep_ == "advmod" and token.lower_ == "past" and token.tag_ in ("IN", "RP"):
        return token.i == token.head.i + 1 and not any(token.children)  # "had driven past"
    if token.dep_ == "advmod" and token.lower_ == "forward" and lemma not in words("placed somewhere"):
        return token.i == token.head.i + 1  # "look forward to"
    apart = _NO_PLACES if lemma in words("placed somewhere") else _NO_PLACES | _WITHOUT_PLACE
    return known and token.i == token.head.i + 1 and token.lower_ in apart and not any(token.children)


def _is_participle(verb: "Token") -> bool:
    return verb.dep_ == "acl" and verb.tag_ == "VBN"


def _before_time(adverb: "Token") -> bool:
    """ "Back in 1965", but not "back on a July trip"."""
    following = adverb.doc[adverb.i + 1 : adverb.i + 2]
    said = [inner for token in following for inner in (token, *token.children) if inner.i == token.i or inner.dep_ == "pobj"]
    return any(token.ent_type_ in ("DATE", "TIME") for token in said)


def _before_agent(preposition: "Token") -> bool:
    """ "For" of "paid for by the county"."""
    after = preposition.i + 1 < len(preposition.doc) and preposition.nbor().dep_ == "agent"
    return after and preposition.nbor().head == preposition.head


def _follows_object(particle: "Token") -> bool:
    """Whether a particle stands right behind the object of its verb: "bowled the visitors out"."""
    return _stands_behind_object(particle) and particle.lower_ in words("adverbial particles")


def _stands_behind_object(token: "Token") -> bool:
    objects = [child for child in token.head.children if child.dep_ == "dobj" and child.i < token.i]
    return bool(objects) and objects[-1].right_edge.i + 1 == token.i


def light_phrase(verb: "Token", lemma: str) -> list["Token"]:
    """The words of a phrase that makes one verb with its verb: "in love" of "fell in love"."""
    for child in verb.children:
        inner = [c for c in child.children if c.dep_ == "pobj"] if child.dep_ == "prep" and child.i > verb.i else []
        bare = bool(inner) and inner[0].i == child.i + 1 and not any(inner[0].children)
        if bare and f"{lemma}:{child.lower_}_{inner[0].lower_}" in words("light phrases"):
            return [child, inner[0]]
    return []


def is_fused(token: "Token", lemma: str) -> bool:
    """Whether an object or adjective makes one verb with its verb: "took place", "fell ill"."""
    return is_light_object(token, lemma) or _is_fused_adjective(token, lemma)


def _is_fused_adjective(token: "Token", lemma: str) -> bool:
    """Whether an adjective alone makes one verb with a verb that says little: "fell ill", "get fit"."""
    if token.dep_ == "advmod" and lemma in ("come", "finish") and token.lower_ in {*ORDINALS, "last"}:  # "came fourth"
        return token.i == token.head.i + 1
    if token.dep_ not in ("acomp", "advmod") or lemma not in words("fused with adjectives"):
        return False
    if token.tag_ != "JJ" and (lemma != "fall" or "ADJ" not in lemmas(token.lower_) or token.lower_.endswith("ly")):
        return False  # the tagger takes "ill" of "fell ill" for an adverb
    return token.i == token.head.i + 1 and not any(token.children)


def is_light_object(token: "Token", lemma: str) -> bool:
    """Whether an object says nothing of its own and makes one verb with its verb: "take place"."""
    if token.dep_ not in ("dobj", "acomp", "attr", "oprd") or f"{lemma}:{token.lower_}" not in words("light objects"):
        return False
    return not any(child.i < token.i and child.dep_ != "punct" for child in token.children)


def has_light_object(verb: "Token", lemma: str) -> bool:
    """Whether a verb and its object are one: "gave way"."""
    return any(is_light_object(child, lemma) for child in verb.children)
