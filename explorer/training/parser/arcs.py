"""Trains the network that tells doubtful arcs of the parse (`engines.parsing.scoring.arc_errors`).

    python -m explorer.training.parser.arcs --data ../shared/data --second FOLDER

FOLDER holds a second English spaCy pipeline with the same labels, e.g. en_core_web_md. Both parse the reference texts of
QASemConsistency, Fool Me Twice, SummEdits and CAD-NLI, a quarter of the sentences in small letters; an arc counts as wrong where the
two differ in head or label. The second pipeline is needed for training only.
"""

import argparse
import json
import random
from pathlib import Path

import numpy as np

from engines.core import language
from engines.core.machine.files import ASSETS
from engines.core.text import Text
from engines.parsing.scoring.arc_errors import WEIGHTS, Arcs, arcs_of, codes

_SOURCES = {
    "qasem_consistency_qas.jsonl": 9000,
    "train_fool_me_twice.jsonl": 1500,
    "train_summedits.jsonl": 1500,
    "train_cad_nli.jsonl": 1000,
}
"""Files and the most sentences taken of each."""
_SMALL_LETTERS = 0.25
_HELD_OUT = 0.12
_HIDDEN, _EPOCHS, _BATCH, _DROPOUT, _RATE, _DECAY = 128, 12, 512, 0.35, 4e-3, 1e-2


def sentences(data: Path, seed: int = 5) -> list[str]:
    """Sentences of 4 to 60 words from the reference texts, in random order."""
    chance = random.Random(seed)
    found: list[str] = []
    for name, most in _SOURCES.items():
        with (data / name).open(encoding="utf-8") as file:
            references = list(dict.fromkeys(json.loads(line)["reference"] for line in file))
        chance.shuffle(references)
        taken: list[str] = []
        for reference in references:
            text = Text.of(reference[:20000])
            lines = (text.model_text[start:end].strip() for start, end in text.sentences)
            taken.extend(line for line in lines if 4 <= len(line.split()) <= 60)
            if len(taken) > 3 * most:
                break
        chance.shuffle(taken)
        found.extend(taken[:most])
    chance.shuffle(found)
    return [line[0] + line[1:].lower() if chance.random() < _SMALL_LETTERS else line for line in found]


def labelled_arcs(lines: list[str], second: Path) -> list[tuple[Arcs, np.ndarray]]:
    """The arcs of each sentence and whether the second pipeline draws another one or labels it otherwise."""
    import spacy
    from spacy.tokens import Doc

    other = spacy.load(second)
    docs: list[Doc] = list(language.pipeline().pipe(lines, batch_size=64))
    again = (Doc(other.vocab, words=[t.text for t in doc], spaces=[bool(t.whitespace_) for t in doc]) for doc in docs)
    found = []
    for doc, parsed in zip(docs, other.pipe(again, batch_size=64), strict=True):
        arcs = arcs_of(doc)
        if arcs is not None:
            pairs = zip(doc, parsed, strict=True)
            found.append((arcs, np.array([(a.head.i, a.dep_) != (b.head.i, b.dep_) for a, b in pairs])))
    return found


def train(labelled: list[tuple[Arcs, np.ndarray]]) -> tuple[dict[str, np.ndarray], float]:
    """The weights, and the area under the curve on sentences held out."""
    import torch
    from sklearn.metrics import roc_auc_score

    torch.manual_seed(0)
    rows, wrong, label_names, tag_names = _stacked(labelled)
    counts = np.cumsum([int((~arcs.punctuation).sum()) for arcs, _ in labelled])
    cut = int(counts[int(len(labelled) * (1 - _HELD_OUT))])
    dense = 2 * labelled[0][0].vectors.shape[1] + labelled[0][0].numbers.shape[1]
    mean, deviation = rows[:cut].mean(0), rows[:cut].std(0) + 1e-3
    mean[dense:], deviation[dense:] = 0, 1
    features = torch.tensor((rows - mean) / deviation)
    target = torch.tensor(wrong.astype(np.float32))
    first, last = torch.nn.Linear(rows.shape[1], _HIDDEN), torch.nn.Linear(_HIDDEN, 1)
    net = torch.nn.Sequential(first, torch.nn.ReLU(), torch.nn.Dropout(_DROPOUT), last)
    optimizer = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=_DECAY)
    steps = cut // _BATCH
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, _RATE, total_steps=_EPOCHS * steps + 1)
    for _ in range(_EPOCHS):
        order = torch.randperm(cut)
        for k in range(steps):
            chosen = order[k * _BATCH : (k + 1) * _BATCH]
            loss = torch.nn.functional.binary_cross_entropy_with_logits(net(features[chosen])[:, 0], target[chosen])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    net.eval()
    with torch.no_grad():
        area = float(roc_auc_score(wrong[cut:], net(features[cut:])[:, 0].numpy()))
    table = (first.weight.detach().numpy() / deviation).T
    bias = first.bias.detach().numpy() - (mean / deviation) @ first.weight.detach().numpy().T
    size = labelled[0][0].vectors.shape[1]
    bounds = np.cumsum([size, size, dense - 2 * size, len(label_names) + 1, len(tag_names) + 1])
    names = ("vectors", "head_vectors", "numbers", "labels", "tags", "head_tags")
    arrays = dict(zip(names, np.split(table, bounds), strict=True)) | {"bias": bias}
    arrays |= {"output": last.weight.detach().numpy()[0], "output_bias": last.bias.detach().numpy()}
    halved = {name: np.ascontiguousarray(array.astype(np.float16)) for name, array in arrays.items()}
    return halved | {"label_names": label_names, "tag_names": tag_names}, area


def _stacked(labelled: list[tuple[Arcs, np.ndarray]]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """(rows, wrong, label hashes, tag hashes): one row for each arc that is no punctuation mark's, in order of the sentences."""
    label_names = np.unique(np.concatenate([arcs.label for arcs, _ in labelled]))
    tag_names = np.unique(np.concatenate([arcs.tag for arcs, _ in labelled]))
    rows, wrong = [], []
    for arcs, differs in labelled:
        tags = codes(arcs.tag, tag_names)
        labels = np.eye(len(label_names) + 1, dtype=np.float32)[codes(arcs.label, label_names)]
        one_hot = np.eye(len(tag_names) + 1, dtype=np.float32)
        row = np.hstack([arcs.vectors, arcs.vectors[arcs.head], arcs.numbers, labels, one_hot[tags], one_hot[tags[arcs.head]]])
        rows.append(row[~arcs.punctuation])
        wrong.append(differs[~arcs.punctuation])
    return np.vstack(rows), np.concatenate(wrong), label_names, tag_names


def main() -> None:
    """Train and write the weights."""
    from safetensors.numpy import save_file

    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the labelled data")
    options.add_argument("--second", type=Path, required=True, help="folder of a second English spaCy pipeline")
    choice = options.parse_args()
    labelled = labelled_arcs(sentences(choice.data), choice.second)
    arrays, area = train(labelled)
    save_file(arrays, ASSETS.joinpath(*WEIGHTS))
    wrong = np.concatenate([differs[~arcs.punctuation] for arcs, differs in labelled])
    print(f"{len(labelled)} sentences, {100 * wrong.mean():.1f} % of arcs differ, area under the curve on held-out sentences {area:.3f}")


if __name__ == "__main__":
    main()
