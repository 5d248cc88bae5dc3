"""The page around what a class sees: a page of its own with nothing of Gradio's in it, served, or as one file that needs nothing else."""

import json
import re
from collections.abc import Sequence
from typing import Any

from components.html.markup import attributes, escape
from components.html.theme import FILES
from components.report import FONT, POLICY, font_inside, script_inside
from engines.core.machine.files import asset

ROOM = "classroom"
"""The folder of assets that has the style sheets and scripts of these pages."""

_TOKENS = "1-tokens"
_ENCODED = re.compile("[<>&]")


def page(
    title: str,
    kind: str,
    body: str,
    scripts: Sequence[str] = (),
    *,
    data: Any = None,
    alone: bool = False,
    head: str = "",
) -> str:
    """A page of the class.

    Args:
        title: plain text.
        kind: what the page is, a class of its body that the style sheet knows.
        body: HTML.
        scripts: names of files in `assets/classroom`, in the order of their needs.
        data: JSON values for the scripts.
        alone: whether everything is inside, so that it needs no server; else style sheets and scripts are loaded from it.
        head: more HTML for the head.
    """
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n' if alone else ""
    carried = f'<script type="application/json" id="data">{embedded(data)}</script>' if data is not None else ""
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
{policy}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{escape(title)} · Errata</title>
{_styles(kind, alone)}{head}
</head>
<body{attributes(class_=f"cls {kind}", data_alone="yes" if alone else None)}>
{body}
{carried}{_scripts(("classroom", *scripts), alone)}
</body>
</html>
"""


def embedded(data: Any) -> str:
    """JSON that can stand in a page: nothing in it ends the element that it stands in."""
    written = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return _ENCODED.sub(lambda match: f"\\u{ord(match[0]):04x}", written)


def button(action: str, words: str, key: str = "", **more: object) -> str:
    """A button of a bar: what it does is told to the scripts, its key to the person."""
    title = f"{words} ({key})" if key else None
    return f'<button type="button"{attributes(data_do=action, title=title, **more)}>{escape(words)}</button>'


def keys_dialog(keys: Sequence[tuple[str, str]]) -> str:
    """The list of keys; `keys` are names of keys, separated by spaces, and what they do."""
    rows = "".join(
        f"<dt>{' '.join(f'<kbd>{escape(key)}</kbd>' for key in names.split())}</dt><dd>{escape(words)}</dd>" for names, words in keys
    )
    return (
        '<dialog class="keys" aria-labelledby="keys-title"><h2 id="keys-title">Keys</h2>'
        f'<dl>{rows}</dl><form method="dialog"><button class="big">Close</button></form></dialog>'
    )


def sorry(words: str) -> str:
    """A page that says why there is nothing to see."""
    body = f'<main class="sorry"><h1>This cannot be shown</h1><p>{escape(words)}</p><p><a href="/">Open Errata</a></p></main>'
    return page("This cannot be shown", "sorry", body)


def _styles(kind: str, alone: bool) -> str:
    sheets = [asset("css", f"{_TOKENS}.css"), asset(ROOM, "classroom.css")]
    sheets += [own] if (own := asset(ROOM) / f"{kind}.css").exists() else []
    if alone:
        return f"<style>{FONT.sub(font_inside, ''.join(sheet.read_text(encoding='utf-8') for sheet in sheets))}</style>"
    return "".join(
        f'<link rel="stylesheet" href="{FILES}/{sheet.parent.name}/{sheet.name}?{sheet.stat().st_mtime_ns:x}">' for sheet in sheets
    )


def _scripts(names: Sequence[str], alone: bool) -> str:
    files = [asset(ROOM, f"{name}.js") for name in names]
    if alone:
        return "".join(f"<script>{script_inside(file)}</script>" for file in files)
    return "".join(f'<script src="{FILES}/{ROOM}/{file.name}?{file.stat().st_mtime_ns:x}"></script>' for file in files)
