"""The roles that models fill, and what fills each where no model is named."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Role:
    """A role.

    Attributes:
        title: what a person reads.
        default: the name of what fills it where no model is named.
        own: the same in words.
    """

    title: str
    default: str
    own: str


ROLES: Mapping[str, Role] = {
    "verifier": Role("Verifier", "compact", "compact"),
    "parser": Role("Parser", "rules", "rules"),
    "writer": Role("Fact writer", "rules", "rules"),
    "question_writer": Role("Question writer", "rules", "rules"),
    "reader": Role("Reader", "index", "the reference's QA index"),
    "lss_writer": Role("Shortener", "search", "search over the parse"),
    "reviser": Role("Reviser", "edits", "edits of Errata's own"),
    "localizer": Role("Localizer", "compact", "compact"),
    "language_model": Role("Language model (deep check)", "none", "none"),
}
"""By name; `engines.core.roles` says what each does."""
