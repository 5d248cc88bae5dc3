"""The compact verifier: P(reference supports hypothesis) on a laptop, calibrated and explained."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engines.verification.verifier import CompactVerifier


def load_verifier() -> "CompactVerifier":
    """The bundled verifier.

    Raises:
        UnavailableError: its weights or the sentence encoder are not installed.
        ModelError: its weights are damaged.
    """
    from engines.verification.verifier import CompactVerifier

    verifier = CompactVerifier()
    verifier.load()
    return verifier
