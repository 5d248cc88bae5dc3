"""What each tool demands of a file, as its own reader does: written from the published formats, none of the tools' code.

A reader takes the file that a person would give to the tool and gives the records that it makes of it; it fails where the tool would.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

Records = list[dict[str, Any]]


def lines(path: Path) -> Records:
    """A file that is read line by line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def of(record: Mapping[str, Any], **kinds: Any) -> None:
    """The fields are there and of these types."""
    for name, kind in kinds.items():
        assert name in record, f"{name} is missing"
        assert isinstance(record[name], kind) and not (kind is int and isinstance(record[name], bool)), f"{name} is {record[name]!r}"


def placed(start: int, end: int, surface: str, text: str) -> None:
    """A span in characters."""
    assert 0 <= start < end <= len(text) and text[start:end] == surface


def qasem_consistency(path: Path) -> Records:
    """Lines of tokens with QAs and spans that point to each other."""
    found = lines(path)
    for record in found:
        of(record, source=list, summary=list, model=str, datasource=str, dataset=str, spans=list, qas=list)
        flat = [token for part in record["summary"] for token in (part if isinstance(part, list) else [part])]
        assert all(isinstance(token, str) and token for token in [*record["source"], *flat])
        ids = set()
        for qa in record["qas"]:
            of(qa, qa_id=int, sent_id=int, predicate_idx=int, predicate_pos=str, question=str, answer_idx=str, answer=str, annotations=list)
            first, last = map(int, qa["answer_idx"].split("-"))
            assert 0 <= first < last <= len(flat) and 0 <= qa["predicate_idx"] < len(flat)
            assert qa["annotations"] and set(qa["annotations"]) <= {0, 1}
            ids.add(qa["qa_id"])
        for span in record["spans"]:
            of(span, id=int, start=int, end=int, qaIds=list, annotations=list)
            assert 0 <= span["start"] < span["end"] <= len(flat) and set(span["qaIds"]) <= ids and set(span["annotations"]) <= {0, 1}
    return found


def loc_unfaith(path: Path) -> Records:
    """One object a file: its page parses it as a whole, and looks up predicates and answers by their places in the lists."""
    data = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(data, dict), "not one object"
    of(data, source=list, summaries=list)
    assert data["summaries"] and all({"id", "text"} <= set(token) for token in data["source"])
    for summary in data["summaries"]:
        of(summary, tokens=list, spans=list, qas=list)
        assert [token["id"] for token in summary["tokens"]] == list(range(len(summary["tokens"])))
        assert summary["spans"], "the page reads the first span at once"
        predicates = [summary["spans"][place] for place in summary["predicates"]] if "predicates" in summary else []
        assert all(span["predicate"] for span in predicates)
        answers = [span for span in summary["spans"] if not span["predicate"]]
        assert all(span.get("label") in (0, 1, None) and isinstance(span["qaIds"], list) for span in answers)
        assert all(place < len(answers) for token in summary["tokens"] for place in token["spans"]), "a token looks up its answer"
        asked = {qa["questionId"] for qa in summary["qas"]}
        assert len(asked) == len(summary["qas"]) and all(set(span["qaIds"]) <= asked for span in answers)
        known = {f"{span['start']}-{span['end']}" for span in summary["spans"] if span["predicate"]}
        for qa in summary["qas"]:
            of(qa, question=str, answer=str, answerStartToken=list, answerEndToken=list)
            assert qa["predicateId"] in known and len(qa["answerStartToken"]) == len(qa["answerEndToken"])
            assert qa.get("label") in (0, 1, 2, None)
    return [data]


def faithbench(path: Path) -> Records:
    """One object with `samples`, each with the verdicts of the detectors."""
    found = json.loads(path.read_text(encoding="utf-8"))["samples"]
    labels = {"Unwanted", "Unwanted.Intrinsic", "Unwanted.Extrinsic", "Questionable", "Benign"}
    for sample in found:
        of(sample, sample_id=int, source=str, summary=str, annotations=list, metadata=dict)
        of(sample["metadata"], summarizer=str, hhemv1=float, trueteacher=int, gpt_4o=int, raw_sample_id=int)
        of(sample["metadata"], **{"hhem-2.1": float, "hhem-2.1-english": float, "gpt-3.5-turbo": int, "gpt-4-turbo": int})
        for mark in sample["annotations"]:
            of(mark, annot_id=int, annotator_id=str, annotator_name=str, label=list, note=str, summary_span=str)
            assert set(mark["label"]) <= labels
            placed(mark["summary_start"], mark["summary_end"], mark["summary_span"], sample["summary"])
    return found


