"""The compact verifier: P(reference supports hypothesis) on a laptop, calibrated and explained."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engines.verification.verifier import CompactVerifier


def load_verifier() -> "CompactVerifier":
    """The bundled verifier; the encoder and the spaCy pipeline are loaded when it is first asked.

    Raises:
        UnavailableError: its weights or the sentence encoder are not installed.
        ModelError: its weights are damaged.
    """
    from engines.core import language
    from engines.verification.encoding import encoder
    from engines.verification.verifier import CompactVerifier

    language.identity()
    encoder.model_folder()
    return CompactVerifier()
