"""spaCy, imported without its command line."""

import sys
from types import ModuleType
from typing import Any

_COMMANDS = "spacy.cli"
_INFO = f"{_COMMANDS}.info"


def load_spacy() -> None:
    """Import spaCy before anything else does, a tenth of a second faster than it does by itself.

    With the package comes its command line and all that this needs, for one function (`spacy.info`). Here that function imports them when
    it is called; `import spacy.cli` goes on to work.
    """
    if "spacy" in sys.modules or _COMMANDS in sys.modules:
        return
    commands, module = ModuleType(_COMMANDS), ModuleType(_INFO)
    commands.__path__ = []
    module.info = _info  # type: ignore[attr-defined]
    sys.modules |= {_COMMANDS: commands, _INFO: module}
    try:
        import spacy
    finally:
        for name in (_COMMANDS, _INFO):
            sys.modules.pop(name, None)
    vars(spacy).pop("cli", None)


def _info(*given: Any, **named: Any) -> Any:
    """What spaCy tells of itself."""
    from spacy.cli.info import info

    return info(*given, **named)
