"""What the page finds again whichever tab it is in: the models that were chosen."""

from components.wiring.handlers.choices import chosen_models
from explorer.services.workspace import Workspace

MODELS = "models"
"""The session whose draft keeps the models chosen on the page."""


def saved_models(workspace: Workspace) -> dict[str, str]:
    """Ids by role of the models chosen last.

    Raises:
        StoreError: the store cannot be read.
    """
    kept = workspace.store.load_draft(MODELS)
    return chosen_models(kept.settings.get("models")) if kept else {}
