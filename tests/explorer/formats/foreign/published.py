"""Records as other tools write them, made up in their published schemas, fields that we have no use for and all.

QASemConsistency: the data set's JSON lines. loc-unfaith: what its page saves. FaithBench: `scripts/faithbench_schema.py`. RAGTruth: its
README. LettuceDetect: `HallucinationSample`, both versions. RefChecker: what its `check` writes, and its benchmark. Label Studio: its
task format. factgenie: the lines of a campaign (with the input, which a campaign keeps elsewhere).
"""

from typing import Any

REFERENCE = "The ferry Aldona left Mirava on Tuesday. A storm damaged the mast."
OUTPUT = "🚢 The ferry Aldona left Mirava on Friday. A storm broke the mast, it said."


def at(words: str, text: str = OUTPUT) -> tuple[int, int]:
    start = text.index(words)
    return start, start + len(words)


def span(words: str, **more: Any) -> dict[str, Any]:
    start, end = at(words)
    return {"start": start, "end": end, **more}


WORDS = ["The", "Aldona", "did", "n't", "leave", "on", "Friday", "."]
SECOND = ["Mirava", "cheered", "."]


def asked(id: int, predicate: int, question: str, answer: str, places: str, votes: list[int], **more: Any) -> dict[str, Any]:
    words = [*WORDS, *SECOND]
    about = {"qa_id": id, "sent_id": 0 if predicate < len(WORDS) else 1, "predicate_idx": predicate, "predicate_pos": "VERB"}
    return {
        **about,
        "predicate": words[predicate],
        "question": question,
        "answer_idx": places,
        "answer": answer,
        "annotations": votes,
        **more,
    }


QASEM: list[dict[str, Any]] = [
    {
        "source_id": 17,
        "source": ["The", "Aldona", "left", "on", "Tuesday", "."],
        "summary": [WORDS, SECOND],
        "cliff_labels": ["correct"] * 6 + ["extrinsic"] + ["correct"] * 4,
        "model": "bart",
        "datasource": "xsum",
        "dataset": "cliff",
        "qas": [
            asked(0, 4, "who left?", "The Aldona", "0-2", [0, 0, 1]),
            asked(3, 4, "when did someone leave?", "on Friday", "5-7", [1, 1, 1], copula=False, clean_answer_idx="6-7"),
            asked(9, 9, "who cheered?", "The harbour", "8-9", [0, 1, 0]),
        ],
        "spans": [
            {"id": 0, "start": 0, "end": 2, "qaIds": [0], "annotations": [1, 1, 1]},
            {"id": 4, "start": 5, "end": 7, "qaIds": [3], "annotations": [0, 0, 1]},
        ],
    },
    {
        "source_id": "a7c1",
        "source": ["The", "Aldona", "left", "on", "Tuesday", "."],
        "summary": [*WORDS, *SECOND],
        "model": "a7c1",
        "datasource": "wikihow_keywords",
        "dataset": "verifiability",
        "qas": [asked(2, 9, "who cheered?", "Mirava", "8-9", [0, 0, 0], copula=True)],
        "spans": [{"id": 1, "start": 8, "end": 9, "qaIds": [2], "annotations": [1, 1, 0]}],
    },
]


def token(number: int, text: str, **more: Any) -> dict[str, Any]:
    return {"id": number, "text": text, "lemma": text.lower(), **more}


def _annotated(words: list[str], labels: tuple[int, int], notes: str) -> dict[str, Any]:
    spans = [
        {"start": 0, "end": 1, "qaIds": [0], "id": 0, "predicate": False, "similars": [], "label": 1},
        {"start": 2, "end": 3, "qaIds": [1], "id": 1, "predicate": False, "similars": [], "label": labels[1]},
        {"start": 1, "end": 2, "qaIds": [0, 1], "id": 2, "predicate": True, "similars": []},
    ]
    qas = [
        {
            "sentId": 0,
            "predicateId": "1-2",
            "predicate": words[1],
            "questionId": number,
            "id": number,
            "question": question,
            "answer": words[place],
            "answerStartChar": [0],
            "answerEndChar": [3],
            "answerStartToken": [place],
            "answerEndToken": [place + 1],
            "answerId": f"{place}-{place + 1}",
            **({"label": label} if label is not None else {}),
        }
        for number, (question, place, label) in enumerate([("who left?", 0, labels[0]), ("where?", 2, None if labels[1] == 0 else 0)])
    ]
    tokens = [token(n, word, spans=[0] if n == 0 else [], **{"class": "token"}) for n, word in enumerate(words)]
    return {"tokens": tokens, "spans": spans, "qas": qas, "qaClusters": {"2": [[qas[0]]]}, "notes": notes}


