"""What lies between two panes: the line that can be dragged, and on a small screen the switch between them."""

from components.html.markup import attributes

LEAST, MOST = 20, 80
"""Between which shares, in per cent, a line can be dragged."""


def width_line() -> str:
    """The line between the panes side by side; by mouse or arrow keys it gives one of them more of the width."""
    return _line("cols", "vertical", "Width of the left pane")


def height_line() -> str:
    """The line below the text of a pane; it gives the text or the list under it more of the height."""
    return _line("rows", "horizontal", "Height of the text above the list")


def _line(kind: str, orientation: str, name: str) -> str:
    known = attributes(
        class_=f"sep {kind}",
        role="separator",
        tabindex="0",
        aria_orientation=orientation,
        aria_label=name,
        aria_valuenow=50,
        aria_valuemin=LEAST,
        aria_valuemax=MOST,
        title="Drag, or use the arrow keys; double-click puts it back",
    )
    return f"<div{known}></div>"


def switch(first: str = "Output") -> str:
    """The two buttons that stand above the panes where there is room for one; `first` is what the left one holds."""
    return (
        '<div class="seg turns" role="group" aria-label="Pane">'
        f'<button type="button" data-turn="first" aria-pressed="true">{first}</button>'
        '<button type="button" data-turn="reference" aria-pressed="false">Reference</button></div>'
    )
