"""The judges of a comparison: their scores as a table, and how far every two agree."""

from collections.abc import Sequence

from components.html.markup import attributes, escape, plural
from components.html.verdicts import tally
from components.review.score import short_model
from engines.declaration.registry import engine_title
from engines.units.errors import completed
from explorer.services.comparison import Comparison, Judge, Opinion
from explorer.services.persons import Agreement, Person

_GRADES = ((0.8, "almost the same"), (0.6, "much"), (0.4, "fair"), (0.2, "little"), (-2.0, "hardly more than chance"))
"""Kappa from which on agreement is called so (after Landis and Koch 1977)."""

NO_COMMON = "They judge no word in common"


def title_of_judge(judge: Judge) -> str:
    """`QASem`, or `QASem · compact` where several verifiers are compared; a verifier without the way to it."""
    engine, said = engine_title(judge.engine), judge.name.removeprefix(judge.engine)
    return f"{engine} · {short_model(judge.verifier)}" if judge.verifier and said == f" · {judge.verifier}" else engine + said


def lane_titles(judges: Sequence[Judge]) -> list[str]:
    """What stands beside the strips, where there is little room: the verifiers alone if the engine is the same."""
    titles = [title_of_judge(judge) for judge in judges]
    short = [short_model(judge.verifier) for judge in judges]
    return short if len(titles) > 1 and len({judge.engine for judge in judges}) == 1 and len(set(short)) == len(short) else titles


def score_table(opinions: Sequence[Opinion], waiting: Sequence[Judge] = (), *, stored: bool = True) -> str:
    """Score, number of errors, share of supported units and seconds of each judge; what failed says why, what is not there yet says so.

    Those that are `stored` can be opened.
    """
    rows = "".join(_row(opinion, stored) for opinion in opinions) + "".join(_waiting(judge) for judge in waiting)
    head = "".join(
        f'<th scope="col" class="n">{name}</th>' for name in ("Score", "Errors", "Supported", "Seconds", '<span class="sr">Open</span>')
    )
    return (
        f'<div class="scroll"><table class="scores"><thead><tr><th scope="col">Engine</th>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _row(opinion: Opinion, stored: bool) -> str:
    name = f'<th scope="row"{attributes(title=opinion.judge.name)}>{escape(title_of_judge(opinion.judge))}</th>'
    if opinion.analysis is None:
        return f'<tr class="failed">{name}<td colspan="5">{escape(opinion.problem)}</td></tr>'
    score = opinion.score
    supported, unsupported, _ = tally(list(opinion.analysis.units))
    errors = len(completed(opinion.analysis).errors or ())
    figure = "–" if score is None else f"<span{attributes(title=score[0])}>{score[1]:.2f}</span>"
    seconds = '<span title="found in the history: no model was run">stored</span>' if opinion.cached else f"{opinion.seconds:.1f}"
    label = attributes(data_open=opinion.analysis.id, aria_label=f"Open the {title_of_judge(opinion.judge)} analysis")
    opened = f'<button type="button" class="open1"{label}>Open</button>' if stored else ""
    return (
        f'<tr>{name}<td class="n"><b>{figure}</b></td><td class="n">{errors}</td>'
        f'<td class="n">{supported} of {supported + unsupported}</td>'
        f'<td class="n">{seconds}</td><td class="n">{opened}</td></tr>{_stopped(opinion)}'
    )


def _stopped(opinion: Opinion) -> str:
    """Why there is no more than this of a judge that failed on its way."""
    return f'<tr class="failed"><td colspan="6">{escape(opinion.problem)}</td></tr>' if opinion.problem else ""


def _waiting(judge: Judge) -> str:
    return f'<tr class="wait"><th scope="row">{escape(title_of_judge(judge))}</th><td colspan="5">…</td></tr>'


def agreement_table(comparison: Comparison, known: Sequence[Opinion]) -> str:
    """Cohen's kappa for every two judges, a triangle with what a figure means in words; the last row is the person's where there is one."""
    judges, person = [opinion.judge for opinion in known], comparison.person
    if len(known) < 2 and not (known and person):
        return '<p class="none">Two results are needed.</p>'
    columns = judges if person else judges[:-1]
    head = "".join(f'<th scope="col" class="n">{escape(title_of_judge(judge))}</th>' for judge in columns)
    rows = "".join(
        f'<tr><th scope="row">{escape(title_of_judge(judge))}</th>{"".join(_kappa(comparison, other, judge) for other in judges[:number])}'
        f"{'<td></td>' * (len(columns) - number)}</tr>"
        for number, judge in enumerate(judges)
        if number
    )
    note = "Cohen’s kappa over the words that both judge: 1 is full agreement, 0 is chance."
    return (
        f'<div class="scroll"><table class="kappa" aria-describedby="kappa-note"><thead><tr><td></td>{head}</tr></thead>'
        f"<tbody>{rows}{_person(person) if person else ''}</tbody></table></div>"
        f'<p class="hint" id="kappa-note">{note}{_source(person) if person else ""}</p>'
    )


def _person(person: Person) -> str:
    """How far each judge agrees with what the person said; on how many words that both judge is told on pointing."""
    cells = "".join(_agreed(agreed) for agreed in person.agreement)
    return f'<tr class="person"><th scope="row">{"Person" if person.marked else "You"}</th>{cells}</tr>'


def _agreed(agreed: Agreement) -> str:
    if agreed.kappa is None:
        return f'<td class="n"{attributes(title=NO_COMMON)}>–</td>'
    title = f"The same side on {agreed.same} of {plural(agreed.words, 'word')}"
    return f"<td{attributes(class_='n k', style=f'--k:{max(0.0, agreed.kappa):.2f}', title=title)}>{agreed.kappa:.2f}</td>"


def _source(person: Person) -> str:
    if person.marked:
        return f" The person: {plural(person.judgements, 'mark')}; unmarked words count as supported."
    return f" You: {plural(person.judgements, 'vote')}; words without a vote do not count."


def _kappa(comparison: Comparison, first: Judge, second: Judge) -> str:
    value = comparison.agreement.get((first.name, second.name))
    if value is None:
        return f'<td class="n"{attributes(title=NO_COMMON)}>–</td>'
    words = next(words for least, words in _GRADES if value >= least)
    share = f"--k:{max(0.0, value):.2f}"
    return f"<td{attributes(class_='n k', style=share, title=f'They agree: {words}')}>{value:.2f}</td>"
