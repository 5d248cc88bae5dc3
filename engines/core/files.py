"""Where the files that come with Errata lie."""

from pathlib import Path

from engines.core.errors import UnavailableError

ASSETS = Path(__file__).resolve().parent.parent.parent / "assets"


def asset(*parts: str) -> Path:
    """The path of a bundled file, for example `asset("parser", "weights.safetensors")`.

    Raises:
        UnavailableError: the file is missing from the installation.
    """
    path = ASSETS.joinpath(*parts)
    if not path.exists():
        raise UnavailableError(f"The bundled file {'/'.join(parts)} is missing from {ASSETS}. Install Errata again.")
    return path
