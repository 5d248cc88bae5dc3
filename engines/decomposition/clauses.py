"""The clauses of a sentence: who does it, the verb group, what the verb cannot do without, and what is only added."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engines.decomposition.lexicon import words
from engines.decomposition.phrases import Items, noun_phrase, phrase
from engines.parsing.subjects import subject_of
from engines.parsing.syntax import SUBJECTS, VERBAL, children

if TYPE_CHECKING:
    from spacy.tokens import Token

_AUXILIARY = frozenset({"aux", "auxpass", "neg", "prt"})
_NEEDED = frozenset({"dobj", "dative", "attr", "acomp", "oprd", "ccomp", "agent", "expl"})
_ADDED = frozenset({"prep", "advcl", "npadvmod", "advmod", "obl", "tmod", "npmod"})
_CONNECTED = frozenset({"cc", "conj", "punct", "mark", "preconj", "discourse", "intj", "parataxis", "meta", "dep"})


@dataclass
class Clause:
    """One clause.

    Attributes:
        verb: its verb, or the head of a reduced clause.
        subject: the items of its subject, None where there is none.
        head: the head token of the subject.
        group: tokens of the verb group, the verbs that it governs without a subject of their own ("wants to buy") included.
        complements: heads of what the verb cannot do without, in order.
        adjuncts: heads of what is only added, in order.
        borrowed: tokens or words in front of the verb that belong to another clause ("was" in "was shot and killed").
        replaced: what stands in place of a complement, by its token: the noun for a relative pronoun.
    """

    verb: "Token"
    subject: Items | None
    head: "Token | None"
    group: list["Token"] = field(default_factory=list)
    complements: list["Token"] = field(default_factory=list)
    adjuncts: list["Token"] = field(default_factory=list)
    borrowed: Items = field(default_factory=list)
    replaced: dict[int, Items] = field(default_factory=dict)

    @property
    def is_finite(self) -> bool:
        """Whether the verb group can be that of a sentence: no bare participle ("the total area being ...")."""
        auxiliaries = any(t.dep_ in ("aux", "auxpass") for t in self.group)
        return self.verb.tag_ != "VBG" or auxiliaries or bool(self.borrowed)

    @property
    def innermost(self) -> "Token":
        """The last verb of the chain."""
        chain = [
            t for t in self.group if t.pos_ in VERBAL and t.dep_ in ("xcomp", "ROOT", "conj", "ccomp", "relcl", "advcl", "acl", "pcomp")
        ]
        return chain[-1] if chain else self.verb


def clause_of(verb: "Token", subject: Items | None = None, head: "Token | None" = None) -> Clause:
    """The clause of a verb; a subject is looked for in the neighbouring clauses unless given."""
    if subject is None:
        found, _ = subject_of(verb)
        head = found[0] if found else None
        own = children(verb, *SUBJECTS, "expl")
        if head is None and own:
            head = own[0]
        if own and own[0].dep_ == "expl":
            subject, head = [own[0]], own[0]
        elif head is not None:
            subject = noun_phrase(head) if head.dep_ != "csubj" else list(phrase(head))
    clause = Clause(verb, subject, head)
    _gather(clause, verb, 0)
    clause.borrowed = _borrowed(verb)
    _share_object(clause)
    clause.group.sort(key=lambda t: t.i)
    return clause


def _gather(clause: Clause, verb: "Token", depth: int) -> None:
    clause.group.append(verb)
    for child in verb.children:
        label = child.dep_
        if label in SUBJECTS or label in _CONNECTED or (clause.head is not None and child.i == clause.head.i):
            continue
        if label in _AUXILIARY:
            clause.group.append(child)
        elif label == "xcomp" and child.pos_ in VERBAL and depth < 4 and not children(child, *SUBJECTS) and not children(child, "conj"):
            clause.group.extend(t for t in child.children if t.dep_ == "mark")
            _gather(clause, child, depth + 1)
        elif label == "advmod" and (child.lower_ in words("part of the verb") or _is_degree(child, verb)):
            clause.group.extend(child.subtree)
        elif label == "advmod" and child.lower_ in words("connectives"):
            continue
        elif label == "prep" and not any(True for _ in child.children):
            if child.i == verb.i + 1:
                clause.group.append(child)
        elif label in _ADDED:
            if label == "prep" and _is_needed(child, verb):
                clause.complements.append(child)
            else:
                clause.adjuncts.append(child)
        elif label == "ccomp" and child.i < verb.i and verb.lemma_.lower() not in words("saying"):
            continue
        elif label in _NEEDED or label in ("xcomp", "pcomp", "nmod", "amod", "quantmod"):
            clause.complements.append(child)
    if depth == 0:
        _complete(clause)


def _is_degree(adverb: "Token", verb: "Token") -> bool:
    """ "more than doubled", "very much liked": right before the verb."""
    return adverb.right_edge.i == verb.i - 1 and any(t.lower_ in words("degree") for t in adverb.subtree)


def _is_needed(prep: "Token", verb: "Token") -> bool:
    """Prepositions that a verb cannot do without: "consist of", "served as", "accused of"."""
    word = prep.lower_
    if (word == "of" or (prep.i > 0 and prep.doc[prep.i - 1].pos_ == "NUM" and word == "out")) and prep.i > verb.i:
        return True
    if word == "out" and prep.i == verb.i + 1:
        return True
    return (word == "as" and prep.i > verb.i and not any(c.dep_ == "pcomp" for c in prep.children)) or (
        verb.lemma_.lower() in words(f"needs {word}") if word in ("to", "for", "from", "in", "on", "with", "at", "into") else False
    )


def _complete(clause: Clause) -> None:
    """Without any complement, the phrase right after the verb is taken for one: "lives in Leeds", "was born in May"."""
    verb = clause.innermost
    passive = bool(children(verb, "auxpass")) or (verb.dep_ == "acl" and verb.tag_ == "VBN")
    if verb.lemma_ in words("needs a place") and not any(c.dep_ in ("prep", "acomp", "oprd", "xcomp") for c in clause.complements):
        place = next((a for a in clause.adjuncts if a.i > verb.i and a.dep_ in ("prep", "advmod")), None)
        if place is not None:
            clause.adjuncts.remove(place)
            clause.complements.append(place)
    if clause.complements or (passive and verb.lemma_ not in words("bare passive needs more")) or verb.lemma_ in words("stands alone"):
        return
    following = [a for a in clause.adjuncts if a.i > verb.i and a.dep_ in ("prep", "advmod", "npadvmod", "obl")]
    following.sort(key=lambda a: (a.dep_ != "prep" and verb.lemma_ == "be", a.i))
    if following and (following[0].dep_ == "prep" or clause.innermost.lemma_ in words("needs a complement")):
        clause.adjuncts.remove(following[0])
        clause.complements.append(following[0])


def _borrowed(verb: "Token") -> Items:
    """Auxiliaries that a coordinated verb shares with the first one: "has been shot and killed"."""
    if verb.dep_ != "conj" or children(verb, "aux", "auxpass", *SUBJECTS) or verb.head.pos_ not in VERBAL:
        return []
    first = verb.head
    if first.tag_ != verb.tag_ and {first.tag_, verb.tag_} != {"VBD", "VBN"}:
        return []
    if verb.tag_ not in ("VB", "VBN", "VBG", "VBD"):
        return []
    if verb.tag_ == "VBD" and not children(first, "auxpass", "aux"):
        return []
    auxiliaries = [t for t in first.children if t.dep_ in ("aux", "auxpass", "neg") and t.i < first.i]
    if any(t.dep_ == "auxpass" for t in auxiliaries) and children(verb, "dobj", "xcomp", "ccomp"):
        return []
    if not auxiliaries and first.dep_ == "conj":
        return _borrowed(first)
    if auxiliaries and first.dep_ == "xcomp":
        above = first.head
        return [*(t for t in above.children if t.dep_ in ("aux", "auxpass", "neg") and t.i < above.i), above, *auxiliaries]
    return list(auxiliaries)


def _share_object(clause: Clause) -> None:
    """ "He wrote and directed the film": the object of the last verb is that of the first too."""
    verb = clause.verb
    conjuncts = [c for c in verb.children if c.dep_ == "conj" and c.pos_ in VERBAL and c.tag_ == verb.tag_]
    if clause.complements or not conjuncts or conjuncts[0].i - verb.i > 3:
        return
    clause.complements.extend(c for c in conjuncts[0].children if c.dep_ == "dobj" and not children(conjuncts[0], *SUBJECTS))
