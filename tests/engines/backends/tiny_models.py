"""Tiny models with random weights and real tokenizers, saved in the files that a hub folder has, to be loaded as such."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

TEXT = [
    "The ferry Aldona left the port of Mirava at noon with forty passengers and two horses on board.",
    "A storm rose near the Teal Islands and Captain Ilse Varn turned the ship around.",
    "Nobody was hurt, the harbour office said. The next ferry leaves on Friday. Tickets will be refunded in full.",
    "Who turned the ship around? What rose near the islands? Yes or No. premise hypothesis predict question context 0 1 2 3",
]
"""What the tokenizers learn their pieces from."""
CHATML = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
WITHOUT_SYSTEM = (
    "{{ bos_token }}{% if messages[0]['role'] == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}"
    "{% for message in messages %}<start_of_turn>{{ 'model' if message['role'] == 'assistant' else message['role'] }}\n"
    "{{ message['content'] | trim }}<end_of_turn>\n{% endfor %}{% if add_generation_prompt %}<start_of_turn>model\n{% endif %}"
)


def t5(folder: Path, seed: int = 7, marks: Sequence[str] = (), whole_words: Sequence[str] = (), strength: float = 6.0) -> Path:
    """A T5 over letters, with 16 sentinels; its first 300 entries exist, so that MiniCheck's two do."""
    import torch
    from transformers import T5Config, T5ForConditionalGeneration, T5Tokenizer

    torch.manual_seed(seed)
    pieces = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", -12.0), ("▁", -4.0), ("▁Yes", -3.0), ("▁No", -3.0), ("▁1", -3.0), ("▁0", -3.0)]
    pieces += [(f"▁{word}", -2.0) for word in whole_words]
    pieces += [(c, -5.0) for c in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;?!'\"()-"]
    pieces += [(f"~{i}", -30.0) for i in range(300 - len(pieces))]
    tokenizer = T5Tokenizer(vocab=pieces, extra_ids=16, additional_special_tokens=[f"<extra_id_{i}>" for i in range(16)] + list(marks))
    sizes: dict[str, Any] = {"d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 2, "num_heads": 4}
    model = T5ForConditionalGeneration(T5Config(vocab_size=len(tokenizer), decoder_start_token_id=0, **sizes))
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if "Attention" in name:
                weight.mul_(strength)
    return _saved(model, tokenizer, folder)


def taught(folder: Path, pairs: Sequence[tuple[str, str]], marks: Sequence[str] = (), steps: int = 120) -> Path:
    """A T5 that has learned by heart what to write for each of a few inputs (the rest of its answers mean nothing)."""
    import torch
    from transformers import T5ForConditionalGeneration, T5Tokenizer

    words = sorted({word for pair in pairs for text in pair for word in _words(text)})
    t5(folder, marks=marks, whole_words=words, strength=1.0)
    tokenizer = T5Tokenizer.from_pretrained(folder)
    model = T5ForConditionalGeneration.from_pretrained(folder)
    encoded = tokenizer([given for given, _ in pairs], return_tensors="pt", padding=True)
    labels = tokenizer([wanted for _, wanted in pairs], return_tensors="pt", padding=True).input_ids
    labels[labels == tokenizer.pad_token_id] = -100
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    model.config.dropout_rate = 0.0
    for _ in range(steps):
        loss = model(**encoded, labels=labels).loss
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    return _saved(model.eval(), tokenizer, folder)


def bert(folder: Path, kind: str = "SequenceClassification", positions: int = 128, **settings: Any) -> Path:
    """A BERT with a WordPiece vocabulary of the texts above."""
    from transformers import BertConfig, BertTokenizer

    words = sorted({word for line in TEXT for word in _words(line.lower())})
    letters = "abcdefghijklmnopqrstuvwxyz0123456789.,:;?!'\"()-"
    vocab = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *words, *letters, *(f"##{c}" for c in letters)]
    tokenizer = BertTokenizer(vocab={word: i for i, word in enumerate(dict.fromkeys(vocab))})
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64}
    config = BertConfig(vocab_size=len(tokenizer), max_position_embeddings=positions, **sizes, **settings)
    return _built("Bert", kind, config, tokenizer, folder)


