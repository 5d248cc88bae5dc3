"""How the localizer's pointer network is trained (`engines.verification.localizer.pointer`)."""
