"""The kinds of predicates beyond verbs, nouns and copulas, by name; each words its own questions."""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from engines.parsing.predicates.adjectives import adjective_qas
from engines.parsing.predicates.appositions import apposition_qas
from engines.parsing.predicates.compound_numbers import compound_number_qas
from engines.parsing.predicates.quantifiers import quantifier_qas
from engines.parsing.predicates.quantities import quantity_qas
from engines.parsing.predicates.relations import relation_qas
from engines.parsing.wording.qas import WordedQA

if TYPE_CHECKING:
    from spacy.tokens import Doc

_QUANTITIES = (quantity_qas, compound_number_qas, quantifier_qas)


def extra_qas(doc: "Doc", previous: "Doc | None", kinds: Collection[str]) -> Iterator[tuple[str, WordedQA]]:
    """(kind, QA) for every wanted kind beyond the paper's; `previous` is the sentence before, for relations across sentences."""
    if "adjective" in kinds:
        yield from (("adjective", qa) for qa in adjective_qas(doc))
    if "apposition" in kinds:
        yield from (("apposition", qa) for qa in apposition_qas(doc))
    if "quantity" in kinds:
        yield from (("quantity", qa) for ask in _QUANTITIES for qa in ask(doc))
    if "relation" in kinds:
        yield from (("relation", qa) for qa in relation_qas(doc, previous))