def roberta(folder: Path, kind: str = "SequenceClassification", positions: int = 130, **settings: Any) -> Path:
    """A RoBERTa with byte-level pieces learned from the texts above; two of its positions are never used."""
    from transformers import RobertaConfig, RobertaTokenizer

    vocab, merges = _byte_pieces(["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    tokenizer = RobertaTokenizer(vocab=vocab, merges=merges)
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64, "type_vocab_size": 1}
    config = RobertaConfig(vocab_size=len(tokenizer), max_position_embeddings=positions, pad_token_id=1, **sizes, **settings)
    return _built("Roberta", kind, config, tokenizer, folder)


def deberta(folder: Path, kind: str = "SequenceClassification", positions: int = 128, **settings: Any) -> Path:
    """A DeBERTa-v2 with relative positions and unigram pieces."""
    from transformers import DebertaV2Config, DebertaV2Tokenizer

    pieces = [("[PAD]", 0.0), ("[CLS]", 0.0), ("[SEP]", 0.0), ("[UNK]", -12.0), ("[MASK]", 0.0), ("▁", -4.0)]
    pieces += [(f"▁{word}", -3.0) for word in sorted({w for line in TEXT for w in _words(line) if len(w) > 1})]
    pieces += [(c, -6.0) for c in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;?!'\"()-"]
    tokenizer = DebertaV2Tokenizer(vocab=pieces, unk_id=3)
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64, "type_vocab_size": 0}
    attention = {"relative_attention": True, "position_biased_input": False, "pos_att_type": ["p2c", "c2p"]}
    config = DebertaV2Config(vocab_size=len(tokenizer), max_position_embeddings=positions, **sizes, **attention, **settings)
    return _built("DebertaV2", kind, config, tokenizer, folder)


def modernbert(folder: Path, kind: str = "TokenClassification", positions: int = 8192, **settings: Any) -> Path:
    """A ModernBERT whose every other layer sees only its surroundings, with byte-level pieces and pairs marked as BERT does."""
    from tokenizers.processors import TemplateProcessing
    from transformers import ModernBertConfig, PreTrainedTokenizerFast

    marks = {"cls_token": "[CLS]", "sep_token": "[SEP]", "pad_token": "[PAD]", "unk_token": "[UNK]", "mask_token": "[MASK]"}
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=_byte_tokenizer(), **marks)
    ids = {name: tokenizer.convert_tokens_to_ids(name) for name in marks.values()}
    pair = "[CLS] $A [SEP] $B [SEP]"
    ends = [(name, ids[name]) for name in ("[CLS]", "[SEP]")]
    tokenizer.backend_tokenizer.post_processor = TemplateProcessing(single="[CLS] $A [SEP]", pair=pair, special_tokens=ends)
    sizes: dict[str, Any] = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64}
    special = {f"{name.split('_')[0]}_token_id": ids[mark] for name, mark in marks.items() if name[:3] in ("cls", "sep", "pad")}
    of_layers = {"global_attn_every_n_layers": 2, "local_attention": 32, "bos_token_id": None, "eos_token_id": None}
    config = ModernBertConfig(
        vocab_size=len(tokenizer), max_position_embeddings=positions, **sizes, **special, **of_layers, num_labels=2, **settings
    )
    return _built("ModernBert", kind, config, tokenizer, folder)


def llama(folder: Path, template: str | None = CHATML, positions: int = 4096, **settings: Any) -> Path:
    """A Llama with byte-level pieces and a chat template with roles."""
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    marks = {"bos_token": "<|begin|>", "eos_token": "<|im_end|>", "pad_token": "<|pad|>"}
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=_byte_tokenizer(), **marks, additional_special_tokens=["<|im_start|>"])
    tokenizer.chat_template = template
    sizes: dict[str, Any] = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2}
    ids = {**_ids(tokenizer), "max_position_embeddings": positions}
    config = LlamaConfig(vocab_size=len(tokenizer), intermediate_size=64, **ids, **sizes, **settings)
    return _saved(_strong(LlamaForCausalLM, config), tokenizer, folder)


def gemma(folder: Path, window: int = 64, **settings: Any) -> Path:
    """A Gemma 2 whose every other layer sees only a sliding window, with a template that knows no system role."""
    from transformers import Gemma2Config, Gemma2ForCausalLM, PreTrainedTokenizerFast

    marks = {"bos_token": "<bos>", "eos_token": "<eos>", "pad_token": "<pad>"}
    turns = ["<start_of_turn>", "<end_of_turn>"]
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=_byte_tokenizer(), **marks, additional_special_tokens=turns)
    tokenizer.chat_template = WITHOUT_SYSTEM
    sizes: dict[str, Any] = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 8}
    ids = {**_ids(tokenizer), "sliding_window": window, "max_position_embeddings": 4096}
    config = Gemma2Config(vocab_size=len(tokenizer), intermediate_size=64, **ids, **sizes, **settings)
    return _saved(_strong(Gemma2ForCausalLM, config), tokenizer, folder)


def _built(family: str, kind: str, config: Any, tokenizer: Any, folder: Path) -> Path:
    import transformers

    return _saved(_strong(getattr(transformers, f"{family}For{kind}"), config), tokenizer, folder)


def _strong(kind: Any, config: Any) -> Any:
    """A model whose random weights are large enough that its answers differ from input to input."""
    import torch

    torch.manual_seed(11)
    model = kind(config)
    with torch.no_grad():
        for weight in model.parameters():
            if weight.dim() > 1:
                weight.mul_(8.0)
    return model


def _saved(model: Any, tokenizer: Any, folder: Path) -> Path:
    tokenizer.save_pretrained(folder)
    model.save_pretrained(folder)
    return folder


def _ids(tokenizer: Any) -> dict[str, int]:
    return {"bos_token_id": tokenizer.bos_token_id, "eos_token_id": tokenizer.eos_token_id, "pad_token_id": tokenizer.pad_token_id}


def _byte_tokenizer() -> Any:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=600, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False)
    tokenizer.train_from_iterator(TEXT + [" Yes", "Yes", " No", "No", "yes", "no"] * 20, trainer)
    return tokenizer


def _byte_pieces(special: list[str]) -> tuple[dict[str, int], list[tuple[str, str]]]:
    import json

    stored = json.loads(_byte_tokenizer().to_str())["model"]
    pieces = [*special, *(piece for piece, _ in sorted(stored["vocab"].items(), key=lambda pair: pair[1]))]
    return {piece: i for i, piece in enumerate(pieces)}, [tuple(merge) for merge in stored["merges"]]


def _words(line: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in line).split()
