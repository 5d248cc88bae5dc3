"""What relative and participial clauses say of their noun, as clauses of their own."""

from typing import TYPE_CHECKING

from engines.decomposition.clauses.clause import Clause
from engines.decomposition.clauses.extraction import clause_of
from engines.decomposition.lexicon import words
from engines.decomposition.statements.modifiers import described_by, is_of_another_kind
from engines.decomposition.wording.agreement import being, is_past, is_plural
from engines.decomposition.wording.phrases import Items, after_comma, in_quotes, is_detached, is_restricted, noun_phrase, own_tokens, phrase
from engines.english.animacy import is_person
from engines.english.inflection import inflect
from engines.parsing.syntax.dependencies import SUBJECTS, VERBAL, children
from engines.parsing.syntax.verb_groups import verb_lemma

if TYPE_CHECKING:
    from spacy.tokens import Token

_FARTHEST = 4
"""Tokens between a noun and a participle that can safely be said of it: the parse is often wrong beyond."""
_EMPTY_SUBJECTS = frozenset({"it", "there", "this", "that", "these", "those", "one"})
_RELATIVE = frozenset({"who", "which", "that", "whom"})


def relative_clause(verb: "Token") -> Clause | None:
    """The clause of a relative clause with its noun put in place of the relative pronoun; None where that is not possible."""
    noun = verb.head
    if verb.dep_ != "relcl" or noun.pos_ not in ("NOUN", "PROPN") or noun.lower_ in ("one", "people", "those", "way", "reason", "time"):
        return None
    pronoun = _relative_pronoun(verb)
    if noun.ent_type_ in ("DATE", "TIME") or (pronoun is not None and pronoun.lower_ == "which" and _may_be_of_another(pronoun, noun)):
        return None
    if _is_singled_out(noun) or (pronoun is not None and pronoun.dep_ in SUBJECTS and not _agree(noun, verb)):
        return None
    identified = _identified(noun)
    person = identified or (_person_above(noun) if pronoun is not None and pronoun.lower_ == "who" else None)
    if pronoun is not None and pronoun.lower_ == "who" and person is None and noun.pos_ != "PROPN":
        return None
    noun = noun if identified is not None else person or _described(noun)
    if pronoun is not None and pronoun.lower_ == "which" and _is_about_more(pronoun, noun, verb):
        return None
    several = pronoun is not None and pronoun.dep_ in SUBJECTS and _are_several(noun, verb)
    named: Items = list(described_by(noun)) if noun.dep_ != "conj" else noun_phrase(noun, alone=True)
    if several:
        named = list(phrase(noun))
    if identified is not None:
        noun, named = identified, noun_phrase(identified)
    if not own_tokens(named):
        return None
    if pronoun is not None and pronoun.dep_ in ("nsubj", "nsubjpass"):
        return clause_of(verb, list(named), noun)
    clause = clause_of(verb)
    if clause.subject is None or clause.head is None or clause.head.i == noun.i:
        return None
    if pronoun is None:
        return None
    clause.complements = [c for c in clause.complements if c.i != pronoun.i]
    clause.adjuncts = [c for c in clause.adjuncts if c.i != pronoun.i]
    if pronoun.tag_ == "WP$" or pronoun.lower_ == "whose":
        return _possessive(clause, pronoun, named)
    if pronoun.lower_ == "where" and pronoun.dep_ == "advmod":
        if noun.dep_ == "pobj" and noun.head.lower_ not in ("in", "at", "to", "from", "into", "of", "through", "for"):
            return None
        if noun.ent_type_ not in ("GPE", "LOC", "FAC", "ORG") and noun.lemma_.lower() not in words("organisations and places"):
            return None
        place = "in" if noun.ent_type_ in ("GPE", "LOC") or noun.lemma_.lower() in words("places lived in") else "at"
        clause.replaced = {pronoun.i: [place, *named]}
        clause.complements.append(pronoun)
        return clause
    if pronoun.dep_ == "dobj" and pronoun.head in clause.group:
        clause.replaced = {pronoun.i: list(named)}
        clause.complements.insert(0, pronoun)
        return clause
    return None


