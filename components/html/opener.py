"""Below a text box: buttons that open a document into it and that clear it; dropping a document on the box opens it too."""

from components.html.markup import attributes, escape
from explorer.reading.documents import KINDS


def opener(box: str) -> str:
    """The buttons for the box of that id."""
    kinds = ",".join(KINDS)
    field = attributes(type="file", accept=kinds, data_file=box, hidden=True, tabindex="-1", aria_hidden="true")
    return (
        f'<div class="qx opener"><button type="button"{attributes(data_open_file=box)} aria-label="Open a file as the {escape(box)}">'
        f'Open a file</button><input{field}><span class="hint"><span class="drop">or drop one here: </span>text, web page, Word, PDF</span>'
        f'<button type="button" class="clear"{attributes(data_clear=box)} aria-label="Clear the {escape(box)}">Clear</button>'
        f'<span class="count"{attributes(data_count=box)}></span></div>'
    )