LOC_UNFAITH: list[dict[str, Any]] = [
    {
        "source": [token(n, word) for n, word in enumerate(["Ada", "left", "Vell", "in", "May", "."])],
        "sourceId": "31-05",
        "dataset": "xsum",
        "summaries": [
            _annotated(["Ada", "left", "Vell", "."], (0, 0), ""),
            _annotated(["Ada", "fled", "Norvik", "."], (1, 1), "Hard."),
        ],
        "duration": 61.5,
        "done": True,
    }
]


def _faithbench(id: int, who: str, words: str, label: list[str], note: str, source: str | None = None) -> dict[str, Any]:
    (start, end), (first, last) = at(words), at(source, REFERENCE) if source else (None, None)
    found = {"summary_span": words, "summary_start": start, "summary_end": end}
    about = {"annot_id": id, "annotator_id": f"{id:032x}", "annotator_name": who, "label": label, "note": note}
    return {**about, **found, "source_span": source, "source_start": first, "source_end": last}


_DETECTORS = {
    "hhemv1": 0.99,
    "hhem-2.1": 0.53,
    "hhem-2.1-english": 0.98,
    "trueteacher": 1,
    "true_nli": 1,
    "gpt-3.5-turbo": 1,
    "gpt-4-turbo": 0,
}
FAITHBENCH: list[dict[str, Any]] = [
    {
        "sample_id": 0,
        "source": REFERENCE,
        "summary": OUTPUT,
        "annotations": [
            _faithbench(1, "Ilse", "Friday", ["Unwanted", "Unwanted.Intrinsic"], "It was Tuesday.", "Tuesday"),
            _faithbench(2, "Ola", "Friday", ["Unwanted", "Unwanted.Intrinsic"], ""),
            _faithbench(3, "Ola", "broke", ["Questionable"], "Damaged, or broken?"),
            _faithbench(4, "Ola", "it said", ["Benign"], "Who?"),
        ],
        "metadata": {"summarizer": "a/model", **_DETECTORS, "gpt_4o": 1, "raw_sample_id": 15},
    },
    {
        "sample_id": 1,
        "source": REFERENCE,
        "summary": "The ferry left.",
        "annotations": [],
        "metadata": {"summarizer": "another/model", **_DETECTORS, "gpt_4o": 0, "raw_sample_id": 130},
    },
]

RAGTRUTH_SOURCES: list[dict[str, Any]] = [
    {"source_id": "11316", "task_type": "Summary", "source": "CNN/DM", "source_info": REFERENCE, "prompt": "Summarize the following:"},
    {
        "source_id": "14312",
        "task_type": "QA",
        "source": "MARCO",
        "source_info": {"question": "When did it leave?", "passages": "passage 1:" + REFERENCE},
        "prompt": "Briefly answer:",
    },
]
RAGTRUTH: list[dict[str, Any]] = [
    {
        "id": "1472",
        "source_id": "11316",
        "model": "mistral-7B-instruct",
        "temperature": 0.925,
        "labels": [
            span("Friday", text="Friday", meta="It was Tuesday.", label_type="Evident Conflict", implicit_true=False, due_to_null=False),
            span("it said", text="it said", meta="Who?", label_type="Subtle Baseless Info", implicit_true=True, due_to_null=False),
        ],
        "split": "train",
        "quality": "good",
        "response": OUTPUT,
    },
    {
        "id": "1473",
        "source_id": "14312",
        "model": "gpt-4-0613",
        "temperature": 0.7,
        "labels": [],
        "split": "test",
        "quality": "truncated",
        "response": "On Tuesday.",
    },
]

