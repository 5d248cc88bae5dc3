"""Agreement as a page: how far annotators agree with each other and with the engines, and what is left to adjudicate."""

from collections.abc import Mapping, Sequence

from components.html.markdown import without_marks
from components.html.markup import Offsets, attributes, escape, joined, plural
from components.labelling.bench import bench_address
from components.labelling.document import Keys, document
from components.labelling.figures import figures
from components.review.reference import reference_card
from explorer.services.labelling.agreement import AgreementReport, Dispute, Labelled
from explorer.services.labelling.verdicts import INTRINSIC, SENSELESS, TITLES
from sessions.labelling.labels import ADJUDICATED, BLIND, KNOWN, Label

KEYS: Keys = (
    (("j", "↓"), "next disagreement"),
    (("k", "↑"), "previous one"),
    (("1", "2", "3", "4"), "decide: supported, contradicts, not in the reference, makes no sense"),
    (("Backspace",), "take the decision back"),
    (("u", "Ctrl Z"), "undo; with Shift, redo"),
    (("Enter",), "next one that is open"),
    (("[", "]"), "scroll the reference"),
    (("?",), "this list"),
)


SHORT = {INTRINSIC: "Contradicts", SENSELESS: "No sense"}
"""What stands on a button, where that is shorter."""


def nothing_labelled(blind: bool) -> str:
    """The page while nobody has labelled anything."""
    which = "Nobody has labelled these blind yet" if blind else "Nobody has labelled these yet"
    words = f'{which}: choose a text under <a href="/annotate">All texts</a>, and a name to begin with.'
    main = f'<main class="qx starting"><section class="card"><p>{words}</p></section></main>'
    return document("Agreement", main, links=(("/annotate", "All texts"),))


def agreement_page(
    report: AgreementReport,
    decisions: Mapping[str, Sequence[Label]],
    name: str,
    ids: Sequence[str] | None,
    blind: bool,
    known: Sequence[str],
) -> str:
    """The whole page.

    Args:
        decisions: the log of what was adjudicated, by analysis.
        name: of who adjudicates; "" where nobody has said.
        ids: the analyses that were asked for; None for all that somebody has labelled.
        blind: whether only labels count that were made without the verdicts in sight.
        known: names of annotators.
    """
    asked = {"ids": ",".join(ids)} if ids else {}
    data = {
        "annotator": name,
        "log": [{"analysis": id, **said.to_json()} for id, events in decisions.items() for said in events],
        "items": [{"analysis": each.analysis, "id": each.subject.id} for each in report.disputes],
    }
    undecided = sum(not each.decided for each in report.disputes)
    counts = [
        plural(len(report.analyses), "text"),
        plural(len(report.people), "annotator"),
        plural(len(report.disputes), "disagreement"),
        f"{undecided} to adjudicate",
        plural(report.ties, "tie"),
    ]
    main = f"""<main class="qx agreement"><p class="summary">{joined(counts)}</p>
<section class="card figures" aria-label="Figures">{figures(report, asked, blind)}</section>
{_disputes(report, name, asked | ({"blind": "1"} if blind else {}), known)}
<div class="sr live" role="status" aria-live="polite"></div></main>"""
    return document("Agreement", main, KEYS, (("/annotate", "All texts"),), "agreement", data)


def _disputes(report: AgreementReport, name: str, asked: Mapping[str, str], known: Sequence[str]) -> str:
    """What annotators differ on, beside the texts."""
    if not report.disputes:
        none = "There is none: wherever two have labelled the same, they say the same."
        return f'<section class="card"><h2>Disagreements</h2><p>{none}</p></section>'
    texts = {one.analysis.id: one for one in report.analyses}
    rows = "".join(_dispute(number, each, texts[each.analysis], name) for number, each in enumerate(report.disputes))
    beside = "".join(
        f'<div class="of"{attributes(data_of=id, hidden=True)}>{_output(texts[id])}'
        f"{reference_card(texts[id].analysis.reference, idle='')}</div>"
        for id in dict.fromkeys(each.analysis for each in report.disputes)
    )
    return f"""<div class="two"><section class="card disputes" aria-labelledby="dis-title"><h2 id="dis-title">Disagreements</h2>
{_adjudicator(name, asked, known)}<ol>{rows}</ol></section><div class="texts-of">{beside}</div></div>"""


def _adjudicator(name: str, asked: Mapping[str, str], known: Sequence[str]) -> str:
    """Who adjudicates, or the form that asks for it."""
    if name:
        return f'<p class="hint"><b dir="auto">{escape(name)}</b> adjudicates: keys 1 to 4 decide. Every decision is kept at once.</p>'
    hidden = "".join(f"<input{attributes(type='hidden', name=key, value=value)}>" for key, value in asked.items())
    options = "".join(f"<option{attributes(value=each)}></option>" for each in known)
    field = attributes(name="by", required=True, maxlength=60, list="known", autocomplete="off", dir="auto")
    return (
        f'<form method="get" action="/agreement" class="decider">{hidden}<label>To decide them, say who you are <input{field}></label>'
        f'<datalist id="known">{options}</datalist><button class="small">Begin</button></form>'
    )


def _dispute(number: int, each: Dispute, of: Labelled, name: str) -> str:
    subject = each.subject
    asked = f'<span class="q">{escape(subject.question)}</span> ' if subject.question else ""
    words = subject.answer.text if subject.question and subject.answer else subject.words
    said = "".join(f'<li><b dir="auto">{escape(who)}</b> {TITLES[label]}{_note(of, who, each)}</li>' for who, label in each.said.items())
    most = f"Majority: {TITLES[each.majority]}" if each.majority else "A tie"
    offsets = Offsets(of.analysis.output.text)
    known = attributes(
        class_=f"dispute{' decided' if each.decided else ''}",
        data_n=number,
        data_of=each.analysis,
        data_places=";".join(offsets.pair(*place) for place in subject.places),
        tabindex="-1",
    )
    return (
        f'<li{known}><p class="what" dir="auto">{asked}<b>{escape(without_marks(words))}</b></p><ul class="said">{said}</ul>'
        f'<p class="hint most">{most}</p><div class="replies" role="group" aria-label="Decide">{_buttons(each, name)}</div></li>'
    )


def _buttons(each: Dispute, name: str) -> str:
    made = []
    for place, label in enumerate(KNOWN[ADJUDICATED], 1):
        pressed = "true" if each.decided == label else "false"
        known = attributes(type="button", data_decide=label, aria_pressed=pressed, disabled=not name)
        made.append(f"<button{known}><kbd>{place}</kbd> <span>{SHORT.get(label, TITLES[label])}</span></button>")
    return "".join(made)


def _note(of: Labelled, who: str, each: Dispute) -> str:
    """What an annotator wrote of the subject, or of its answer."""
    notes = of.people[who].notes
    written = " ".join(notes[item] for item in dict.fromkeys((each.subject.id, *each.subject.asked)) if item in notes)
    return f' <span class="hint" dir="auto">“{escape(written)}”</span>' if written else ""


def _output(of: Labelled) -> str:
    ways = [
        f'<a{attributes(href=bench_address(of.analysis.id, who, BLIND, False))} dir="auto">{escape(who)}</a> {one.done}/{one.items}'
        for who, one in of.people.items()
    ]
    head = f'<div class="ch"><h2>Output</h2><span class="hint">{joined(ways)}</span></div>'
    text = f'<div class="txt" dir="auto" lang="">{escape(of.analysis.output.text)}</div>'
    return f'<section class="card out" tabindex="0" aria-label="Output">{head}{text}</section>'
