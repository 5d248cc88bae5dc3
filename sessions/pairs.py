"""What a pair of texts is called: analyses of one pair belong together, and so do its tags."""

import hashlib
from typing import Any


def pair_of(reference: Any, output: Any) -> str:
    """A name for a reference and an output; the same texts have the same name. 32 hexadecimal digits."""
    found = hashlib.sha256()
    for text in (reference, output):
        words = text if isinstance(text, bytes) else str(text).encode("utf-8", "replace")
        found.update(len(words).to_bytes(8, "big") + words)
    return found.hexdigest()[:32]
