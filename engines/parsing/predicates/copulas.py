"""Copular clauses: "Who is an American actor?" (QASem's copular predicates; QASemConsistency, section 3).

The question names the attribute, the answer is the subject: one QA for each conjunct of the attribute and one for a
nationality in it ("Who is American?").
"""

from typing import TYPE_CHECKING

from engines.english.animacy import is_person, lexicon, noun_class, person_share, told_share
from engines.english.articles import indefinite
from engines.english.lexicon import words as word_list
from engines.english.noun_classes import has_age
from engines.english.pronouns import ABOUT_PERSONS, THEY
from engines.parsing.arguments.enclosing import is_enclosed
from engines.parsing.arguments.structures import Argument
from engines.parsing.syntax.antecedents import antecedent
from engines.parsing.syntax.dependencies import COORDINATION, NOMINAL, children, clause_span, noun_spans, shown_number, span
from engines.parsing.syntax.subjects import has_lost_subject, subject_of
from engines.parsing.syntax.verb_groups import VerbGroup, verb_group
from engines.parsing.wording.conjugation import finite, inverted
from engines.parsing.wording.phrases import capitalised, joined, number_of, phrase
from engines.parsing.wording.qas import WordedQA, sentence_case

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_THINGS = frozenset({"animal", "artifact", "food", "object", "plant", "process", "substance"})
_NEVER_PEOPLE = frozenset({"artifact", "communication", "food", "plant", "substance"})
_SURELY = 0.9
"""Share of its uses from which a noun stands for people."""
_QUESTION_TAGS = frozenset({"WP", "WRB", "WDT", "WP$"})


def copular_qas(doc: "Doc", index: int) -> list[WordedQA]:
    """The QAs of a form of "be" that is not an auxiliary; none without a subject and an attribute."""
    verb = doc[index]
    attributes = [child for child in children(verb, "attr", "acomp") if child.left_edge.tag_ not in _QUESTION_TAGS]
    if not attributes or children(verb, "expl") or is_lost_perfect(verb):
        return []
    if any(c.tag_.startswith("JJ") and c.i < verb.i and not children(c, "det") for c in children(verb, "nsubj")):
        return []  # "more rewarding is a walk": what is said of the walk stands before it
    answers = _answers(verb, attributes[0])
    found: list[WordedQA] = []
    for attribute in attributes:
        for head, text in _attribute_texts(verb, attribute):
            for answer in (answer for answer in answers if not _repeats(doc, answer, text)):
                told = _worded(doc, verb, attribute, head, text, answer)
                defining = answer.wh == "what" and _defines(verb, head, doc[answer.head])
                found.append(_turned_round(verb, head, answer, told) if defining else told)
    return list(dict.fromkeys(found))


def is_adjectival(verb: "Token") -> bool:
    """Whether a form of "be" has nothing but adjectives or participles as attributes: "was late", not "was a late train".

    Such a clause says of its subject what an adjective before a noun says of the noun, and is asked about in the same words
    ("What was late?"), so its kind is the adjective's (`engines.parsing.predicates.adjectives`); a copula names what somebody or something
    is, or where.
    """
    attributes = [child for child in children(verb, "attr", "acomp") if child.tag_ not in _QUESTION_TAGS]
    return bool(attributes) and all(child.dep_ == "acomp" and child.pos_ in ("ADJ", "VERB", "ADV") for child in attributes)


def _defines(verb: "Token", noun: "Token", subject: "Token") -> bool:
    """Whether a question for what is called so would ask what such a thing is: "What is a lease?", "What are satellites?"."""
    if subject.pos_ == "PRON":
        return False
    plain = all(child.dep_ == "det" and child.lower_ in ("a", "an") for child in noun.children)
    group = verb_group(verb.doc, verb.i)
    bare = noun.tag_ == "NNS" or any(noun.children)
    return noun.pos_ == "NOUN" and plain and bare and group.present and not (group.modal or group.negated or group.perfect)


def _turned_round(verb: "Token", noun: "Token", answer: Argument, told: WordedQA) -> WordedQA:
    """What the subject is: "What is her alternative?", which a lease is."""
    be = finite(verb_group(verb.doc, verb.i), "be", number_of(verb.doc, answer, verb.i))
    question = sentence_case(joined(["what", *be, phrase(verb.doc, answer, "object")])) + "?"
    return WordedQA(verb.i, question, noun.left_edge.i, noun.i + 1, told.statement, "what", told.implied)


