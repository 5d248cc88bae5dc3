"""The shipped parser against the T5-XL parser's QAs (QASemConsistency), and the card of its models."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

from explorer.evaluation.audits.questions import is_prose
from explorer.training.parser.data import Counts, LabelledSentence, read_consistency

_KINDS = ("verb", "noun", "copula")
_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"})
_COPULAR_SOURCES = frozenset({"factscore"})
"""Copulas are annotated in the biographies only."""


def consistency_figures(data: Path) -> dict[str, Any]:
    """Predicate and argument figures by kind; sentences as tokens, predicates found by the parser.

    Arguments are counted on every gold predicate: one that was not found counts all its arguments as missed.
    """
    from engines.parsing import PAPER_KINDS, load_parser

    sentences = read_consistency(data)
    parsed = load_parser().parse_tokenized([(sentence.tokens, None) for sentence in sentences], PAPER_KINDS)
    result: dict[str, Any] = {}
    for kind in _KINDS:
        found = [{p.index: {(qa.start, qa.end) for qa in p.qas} for p in predicates if p.kind == kind and p.qas} for predicates in parsed]
        gold = [{index for index, name in sentence.kinds.items() if name == kind} for sentence in sentences]
        result[f"{kind} predicates"] = _predicates(gold, [set(spans) for spans in found])
        if kind == "copula":
            kept = [k for k, sentence in enumerate(sentences) if sentence.source.lower() in _COPULAR_SOURCES]
            result["copula predicates, biographies"] = _predicates([gold[k] for k in kept], [set(found[k]) for k in kept])
        result[f"{kind} arguments, all gold predicates"] = _arguments(sentences, gold, found, False)
        result[f"{kind} arguments, predicates found"] = _arguments(sentences, gold, found, True)
    return result


def coverage(data: Path, texts: int = 60) -> dict[str, float]:
    """How much of unseen text the QAs say: percent of content words that are a predicate or in a QA, by kinds asked for,
    of everything and of what reads as a sentence (`explorer.evaluation.audits.questions.is_prose`).

    A copula's QA has its attribute in the question, so words of the questions of a sentence count too.

    The texts are the first references of `lss.jsonl`; content words are nouns, names, verbs, adjectives, adverbs and numbers.
    """
    from engines.core import language
    from engines.core.text import Text
    from engines.parsing import KINDS, PAPER_KINDS, load_parser

    lines = (data / "lss.jsonl").read_text(encoding="utf-8").splitlines()
    references = [Text.of(reference) for reference in dict.fromkeys(json.loads(line)["reference"] for line in lines)][:texts]
    parser = load_parser()
    result = {}
    for name, kinds in (("the paper's kinds", PAPER_KINDS), ("all kinds", KINDS)):
        covered, total = Counter[bool](), Counter[bool]()
        for text in references:
            said = bytearray(len(text.text))
            asked: list[set[str]] = [set() for _ in text.sentences]
            for predicate in parser.parse(text, kinds):
                asked[predicate.sentence].update(word for qa in predicate.qas for word in re.findall(r"\w+", qa.question.lower()))
                for span in (predicate.predicate, *(qa.answer for qa in predicate.qas)):
                    said[span.start : span.end] = b"\1" * (span.end - span.start)
            for (start, end), words, doc in zip(text.sentences, asked, language.parse_sentences(text), strict=True):
                content = [token for token in doc if token.pos_ in _CONTENT]
                prose = is_prose(text.text[start:end])
                total[prose] += len(content)
                covered[prose] += sum(said[start + token.idx] or token.lower_ in words for token in content)
        result[name] = round(100 * covered.total() / max(1, total.total()), 1)
        result[f"{name}, in sentences only"] = round(100 * covered[True] / max(1, total[True]), 1)
    return result


def _predicates(gold: list[set[int]], found: list[set[int]]) -> dict[str, float]:
    counts: Counter[str] = Counter()
    for wanted, said in zip(gold, found, strict=True):
        counts.update(right=len(wanted & said), said=len(said), wanted=len(wanted))
    precision, recall = counts["right"] / max(1, counts["said"]), counts["right"] / max(1, counts["wanted"])
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    return {"precision": round(100 * precision, 1), "recall": round(100 * recall, 1), "f1": round(100 * f1, 1)}


def _arguments(
    sentences: list[LabelledSentence], gold: list[set[int]], found: list[dict[int, set[tuple[int, int]]]], only_found: bool
) -> dict[str, float]:
    counts = Counts()
    for sentence, wanted, spans in zip(sentences, gold, found, strict=True):
        for index in wanted:
            if index in spans or not only_found:
                counts.add(spans.get(index, set()), set(sentence.arguments[index]), 0.3)
    return counts.figures()


def card(
    cross: dict[str, Any], people: dict[str, dict[str, float]], shipped: dict[str, Any], covered: dict[str, float], pipeline: str
) -> str:
    """The model card, in Markdown."""
    said = ", ".join(f"{share} % with {name}" for name, share in covered.items())
    return _CARD.format(pipeline=pipeline, cross=_table(cross), people=people_table(people), shipped=_table(shipped), coverage=said)


def _table(figures: dict[str, dict[str, float]]) -> str:
    lines = ["| | precision | recall | F1 |", "|---|---|---|---|"]
    lines += [f"| {name} | {row['precision']} | {row['recall']} | {row['f1']} |" for name, row in figures.items()]
    return "\n".join(lines)


def people_table(figures: dict[str, dict[str, float]]) -> str:
    """The figures of `explorer.training.parser.people` as a table."""
    columns = list(next(iter(figures.values())))
    lines = [f"| | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    return "\n".join(lines + [f"| {name} | {' | '.join(str(row[column]) for column in columns)} |" for name, row in figures.items()])


_CARD = """# The parser's models and word lists

