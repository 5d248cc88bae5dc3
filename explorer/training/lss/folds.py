"""LSS heads that did not see a reference, so that what they say of its words is what they would say of new ones."""

from pathlib import Path

import numpy as np

from engines.verification.word_support.head import Head
from explorer.training.lss.train import PARTS, read, train


def heads_without(lss: Path) -> dict[str, Head]:
    """For every reference of lss.jsonl, a head trained on the others; references of one part share it."""
    items = read(lss)
    references = list(dict.fromkeys(item.reference for item in items))
    order = np.random.RandomState(0).permutation(len(references)) % PARTS
    part = {reference: int(number) for reference, number in zip(references, order, strict=True)}
    heads = [Head(*train([i for i in items if part[i.reference] != number]), f"without-{number}") for number in range(PARTS)]
    return {reference: heads[number] for reference, number in part.items()}