def ragtruth(path: Path) -> Records:
    """Lines that are joined with source_info.jsonl beside them by the id of the source."""
    sources = {source["source_id"]: source for source in lines(path.with_name("source_info.jsonl"))}
    found = lines(path)
    for record in found:
        of(record, id=str, source_id=str, labels=list, split=str, quality=str, response=str)
        source = sources[record["source_id"]]
        of(source, task_type=str, source=str, source_info=(str, dict), prompt=str)
        assert source["task_type"] in ("QA", "Summary", "Data2txt") and record["split"] in ("train", "test")
        for label in sorted(record["labels"], key=lambda each: each["start"]):
            placed(label["start"], label["end"], label["text"], record["response"])
            assert any(kind in label["label_type"].lower() for kind in ("baseless", "conflict"))
    return found


def lettucedetect(path: Path) -> Records:
    """A JSON list for training and evaluation, a record a line for data sets of several files."""
    found = lines(path) if path.suffix == ".jsonl" else json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(found, list)
    for sample in found:
        of(sample, prompt=str, answer=str, labels=list, split=str, task_type=str, dataset=str, language=str)
        assert sample["split"] in ("train", "dev", "test") and sample["language"] in ("en", "de", "fr", "es", "it", "pl", "cn", "hu")
        assert all(0 <= label["start"] < label["end"] <= len(sample["answer"]) and label["label"] for label in sample["labels"])
    return found


def refchecker(path: Path) -> Records:
    """A JSON list; `check` wants claims of three texts each, and the reference."""
    found = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(found, list)
    for item in found:
        of(item, response=str, reference=(str, list))
        assert "claims" in item, "claims field is required"
        assert all(isinstance(claim, list) and len(claim) == 3 and all(isinstance(part, str) for part in claim) for claim in item["claims"])
        assert isinstance(item["reference"], str) or all(isinstance(passage, str) for passage in item["reference"])
    return found


def label_studio(path: Path) -> Records:
    """A JSON list of tasks for a project whose labelling interface has what the regions name, and whose texts every task has."""
    tasks = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(tasks, list)
    config = ElementTree.parse(path.with_name(f"{path.stem}.labelling.xml")).getroot()
    texts = {tag.attrib["name"]: tag.attrib["value"].removeprefix("$") for tag in config.iter("Text")}
    labels = {(t.attrib["name"], t.attrib["toName"]): {each.attrib["value"] for each in t.iter("Label")} for t in config.iter("Labels")}
    assert config.tag == "View" and labels and {name for _, name in labels} <= set(texts)
    ids: set[str] = set()
    for task in tasks:
        assert set(texts.values()) <= set(task["data"]), "a text of the interface is not in the task"
        for given in [*(task.get("annotations") or ()), *(task.get("predictions") or ())]:
            for region in (region for region in given["result"] if region["type"] == "labels"):
                assert region["id"] not in ids, "ids must differ"
                ids.add(region["id"])
                value = region["value"]
                assert set(value["labels"]) <= labels[region["from_name"], region["to_name"]]
                placed(value["start"], value["end"], value["text"], task["data"][texts[region["to_name"]]])
    return tasks


def factgenie(path: Path) -> Records:
    """Lines whose marks point into the kinds that the record names, and whose output is found by data set, split, setup and example."""
    found = lines(path)
    for record in found:
        of(record, dataset=str, split=str, setup_id=str, annotations=list, output=str)
        kinds = record["metadata"]["annotation_span_categories"]
        assert int(record["example_idx"]) >= 0 and all("name" in kind and "color" in kind for kind in kinds)
        for mark in record["annotations"]:
            assert 0 <= int(mark["type"]) < len(kinds)
            placed(mark["start"], mark["start"] + len(mark["text"]), mark["text"], record["output"])
    keys = {(r["dataset"], r["split"], r["setup_id"], int(r["example_idx"])) for r in found}
    assert len(keys) == len(found)
    return found


READERS: Mapping[str, Callable[[Path], Records]] = {
    "qasem-consistency": qasem_consistency,
    "loc-unfaith": loc_unfaith,
    "faithbench": faithbench,
    "ragtruth": ragtruth,
    "lettucedetect": lettucedetect,
    "refchecker": refchecker,
    "label-studio": label_studio,
    "factgenie": factgenie,
}
ENDINGS = {"qasem-consistency": "jsonl", "ragtruth": "jsonl", "factgenie": "jsonl"}
"""Of the files of each; the others are .json."""
