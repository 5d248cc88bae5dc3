"""How the localizer's cross-encoder is trained (`engines.verification.localizer.cross_encoder`)."""
