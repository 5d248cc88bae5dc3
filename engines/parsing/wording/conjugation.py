"""A verb group in words: after its subject, as in a statement, or around it, as in a question."""

from engines.english.auxiliaries import negated
from engines.english.inflection import inflect
from engines.parsing.syntax.verb_groups import VerbGroup


def forms(group: VerbGroup, lemma: str, number: str = "singular") -> list[str]:
    """The words of the verb group, without negation; `number` is "singular", "plural" or "first" (I)."""
    chain = [word for word, wanted in (("have", group.perfect), ("be", group.progressive), ("be", group.passive)) if wanted]
    tags = [tag for tag, wanted in (("VBN", group.perfect), ("VBG", group.progressive), ("VBN", group.passive)) if wanted]
    first = "VB" if group.modal else ("VBZ" if group.present else "VBD")
    words = [_agreeing(word, tag, number) for word, tag in zip([*chain, lemma], [first, *tags], strict=True)]
    if lemma == "bear" and words[-1] == "born" and not group.passive:  # "has borne his name"
        words[-1] = "borne"
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
    if group.negated and len(words) == 1 and lemma != "be":
        words = [negated(_do(group, number)), lemma]
    elif group.negated:
        words[0] = negated(words[0])
    return _with_adverb(group, words)


def inverted(group: VerbGroup, lemma: str) -> tuple[str, list[str]]:
    """The auxiliary that goes before the subject in a question, and the words after the subject."""
    words = forms(group, lemma)
    if len(words) == 1 and lemma != "be":
        auxiliary, rest = _do(group, "singular"), [lemma]
    else:
        auxiliary, rest = words[0], words[1:]
    if group.negated and auxiliary in ("may", "might", "shall", "must"):
        return auxiliary, ["not", *_with_adverb(group, rest)]
    return (negated(auxiliary) if group.negated else auxiliary), _with_adverb(group, rest)


def _with_adverb(group: VerbGroup, words: list[str]) -> list[str]:
    """ "Almost sank", "was almost lost"."""
    return [*words[:-1], group.adverb, words[-1]] if group.adverb and words else words


def _do(group: VerbGroup, number: str) -> str:
    return ("does" if number == "singular" else "do") if group.present else "did"
