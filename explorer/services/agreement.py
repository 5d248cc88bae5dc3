"""How far each judge of a comparison agrees with a person: Cohen's kappa over the words that both judge."""

from dataclasses import replace

from engines.units.alignment import kappa, words_of
from explorer.services.comparison import Comparison
from explorer.services.disagreements import THRESHOLD
from explorer.services.persons import Agreement, Person, person_of_votes
from sessions.store import Store


def with_votes(comparison: Comparison, store: Store) -> Comparison:
    """The comparison beside the person's own votes on its analyses; as it is where nobody has voted."""
    analyses = [o.analysis for o in comparison.opinions if o.analysis is not None]
    votes = ((a, {unit: note.vote for unit, note in store.annotations(a.id).items()}) for a in analyses)
    person = person_of_votes(votes, len(comparison.output))
    return with_person(comparison, person) if person.judgements else comparison


def with_person(comparison: Comparison, person: Person) -> Comparison:
    """The comparison with the person in it, and how far each of its judges agrees with them."""
    words = words_of(comparison.output)
    theirs = words.judged(person.support, THRESHOLD)
    agreement = []
    for opinion in comparison.opinions:
        if opinion.analysis is None:
            continue
        ours = words.judged(opinion.support, THRESHOLD)
        both = [(a, b) for a, b in zip(ours, theirs, strict=True) if a is not None and b is not None]
        agreement.append(Agreement(opinion.judge.name, kappa(ours, theirs), len(both), sum(a == b for a, b in both)))
    return replace(comparison, person=replace(person, agreement=tuple(agreement)))