`python -m explorer.training.parser.train --data ../shared/data` makes `spans.safetensors`, `nouns.json`,
`people.safetensors` and this card again.

- `spans.safetensors`: which candidate span around a predicate is an argument (gradient-boosted trees, a logistic model over hashed
  conjunctions and three small networks, averaged), which role it has where the rules do not know it (small ensembles), and word
  classes (clusters of the input embeddings of all-MiniLM-L6-v2, Apache-2.0).
- `nouns.json`: which noun is a predicate in its sentence (logistic model).
- `people.safetensors`: whether a name that is a subject stands for people, so that "who" asks for it (boosted trees;
  `python -m explorer.training.parser.people --data ../shared/data` makes it alone).
- `arcs.safetensors`: how likely each arc of the parse is to be wrong (a small network over the pipeline's own vectors;
  `python -m explorer.training.parser.arcs`, taught where a second pipeline, en_core_web_md 3.8.0, MIT, draws another arc in reference
  texts of QASemConsistency, Fool Me Twice, SummEdits and CAD-NLI; area under the curve 0.896 on sentences held out).
- `uncertainty.json`: how much an argument's probability loses by doubtful arcs between it and its predicate and above the
  predicate, words the tagger is unsure of (of the answer, of the predicate), and a sentence full of both (five weights, chosen
  together with the thresholds of `engines.parsing.scoring.selection` on cross-validated answers of the second set below and on 2,100
  answers of unseen
  text judged by a reader; `explorer.training.parser.uncertainty` tells how, and measures them).
- No file: a question of running text is asked if half of sixteen parses, each with three tenths of the units of the token vectors
  left out, have in common what it rests on, a fifth where it alone asks about some of its words
  (`engines.parsing.scoring.steadiness`; `AUDIT.md` has what that costs and brings).
- `deverbal.txt`: deverbal nouns of WordNet 3.0 (`python -m explorer.training.lexicons.deverbal`; Princeton's WordNet licence).
- `deverbal.json`, `words.json`: lists kept by hand.
- `noun_senses.txt`, `verb_frames.txt`, `compound_nouns.txt`: from WordNet 3.0 (`python -m explorer.training.lexicons.lists`).
- `verb_uses.txt`: how verbs are used, counted (`python -m explorer.training.lexicons.verb_uses --data ../shared/data`;
  `WORDS.md` names the texts).

Trained on the QA-SRL gold standard, development files (Roit et al. 2020, MIT licence; Wikinews and Wikipedia, 1,000
sentences) and on the QAs of the QASemConsistency development split (Apache-2.0; written by a T5-XL parser). Parses by `{pipeline}`.

## Cross-validated by document, five folds (noun predicates: ten)

Strict counting: spans are paired one to one; every other predicted span is wrong, every other gold span missed. Gold predicates are given.
Given predicates get the arguments that maximise F1 on QA-SRL; in running text the parser asks for surer ones, so that a reader meets fewer
wrong answers (`engines.parsing.scoring.selection`), and asks nothing where the configuration is one that is mostly wrong
(`engines.parsing.filters.plausibility`): that costs nouns most, whose arguments are often taken from the clause in these QAs. The
thresholds and the weights of uncertainty, some ten numbers in all, were chosen on these folds' answers, and a
few filters after a look at them.

{cross}

## Who or what

Percent of the names that are subjects of which the data say "who" or "what" (someone or something) as the word lists alone do
(`engines.english.animacy`), and as the model does: by models that saw other documents, and by models that saw other sources. Names
of running text (the texts that `WORDS.md` names for `verb_uses.txt`) are labelled by what stands beside other mentions in the text.

{people}

In the parser the model decides where it is sure, and rules about verbs and names elsewhere (`engines.parsing.wording.frames`). So
89.7 % of 2,162 QA-SRL and QASemConsistency subjects that are names are asked for as people asked, by models that saw other sources,
and 90.0 % by models that saw other documents; with rules alone it were 86.3 %. The rules had been written with these data in view,
the models had not seen what they were measured on. Of objects and phrases with a preposition the model knew no more than the rules
(76.7 % of objects against 79.1 %, other sources), so it is not asked about those; nor about common nouns and pronouns, where the
lists were as good. With a slightly
earlier model 33 of 4,186 arguments of texts not used before got another word: 18 better, 9 worse, 6 as good, by reading.

## The shipped weights on the QASemConsistency development QAs

These QAs were part of the training data: the figures above, not these, tell how well unseen text is parsed.
Predicates are the parser's own. Copulas are annotated in the biographies only, and in no other sentence, so over all sets each one found
elsewhere counts as wrong. What "be" says with an adjective is of the kind adjective, like an adjective before a noun ("What was empty?"),
and no copula. By what follows "be": names and places, 42 of the 43 found in biographies are annotated, none of 5 elsewhere; adjectives,
2 of 3 in biographies, none of 17 elsewhere. Counted as copulas too, the adjectives would make precision 64.7, recall 100 and F1 78.6 over
all sets: that difference is mostly one of what was annotated.

{shipped}

## Coverage

Of the content words of 60 unseen references (`lss.jsonl`), so many are a predicate or in a QA: {coverage}.
What is left are mostly headings, lists and other fragments without a verb; in sentences, adverbs such as "also" and lone numbers.

## Reading

What was found by reading QAs of unseen sentences is in `AUDIT.md`.
"""
