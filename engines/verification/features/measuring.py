"""From hypotheses to feature columns: each distinct text is aligned once, the QAs of a sentence are measured together."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engines.core.language import parse_strings
from engines.core.plain.copying import model_text
from engines.core.roles import Hypothesis
from engines.core.text import Text
from engines.verification.encoding.alignment import Alignment, align
from engines.verification.encoding.placing import Place, context_of, place
from engines.verification.encoding.reference import EncodedReference
from engines.verification.features.contrasts import contrast_features
from engines.verification.features.qa import Columns, qa_features, related_features
from engines.verification.features.roles import (
    RoleMatch,
    RoleMatcher,
    candidates,
    qa_role_features,
    statement_role_features,
)
from engines.verification.features.statement import statement_features
from engines.verification.sentences.context import best_sentences, parse_ahead
from engines.verification.sentences.frames import frames
from engines.verification.word_support.support import word_support_features

if TYPE_CHECKING:
    from engines.verification.word_support.head import Head


@dataclass(frozen=True, eq=False)
class Measured:
    """One hypothesis beside the reference: its alignment and where in it answer and predicate stand (for a statement: everything)."""

    alignment: Alignment
    place: Place
    role: RoleMatch | None = None


@dataclass(frozen=True, eq=False)
class QAMeasures:
    """Columns for all QAs asked about; `alone` marks those that had no other QA of their sentence beside them."""

    columns: Columns
    measured: list[Measured]
    alone: NDArray[np.bool_]


def measure_qas(reference: EncodedReference, hypotheses: Sequence[Hypothesis], head: "Head | None" = None) -> QAMeasures:
    """Feature columns of QAs; QAs with the same sentence are each other's context.

    Args:
        head: replaces the bundled head of `word_support`, for cross-validation.
    """
    contexts = [context_of(h) for h in hypotheses]
    distinct = list(dict.fromkeys(contexts))
    aligned = dict(zip(distinct, align(reference, distinct), strict=True))
    _parse_together(list(aligned.values()))
    measured = [Measured(aligned[c], place(h, c, aligned[c].words)) for h, c in zip(hypotheses, contexts, strict=True)]
    columns: dict[str, NDArray[np.float64]] = {}
    alone = np.zeros(len(hypotheses), dtype=bool)
    for context in distinct:
        members = [i for i, c in enumerate(contexts) if c == context]
        places = [measured[i].place for i in members]
        own = qa_features(aligned[context], [hypotheses[i] for i in members], places)
        own |= related_features(own, [p.predicate.tobytes() for p in places])
        matcher = RoleMatcher(aligned[context])
        answers, predicates = [p.answer for p in places], [p.predicate for p in places]
        roles, matches = qa_role_features(matcher, answers, predicates, [hypotheses[i].question for i in members])
        own |= roles
        own |= contrast_features(aligned[context], [p.answer | p.predicate for p in places])
        own |= word_support_features(aligned[context], places, head)
        for i, match in zip(members, matches, strict=True):
            measured[i] = replace(measured[i], role=match)
        alone[members] = len(members) == 1
        for name, values in own.items():
            columns.setdefault(name, np.zeros(len(hypotheses)))[members] = values
    return QAMeasures(columns, measured, alone)


@dataclass(frozen=True, eq=False)
class StatementMeasures:
    """Columns with one row per sentence of the statements; `owner` is the statement that each row belongs to."""

    columns: Columns
    measured: list[Measured]
    owner: NDArray[np.int64]


def measure_statements(reference: EncodedReference, statements: Sequence[str]) -> StatementMeasures:
    """Feature columns of statements, sentence by sentence."""
    sentences: list[str] = []
    owner: list[int] = []
    for i, statement in enumerate(statements):
        text = Text.of(statement)
        parts = [text.sentence(j) for j in range(len(text.sentences))] or [statement]
        sentences.extend(parts)
        owner.extend([i] * len(parts))
    distinct = list(dict.fromkeys(sentences))
    aligned = dict(zip(distinct, align(reference, distinct), strict=True))
    _parse_together(list(aligned.values()))
    measured = [Measured(aligned[s], _everything(aligned[s])) for s in sentences]
    columns = statement_features([m.alignment for m in measured])
    roles = {s: _roles(aligned[s]) for s in distinct}
    for name in roles[sentences[0]][0] if sentences else ():
        columns[name] = np.array([roles[s][0][name] for s in sentences])
    measured = [replace(m, role=roles[s][1]) for m, s in zip(measured, sentences, strict=True)]
    return StatementMeasures(columns, measured, np.array(owner, dtype=np.int64))


def _roles(alignment: Alignment) -> tuple[dict[str, float], RoleMatch | None]:
    contrasts = {k: float(v[0]) for k, v in contrast_features(alignment, [None]).items()}
    features, contested = statement_role_features(RoleMatcher(alignment))
    return features | contrasts, contested


def _parse_together(alignments: Sequence[Alignment]) -> None:
    """Parse all that will be asked for in few batches, which the parser does several times as fast as one by one; it remembers them."""
    if len(alignments) < 2:
        return
    reference, text = alignments[0].reference, alignments[0].reference.text
    parse_strings([model_text(a.text) for a in alignments])
    premises: dict[int, None] = {}
    compared: dict[str, None] = {}
    for alignment in alignments:
        premises.update(dict.fromkeys(best_sentences(alignment)))
        own = frames([alignment.text], [alignment.words])[0]
        compared.update((text.model_text[slice(*text.sentences[i])], None) for i in candidates(alignment, own))
    parse_ahead(reference, list(premises), list(compared))


def _everything(alignment: Alignment) -> Place:
    size = len(alignment.words)
    return Place(np.ones(size, dtype=bool), np.zeros(size, dtype=bool))
