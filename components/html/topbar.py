"""The line at the top: the name, what the page is for, the theme, and the list of keys."""

from explorer.reading.pairs import MOST_OUTPUT, MOST_REFERENCE

KEYS = (
    (("j", "↓"), "next error, fact, disagreement or edit"),
    (("k", "↑"), "previous one"),
    (("n", "p"), "next and previous error, or unsure fact where these are shown"),
    (("Home", "End"), "first and last of them"),
    (("Enter",), "keep it selected, or let it go"),
    (("Esc",), "clear the selection"),
    (("a", "d"), "agree or disagree with a verdict, in Annotate"),
    (("a", "r"), "accept or reject an edit, in Revise"),
    (("Ctrl", "Z"), "undo a decision or what you wrote, in Revise; with Shift, redo it"),
    (("F8",), "next error of a draft that you edit; with Shift, the one before"),
    (("Alt", "Enter"), "put in what the reference has instead of it"),
    (("/",), "search the history"),
    (("Ctrl", "Enter"), "analyze, from a text box"),
    (("?",), "this list"),
)

_MOON = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5Z"/></svg>'
_HELP = (
    '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9"/>'
    '<path d="M9.5 9.3a2.6 2.6 0 1 1 3.6 2.6c-.8.4-1.1.9-1.1 1.8M12 17v.1"/></svg>'
)


def topbar() -> str:
    """The top line with the help, which is closed."""
    rows = "".join(f"<dt>{' '.join(f'<kbd>{key}</kbd>' for key in keys)}</dt><dd>{words}</dd>" for keys, words in KEYS)
    limits = f'data-reference="{MOST_REFERENCE}" data-output="{MOST_OUTPUT}"'
    return f"""<div class="qx top" {limits}><h1><a href="/">Errata</a></h1><p>Which parts of a text does its reference not support?</p>
<button type="button" class="new" data-anew title="Another pair of texts; what you typed stays among the drafts">New</button>
<button type="button" class="new" data-new-batch title="Check every row of a file">Batch</button>
<button type="button" class="icon" data-help aria-label="Keyboard shortcuts" title="Keyboard shortcuts (?)">{_HELP}</button>
<button type="button" class="icon" data-theme-toggle aria-label="Use the dark theme">{_MOON}</button>
<dialog aria-labelledby="help-title"><h2 id="help-title" tabindex="-1" autofocus>Keys</h2><dl>{rows}</dl>
<button type="button" class="done" data-close-help>Close</button></dialog></div>"""