def _repeats(doc: "Doc", answer: Argument, text: str) -> bool:
    """ "Deaf people are deaf"."""
    return text.lower() in (token.lower_ for token in doc[answer.start : answer.end])


def is_lost_perfect(verb: "Token") -> bool:
    """Whether "been" has no "have": the words between were cut in a way that the parse does not see, so that its tense is unknown."""
    return verb.lower_ == "been" and not verb_group(verb.doc, verb.i).perfect


def _answers(verb: "Token", attribute: "Token") -> list[Argument]:
    """The subject, what it stands for if it is a pronoun, or the clause that "it" announces."""
    subjects, origin = subject_of(verb)
    if not subjects or has_lost_subject(verb):
        return []
    first = subjects[0]
    opened = any(child.tag_ == "WP" for child in first.children)  # "what he had taken for coal was shale"
    named = children(first, "nsubj") if first.dep_ == "csubj" and first.tag_ == "VBN" and not opened else []
    subject = _before_brackets(named[0] if named else subjects[0], verb)  # "Ana Ruiz, nicknamed …, was a rower"
    if verb.tag_ == "VBG" and origin != "own":  # "a series of works, the best known being …"
        return []
    if any(token.text in (":", ";") for token in verb.doc[subjects[0].i : verb.i]):  # a heading taken for the subject
        return []
    if subject.i and verb.lower_ in ("'s", "’s") and verb.doc[subject.i - 1].pos_ == "ADP":  # "on it's release"
        return []
    if subject.lower_ == "it" and origin == "own":
        announced = _announced(verb, attribute)
        if announced is not None:
            start, end = clause_span(announced, verb.i, keep_mark=True)
            return [Argument(announced.i, start, end, "SUBJ", "what")]
    if any(child.lower_ == "no" and child.i < span(subject, verb.i)[0] for child in subject.children):  # "no later plans"
        return []
    somebody = attribute.pos_ == "PROPN" or noun_class(attribute.lemma_) == "person"
    if subject.lower_ == "it" and somebody and children(attribute, "relcl"):
        return []  # "it was a surgeon who advised him"
    if subject.tag_ in _QUESTION_TAGS or subject.lower_ == "there" or _is_related(subject):
        return []
    if subject.dep_ in ("csubj", "csubjpass"):
        return [Argument(subject.i, *clause_span(subject, verb.i, keep_mark=True), "SUBJ", "what")]
    wh = who_or_what(subject, attribute)
    own = origin == "own"
    if attribute.tag_ in ("NNS", "NNPS") and children(subject, "conj"):  # "Ana and Ben are the keepers": neither is all of them
        return [Argument(subject.i, *span(subject, verb.i), "SUBJ", wh, own=own)]
    spans = noun_spans(subject, verb.i)
    answers = [Argument(head.i, start, end, "SUBJ", wh, own=own) for head, (start, end) in spans if head == subject or head.dep_ == "conj"]
    meant = antecedent(subject) if subject.tag_ == "PRP" and subject.lower_ != "it" else None  # "it is time", "it was fun"
    if meant is not None:
        head, (start, end) = noun_spans(meant, verb.i)[0]
        answers.append(Argument(head.i, start, end, "SUBJ", wh, own=False, source="antecedent"))
    return answers


def _before_brackets(subject: "Token", verb: "Token") -> "Token":
    """ "Ana Ruiz" of "Ana Ruiz (born 3 May 1887) was a rower", where the parse takes for the subject what stands in the brackets."""
    doc = verb.doc
    opened = next((t.i for t in reversed(doc[: subject.i]) if t.text in "()"), -1)
    closed = next((t.i for t in doc[subject.i : verb.i] if t.text in "()"), -1)
    if opened < 1 or doc[opened].text != "(" or closed < 0 or doc[closed].text != ")" or doc[opened - 1].pos_ not in NOMINAL:
        return subject
    return doc[opened - 1]


def _is_related(subject: "Token") -> bool:
    """Whether the subject says who is meant only in another clause: "one of which", "whose keeper"."""
    nearby = [*subject.children, *(c for child in children(subject, "prep") for c in child.children)]
    return any(token.tag_ in ("WP$", "WDT", "WP") for token in nearby)