LETTUCEDETECT: list[dict[str, Any]] = [
    {
        "prompt": REFERENCE,
        "answer": OUTPUT,
        "labels": [span("Friday", label="Evident Conflict")],
        "split": "test",
        "task_type": "Summary",
        "dataset": "ragtruth",
        "language": "en",
    },
    {
        "prompt": f"User request: When?\n\n{REFERENCE}",
        "context": REFERENCE,
        "question": "When?",
        "answer": OUTPUT,
        "labels": [span("Friday", label="conflict", category="contradiction", subcategory="temporal")],
        "split": "dev",
        "task_type": "qa",
        "dataset": "made",
        "language": "en",
        "context_modality": "prose",
        "category": "contradiction",
        "subcategory": None,
        "metadata": {"instance_id": "x-1"},
    },
]

REFCHECKER: list[dict[str, Any]] = [
    {
        "id": "nq_1",
        "question": "When did it leave?",
        "response": OUTPUT,
        "reference": [REFERENCE],
        "claims": [["Aldona", "left", "Mirava"], ["Aldona", "left on", "Friday"]],
        "Y": {"Entailment": 0.5, "Neutral": 0.0, "Contradiction": 0.5, "Abstain": 0.0},
        "ys": ["Entailment", "Contradiction"],
    },
    {
        "id": "nq_2",
        "question": "When did it leave?",
        "response": OUTPUT,
        "reference": REFERENCE,
        "claude2_response_kg": [
            {"triplet": ["Aldona", "left", "Mirava"], "human_label": "Entailment", "gpt4_label": "Neutral"},
            {"triplet": ["a storm", "broke", "the mast"], "human_label": "Neutral", "gpt4_label": "Neutral"},
        ],
    },
]

_REGION = {"from_name": "kind", "to_name": "text", "type": "labels", "origin": "manual"}
LABEL_STUDIO: list[dict[str, Any]] = [
    {
        "id": 7,
        "data": {"document": REFERENCE, "summary": OUTPUT, "model": "bart"},
        "annotations": [
            {
                "id": 1001,
                "completed_by": 1,
                "was_cancelled": False,
                "ground_truth": False,
                "lead_time": 4.3,
                "result": [
                    {"id": "a1", **_REGION, "value": {**span("Friday", text="Friday"), "labels": ["Contradiction"]}},
                    {"id": "a2", "from_name": "sure", "to_name": "text", "type": "rating", "value": {"rating": 4}},
                ],
            }
        ],
        "predictions": [],
        "project": 3,
        "created_at": "2026-01-01T00:00:00Z",
    },
    {
        "id": 8,
        "data": {"document": REFERENCE, "summary": "The ferry left.", "model": "bart"},
        "annotations": [{"id": 1002, "completed_by": 1, "was_cancelled": False, "result": []}],
        "predictions": [],
    },
]

FACTGENIE: list[dict[str, Any]] = [
    {
        "dataset": "harbour",
        "split": "test",
        "setup_id": "bart",
        "example_idx": 4,
        "output": OUTPUT,
        "reference": REFERENCE,
        "annotations": [{"reason": "It was Tuesday.", "text": "Friday", "type": 1, "start": at("Friday")[0]}],
        "flags": [{"label": "fluent", "value": True}],
        "options": [],
        "text_fields": [],
        "metadata": {
            "annotator_id": "ola",
            "annotator_group": 0,
            "annotation_span_categories": [
                {"name": "Not checkable", "color": "rgb(1, 2, 3)"},
                {"name": "Contradiction", "color": "rgb(4, 5, 6)"},
            ],
            "campaign_id": "harbour-1",
        },
    }
]

RECORDS: dict[str, list[dict[str, Any]]] = {
    "qasem-consistency": QASEM,
    "loc-unfaith": LOC_UNFAITH,
    "faithbench": FAITHBENCH,
    "ragtruth": RAGTRUTH,
    "lettucedetect": LETTUCEDETECT,
    "refchecker": REFCHECKER,
    "label-studio": LABEL_STUDIO,
    "factgenie": FACTGENIE,
}
