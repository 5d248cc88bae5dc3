"""What belongs to a noun where the parse has it beside the noun: titles, compounds, articles of what is owned."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.english.animacy import lexicon, noun_class, person_share
from engines.english.inflection import inflect
from engines.english.lexicon import transitivity, verb_use, words
from engines.english.planning import deed_to_come
from engines.english.word_forms import lemmas
from engines.parsing.syntax.dependencies import FINITE, SUBJECTS, Arc, is_relative_pronoun, shown_number

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_OF_THE_NOUN = frozenset({"amod", "det", "poss"})
_PEOPLE = 0.75
"""Share from which a noun stands for people or a group of them."""
_SELDOM = 0.25
"""Share of its uses below which a verb seldom has an object."""
_SUBORDINATING = frozenset({"although", "though", "whereas", "while"})


def titled(doc: "Doc") -> Iterator[Arc]:
    """ "The clockmaker Tomas Reed was paid", where the parse has two subjects side by side."""
    for name in doc:
        first = name.left_edge
        if name.dep_ not in SUBJECTS or name.pos_ != "PROPN" or not first.i:
            continue
        title = first.nbor(-1)
        if title.head == name.head and title.dep_ == name.dep_ and title.pos_ == "NOUN" and title.right_edge == title:
            yield title, name, "compound"
            yield from ((child, name, child.dep_) for child in title.children)


def meant(doc: "Doc") -> Iterator[Arc]:
    """ "Rejected a proposal to empty the tank", where the parse has the infinitive tell what it was rejected for."""
    for verb in doc:
        noun = deed_to_come(verb)
        if noun is not None:
            yield verb, noun, "acl"


def expected(doc: "Doc") -> Iterator[Arc]:
    """ "Attendance, which they had expected to fall", where the parse has it as what falls something."""
    for pronoun in doc:
        verb = pronoun.head
        completed = verb_use(verb.lemma_).completed
        alone = transitivity(verb.lemma_) == "intransitive" or (completed is not None and completed < _SELDOM)
        moved = pronoun.dep_ == "dobj" and is_relative_pronoun(pronoun) and verb.dep_ == "xcomp" and verb.tag_ == "VB"
        if moved and alone and verb.head.lemma_ in words("verbs of expecting"):
            yield pronoun, verb.head, "dobj"


def unlisted(doc: "Doc") -> Iterator[Arc]:
    """ "Hygienist Ana Ruiz noticed", "while warden Osk Brandal has asked", where the parse takes what somebody is for a verb, though the
    word, or its form, is none."""
    for word in doc:
        name = doc[word.i + 1].head if word.i + 1 < len(doc) and doc[word.i + 1].dep_ == "compound" else None
        if not word.tag_.startswith("V") or _may_be_verb(word):
            continue
        if name is None or name.pos_ != "PROPN":
            yield from _as_one(word)
            continue
        if word.dep_ == "csubj" and name.head == word and name.dep_ == "dobj":
            yield name, word.head, "nsubj"
            yield word, name, "compound"
        elif word.dep_ == "advcl" and name.head == word.head and name.dep_ in SUBJECTS:
            clause = name.head
            yield word, name, "compound"
            yield from ((child, clause, child.dep_) for child in word.children)
            if clause.dep_ == "ccomp" and any(child.lower_ in _SUBORDINATING for child in word.children):
                yield clause, clause.head, "advcl"
        elif word.dep_ == "ROOT" and name.head == word and name.dep_ == "dobj":
            verbs = [c for c in word.children if c.i > name.i and c.tag_ in FINITE]
            verb = next((verb for verb in verbs if not any(c.dep_ in SUBJECTS for c in verb.children)), None)
            if verb is not None:
                before = [c for c in word.children if c.i < word.i]
                yield verb, verb, "ROOT"
                yield name, verb, "nsubj"
                yield word, name, "compound"
                yield from ((c, name, "compound" if c.dep_ in SUBJECTS else c.dep_) for c in before)
                yield from ((c, verb, c.dep_) for c in word.children if c.i > word.i and c not in (name, verb))


def owners(doc: "Doc") -> Iterator[Arc]:
    """ "A residents' vote", where the parse has "a residents"."""
    for article in doc:
        owners = article.head
        single = article.dep_ == "det" and article.lower_ in ("a", "an") and owners.dep_ == "poss" and owners.tag_ == "NNS"
        if single and article.i == owners.i - 1:
            yield article, owners.head, "det"


def opened_by_clause(doc: "Doc") -> Iterator[Arc]:
    """ "After her mother's death Brekk was raised", where the parse makes the death part of the name."""
    for name in doc:
        if name.dep_ not in SUBJECTS or name.pos_ != "PROPN" or name.left_edge.i == 0:
            continue
        opener = doc[name.left_edge.i - 1]
        nouns = [c for c in name.children if c.dep_ == "compound" and c.pos_ == "NOUN" and c.i < name.i]
        noun = nouns[-1] if nouns else None
        if opener.tag_ != "IN" or opener.dep_ != "mark" or opener.head != name.head or noun is None or noun.i != name.i - 1:
            continue
        owned = any(c.dep_ == "poss" and c.i < noun.i for c in name.children)
        if owned and noun_class(noun.lemma_) != "person":
            yield opener, name.head, "prep"
            yield noun, opener, "pobj"
            yield from ((c, noun, c.dep_) for c in name.children if c.i < noun.i and c.dep_ in {*_OF_THE_NOUN, "compound"})


def of_one_article(doc: "Doc") -> Iterator[Arc]:
    """ "A temporary business rates cut", "another prices rise", where the parse has "a rates" that are cut."""
    for cut in doc[1:]:
        rates = cut.nbor(-1)
        single = any(c.dep_ == "det" and c.lower_ in ("a", "an", "another", "each", "every") for c in rates.children)
        counted = any(c.dep_ == "nummod" or c.lower_ in ("few", "many") for c in rates.children)
        if rates.tag_ != "NNS" or not single or counted or cut.lower_ not in lemmas(cut.lower_).get("NOUN", ()):
            continue
        if cut.dep_ == "acl" and cut.head == rates:
            yield cut, rates.head, rates.dep_
        elif cut.dep_ == "ccomp" and cut.tag_ in ("VB", "VBN", "VBP") and rates.head == cut and rates.dep_ in SUBJECTS:
            yield cut, cut.head, "dobj"
        else:
            continue
        yield rates, cut, "compound"
        yield from ((c, cut, c.dep_) for c in rates.children if c.i < rates.i)


def hyphenated(doc: "Doc") -> Iterator[Arc]:
    """ "Her co-author was absent", where the parse has a hyphen and two nouns side by side."""
    for hyphen in doc[1:-1]:
        first, last = hyphen.nbor(-1), hyphen.nbor()
        joined = hyphen.text == "-" and not first.whitespace_ and not hyphen.whitespace_ and last.pos_ == "NOUN"
        if joined and first.head == hyphen.head == last.head and first.dep_ == last.dep_ and first.i not in (last.head.i, hyphen.head.i):
            yield first, last, "compound"
            yield hyphen, last, "punct"
            yield from ((c, last, c.dep_) for c in first.children if c.i < first.i)


def beside_things(doc: "Doc") -> Iterator[Arc]:
    """ "The board of the Upper Brenn Railway, a heritage line, met", "shares in Norlink, the maker of it, fell", where the parse has a
    board that is a line, and shares that are a maker."""
    for beside in doc:
        noun = beside.head
        if beside.dep_ != "appos" or beside.pos_ != "NOUN" or noun.pos_ != "NOUN" or beside.left_edge.i < 2:
            continue
        inner = beside.left_edge.nbor(-2) if beside.left_edge.nbor(-1).text == "," else noun
        while inner.dep_ == "conj" and inner.head.i < inner.i:  # "Norrick & Vane"
            inner = inner.head
        known = inner.dep_ == "pobj" and inner.head.head == noun and bool(noun_class(beside.lemma_))
        shares = person_share(noun), person_share(beside)
        if known and max(shares) >= _PEOPLE and min(shares) <= 1 - _PEOPLE and (inner.head.lower_ == "of" or inner.pos_ == "PROPN"):
            yield beside, inner, "appos"


def beside_names(doc: "Doc") -> Iterator[Arc]:
    """ "A village on the coast of Orlo, the largest island of the group", where the parse has a village that is an island: what is known as
    "the" is no "a"."""
    for beside in doc:
        noun, first = beside.head, beside.left_edge
        if beside.dep_ != "appos" or beside.pos_ != "NOUN" or first.lower_ != "the" or first.i < 2 or first.nbor(-1).text != ",":
            continue
        name = first.nbor(-2)
        new = noun.pos_ == "NOUN" and noun.i < name.i and any(c.lower_ in ("a", "an") for c in noun.children)
        if new and name.pos_ == "PROPN" and name.dep_ == "pobj" and noun in name.ancestors:
            yield beside, name, "appos"


def agreeing(doc: "Doc") -> Iterator[Arc]:
    """ "After nine deaths in Port Eskil, which were traced", where the parse has a town that were traced."""
    for clause in doc:
        noun = clause.head
        pronoun = next((c for c in clause.children if c.tag_ == "WDT" and c.dep_ in SUBJECTS), None)
        if clause.dep_ != "relcl" or pronoun is None or noun.dep_ != "pobj":
            continue
        number = shown_number(clause)
        other = noun.head.nbor(-1) if noun.head.i else noun
        single, plural = noun.tag_ in ("NN", "NNP"), other.tag_ in ("NNS", "NNPS")
        joined = any(c.dep_ == "conj" for c in noun.children) or noun.lemma_ in lexicon().groups
        if single and not joined and plural and number == "plural" and pronoun.lower_ == "which" and pronoun.nbor(-1).text == ",":
            yield clause, other, "relcl"


def compounds(doc: "Doc") -> Iterator[Arc]:
    """ "Won the northern sand yacht championship", where the parse has two objects side by side."""
    for second in doc:
        start = second.left_edge
        if second.dep_ != "dobj" or second.pos_ != "NOUN" or not start.i or start.dep_ not in ("compound", "dobj") or start.pos_ != "NOUN":
            continue
        first = doc[start.i - 1]
        beside = first.head == second.head and first.dep_ in ("dative", "dobj") and first.tag_ == "NN" and first.i > first.head.i
        if beside and first.left_edge != first and noun_class(first.lemma_) not in ("person", "group") and second.tag_ in ("NN", "NNS"):
            yield first, second, "compound"
            yield from ((c, second, c.dep_) for c in first.children)


def _as_one(word: "Token") -> Iterator[Arc]:
    """ "As lake warden she marked routes", where the parse has a clause in which a lake wardens."""
    opener = next((c for c in word.children if c.lower_ == "as" and c.dep_ == "mark"), None)
    before = [c for c in word.children if c.dep_ in SUBJECTS and c.pos_ == "NOUN" and c.i == word.i - 1]
    if opener is not None and before and word.dep_ == "advcl" and noun_class(word.lower_) == "person":
        yield opener, word.head, "prep"
        yield word, opener, "pobj"
        yield before[0], word, "compound"


def _may_be_verb(word: "Token") -> bool:
    """Whether a form may be of a verb as it is tagged, and that verb is used; "warden" is no past tense."""
    used = [lemma for lemma in lemmas(word.lower_).get("VERB", ()) if verb_use(lemma).seen]
    return any(word.tag_ in ("VB", "VBP") or inflect(lemma, word.tag_) == word.lower_ for lemma in used)