def _announced(verb: "Token", attribute: "Token") -> "Token | None":
    if attribute.lower_ in word_list("adjectives of the subject"):
        return None
    for child in (*verb.children, *attribute.children):
        if child.i > attribute.i and child.dep_ in ("csubj", "ccomp", "xcomp", "advcl", "acl") and child.pos_ in ("VERB", "AUX"):
            first = child.left_edge.lower_
            if first in ("to", "that", "for", "whether"):
                return child
    return None


def who_or_what(subject: "Token", attribute: "Token") -> str:
    """Who or what, an unknown name judged by what it is said to be."""
    done = attribute.pos_ in ("ADJ", "VERB") and f"{attribute.lemma_.lower()}:OBJ" in word_list("roles of people")  # "is married"
    if has_age(subject) or done:
        return "who"
    told = told_share(subject)
    if told is not None:
        return "who" if told > 0.5 else "what"
    if subject.lower_ in THEY.plain and attribute.pos_ == "NOUN":  # "they are a garnish"
        known = noun_class(attribute.lemma_)
        return "what" if person_share(attribute) <= 0.1 and known not in ("", "group", "time", "quantity", "attribute", "state") else "who"
    if subject.lower_ in THEY.plain and attribute.pos_ == "ADJ":  # "the eels could be three metres long": what "they" are
        meant = antecedent(subject)
        subject = meant if meant is not None and meant.pos_ == "NOUN" and noun_class(meant.lemma_) else subject
    if any(other.lower_ in ABOUT_PERSONS and other.text != "US" for other in subject.conjuncts):  # "Charlotte and I are thrilled"
        return "who"
    if attribute.pos_ == "PROPN" and person_share(attribute) >= _SURELY and subject.pos_ in ("ADJ", "NUM"):
        return "who"  # "the first is Ana Ruiz"
    if subject.ent_type_ in ("MONEY", "PERCENT", "QUANTITY"):
        return "what"
    said = person_share(attribute) if attribute.pos_ == "NOUN" else 0.0
    if said >= _SURELY and subject.pos_ in ("NOUN", "PROPN") and attribute.lemma_ not in lexicon().groups:
        return "who"  # "the character was a defender", "Orlo is a keeper"
    if said == 0.0 and attribute.pos_ == "NOUN" and subject.pos_ == "PROPN" and noun_class(attribute.lemma_) in _NEVER_PEOPLE:
        return "what"  # "Ana and the Sea is a book"
    if subject.ent_type_ == "GPE":
        return "who" if attribute.pos_ == "NOUN" and person_share(attribute) >= 0.5 and attribute.lemma_ not in lexicon().groups else "what"
    alone = subject.pos_ == "PROPN" and not any(c.dep_ == "compound" for c in subject.children)
    if (
        alone
        and subject.lower_ not in lexicon().first_names
        and person_share(attribute) <= 0.1
        and _THINGS & {noun_class(attribute.lemma_), noun_class(subject.lemma_)}
    ):
        return "what"  # "Pasta is a cuisine"
    if subject.pos_ == "PROPN" and attribute.pos_ == "NOUN":
        said = person_share(attribute)
        if noun_class(attribute.lemma_) == "group" and subject.ent_type_ != "NORP":  # "Norlink is a company"
            return "what"
        if said >= 0.9:
            return "who"
        known = noun_class(attribute.lemma_)
        if said <= 0.1 and known not in ("", "time", "quantity", "attribute", "state") and subject.ent_type_ not in ("PERSON", "NORP"):
            return "what"
        if said >= 0.5 and subject.ent_type_ not in ("FAC", "PRODUCT", "WORK_OF_ART"):
            return "who"
    return "who" if is_person(subject) else "what"


