"""The judges of a comparison: their scores as a table, and how far every two agree."""

from collections.abc import Sequence

from components.markup import attributes, escape, plural
from components.score import ENGINES
from components.verdicts import tally
from explorer.comparison import Comparison, Judge, Opinion
from explorer.persons import Person

_GRADES = ((0.8, "almost the same"), (0.6, "much"), (0.4, "fair"), (0.2, "little"), (-2.0, "hardly more than chance"))
"""Kappa from which on agreement is called so (after Landis and Koch 1977)."""


def title_of_judge(judge: Judge) -> str:
    """`QASem`, or `QASem · compact` where several verifiers are compared."""
    return ENGINES.get(judge.engine, judge.engine) + judge.name.removeprefix(judge.engine)


def score_table(opinions: Sequence[Opinion], waiting: Sequence[Judge] = (), *, stored: bool = True) -> str:
    """Score, share of supported units and seconds of each judge; what failed says why, what is not there yet says so.

    Those that are `stored` can be opened.
    """
    rows = "".join(_row(opinion, stored) for opinion in opinions) + "".join(_waiting(judge) for judge in waiting)
    head = "".join(f'<th scope="col" class="n">{name}</th>' for name in ("Score", "Supported", "Seconds", '<span class="sr">Open</span>'))
    return (
        f'<div class="scroll"><table class="scores"><thead><tr><th scope="col">Engine</th>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _row(opinion: Opinion, stored: bool) -> str:
    name = f'<th scope="row">{escape(title_of_judge(opinion.judge))}</th>'
    if opinion.analysis is None:
        return f'<tr class="failed">{name}<td colspan="4">{escape(opinion.problem)}</td></tr>'
    score = opinion.score
    supported, unsupported, _ = tally(list(opinion.analysis.units))
    figure = "–" if score is None else f"<span{attributes(title=score[0])}>{score[1]:.2f}</span>"
    seconds = '<span title="found in the history: no model was run">stored</span>' if opinion.cached else f"{opinion.seconds:.1f}"
    label = attributes(data_open=opinion.analysis.id, aria_label=f"Open the {title_of_judge(opinion.judge)} analysis")
    opened = f'<button type="button" class="open1"{label}>Open</button>' if stored else ""
    return (
        f'<tr>{name}<td class="n"><b>{figure}</b></td><td class="n">{supported} of {supported + unsupported}</td>'
        f'<td class="n">{seconds}</td><td class="n">{opened}</td></tr>{_stopped(opinion)}'
    )


def _stopped(opinion: Opinion) -> str:
    """Why there is no more than this of a judge that failed on its way."""
    return f'<tr class="failed"><td colspan="5">{escape(opinion.problem)}</td></tr>' if opinion.problem else ""


def _waiting(judge: Judge) -> str:
    return f'<tr class="wait"><th scope="row">{escape(title_of_judge(judge))}</th><td colspan="4">…</td></tr>'


def agreement_table(comparison: Comparison, known: Sequence[Opinion]) -> str:
    """Cohen's kappa for every two judges, a triangle; with what a figure means in words, and below it the person's where there is one."""
    judges = [opinion.judge for opinion in known]
    person = _person(comparison.person, judges) if comparison.person else ""
    if len(known) < 2:
        return '<p class="none">Two results are needed.</p>' + person
    head = "".join(f'<th scope="col" class="n">{escape(title_of_judge(judge))}</th>' for judge in judges[:-1])
    rows = "".join(
        f'<tr><th scope="row">{escape(title_of_judge(judge))}</th>{"".join(_kappa(comparison, other, judge) for other in judges[:number])}'
        f"{'<td></td>' * (len(judges) - 1 - number)}</tr>"
        for number, judge in enumerate(judges)
        if number
    )
    note = "Cohen’s kappa over the words that both judge: 1 is full agreement, 0 is chance."
    return (
        f'<div class="scroll"><table class="kappa" aria-describedby="kappa-note"><thead><tr><td></td>{head}</tr></thead>'
        f'<tbody>{rows}</tbody></table></div><p class="hint" id="kappa-note">{note}</p>{person}'
    )


def _person(person: Person, judges: Sequence[Judge]) -> str:
    """How far each judge agrees with what the person said, with the number of words that both judge."""
    rows = ""
    for judge, agreed in zip(judges, person.agreement, strict=True):
        figure = "–" if agreed.kappa is None else f"{agreed.kappa:.2f}"
        same = f"{agreed.same} of {agreed.words}" if agreed.words else "none in common"
        share = attributes(class_="n k", style=f"--k:{max(0.0, agreed.kappa or 0.0):.2f}")
        rows += f'<tr><th scope="row">{escape(title_of_judge(judge))}</th><td{share}>{figure}</td><td class="n">{same}</td></tr>'
    said = plural(person.judgements, "mark") if person.marked else plural(person.judgements, "vote")
    rest = "unmarked words count as supported" if person.marked else "words without a vote do not count"
    return (
        '<h3>Agreement with a person</h3><div class="scroll"><table class="person" aria-describedby="person-note"><thead><tr>'
        '<th scope="col">Engine</th><th scope="col" class="n">Kappa</th><th scope="col" class="n">Same words</th></tr></thead>'
        f'<tbody>{rows}</tbody></table></div><p class="hint" id="person-note">From {said}; {rest}.</p>'
    )


def _kappa(comparison: Comparison, first: Judge, second: Judge) -> str:
    value = comparison.agreement.get((first.name, second.name))
    if value is None:
        return '<td class="n" title="They judge no word in common">–</td>'
    words = next(words for least, words in _GRADES if value >= least)
    share = f"--k:{max(0.0, value):.2f}"
    return f"<td{attributes(class_='n k', style=share, title=f'They agree: {words}')}>{value:.2f}</td>"
