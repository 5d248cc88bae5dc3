"""The settings of the chosen engine, in a closed panel beside the choice of engines."""

from collections.abc import Mapping, Sequence
from typing import Any

from components.html.markup import attributes, escape
from explorer.model_choice.tuning import Setting, settings_of


def settings_panel(engines: Sequence[str], engine: str, values: Mapping[str, Any]) -> str:
    """A group of fields for each engine, of which only that of the chosen one is shown; `values` are what was chosen for it before."""
    engine = engine if engine in engines else next(iter(engines), "")
    groups = "".join(
        f"<fieldset{attributes(data_settings=name, hidden=name != engine)}>"
        + "".join(_field(setting, values.get(setting.name, setting.default) if name == engine else setting.default) for setting in known)
        + "</fieldset>"
        for name in engines
        if (known := settings_of(name))
    )
    hint = '<p class="hint">For Analyze. Compare runs every engine as it comes. The threshold can be moved afterwards.</p>'
    return f'<details class="quiet"><summary>Settings</summary><div class="tuning">{groups}{hint}</div></details>' if groups else ""


def _field(setting: Setting, value: Any) -> str:
    named = {"data_setting": setting.name}
    hint = f'<span class="hint">{escape(setting.hint)}</span>' if setting.hint else ""
    if setting.options:
        boxes = "".join(
            f"<label><input{attributes(type='checkbox', value=name, checked=name in value, data_default=name in setting.default, **named)}>"
            f"{escape(label)}</label>"
            for name, label in setting.options.items()
        )
        return f'<div class="several" role="group" aria-label="{escape(setting.label)}"><b>{escape(setting.label)}</b>{boxes}{hint}</div>'
    if setting.one:
        options = "".join(
            f"<option{attributes(value=name, selected=name == value)}>{escape(label)}</option>" for name, label in setting.one.items()
        )
        return f"<label><b>{escape(setting.label)}</b><select{attributes(**named)}>{options}</select>{hint}</label>"
    if isinstance(setting.default, bool):
        box = attributes(type="checkbox", checked=bool(value), **named)
        return f"<label><input{box}><b>{escape(setting.label)}</b>{hint}</label>"
    number = attributes(type="number", value=str(value), min=str(setting.least), max=str(setting.most), step=str(setting.step), **named)
    return f"<label><b>{escape(setting.label)}</b><input{number}>{hint}</label>"
