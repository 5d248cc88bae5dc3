"""The longest supported subsequence, and the same with its grammar repaired, ready to be copied."""

from components.html.markup import escape
from engines.core.results import Analysis

_EMPTY = "Nothing is left: the reference supports no part of this output."
_SAME = "The same: there was no grammar to repair."


def subsequence_box(analysis: Analysis) -> str:
    """LSS and LSS* as texts; nothing for an engine that does not make them."""
    if analysis.lss is None:
        return ""
    star = analysis.lss_star
    repaired = "" if star is None else _text("star", "LSS*, grammar repaired", star, _SAME if star == analysis.lss and star else "")
    return f'<div class="lssbox">{_text("lss", "Longest supported subsequence (LSS)", analysis.lss)}{repaired}</div>'


def _text(key: str, title: str, words: str, instead: str = "") -> str:
    copy = f'<button type="button" data-copy="{key}" aria-label="Copy {escape(title)}">Copy</button>' if words else ""
    shown = (
        f'<p class="hint">{instead}</p>' if instead else f'<p class="sub" dir="auto">{escape(words)}</p>' if words else f"<p>{_EMPTY}</p>"
    )
    hidden = f'<span data-text="{key}" hidden>{escape(words)}</span>' if words else ""
    return f'<section><div class="ch"><h4>{title}</h4><div class="tools">{copy}</div></div>{shown}{hidden}</section>'
