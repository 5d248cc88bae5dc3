"""How an analysis was made, in a closed panel: when, by which models in which version, with which settings, and how long each step took."""

from datetime import datetime
from typing import Any

from components.html.markup import escape
from components.html.verdicts import PENDING, state
from engines.core.results import Analysis
from engines.declaration.registry import engine_title
from engines.models.roles import ROLES


def provenance_panel(analysis: Analysis) -> str:
    """The panel; nothing while the analysis still runs."""
    if any(state(unit) == PENDING for unit in analysis.units):
        return ""
    rows = [("Analysis", analysis.id), ("Made", moment(analysis.created)), ("Engine", engine_title(analysis.engine.name))]
    rows += [(_role(role), id) for role, id in analysis.engine.models.items()]
    rows += [(f"Setting {name}", _value(value)) for name, value in analysis.engine.settings.items()]
    rows += [("Seconds", ", ".join(f"{step} {seconds:.2f}" for step, seconds in analysis.timings.items()))]
    body = "".join(f'<tr><th scope="row">{escape(name)}</th><td>{escape(value)}</td></tr>' for name, value in rows if value)
    heading = '<span>How it was made</span><span class="sr">: </span><span class="hint">models, settings and time, to make it again</span>'
    return (
        f'<details class="card madebox"><summary>{heading}</summary>'
        f'<div class="scroll"><table class="meanings made"><tbody>{body}</tbody></table></div></details>'
    )


def _role(name: str) -> str:
    """What the role of a model is called; one that nobody chooses, such as who searched the evidence, by its name."""
    return ROLES[name].title if name in ROLES else name.replace("_", " ").capitalize()


def moment(created: str) -> str:
    """`22 November 2026, 08:20 UTC` of an ISO time; what is no time as it is."""
    try:
        moment = datetime.fromisoformat(created)
    except ValueError:
        return created
    zone = moment.strftime(" %Z") if moment.tzinfo else ""
    return f"{moment.day} {moment:%B %Y, %H:%M}{zone}"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