def participle(verb: "Token") -> Clause | None:
    """ "four boats moored in Mirava" -> Four boats were moored in Mirava; "a man carrying a flag" -> A man was carrying a flag.

    What things do is said in the simple tense: "a law banning nets" -> A law banned nets.
    """
    noun = verb.head
    if verb.dep_ != "acl" or verb.tag_ not in ("VBN", "VBG") or noun.pos_ not in ("NOUN", "PROPN") or verb.i < noun.i:
        return None
    if _is_far(verb, noun) or _is_depicted(verb):
        return None
    inner = noun.dep_ == "pobj" and noun.head.lower_ in ("with", "of", "for", "by") and noun.head.head.pos_ == "NOUN"
    if inner and (verb.tag_ == "VBG" or not any(c.dep_ in ("det", "poss", "nummod") for c in noun.children)):
        return None
    person = is_person(noun) and noun.ent_type_ != "ORG" and noun.lemma_.lower() not in words("organisations and places")
    if verb.lower_ == "aged" and not person:
        return None
    known = noun.pos_ == "PROPN" or is_person(noun) or any(c.dep_ in ("det", "nummod") for c in noun.children)
    if verb.tag_ == "VBG" and (verb.lemma_ in words("states") or (not known and not is_detached(verb))):
        return None
    if verb.tag_ == "VBG" and after_comma(verb) and noun.dep_ not in (*SUBJECTS, "appos"):
        return None
    if _is_singled_out(noun) or noun.lower_ in ("something", "anything", "number", "one", "ones"):
        return None
    noun = _described(noun)
    named: Items = list(described_by(noun))
    if not named or children(verb, *SUBJECTS):
        return None
    named = [t for t in named if isinstance(t, str) or not (t == verb or verb.is_ancestor(t))]
    clause = clause_of(verb, named, noun)
    if not _with_first_adjunct(clause):
        return None
    formerly = any(t.lower_ in words("past adverbs") for t in clause.group)
    past = formerly or is_past(noun)
    if verb.tag_ == "VBN":
        lasting = verb.lemma_.lower() in words("lasting participles") or verb.lower_ in words("participles that need more")
        clause.borrowed = [being(noun, past or not lasting)]
    elif person or len(clause.group) > 1:
        clause.borrowed = [being(noun, past)]
    else:
        form = inflect(verb_lemma(verb), "VBD" if past else "VBP" if is_plural(noun, alone=True) else "VBZ")
        clause.forms, clause.finite = {verb.i: form}, True
    return clause


def _is_far(participle: "Token", noun: "Token") -> bool:
    """Whether something else stands between a noun and a participle, of which it may be said: "a video of them fighting"."""
    between = participle.doc[noun.i + 1 : participle.left_edge.i]
    others = [t for t in between if t.pos_ in ("NOUN", "PROPN", "PRON", "NUM") and t not in noun.conjuncts]
    naming = participle.tag_ == "VBN" and participle.lower_ in words("naming participles")
    if len(between) > _FARTHEST or (others and (not naming or any(t.is_punct for t in between))):
        return True
    if in_quotes(noun) != in_quotes(participle):
        return True
    return after_comma(participle) and noun.dep_ == "pobj" and not naming and participle.tag_ == "VBN"


def _is_depicted(participle: "Token") -> bool:
    """What is only seen in a picture or a story: "a drawing showing a ship sunk by a whale"."""
    governor = next((a for a in participle.ancestors if a.pos_ in VERBAL), None)
    return governor is not None and governor.lemma_.lower() in words("depicting") and participle.head.dep_ in ("dobj", "nsubj", "pobj")


def _with_first_adjunct(clause: Clause) -> bool:
    """A bare participle is said with what follows it; whether there is anything to say."""
    if clause.complements:
        return True
    following = sorted((a for a in clause.adjuncts if a.i > clause.verb.i), key=lambda a: a.i)
    if not following:
        return False
    first = next((a for a in following if a.dep_ == "prep"), following[0])
    clause.adjuncts.remove(first)
    clause.complements.append(first)
    return True


def may_stand_alone(verb: "Token") -> bool:
    """Whether the clause on the side of a noun is said of it as a fact: not under a negation or a condition, not part of a title."""
    if in_quotes(verb):
        return False
    current = verb.head
    while current.head != current:
        if current.dep_ in ("advcl", "ccomp") and any(
            c.dep_ == "mark" and c.lower_ in words("conditional marks") for c in current.children
        ):
            return False
        if current.pos_ in VERBAL and any(c.dep_ == "neg" for c in current.children) and is_restricted(verb.head):
            return False
        current = current.head
    return True


def _is_singled_out(noun: "Token") -> bool:
    """Whether what follows a noun is needed to know what is meant: "no boat that sank", "the most goals scored in a year"."""
    if any(c.dep_ == "det" and c.lower_ in ("no", "any", "every", "each") for c in noun.children):
        return True
    return any(t.lower_ == "most" or t.tag_ == "JJS" for c in noun.lefts for t in c.subtree)


def _agree(noun: "Token", verb: "Token") -> bool:
    """Whether a noun can be the subject of a verb, by their number."""
    finite = next((t for t in (*children(verb, "aux", "auxpass"), verb) if t.tag_ in ("VBZ", "VBP", "VBD")), None)
    if finite is None or (noun.pos_ == "PROPN" and finite.lower_ != "were"):
        return True
    if finite.tag_ == "VBZ" or finite.lower_ == "was":
        return not is_plural(noun)
    return (finite.tag_ != "VBP" and finite.lower_ != "were") or is_plural(noun) or noun.lemma_.lower() in words("groups")


