"""Training of the span scorer's networks (`engines.parsing.scoring.network`) with torch."""

import numpy as np

from engines.parsing.scoring.features import NUMBERS, SYMBOLS, VECTOR_PLACES, VECTOR_SIZE, Rows
from engines.parsing.scoring.network import scaled, symbol_codes

_WIDTH, _HIDDEN, _SECOND = 8, 128, 64
_EPOCHS, _BATCH, _RATE, _DECAY = 5, 256, 2e-3, 5e-2
_DROP_INPUT, _DROP_HIDDEN = 0.4, 0.5
"""Heavy dropout: there are only some 70,000 rows."""
_FEWEST = 8
NETWORKS = 3


def fit_networks(rows: Rows, positive: np.ndarray, kept: np.ndarray, count: int = NETWORKS) -> dict[str, np.ndarray]:
    """Train `count` networks on the rows `kept`, as the arrays of `engines.parsing.scoring.network.Networks`."""
    known = []
    for column in rows.symbols[kept].T:
        values, counts = np.unique(column, return_counts=True)
        known.append(values[counts >= _FEWEST].astype(np.uint32))
    at = np.cumsum([0, *(len(words) for words in known)]).astype(np.int32)
    vocabulary = np.concatenate(known)
    codes = symbol_codes(rows.symbols[kept], vocabulary, at)
    arrays = {"vocabulary": vocabulary, "vocabulary_at": at}
    for k in range(count):
        arrays.update({f"{k}/{name}": value for name, value in _fit(rows, positive, kept, codes, len(vocabulary) + len(known), k).items()})
    return arrays


def _fit(rows: Rows, positive: np.ndarray, kept: np.ndarray, codes: np.ndarray, size: int, seed: int) -> dict[str, np.ndarray]:
    import torch
    from torch import nn

    torch.manual_seed(seed)
    torch.set_num_threads(1)
    raw = scaled(rows.numbers[kept])
    mean, deviation = raw.mean(axis=0), raw.std(axis=0) + 1e-6
    vector_mean, vector_deviation = rows.vectors.mean(axis=0), rows.vectors.std(axis=0) + 1e-6
    numbers = torch.from_numpy(((raw - mean) / deviation).astype(np.float32))
    vectors = torch.from_numpy(((rows.vectors - vector_mean) / vector_deviation).astype(np.float32))
    symbols, places = torch.from_numpy(codes), torch.from_numpy(rows.tokens[kept])
    labels = torch.from_numpy(positive[kept].astype(np.float32))
    embedding = nn.Embedding(size, _WIDTH)
    nn.init.normal_(embedding.weight, 0, 0.1)
    inputs = len(SYMBOLS) * _WIDTH + len(NUMBERS) + (len(VECTOR_PLACES) + 1) * VECTOR_SIZE
    first, second, output = nn.Linear(inputs, _HIDDEN), nn.Linear(_HIDDEN, _SECOND), nn.Linear(_SECOND, 1)
    drop_input, drop_hidden = nn.Dropout(_DROP_INPUT), nn.Dropout(_DROP_HIDDEN)
    parameters = [p for module in (embedding, first, second, output) for p in module.parameters()]
    optimizer = torch.optim.AdamW(parameters, lr=_RATE, weight_decay=_DECAY)
    steps = _EPOCHS * -(-len(labels) // _BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, _RATE, total_steps=steps)
    for _ in range(_EPOCHS):
        for batch in torch.randperm(len(labels)).split(_BATCH):
            seen = [vectors[places[batch, k]] for k in range(len(VECTOR_PLACES))]
            joined = [drop_input(embedding(symbols[batch]).flatten(1)), numbers[batch], *map(drop_input, seen), seen[0] * seen[1]]
            hidden = drop_hidden(torch.relu(first(torch.cat(joined, 1))))
            hidden = drop_hidden(torch.relu(second(hidden)))
            loss = nn.functional.binary_cross_entropy_with_logits(output(hidden)[:, 0], labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    weight = first.weight.detach().numpy().T
    edges = np.cumsum([len(SYMBOLS) * _WIDTH, len(NUMBERS), len(VECTOR_PLACES) * VECTOR_SIZE])
    by_symbol, by_number, by_vector, by_product = np.split(weight, edges)
    found = {
        "embedding": embedding.weight.detach().numpy(),
        "symbols": by_symbol,
        "numbers": by_number,
        "vectors": by_vector.reshape(len(VECTOR_PLACES), VECTOR_SIZE, _HIDDEN),
        "product": by_product,
        "bias": first.bias.detach().numpy(),
        "hidden": second.weight.detach().numpy().T,
        "hidden_bias": second.bias.detach().numpy(),
        "output": output.weight.detach().numpy().T,
        "output_bias": output.bias.detach().numpy(),
        "mean": mean,
        "deviation": deviation,
        "vector_mean": vector_mean,
        "vector_deviation": vector_deviation,
    }
    return {name: np.ascontiguousarray(value, np.float16 if value.ndim > 1 else np.float32) for name, value in found.items()}
