"""docs/api.md: every public name with its signature and docstring, read off the code."""

import dataclasses
import inspect
import re
from typing import Any

import explorer

BEGINNING = """# Python reference

Made from the code by `make docs`; a test holds it to that. These are the names that `errata` has, and all that is public: what lies
below it may change. Offsets are code points of the exact text, ends exclusive; probabilities and scores lie in [0, 1]; times are seconds.

```python
from errata import analyze

analysis = analyze("The ferry left in May.", "The ferry left in June.")
print(analysis.errors[0].text, "instead of", analysis.errors[0].found.text)
```

```text
June instead of May
```
"""
_GROUPS = {
    "Work": ("analyze", "aanalyze", "stream", "compare", "revise", "worth_a_look", "benchmark", "Workspace"),
    "Results": (
        "Analysis",
        "Unit",
        "ErrorSpan",
        "WordSupport",
        "Evidence",
        "Span",
        "Predicate",
        "Conflict",
        "Deletion",
        "Edit",
        "Document",
    ),
    "What `stream` gives": ("Stage", "Partial", "Finished"),
    "Comparisons, revisions, benchmarks": ("Comparison", "Revision", "Benchmark", "System", "Plan", "Dev"),
}
_QUALIFIED = re.compile(r"\b(?:[a-z_]+\.)+(?=[A-Z]\w)")
_SECTION = re.compile(r"^(Args|Attributes|Raises):$", re.M)


def api_page() -> str:
    """The page."""
    listed = {name for names in _GROUPS.values() for name in names}
    errors = tuple(name for name in explorer.__all__ if name not in listed)
    parts = [BEGINNING]
    for heading, names in {**_GROUPS, "Errors": errors}.items():
        parts.append(f"## {heading}\n")
        parts += [_entry(name, getattr(explorer, name)) for name in names]
    return "\n".join(parts).rstrip() + "\n"


def _entry(name: str, thing: Any) -> str:
    if inspect.isclass(thing) and issubclass(thing, Exception):
        base = thing.__mro__[1].__name__
        return f"### `{name}`\n\n{_prose(thing)}\n" + (f"\nA kind of `{base}`.\n" if base != "Exception" else "")
    lines = [f"### `{name}`", "", "```text", _signature(name, thing), "```", "", _prose(thing), ""]
    if members := _members(thing):
        lines += ["Methods and properties:", "", *members, ""]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines).strip() + "\n")


def _members(thing: Any) -> list[str]:
    """The methods and properties of a class that say what they do, each a line."""
    if not inspect.isclass(thing):
        return []
    found = {name: of.__func__ if isinstance(of, classmethod) else of for name, of in sorted(vars(thing).items()) if name[0] != "_"}
    told = {name: of for name, of in found.items() if (inspect.isfunction(of) or isinstance(of, property)) and inspect.getdoc(of)}
    return [f"- `{_member(name, of)}`: {_flat(of)}" for name, of in told.items()]


def _signature(name: str, thing: Any) -> str:
    if dataclasses.is_dataclass(thing):
        fields = [f"    {f.name}: {_type(f.type)}{_default(f)}" for f in dataclasses.fields(thing)]
        return f"class {name}:\n" + "\n".join(fields)
    called = inspect.signature(thing)
    kind = "async def " if inspect.iscoroutinefunction(thing) else "class " if inspect.isclass(thing) else "def "
    short = f"{kind}{name}({', '.join(map(_parameter, called.parameters.values()))})"
    gives = "" if called.return_annotation in (called.empty, None) else f" -> {_type(called.return_annotation)}"
    if len(short + gives) <= 110:
        return short + gives
    lines, starred = [], False
    for each in called.parameters.values():
        if each.kind is each.KEYWORD_ONLY and not starred:
            lines.append("    *,")
            starred = True
        lines.append(f"    {_parameter(each)},")
    return f"{kind}{name}(\n" + "\n".join(lines) + f"\n){gives}"


def _parameter(each: inspect.Parameter) -> str:
    default = "" if each.default is each.empty else f" = {'…' if callable(each.default) else repr(each.default)}"
    return f"{each.name}: {_type(each.annotation)}{default}"


def _default(field: "dataclasses.Field[Any]") -> str:
    if field.default is not dataclasses.MISSING:
        return f" = {field.default!r}"
    return f" = {getattr(field.default_factory, '__name__', '…')}()" if field.default_factory is not dataclasses.MISSING else ""


def _type(annotation: Any) -> str:
    """A type as it is written, without the modules that it comes from."""
    written = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    written = re.sub(r"\bOptional\[(.*)\]$", r"\1 | None", _QUALIFIED.sub("", written).replace("NoneType", "None"))
    return written if "Literal" in written else written.replace("'", "")


def _member(name: str, of: Any) -> str:
    if isinstance(of, property):
        return name
    return f"{name}({', '.join(each for each in inspect.signature(of).parameters if each not in ('self', 'cls'))})"


def _prose(thing: Any) -> str:
    """A docstring, its sections as lists."""
    text = inspect.getdoc(thing) or ""
    first, *sections = _SECTION.split(text)
    parts = [first.strip()]
    for heading, body in zip(sections[::2], sections[1::2], strict=True):
        indented, rest = re.match(r"((?:\n?(?: {4}.*)?(?=\n|$))*)(.*)", body, re.S).groups()  # type: ignore[union-attr]
        entries = re.findall(r"^ {4}(\S[^\n]*(?:\n {5,}[^\n]*)*)", indented, re.M)
        parts.append(f"{heading}:\n\n" + "\n".join("- " + _entry_line(re.sub(r"\s+", " ", entry)) for entry in entries))
        parts.append(rest.strip())
    return "\n\n".join(part for part in parts if part)


def _entry_line(entry: str) -> str:
    names, colon, meaning = entry.partition(": ")
    return f"{', '.join(f'`{name}`' for name in names.split(', '))}{colon}{meaning}"


def _flat(thing: Any) -> str:
    """A docstring in one line, without its sections."""
    return re.sub(r"\s+", " ", _SECTION.split(inspect.getdoc(thing) or "")[0]).strip()
