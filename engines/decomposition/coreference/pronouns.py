"""What the pronouns of a text stand for, where that is plain: in their own sentence, or in the sentences before."""

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING

from engines.decomposition.coreference.names import has_article, is_vague, may_be_name, short_name
from engines.decomposition.coreference.referents import (
    POSSESSIVE,
    coordinated_with,
    fits,
    is_doubtful,
    main_name,
    may_be_reporter,
    named_later,
    own_subject,
    plural_subject,
    reporter,
    titled_subject,
)
from engines.decomposition.lexicon import words
from engines.decomposition.normalization.sentences import is_title
from engines.decomposition.wording.agreement import is_plural
from engines.decomposition.wording.phrases import in_quotes
from engines.english.animacy import is_person
from engines.english.inflection import singular_form
from engines.english.pronouns import HE, PERSONAL, SHE, THEY, THIRD_PERSON, THIRD_PERSON_SUBJECTS, is_expletive
from engines.parsing.syntax.antecedents import agrees, antecedent

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_SEX = dict.fromkeys(HE.plain, "m") | dict.fromkeys(SHE.plain, "f")
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_FARTHEST = 3
"""Sentences looked back."""
_DEEPEST = 40
"""Pronouns that may stand for pronouns that stand for pronouns ..."""


class Pronouns:
    """Names for the pronouns of the sentences of one text."""

    def __init__(self, docs: Sequence["Doc"]) -> None:
        self._docs = docs
        self._position = {id(doc): i for i, doc in enumerate(docs)}
        self._found: dict[tuple[int, int], Token | None] = {}
        self._people: dict[str, Token] = {}
        self._depth = 0

    def name(self, token: "Token", statement: list["Token"]) -> str | None:
        """What to write for `token` in a statement of these tokens; None when it is no pronoun, not plain, or its noun is there already.

        The noun named is added to `statement`, so that it is named once.
        """
        if token.lower_ not in THIRD_PERSON or token.pos_ not in ("PRON", "DET"):
            return None
        if token.lower_ in (HE.object, SHE.object, THEY.object) and token.dep_ in _SUBJECTS:
            return None
        noun = self.antecedent(token)
        if noun is None or any(t.doc is noun.doc and (t.i == noun.i or (t in noun.conjuncts and t != token.head)) for t in statement):
            return None
        name = short_name(noun, alone=noun.is_ancestor(token))
        if not name:
            return None
        statement.append(noun)
        if token.lower_ in POSSESSIVE or (token.lower_ == "her" and token.dep_ == "poss"):
            return name + ("'" if name.endswith("s") and noun.tag_ in ("NNS", "NNPS") else "'s")
        return name

    def agreeing(self, verb: "Token", statement: list["Token"], named: Container[int]) -> str | None:
        """How a verb is written after the name of one thing that was called "they": "Reed Boats offers"; None where it stays.

        Args:
            verb: any word.
            statement: the words of the statement.
            named: indices of the pronouns that were replaced by a name in it.
        """
        if verb.tag_ != "VBP" and verb.lower_ != "were":
            return None
        they = next((t for t in statement if t.lower_ == "they" and t.dep_ in _SUBJECTS and t.head in (verb, verb.head)), None)
        noun = self.antecedent(they) if they is not None and they.doc is verb.doc else None
        if noun is None or they is None or they.i not in named or is_plural(noun) or noun.lemma_.lower() in words("groups"):
            return None
        return singular_form(verb.text, verb.lemma_, verb.tag_)

    def is_left_open(self, tokens: list["Token"]) -> bool:
        """Whether the subject of a clause inside a sentence is a pronoun that is not plain: the sentence says it better as a whole."""
        first = next((t for t in tokens if t.dep_ in _SUBJECTS), None)
        if first is None or first.lower_ not in THIRD_PERSON_SUBJECTS or is_expletive(first):
            return False
        verb = first.head
        while verb.dep_ == "conj":
            verb = verb.head
        return verb.dep_ in ("advcl", "relcl", "ccomp") and verb.i > verb.head.i and self.antecedent(first) is None

    def antecedent(self, token: "Token") -> "Token | None":
        """The noun that a pronoun stands for, None where it is not plain."""
        doc = token.doc
        key = (self._position.get(id(doc), -1), token.i)
        if key not in self._found:
            if self._depth >= _DEEPEST:
                return None
            self._depth += 1
            found = self._look(token, key[0])
            self._depth -= 1
            self._found[key] = found
            if found is not None and found.pos_ == "PROPN" and token.lower_ in _SEX:
                self._people[_SEX[token.lower_]] = found
        return self._found[key]

    def _look(self, token: "Token", sentence: int) -> "Token | None":
        if may_be_reporter(token):
            return None
        said_by = reporter(token)
        if said_by is not None:
            return self.antecedent(said_by) if said_by.pos_ == "PRON" else said_by
        if token.lower_ == "it" and (is_expletive(token) or in_quotes(token)):
            return None
        first = coordinated_with(token)
        if first is not None:
            return self.antecedent(first) if first.pos_ == "PRON" else first
        owner = own_subject(token)
        if owner is not None:
            return self.antecedent(owner) if owner.pos_ == "PRON" else owner
        inside = antecedent(token) or titled_subject(token) or plural_subject(token)
        if inside is not None and is_vague(inside):
            return None
        if inside is not None and self._is_someone_else(token, inside):
            return None
        if inside is not None and is_title(inside) and token.lower_ in PERSONAL:
            inside = None
        if inside is not None and inside.pos_ in ("NOUN", "PROPN"):
            named = main_name(token) if inside.pos_ == "NOUN" and inside.dep_ not in _SUBJECTS else None
            return named or (None if is_doubtful(inside, token) else inside)
        for earlier in range(sentence - 1, max(-1, sentence - 1 - _FARTHEST), -1):
            doc = self._docs[earlier]
            fitting = [
                t for t in doc if t.pos_ in ("NOUN", "PROPN", "PRON") and t.dep_ not in ("compound", "amod") and fits(t, token.lower_)
            ]
            if not fitting:
                continue
            chosen = self._known(doc, token) or self._plain(fitting)
            if chosen is not None and chosen.pos_ == "PRON":
                return self.antecedent(chosen)
            acting = token.lower_ == "they" and token.dep_ in _SUBJECTS
            if chosen is not None and acting and chosen.dep_ not in _SUBJECTS and not is_person(chosen):
                return None
            return chosen
        if token.lower_ not in PERSONAL:
            return None
        return self._only_name(token, sentence) or named_later(token) or self._only_person(token, sentence)

    def _is_someone_else(self, token: "Token", noun: "Token") -> bool:
        """Whether "she" was said of someone before the noun was named: in "her aunt met Ana Lind, but she left", "she" may be another."""
        sex = _SEX.get(token.lower_)
        earlier = (t for t in token.doc[: noun.i] if sex and _SEX.get(t.lower_) == sex and t.pos_ == "PRON")
        return any(self.antecedent(t) is None for t in earlier)

    def _only_name(self, token: "Token", sentence: int) -> "Token | None":
        """The only name before the pronoun that is a subject, whatever kind of name it was taken for."""
        before = [t for i in range(sentence) for t in self._docs[i]] + list(self._docs[sentence][: token.i])
        names = [t for t in before if t.dep_ in _SUBJECTS and may_be_name(t)]
        return names[-1] if len({t.lower_ for t in names}) == 1 else None

    def _only_person(self, token: "Token", sentence: int) -> "Token | None":
        """The only name of a person before the pronoun, where no other person is a subject: "The report on Ana Lind says she fell"."""
        before = [t for i in range(sentence) for t in self._docs[i]] + list(self._docs[sentence][: token.i])
        names = [t for t in before if t.pos_ == "PROPN" and t.dep_ != "compound" and t.ent_type_ in ("", "PERSON")]
        if len({t.lower_ for t in names}) != 1 or has_article(names[-1]) or not agrees(names[-1], token.lower_):
            return None
        others = [t for t in before if t.dep_ in _SUBJECTS and t.pos_ in ("NOUN", "PROPN") and t.lower_ != names[-1].lower_]
        return None if any(is_person(t) for t in others) else names[-1]

    def _known(self, doc: "Doc", token: "Token") -> "Token | None":
        """Who was called "she" (or "he") before, where the sentence names them: likelier than someone else who is its subject."""
        before = self._people.get(_SEX.get(token.lower_, ""))
        return before if before is not None and any(t.lower_ == before.lower_ and t.pos_ == "PROPN" for t in doc) else None

    def _plain(self, fitting: list["Token"]) -> "Token | None":
        """The subject of the main clause, else the only noun that fits."""
        for token in fitting:
            if token.dep_ in _SUBJECTS and (token.head.dep_ == "ROOT" or (token.head.dep_ == "conj" and token.head.head.dep_ == "ROOT")):
                return token
        names = {t.lower_ for t in fitting}
        if len(names) == 1:
            return fitting[0]
        subjects = [t for t in fitting if t.dep_ in _SUBJECTS]
        return subjects[0] if len({t.lower_ for t in subjects}) == 1 else None
