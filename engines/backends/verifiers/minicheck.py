"""MiniCheck (Tang, Laban and Durrett 2024) in both its shapes, told apart by the configuration.

The encoder-decoder reads `predict: {document}</s>{claim}`, 500 words at a time; the classifiers read `{document}</s>{claim}` (with
their own end mark), 400 of their own tokens at a time, as the published code counts them. Chunks end where sentences end.
"""

import json

from engines.backends.runtime.loading import load, most_tokens
from engines.backends.runtime.weights import locate
from engines.backends.verifiers.chunks import ChunkVerifier
from engines.backends.verifiers.classification import PairForm
from engines.backends.verifiers.seq2seq import Seq2SeqForm
from engines.core.chunks import Chunking
from engines.core.errors import ModelError
from engines.models.ids import ModelId

WORDS, TOKENS = 500, 400
LIMIT = 2048
"""Most tokens of an input to the encoder-decoder and to DeBERTa."""
NOT_SUPPORTED, SUPPORTED = 3, 209
"""Entries of the vocabulary that the encoder-decoder answers with."""


def load_minicheck(model_id: ModelId) -> ChunkVerifier:
    """MiniCheck-Flan-T5, or a MiniCheck classifier whose class 1 means supported.

    Raises:
        UnavailableError, ModelError: see `engines.backends.runtime.loading.load`; ModelError also for a model of neither shape.
    """
    configuration = json.loads((locate(model_id).folder / "config.json").read_text("utf-8"))
    architecture = str((configuration.get("architectures") or [""])[0])
    if architecture.endswith("ForConditionalGeneration"):
        loaded = load(model_id, "AutoModelForSeq2SeqLM")
        if loaded.model.config.vocab_size <= SUPPORTED:
            raise ModelError(f"{model_id} is not MiniCheck-Flan-T5: its vocabulary has no entry {SUPPORTED}.")
        form = Seq2SeqForm(loaded, "predict: ", f"{loaded.tokenizer.eos_token}{{claim}}", (SUPPORTED, NOT_SUPPORTED))
        return ChunkVerifier(form, Chunking(WORDS, 0.0), LIMIT, "words", str(model_id))
    if architecture.endswith("ForSequenceClassification"):
        loaded = load(model_id, "AutoModelForSequenceClassification")
        if loaded.model.config.num_labels != 2:
            raise ModelError(f"{model_id} is not a MiniCheck classifier: it has {loaded.model.config.num_labels} classes, not 2.")
        pair = PairForm(loaded, 1, str(loaded.tokenizer.eos_token or loaded.tokenizer.sep_token))
        return ChunkVerifier(pair, Chunking(TOKENS, 0.0), most_tokens(loaded, LIMIT), "tokens", str(model_id))
    raise ModelError(f"{model_id} is not a MiniCheck model: its architecture is {architecture or 'not named'} in config.json.")
