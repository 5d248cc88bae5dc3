"""The look of Gradio's own parts, and what the page's head loads: the style sheets and scripts in `assets/`."""

from pathlib import Path
from typing import TYPE_CHECKING

from engines.core.machine.files import asset

if TYPE_CHECKING:
    import gradio as gr

FILES = "/errata/assets"
"""Where the page finds `assets/css`, `assets/js` and `assets/fonts`."""

SCRIPTS = (
    "errata",
    "keeping",
    "texts",
    "reference",
    "errors",
    "threshold",
    "trace",
    "history",
    "opinions",
    "review",
    "compare",
    "revise",
    "models",
    "opening",
)


def head() -> str:
    """The style sheets in the order of their names, each named by its age so that no old copy is shown."""
    return "".join(f'<link rel="stylesheet" href="{FILES}/css/{path.name}?{_age(path)}">' for path in sorted(asset("css").glob("*.css")))


def scripts() -> str:
    """The scripts in the order of their needs, for the components that call them: Gradio waits for them to load."""
    return "".join(f'<script src="{FILES}/js/{name}.js?{_age(asset("js", f"{name}.js"))}"></script>' for name in SCRIPTS)


def _age(path: Path) -> str:
    return f"{path.stat().st_mtime_ns:x}"


def theme() -> "gr.themes.Base":
    """Gradio's base theme in the colours and fonts of the page."""
    import gradio as gr

    sans = ["Errata Sans", "ui-sans-serif", "system-ui", "sans-serif"]
    green, canvas, card, line, ink, muted = "#00705c", "#faf8f4", "#fffefb", "#e0dbd0", "#1c1b1a", "#6a6660"
    night, slab, seam, chalk, ash = "#141312", "#1d1b19", "#34312d", "#ece9e4", "#a09a90"
    return gr.themes.Base(
        primary_hue=gr.themes.colors.teal,
        neutral_hue=gr.themes.colors.stone,
        radius_size="lg",
        font=[gr.themes.Font(name) for name in sans],
        font_mono=[gr.themes.Font("ui-monospace"), gr.themes.Font("monospace")],
    ).set(
        body_background_fill=canvas,
        body_background_fill_dark=night,
        body_text_color=ink,
        body_text_color_dark=chalk,
        block_background_fill=card,
        block_background_fill_dark=slab,
        block_border_width="1px",
        block_shadow="none",
        block_label_text_color=muted,
        block_label_text_color_dark=ash,
        block_title_text_color=muted,
        block_title_text_color_dark=ash,
        block_radius="14px",
        container_radius="14px",
        border_color_primary=line,
        border_color_primary_dark=seam,
        input_background_fill=card,
        input_background_fill_dark=slab,
        input_background_fill_focus=card,
        input_background_fill_focus_dark=slab,
        input_border_color="#8d877c",
        input_border_color_dark="#7d766b",
        input_border_color_focus=green,
        input_border_color_focus_dark="#5fd3b8",
        input_border_width="1px",
        input_placeholder_color=muted,
        input_placeholder_color_dark=ash,
        button_border_width="1px",
        button_large_text_weight="600",
        button_large_text_size="15px",
        button_primary_background_fill=green,
        button_primary_background_fill_dark=green,
        button_primary_background_fill_hover="#005a4a",
        button_primary_background_fill_hover_dark="#005a4a",
        button_primary_text_color="#ffffff",
        button_secondary_background_fill="transparent",
        button_secondary_background_fill_dark="transparent",
        button_secondary_background_fill_hover="#f1ede5",
        button_secondary_background_fill_hover_dark="#262320",
        button_secondary_border_color="#8d877c",
        button_secondary_border_color_dark="#7d766b",
        button_secondary_text_color=ink,
        button_secondary_text_color_dark=chalk,
    )
