"""How the localizer's reader is trained (`engines.verification.localizer.reader`)."""