def _are_several(noun: "Token", verb: "Token") -> bool:
    """Whether a relative clause is about a noun and its conjuncts: "Ana Lind and Jon Ask, who were both painters"."""
    finite = next((t for t in (*children(verb, "aux", "auxpass"), verb) if t.tag_ in ("VBZ", "VBP", "VBD")), None)
    plural = finite is not None and (finite.tag_ == "VBP" or finite.lower_ == "were")
    return plural and not is_plural(noun, alone=True) and is_plural(noun)


def _identified(noun: "Token") -> "Token | None":
    """Who is said to be someone that a relative clause describes: in "Ana Lind is the painter who left", it is she who left."""
    if noun.dep_ != "attr" or noun.head.lemma_ != "be":
        return None
    subject = next((c for c in noun.head.children if c.dep_ == "nsubj" and c.i < noun.head.i), None)
    if subject is None or subject.pos_ not in ("NOUN", "PROPN", "PRON") or subject.tag_ in ("WDT", "WP"):
        return None
    if subject.lower_ in _EMPTY_SUBJECTS:
        return None
    return subject if is_plural(subject) == is_plural(noun) else None


def _may_be_of_another(which: "Token", noun: "Token") -> bool:
    """Whether a "which" after a comma may take up another noun than the parse says: "the video over his blog, which was directed"."""
    if noun.ent_type_ == "PERSON":
        return True
    if not after_comma(which):
        return False
    last = which.nbor(-2) if which.i > 1 else noun
    nearest = last
    while nearest != noun and (nearest.dep_ in ("compound", "nummod", "punct", "case", "appos") or _of_one_name(nearest)):
        nearest = nearest.head
    if nearest != noun:
        return nearest.pos_ in ("NOUN", "PROPN") and nearest.ent_type_ not in ("DATE", "TIME")
    if noun.dep_ == "conj":
        return not _of_one_name(noun) and not is_plural(noun)
    if noun.dep_ != "pobj":
        return False
    verb = noun.head.head
    if verb.pos_ in ("NOUN", "PROPN"):
        return is_plural(verb) == is_plural(noun)
    return any(c.dep_ == "dobj" and c.i < noun.i and is_plural(c) == is_plural(noun) for c in verb.children)


def _of_one_name(conjunct: "Token") -> bool:
    return conjunct.dep_ == "conj" and any(c.dep_ == "cc" and c.text == "&" for c in conjunct.head.children)


def _is_about_more(which: "Token", noun: "Token", verb: "Token") -> bool:
    """Whether "which" may take up a whole clause ("..., which would make it hard") or cannot be what the parse has it stand for."""
    dashed = which.i > 0 and which.nbor(-1).text in ("-", "–", "—", "--")
    whole = verb.lemma_.lower() in words("said of clauses") or any(
        c.dep_ == "aux" and c.lower_ in ("would", "could") for c in verb.children
    )
    person = is_person(noun) and (noun.pos_ == "NOUN" or noun.dep_ == "conj")
    return dashed or person or (whole and after_comma(which))


def _described(noun: "Token") -> "Token":
    """The noun that an apposition describes: what is said of "a painter" in "Ana Lind, a painter who ..." is said of her."""
    if noun.dep_ != "appos" or not is_detached(noun) or noun.head.pos_ not in ("NOUN", "PROPN") or is_of_another_kind(noun.head, noun):
        return noun
    return noun.head


def _person_above(noun: "Token") -> "Token | None":
    """The nearest noun that "who" can stand for: "a settler in the area who ..." is about the settler."""
    current = noun
    for _ in range(4):
        if is_person(current) or current.ent_type_ in ("ORG", "NORP") or current.tag_ == "NNS":
            return _described(current)
        above = current.head.head if current.dep_ == "pobj" else current.head
        if above.dep_ == "acl":
            above = above.head
        if above == current or above.pos_ not in ("NOUN", "PROPN"):
            return None
        current = above
    return None


def _possessive(clause: Clause, pronoun: "Token", named: Items) -> Clause | None:
    if clause.subject is None or pronoun not in clause.subject:
        return None
    at = clause.subject.index(pronoun)
    clause.subject = [*clause.subject[:at], *list(named), "'s", *clause.subject[at + 1 :]]
    return clause


def _relative_pronoun(verb: "Token") -> "Token | None":
    for token in verb.subtree:
        if token.i >= verb.i:
            break
        if (
            token.tag_ in ("WDT", "WP", "WP$")
            or token.lower_ == "where"
            or (token.lower_ in _RELATIVE and token.dep_ in (*SUBJECTS, "dobj", "pobj"))
        ):
            return token
    return None
