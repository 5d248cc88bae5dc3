"""Where annotators begin: a name and a way of working, and the texts of the history with how far they are in each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from components.html.markup import attributes, escape, joined, plural
from components.labelling.bench import bench_address
from components.labelling.document import document
from explorer.services.labelling.verdicts import Annotated


@dataclass(frozen=True)
class Text:
    """A text to annotate.

    Attributes:
        id, title, engine: of its analysis.
        items: how many questions it has.
        people: how far each annotator is.
    """

    id: str
    title: str
    engine: str
    items: int
    people: Mapping[str, Annotated]


def name_form(known: Sequence[str], action: str = "", name: str = "", title: str = "") -> str:
    """The page that asks for a name and a way of working, before a text is shown."""
    main = f'<main class="qx starting"><section class="card">{_form(known, action, name, True, title)}</section></main>'
    return document("Annotate", main, links=(("/annotate", "All texts"),))


def texts_page(texts: Sequence[Text], known: Sequence[str], name: str, total: int) -> str:
    """The texts of the history, newest first, with how far everybody is."""
    rows = "".join(_row(text, name) for text in texts)
    missing = f'<p class="hint">The latest {len(texts)} of {total} analyses are listed.</p>' if total > len(texts) else ""
    nothing = '<p class="hint">The history is empty: analyse a pair of texts first.</p>'
    head = "".join(f'<th scope="col">{words}</th>' for words in ("Text", "Engine", "Annotators", "You"))
    table = f'<table class="texts"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{missing}' if texts else nothing
    form = "" if name else f'<section class="card">{_form(known, "/annotate", name, False)}</section>'
    main = f'<main class="qx starting">{form}<section class="card" aria-label="Texts">{table}</section></main>'
    links = (("/annotate", f"Not {name}?"), ("/agreement", "Agreement")) if name else (("/agreement", "Agreement"),)
    return document(f"Annotate as {name}" if name else "Annotate", main, links=links)


def _form(known: Sequence[str], action: str, name: str, mode: bool, title: str = "") -> str:
    options = "".join(f"<option{attributes(value=each)}></option>" for each in known)
    field = attributes(name="by", value=name, required=True, maxlength=60, list="known", autocomplete="off", autofocus=True, dir="auto")
    ways = """<fieldset><legend>Verdicts of the engine</legend>
<label><input type="radio" name="mode" value="blind" checked> <span><b>Blind</b>: no verdict, no evidence, no colour. For labels that
are to judge the engine, or to agree with those of others.</span></label>
<label><input type="radio" name="mode" value="seeded"> <span><b>Seeded</b>: start from the verdicts and their evidence, and correct them.
Faster, and not independent.</span></label></fieldset>
<label class="tick"><input type="checkbox" name="predicates" value="1"> Ask of predicates, too, if they are in the reference</label>"""
    about = f'<p class="hint" dir="auto">{escape(title)}</p>' if title else ""
    return f"""<form method="get"{attributes(action=action)}><h2>Who annotates?</h2>{about}
<label class="name">Name <input{field}></label><datalist id="known">{options}</datalist>{ways if mode else ""}
<button class="go">Begin</button><p class="hint">There are no accounts: the name tells your labels from those of others.</p></form>"""


def _row(text: Text, name: str) -> str:
    own = text.people.get(name)
    people = [
        f"{'✓ ' if one.complete else ''}{each} {one.done}/{one.items}"
        for each, one in sorted(text.people.items(), key=lambda pair: pair[0] != name)
    ]
    words = "Begin" if own is None else "Look again" if own.complete else "Go on"
    mode = "seeded" if own and own.seeded else "blind"
    address = bench_address(text.id, name, mode, False) if name else f"/annotate/{quote(text.id, safe='', errors='replace')}"
    way = f"<a{attributes(href=address, class_='go', aria_label=f'{words}: {text.title}')}>{words}</a>"
    said = escape(joined(people)) or '<span class="hint">nobody yet</span>'
    engine = f'{escape(text.engine)} <span class="hint">{plural(text.items, "question")}</span>'
    return f'<tr><td dir="auto">{escape(text.title)}</td><td>{engine}</td><td>{said}</td><td>{way}</td></tr>'
