"""The verdict on a unit as it stands: the person's where they voted, else the engine's."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engines.core.findings import ERROR_KINDS, ErrorKind
from engines.core.results import Unit

if TYPE_CHECKING:
    from sessions.annotations import Annotation

CATEGORIES = ERROR_KINDS
"""Kinds of error; some formats record the place in this list."""

Annotations = Mapping[str, "Annotation"]
"""What a person said, by the id of the unit."""


def is_supported(unit: Unit, annotations: Annotations) -> bool | None:
    """Whether the reference supports it; None where nobody has judged."""
    said = annotations.get(unit.id)
    return unit.supported if unit.supported is None or said is None or said.vote != -1 else not unit.supported


def kind_of(unit: Unit) -> ErrorKind:
    """The kind of error, also of a unit that only a person finds unsupported."""
    return unit.error or unit.details.error_if_unsupported or "extrinsic"
