"""What a page of an engine takes from its declaration: settings, scores, roles and presets."""

from collections.abc import Mapping
from typing import Any

from engines.core.settings import Setting
from engines.declaration.registry import spec
from explorer.package.pages.markdown import table


def made(what: str) -> str:
    """A part of a page: `settings qasem`, `scores qasem`, `paper qasem`.

    Raises:
        KeyError: there is no such part.
    """
    part, _, name = what.partition(" ")
    return {"settings": _settings, "scores": _scores, "paper": _paper}[part](name)


def _settings(name: str) -> str:
    threshold = ("`threshold`", "0.5", "0 to 1", "from which value on a unit counts as supported; it can be moved afterwards")
    rows = [(f"`{each.name}`", _shown(each.default), _reach(each), _meaning(each)) for each in spec(name).settings.described()]
    return table(("setting", "default", "can be", "what it does"), [*rows, threshold])


def _scores(name: str) -> str:
    rows = [(f"`{score}`", f"{told.title}: {_small(told.meaning)}") for score, told in spec(name).scores.items()]
    return table(("score", "what it says"), rows)


def _paper(name: str) -> str:
    """What the preset with the models of the paper asks for."""
    preset: Mapping[str, Any] = next(each for each in spec(name).presets if each["name"].endswith("-paper"))
    models = {**({"verifier": preset["verifier"]} if "verifier" in preset else {}), **preset.get("models", {})}
    rows = [(role.replace("_", " "), f"`{model}`") for role, model in models.items()]
    rows += [(f"setting `{key}`", f"`{_plain(value)}`") for key, value in preset.get("settings", {}).items()]
    return f"`--preset {preset['name']}`: {preset['note']}\n\n" + table(("part", "with this preset"), rows)


def _meaning(setting: Setting) -> str:
    return f"{_small(setting.label)}: {setting.hint}" if setting.hint else _small(setting.label)


def _small(text: str) -> str:
    """A phrase that goes on in a sentence: its first letter small, unless it is one of an abbreviation."""
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def _reach(setting: Setting) -> str:
    if setting.options or setting.one:
        return ("any of " if setting.options else "one of ") + ", ".join(f"`{name}`" for name in setting.options or setting.one)
    if isinstance(setting.default, bool):
        return "`true`, `false`"
    return f"{setting.least:,} to {setting.most:,}"


def _shown(value: Any) -> str:
    return "all" if isinstance(value, list) else f"`{_plain(value)}`"


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
