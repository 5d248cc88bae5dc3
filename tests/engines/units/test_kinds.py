"""The kind of an error agrees with what is shown of it."""

import pytest

from engines.core.findings import SpanKind
from engines.units.kinds import shown_kind

REFERENCE = "The kiln was lit at 08:41 on 3 July and burned for nine hours, the potters say."


@pytest.mark.parametrize(
    ("kind", "words", "found", "expected"),
    [
        ("extrinsic", "3 June", True, "intrinsic"),
        ("intrinsic", "08:14", False, "extrinsic"),
        ("intrinsic", "08:14", True, "intrinsic"),
        ("intrinsic", "in the archive", False, "extrinsic"),
        ("intrinsic", "the burning kiln", False, "intrinsic"),
        ("intrinsic", "said a potter", False, "intrinsic"),
        ("extrinsic", "the kiln", False, "extrinsic"),
        ("intrinsic", "it was", False, "intrinsic"),
        ("extrinsic", "08:41", False, "intrinsic"),  # it stands there, of something else
        ("extrinsic", "July", False, "intrinsic"),
        ("extrinsic", "10 July", False, "extrinsic"),
        ("coreference", "He", True, "coreference"),
    ],
)
def test_kind(kind: SpanKind, words: str, found: bool, expected: SpanKind) -> None:
    assert shown_kind(kind, words, found, REFERENCE) == expected
