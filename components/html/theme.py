"""The look of Gradio's own parts, and what the page's head loads: the style sheets and scripts in `assets/`."""

from pathlib import Path
from typing import TYPE_CHECKING

from engines.core.machine.files import asset

if TYPE_CHECKING:
    import gradio as gr

FILES = "/errata/assets"
"""Where the page finds `assets/css`, `assets/js` and `assets/fonts`."""

SCRIPTS = (
    "tab",
    "errata",
    "autosave",
    "texts",
    "reference",
    "panes",
    "errors",
    "threshold",
    "trace",
    "history",
    "opinions",
    "review",
    "compare",
    "editor",
    "live",
    "writing",
    "revise",
    "runs",
    "models",
    "opening",
    "passages",
    "batch",
)


def head() -> str:
    """The style sheets in the order of their names, each named by its age so that no old copy is shown."""
    return "".join(f'<link rel="stylesheet" href="{FILES}/css/{path.name}?{_age(path)}">' for path in sorted(asset("css").glob("*.css")))


def scripts() -> str:
    """The scripts in the order of their needs, for the components that call them: Gradio waits for them to load."""
    return "".join(f'<script src="{script_address(name)}"></script>' for name in SCRIPTS)


def script_address(name: str) -> str:
    """Where a script of that name is found."""
    return f"{FILES}/js/{name}.js?{_age(asset('js', f'{name}.js'))}"


def tab_script() -> str:
    """What tells one tab from another, for the page's first question to the server: Gradio may ask it before the scripts are there."""
    return asset("js", "tab.js").read_text(encoding="utf-8")


def _age(path: Path) -> str:
    return f"{path.stat().st_mtime_ns:x}"


_CANVAS, _CARD, _LINE = ("#faf8f4", "#141312"), ("#fffefb", "#1d1b19"), ("#e0dbd0", "#34312d")
_INK, _MUTED, _EDGE = ("#1c1b1a", "#ece9e4"), ("#6a6660", "#a09a90"), ("#8d877c", "#7d766b")
_GREEN = "#00705c"
_COLOURS = {
    "body_background_fill": _CANVAS,
    "body_text_color": _INK,
    "block_background_fill": _CARD,
    "block_label_text_color": _MUTED,
    "block_title_text_color": _MUTED,
    "border_color_primary": _LINE,
    "input_background_fill": _CARD,
    "input_background_fill_focus": _CARD,
    "input_border_color": _EDGE,
    "input_border_color_focus": (_GREEN, "#5fd3b8"),
    "input_placeholder_color": _MUTED,
    "button_primary_background_fill": (_GREEN, _GREEN),
    "button_primary_background_fill_hover": ("#005a4a", "#005a4a"),
    "button_secondary_background_fill": ("transparent", "transparent"),
    "button_secondary_background_fill_hover": ("#f1ede5", "#262320"),
    "button_secondary_border_color": _EDGE,
    "button_secondary_text_color": _INK,
}
"""Each colour in the light and in the dark, by Gradio's name for what has it."""
_MEASURES = {
    "block_border_width": "1px",
    "block_shadow": "none",
    "block_radius": "14px",
    "container_radius": "14px",
    "input_border_width": "1px",
    "button_border_width": "1px",
    "button_large_text_weight": "600",
    "button_large_text_size": "15px",
    "button_primary_text_color": "#ffffff",
}
"""What is the same in the light and in the dark."""


def theme() -> "gr.themes.Base":
    """Gradio's base theme in the colours and fonts of the page."""
    import gradio as gr

    sans = ["Errata Sans", "ui-sans-serif", "system-ui", "sans-serif"]
    dark = {f"{name}_dark": of_dark for name, (_, of_dark) in _COLOURS.items()}
    return gr.themes.Base(
        primary_hue=gr.themes.colors.teal,
        neutral_hue=gr.themes.colors.stone,
        radius_size="lg",
        font=[gr.themes.Font(name) for name in sans],
        font_mono=[gr.themes.Font("ui-monospace"), gr.themes.Font("monospace")],
    ).set(**{name: light for name, (light, _) in _COLOURS.items()}, **dark, **_MEASURES)
