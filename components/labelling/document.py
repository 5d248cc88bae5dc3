"""The pages for annotators: documents of their own, in the look of the page, that need nothing of Gradio."""

import json
from collections.abc import Sequence
from typing import Any

from components.html.markup import attributes, escape
from components.html.theme import head, script_address

Keys = Sequence[tuple[Sequence[str], str]]
"""Keys, and what they do."""

_HELP = (
    '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9"/>'
    '<path d="M9.5 9.3a2.6 2.6 0 1 1 3.6 2.6c-.8.4-1.1.9-1.1 1.8M12 17v.1"/></svg>'
)
_MOON = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5Z"/></svg>'


_DRESS = """try { var chosen = localStorage.getItem("errata-theme"); } catch { chosen = null; }
document.body.classList.toggle("dark", chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);"""
"""Before anything is drawn, so that nobody who works in the dark is dazzled between two texts."""


def document(title: str, main: str, keys: Keys = (), links: Sequence[tuple[str, str]] = (), script: str = "", data: Any = None) -> str:
    """A whole page.

    Args:
        title: what the page is; it is escaped.
        main: its content, escaped by whoever made it.
        keys: what the list of keys says; without any there is no list.
        links: address and words of what stands at the top.
        script: the script of the page, which finds `data` in the element `data`.
    """
    names = ("errata", "autosave", "texts", "marking", *([script] if script else []))
    scripts = "".join(f'<script defer src="{script_address(name)}"></script>' for name in names)
    # No text can end the element: "<" is written as JSON may have it.
    written = json.dumps(data).replace("<", "\\u003c")
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)} · Errata</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.ico">{head()}{scripts}</head>
<body class="own"><script>{_DRESS}</script>{_top(title, keys, links)}<div id="status"><div class="qx status" role="status"></div></div>
{main}<script type="application/json" id="data">{written}</script></body></html>"""


def _top(title: str, keys: Keys, links: Sequence[tuple[str, str]]) -> str:
    ways = "".join(f"<a{attributes(href=address)}>{escape(words)}</a>" for address, words in links)
    asked = '<button type="button" class="icon" data-help aria-label="Keys" title="Keys (?)">' + _HELP + "</button>" if keys else ""
    rows = "".join(f"<dt>{' '.join(f'<kbd>{escape(key)}</kbd>' for key in named)}</dt><dd>{escape(words)}</dd>" for named, words in keys)
    return f"""<header class="qx top"><a class="home" href="/">Errata</a><h1>{escape(title)}</h1><nav aria-label="Pages">{ways}</nav>{asked}
<button type="button" class="icon" data-theme-toggle aria-label="Use the dark theme">{_MOON}</button>
<dialog aria-labelledby="help-title"><h2 id="help-title" tabindex="-1" autofocus>Keys</h2><dl>{rows}</dl>
<button type="button" class="done" data-close-help>Close</button></dialog></header>"""
