"""The lists of engines and verifiers."""

from components.panels.choices import choices
from explorer.services.engines import EngineInfo
from tests.components.reading import parsed


def test_what_is_unavailable_is_shown_with_its_reason() -> None:
    listed = [EngineInfo("qasem", "QASem", ""), EngineInfo("scale", "SCALE", "", False, "Run: pip install torch")]
    root = parsed(choices(listed, listed[:1], "qasem"))
    options = root.all(tag="option")
    assert [("disabled" in option.attributes) for option in options] == [False, True, False]
    assert "selected" in options[0].attributes
    assert root.one("reason").text == "Run: pip install torch"
