"""Label Studio: tasks with what people annotated, or else what a model predicted, as marks in the output.

Its `Text` counts characters, as is done here; versions of before counted UTF-16 units, which is told by the marked words.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.sax.saxutils import quoteattr

from engines.core.errors import FormatError
from engines.core.results import Analysis
from explorer.formats.foreign.base import Beside, Format, Notes, Record
from explorer.formats.foreign.marks.places import in_utf16
from explorer.formats.foreign.marks.reading import Marked, mark_of, marked_analysis, placed
from explorer.formats.foreign.marks.voting import voted
from explorer.formats.foreign.marks.writing import Mark, nothing_judged, written_marks
from explorer.formats.foreign.person import with_origin
from explorer.formats.foreign.sources import Sources
from explorer.formats.foreign.verdicts import CATEGORIES, Annotations
from explorer.reading.pairs import OUTPUTS, REFERENCES, texts_of

NAME, TITLE = "label-studio", "Label Studio"
_REGIONS = ("labels", "hypertextlabels")
_COLOURS = ("#b5380b", "#2b4c9b", "#6b7a1e", "#7a3b8f", "#0f7a78", "#8a5a00")


def _fits(task: Record) -> bool:
    return isinstance(task.get("data"), Mapping) and ("annotations" in task or "predictions" in task)


def _read(task: Record, _: Sources, notes: list[str]) -> tuple[Analysis, Notes]:
    texts = texts_of(task["data"])
    if texts is None:
        raise FormatError("the 'data' of this Label Studio task has no reference and output as texts.")
    marks = placed([_mark(region, number, texts[1], notes) for number, region in enumerate(_regions(task, notes), 1)])
    analysis, said = marked_analysis(TITLE, *texts, marks)
    return with_origin(analysis, NAME, task), said


def _judged(task: Record) -> tuple[str, list[Any]]:
    """What people annotated, or else what a model predicted, and the name of that field.

    Raises:
        FormatError: nobody has annotated it: without that nothing can be called right.
    """
    for name in ("annotations", "predictions"):
        given = [each for each in task.get(name) or () if not (isinstance(each, Mapping) and each.get("was_cancelled"))]
        if given:
            return name, given
    raise FormatError("nobody has annotated this Label Studio task, or it was skipped.")


def _regions(task: Record, notes: list[str]) -> list[Mapping[str, Any]]:
    """The regions of the output, of all who annotated it; those of the reference are told and left out.

    Raises:
        FormatError: the task is damaged, or its annotations mark no words at all but say something else.
    """
    regions: list[Mapping[str, Any]] = []
    others = 0
    for result in _judged(task)[1]:
        if not isinstance(result, Mapping) or not isinstance(result.get("result"), list):
            raise FormatError("this Label Studio task has an annotation without a 'result'.")
        for item in result["result"]:
            if not _is_region(item):
                others += 1
            elif item.get("to_name") in REFERENCES:
                notes.append(f"a mark in the {item['to_name']}, not in the output, is left out.")
            else:
                regions.append(item)
    if others and not regions:
        raise FormatError("the annotations of this Label Studio task mark no words (choices and ratings are not read).")
    return regions


def _is_region(item: Any) -> bool:
    value = item.get("value") if isinstance(item, Mapping) else None
    return isinstance(value, Mapping) and ("start" in value or "globalOffsets" in value or any(name in value for name in _REGIONS))


def _mark(region: Mapping[str, Any], number: int, output: str, notes: list[str]) -> Marked | None:
    value = region["value"]
    place = value["globalOffsets"] if isinstance(value.get("globalOffsets"), Mapping) else value
    labels = next((value[name] for name in _REGIONS if isinstance(value.get(name), list) and value[name]), [""])
    span = {"start": place.get("start"), "end": place.get("end"), "text": value.get("text"), "label": str(labels[0])}
    return mark_of(span, number, output, notes)


def _write(analysis: Analysis, annotations: Annotations, _: int) -> dict[str, Any] | None:
    """A task with predictions; `labelling` is the interface that it needs."""
    if nothing_judged(analysis):
        return None
    text, found = analysis.output.text, written_marks(analysis, annotations)
    results = [_region(text, mark, f"{analysis.id}-{number}", "label", "output") for number, mark in enumerate(found, 1)]
    prediction: dict[str, Any] = {"model_version": f"errata {analysis.engine.name}", "result": results}
    if found:
        prediction["score"] = max(mark.confidence for mark in found)
    return {"data": {"id": analysis.id, "reference": analysis.reference.text, "output": text}, "predictions": [prediction]}


def _region(text: str, mark: Mark, id: str, control: str, field: str) -> dict[str, Any]:
    value = {"start": mark.start, "end": mark.end, "text": text[mark.start : mark.end], "labels": [mark.kind]}
    return {"id": id, "from_name": control, "to_name": field, "type": "labels", "score": mark.confidence, "value": value}


def _in_units(task: Record) -> dict[str, Any]:
    """A task that was written anew, its places counted in UTF-16 units as versions of before do: a character beyond U+FFFF is two."""
    text = task["data"]["output"]

    def counted(region: Mapping[str, Any]) -> dict[str, Any]:
        value = region["value"]
        return {**region, "value": {**value, **{side: in_utf16(text, value[side]) for side in ("start", "end")}}}

    made = [{**each, "result": [counted(region) for region in each["result"]]} for each in task["predictions"]]
    return {**task, "predictions": made}


def _utf16(analysis: Analysis, annotations: Annotations, number: int) -> dict[str, Any] | None:
    task = _write(analysis, annotations, number)
    return None if task is None else _in_units(task)


def _again(task: Record, analysis: Analysis, annotations: Annotations) -> dict[str, Any]:
    """The task with the regions that a person finds wrong, in the annotation where they were; new ones in the first."""
    field, given = _judged(task)
    text, regions = analysis.output.text, _regions(task, [])
    control, output = next(((str(r.get("from_name")), str(r.get("to_name"))) for r in regions), ("label", _field(task, OUTPUTS)))
    numbers = iter(range(1, len(analysis.units) + 1))

    def fresh(mark: Mark) -> dict[str, Any]:
        return _region(text, mark, f"{analysis.id}-{next(numbers)}", control, output)

    places = [_mark(region, number, text, []) for number, region in enumerate(regions)]
    made = voted(regions, places, analysis, annotations, fresh)
    stay, known = {id(region) for region in made}, {id(region) for region in regions}
    results = [[item for item in each["result"] if id(item) not in known or id(item) in stay] for each in given]
    results[0] += [region for region in made if id(region) not in known]
    now = {id(each): {**each, "result": result} for each, result in zip(given, results, strict=True)}
    return {**task, field: [now.get(id(each), each) for each in task[field]]}


def _field(task: Record, names: tuple[str, ...]) -> str:
    """What a task calls its reference or its output."""
    return next((name for name in names if task["data"].get(name)), names[0])


def labelling(tasks: Iterable[Record]) -> Iterator[str]:
    """The labelling interface for tasks: a `Text` for each of the two, and a `Labels` for each set of labels on it, as XML.

    Raises:
        FormatError: the tasks call their texts differently, which one interface cannot show.
    """
    texts: dict[str, str] = {}
    controls: dict[tuple[str, str], dict[str, None]] = {}
    for task in tasks:
        fields = [_field(task, names) for names in (REFERENCES, OUTPUTS)]
        if texts and set(fields) != set(texts.values()):
            both = " and ".join(sorted({", ".join(fields), ", ".join(dict.fromkeys(texts.values()))}))
            raise FormatError(
                f"The tasks call their texts differently ({both}), which one project of {TITLE} cannot show. Export them apart."
            )
        regions = _marked(task)
        shown = {str(region.get("to_name")) for region in regions} or {_field(task, OUTPUTS)}
        texts |= {_field(task, REFERENCES): _field(task, REFERENCES)} | {name: _field(task, OUTPUTS) for name in sorted(shown)}
        for region in regions:
            found = controls.setdefault((str(region.get("from_name")), str(region.get("to_name"))), {})
            found |= dict.fromkeys(str(label) for kind in _REGIONS for label in region["value"].get(kind) or ())
        if not any(name in shown for _, name in controls):
            controls["label", sorted(shown)[0]] = dict.fromkeys(CATEGORIES)
    yield "<View>\n"
    for name, field in texts.items():
        yield f"  <Header value={quoteattr(name.capitalize())}/>\n  <Text name={quoteattr(name)} value={quoteattr('$' + field)}/>\n"
    for (control, name), labels in controls.items():
        yield f"  <Labels name={quoteattr(control)} toName={quoteattr(name)}>\n"
        for number, label in enumerate(dict.fromkeys([*labels, *(CATEGORIES if control == "label" else ())])):
            yield f"    <Label value={quoteattr(label)} background={quoteattr(_COLOURS[number % len(_COLOURS)])}/>\n"
        yield "  </Labels>\n"
    yield "</View>\n"


def _marked(task: Record) -> list[Mapping[str, Any]]:
    given = [each for name in ("annotations", "predictions") for each in task.get(name) or ()]
    return [item for each in given for item in each.get("result") or () if _is_region(item)]


def _beside(written: Iterable[tuple[Analysis, Record]]) -> Iterator[str]:
    return labelling(record for _, record in written)


FORMAT = Format(
    NAME,
    TITLE,
    _fits,
    _read,
    _write,
    rank=30,
    again=_again,
    of_marks=True,
    beside=Beside("{stem}.labelling.xml", "the labelling interface", False, _beside),
    lacks="the facts behind the marks, evidence, notes",
    write_utf16=_utf16,
)
