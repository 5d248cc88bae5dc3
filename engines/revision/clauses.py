"""The clause of a sentence in which something stands: what is said there, without the clauses beside it."""

from typing import TYPE_CHECKING

from engines.parsing.syntax.dependencies import SUBJECTS, VERBAL, children

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_BESIDE = frozenset({"conj", "advcl", "ccomp", "relcl", "parataxis"})


def clause_at(doc: "Doc", offset: int) -> str:
    """The words of the clause at a character of a sentence: those of its verb, and the subject that it shares, but no other clause's.

    The whole sentence where no verb governs what stands there.
    """
    token = next((t for t in doc if offset < t.idx + len(t)), doc[-1])
    verb = next((t for t in (token, *token.ancestors) if _is_clause(t)), None)
    if verb is None:
        return str(doc.text)
    kept = set(_own(verb))
    subject = verb
    while not children(subject, *SUBJECTS) and subject.dep_ == "conj":
        subject = subject.head
    if subject != verb:
        kept |= {t.i for child in children(subject, *SUBJECTS) for t in child.subtree}
    words = [doc[i] for i in sorted(kept)]
    while words and (words[0].is_punct or words[0].dep_ in ("cc", "mark")):
        words.pop(0)
    while words and (words[-1].is_punct or words[-1].dep_ == "cc"):
        words.pop()
    text = "".join(word.text_with_ws if i + 1 < len(words) else word.text for i, word in enumerate(words)).strip()
    return f"{text[:1].upper()}{text[1:]}."


def _is_clause(token: "Token") -> bool:
    """Whether a verb says something of its own: it has a subject, or shares that of the verb it is joined to."""
    return token.pos_ in VERBAL and (token.dep_ in (*_BESIDE, "ROOT") and (token.dep_ == "conj" or bool(children(token, *SUBJECTS))))


def _own(verb: "Token") -> list[int]:
    """The numbers of the words of a clause."""
    found = [verb.i]
    for child in verb.children:
        if not _is_clause(child):
            found += _own(child)
    return found
