"""The panel of models: presets, the model of each role, and what is on this machine or could be."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from components.html.markup import attributes, escape
from engines.declaration.registry import specs
from engines.models.roles import ROLES


def role_title(role: str) -> str:
    """What a role is called, with the engine where only one has it."""
    having = [spec.title for spec in specs() if role in spec.roles]
    return f"{ROLES[role].title} ({having[0]})" if len(having) == 1 else ROLES[role].title


class Model(Protocol):
    """What `explorer.model_choice.catalogue` lists."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def roles(self) -> tuple[str, ...]: ...
    @property
    def available(self) -> bool: ...
    @property
    def loaded(self) -> bool: ...
    @property
    def reason(self) -> str: ...
    @property
    def licence(self) -> str: ...
    @property
    def bytes(self) -> int: ...
    @property
    def memory(self) -> int: ...
    @property
    def figures(self) -> str: ...
    @property
    def note(self) -> str: ...
    @property
    def own(self) -> bool: ...


class Preset(Protocol):
    """What `explorer.model_choice.presets` lists."""

    @property
    def title(self) -> str: ...
    @property
    def note(self) -> str: ...
    def missing(self) -> Mapping[str, str]: ...
    def to_json(self) -> dict[str, Any]: ...


def models_panel(
    models: Sequence[Model],
    presets: Sequence[Preset],
    servers: Sequence[Mapping[str, Any]],
    chosen: Mapping[str, str],
    free: int,
    opened: bool = False,
    problem: str = "",
    coming: str = "",
) -> str:
    """A closed panel; `chosen` are the ids by role, `free` is the memory that is free in bytes, `coming` the model being fetched."""
    lists = "".join(_ids(role, models, servers) for role in ROLES)
    fields = "".join(_field(role, chosen.get(role, "")) for role in ROLES)
    complaint = f'<p class="reason" role="alert">{escape(problem)}</p>' if problem else ""
    return (
        f'<div class="qx models"><details class="quiet"{attributes(open=opened)}><summary>Models and presets{_count(chosen)}</summary>'
        f'{complaint}<h2>Presets</h2><ul class="presets">{"".join(map(_preset, presets))}</ul>'
        f'<h2>Models by role</h2><p class="hint">Leave a field empty for what comes with Errata. A model is named by its hub id, by '
        f"BACKEND:FOLDER, or by chat:MODEL@SERVER with {_servers(servers)}.</p>"
        f'<div class="roles">{fields}</div>{lists}'
        f'<h2>On this machine, or to be fetched</h2><p class="hint">{_gigabytes(free)} of memory are free. Nothing is fetched unless you '
        f"press Fetch; licences are as the authors state them.</p>{_table(models, free, coming)}</details></div>"
    )


def states(rows: Sequence[tuple[str, str, bool, str]], estimate: str = "") -> str:
    """How the chosen models stand: (role, id, whether it can be used, words), and what a run would ask; nothing if all are bundled."""
    lines = "".join(
        f'<li class="{"ok" if fine else "bad"}"><b>{escape(role_title(role))}</b> <code>{escape(id)}</code> {escape(words)}</li>'
        for role, id, fine, words in rows
    )
    asks = f"<p>{escape(estimate)}</p>" if estimate else ""
    return f'<div class="qx modelstates" aria-live="polite">{f"<ul>{lines}</ul>{asks}" if lines else ""}</div>'


def telling(words: str, bad: bool = False) -> str:
    """What is being done with a model, or what came of it."""
    return f'<div class="qx modelstates" aria-live="polite"><p class="{"bad" if bad else "ok"}">{escape(words)}</p></div>'


def _count(chosen: Mapping[str, str]) -> str:
    return f' <span class="now">{f"{len(chosen)} chosen" if chosen else ""}</span>'


def _preset(preset: Preset) -> str:
    missing = preset.missing()
    why = ""
    if missing:
        needs = ", ".join(id.partition(":")[2] or id for id in missing)
        why = f'<span class="lack">needs {escape(needs)}</span>'
    button = attributes(type="button", data_preset=json.dumps(preset.to_json()), disabled=bool(missing))
    return f'<li><button{button}>{escape(preset.title)}</button><span class="remark">{escape(preset.note)}</span>{why}</li>'


def _field(role: str, id: str) -> str:
    name, own = role_title(role), ROLES[role].own
    field = attributes(type="text", data_role=role, value=id, list=f"ids-{role}", placeholder=own, spellcheck="false", autocomplete="off")
    return f"<label><span>{escape(name)}</span><input{field} maxlength=400></label>"


def _ids(role: str, models: Sequence[Model], servers: Sequence[Mapping[str, Any]]) -> str:
    """What a field proposes: models of the role that are here, then server models."""
    here = [model.id for model in models if role in model.roles and model.available]
    serving = [] if role in ("parser", "reader") else [f"chat:{s['model'] or 'MODEL'}@{s['name']}" for s in servers if not s["reason"]]
    options = "".join(f"<option{attributes(value=id)}></option>" for id in [*here, *serving])
    return f'<datalist id="ids-{role}">{options}</datalist>'


def _servers(servers: Sequence[Mapping[str, Any]]) -> str:
    names = [f"<code>{escape(str(s['name']))}</code>{'' if s['local'] else ' (texts leave this machine)'}" for s in servers]
    return ", ".join(names) or "a server of servers.toml"


def _table(models: Sequence[Model], free: int, coming: str) -> str:
    rows = "".join(_row(model, free, model.id == coming) for model in models)
    head = "".join(f'<th scope="col">{name}</th>' for name in ("Model", "Role", "State", "Disk", "Memory", "Licence"))
    region = attributes(tabindex="0", role="region", aria_label="List of models")
    return f'<div class="scroll"{region}><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _row(model: Model, free: int, coming: bool) -> str:
    role = role_title(model.roles[0]) if len(model.roles) == 1 else "Language model" if model.roles else "?"
    more = " ".join(part for part in (model.figures, model.note) if part)
    note = f'<span class="remark">{escape(more)}</span>' if more else ""
    memory = _gigabytes(model.memory) if model.memory else "?"
    if model.memory > free:
        memory += '<span class="lack">more than is free</span>'
    figures = ("Disk", _gigabytes(model.bytes)), ("Memory", memory)
    cells = "".join(f'<td class="n"{attributes(data_label=label)}>{value}</td>' for label, value in figures)
    return (
        f'<tr><th scope="row"><code>{escape(model.id)}</code>{note}</th><td>{escape(role)}</td><td>{_state(model, coming)}</td>'
        f"{cells}<td>{escape(model.licence or '?')}</td></tr>"
    )


def _state(model: Model, coming: bool) -> str:
    if coming:
        return f"<button{attributes(type='button', data_halt=model.id, aria_label=f'Cancel fetching {model.id}')}>Cancel</button>"
    if model.loaded:
        return f"in memory <button{attributes(type='button', data_unload=model.id)}>Unload</button>"
    if model.available:
        return "on this machine"
    if "errata models download" in model.reason:
        label = attributes(type="button", data_fetch=model.id, aria_label=f"Fetch {model.id}, {_gigabytes(model.bytes)}")
        return f"<button{label}>Fetch {_gigabytes(model.bytes)}</button>"
    take_out = attributes(type="button", data_aside=model.id, aria_label=f"Remove {model.id} from the folder of models")
    return f'<span class="lack">{escape(model.reason)}</span>' + (f" <button{take_out}>Remove</button>" if model.own else "")


def _gigabytes(size: int) -> str:
    return f"{size / 1e9:.1f} GB" if size >= 1e8 else f"{size / 1e6:.0f} MB" if size else "?"
