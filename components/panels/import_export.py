"""The ways into the history and out of it: a file of analyses is brought in, and all of it is saved as one file."""

from components.html.markup import attributes

EXPORT = "/errata/history.jsonl"
"""Where the whole history is found."""

ENDINGS = (".json", ".jsonl", ".csv")
"""Files that can be brought in."""


def heading() -> str:
    """What stands above the history: its title, and the ways in and out."""
    field = attributes(type="file", accept=",".join(ENDINGS), data_import=True, hidden=True, tabindex="-1", aria_hidden="true")
    button = (
        '<button type="button" data-import-file title="Analyses that Errata exported, or what people labelled elsewhere">Import</button>'
    )
    title = "All analyses with what you added to them, your batches and your drafts"
    link = f"<a{attributes(href=EXPORT, download='errata-history.jsonl', data_export=True, title=title)}>Export all</a>"
    return f'<div class="qx past"><h3>Past analyses</h3><div class="tools">{button}<input{field}>{link}</div></div>'
