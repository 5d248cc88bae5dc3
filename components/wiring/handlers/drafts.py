"""What the page finds again when it is opened anew: the texts in the boxes, what was chosen, and the models."""

from contextlib import suppress
from typing import Any

from components.wiring.handlers.choices import chosen_models
from engines.core.errors import StoreError
from explorer.services.workspace import Workspace

PAGE = "page"
"""The session whose draft keeps the texts and the choices: one person, whichever tab they are in."""

MODELS = "models"
"""The session whose draft keeps the models chosen on the page."""


def save_draft(workspace: Workspace, reference: str, output: str, **settings: Any) -> None:
    """Keep the texts in the boxes, and what is chosen unless `settings` choose anew.

    Raises:
        StoreError: the store cannot be written.
    """
    before = None
    with suppress(StoreError):  # one that is damaged is set aside
        before = workspace.store.load_draft(PAGE)
    chosen = {**(before.settings if before else {}), **settings}
    workspace.store.save_draft(PAGE, reference, output, **chosen)


def saved_models(workspace: Workspace) -> dict[str, str]:
    """Ids by role of the models chosen last.

    Raises:
        StoreError: the store cannot be read.
    """
    kept = workspace.store.load_draft(MODELS)
    return chosen_models(kept.settings.get("models")) if kept else {}
