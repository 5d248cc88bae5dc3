"""How the deep check is trained (`engines.verification.localizer.second_look` and `states`)."""