def _attribute_texts(verb: "Token", attribute: "Token") -> list[tuple["Token", str]]:
    """(head, words) of each thing that is said of the subject."""
    doc = verb.doc
    parts = [
        attribute,
        *(c for c in attribute.conjuncts if c.i > attribute.i and c.pos_ == attribute.pos_ and c.pos_ in ("NOUN", "ADJ", "PROPN")),
    ]
    if _are_together(verb, attribute):
        parts = parts[:1]
    drop = {"appos", "relcl"} | (COORDINATION if len(parts) > 1 else set())
    article = next((c.lower_ for c in children(attribute, "det") if c.lower_ in ("a", "an")), "")
    nationalities = [
        c
        for c in children(attribute, "amod")
        if c.ent_type_ == "NORP" and attribute.pos_ == "NOUN" and article and (c.i == 0 or c.nbor(-1).text != "-")
    ]
    adverbs = [
        "no longer" if c.lower_ == "longer" and c.nbor(-1).lower_ == "no" else c.lower_
        for c in children(verb, "advmod")
        if verb.i < c.i < attribute.i and c.lower_ not in word_list("empty adverbs")
    ]
    texts = []
    for part in parts:
        start, end = span(part, verb.i, drop | ({"acl"} if article else set()))
        if part == attribute and start <= verb.i:
            start = verb.i + 1
        words = [token.text_with_ws for token in doc[start:end] if not (part == attribute and token in nationalities)]
        determined = any(c.dep_ in ("det", "poss") for c in part.children)
        last = doc[end - 1]
        if end - start > 1 and last.dep_ == "prep" and last.lower_ != "like" and not any(last.children):
            words[-1:] = [last.text, " something"]  # "something that you are interested in"
        text = _with_article("".join(words).strip(), article, part == attribute, determined or part.tag_ != "NN")
        if any(character.isalnum() for character in text) and is_enclosed(text):
            texts.append((part, joined([*adverbs, text]) if part == attribute else text))
    texts.extend((nationality, nationality.text) for nationality in nationalities)
    if article:
        for child in children(attribute, "acl"):
            if child.tag_ == "VBN" and child.i > attribute.i and child.lower_ in ("known", "based", "located", "situated"):
                start, end = span(child, verb.i)
                texts.append((child, doc[start:end].text))
    return texts


def _are_together(verb: "Token", attribute: "Token") -> bool:
    """Whether several are several together: "her brothers were Ivo and Jan"."""
    others = [child for child in children(attribute, "conj") if child.pos_ in ("NOUN", "PROPN")]
    return attribute.tag_ in ("NN", "NNP") and bool(others) and shown_number(verb) == "plural"


def _with_article(text: str, article: str, first: bool, determined: bool) -> str:
    """The article that fits the word after it, and one for a conjunct that shares it."""
    words = text.split(" ", 1)
    if first and words[0].lower() in ("a", "an") and len(words) == 2:
        return f"{indefinite(words[1])} {words[1]}"
    if not first and article and not determined and text:
        return f"{indefinite(text)} {text}"
    return text


def _worded(doc: "Doc", verb: "Token", attribute: "Token", head: "Token", text: str, answer: Argument) -> WordedQA:
    group = verb_group(doc, verb.i)
    group = VerbGroup(group.modal, group.present, group.perfect, negated=group.negated, never=group.never)
    amount = any(child.dep_ == "nummod" for child in head.children) and shown_number(verb) == "singular"  # "his offer is 900 crowns"
    together = head == attribute and _are_together(verb, attribute)
    plural = together or (head.tag_ in ("NNS", "NNPS") and head.pos_ == "NOUN" and not amount)
    asked = finite(group, "be", "plural" if plural else "singular")
    question = sentence_case(joined([answer.wh, *asked, text])) + "?"
    if answer.wh == "what" and doc[answer.head].pos_ in ("VERB", "AUX"):
        said, number = doc[answer.start : answer.end].text, "singular"
        statement = joined(["it", *finite(group, "be", number), text, said]) if doc[answer.start].lower_ in ("to", "that", "for") else ""
        statement = statement or joined([phrase(doc, answer, "subject"), *finite(group, "be", number), text])
    else:
        number = number_of(doc, answer, verb.i)
        statement = joined([phrase(doc, answer, "subject"), *finite(group, "be", number), text])
    return WordedQA(verb.i, question, answer.start, answer.end, capitalised(statement), "subject", not answer.own)


def copular_question(doc: "Doc", index: int, wh: str) -> str:
    """A question about the circumstances of a copular clause: "Why was someone late?"; "" without subject or attribute."""
    verb = doc[index]
    attributes = [child for child in children(verb, "attr", "acomp", "prep") if child.tag_ not in _QUESTION_TAGS and child.i > verb.i]
    subjects, _ = subject_of(verb)
    if not attributes or not subjects or subjects[0].tag_ in _QUESTION_TAGS:
        return ""
    group = verb_group(doc, index)
    auxiliary, rest = inverted(VerbGroup(group.modal, group.present, group.perfect, negated=group.negated), "be")
    subject = "it" if subjects[0].lower_ == "it" else "someone" if who_or_what(subjects[0], attributes[0]) == "who" else "something"
    texts = _attribute_texts(verb, attributes[0])
    if not texts:
        return ""
    text = texts[0][1]
    return sentence_case(joined([wh, auxiliary, subject, *rest, text])) + "?"
