"""A chat model as the writer of atomic content units (ACUEval, section 3): a sentence at a time, each fact checked against the text."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from engines.backends.chat_roles.near_json import list_schema, strings
from engines.backends.chat_roles.prompted import Prompted
from engines.backends.chat_roles.prompts import Prompt
from engines.backends.chat_roles.words import content, is_content, spotted
from engines.core.digits import has_digit
from engines.core.outline.headings import is_read
from engines.core.roles import ChatModel, ContentUnit, Message
from engines.core.text import Text, union

KEY = "facts"
MOST_TOKENS = 900
"""Longest reply for one sentence; a short sentence is given less."""
TOKENS_AROUND, TOKENS_PER_TOKEN = 64, 7
"""Room in a reply beside the facts, and for each token of a sentence, whose words stand in several facts."""
KNOWN = 0.6
"""Share of a fact's content words that must stand in the text; a fact with less says something that the text does not."""
COVERED = 0.5
"""Share of a sentence's content words that its facts must have; with less, the sentence itself is checked too."""


@dataclass
class ChatACUWriter(Prompted):
    """A writer (`engines.core.roles.ACUWriter`). `notes` say what was wrong with the last text's facts: invented, unreadable."""

    model: ChatModel
    prompt: Prompt
    notes: tuple[str, ...] = field(default=(), compare=False)

    def write(self, output: Text) -> list[ContentUnit]:
        """See `engines.core.roles.ACUWriter.write`. A sentence with a useless reply is a unit itself: nothing goes unchecked."""
        read = [i for i, place in enumerate(output.sentences) if is_read(output, *place)]
        asked = [self._conversation(output, i) for i in read]
        written: dict[int, list[str] | None] = {}
        longest = max((self.model.count(output.model_text[start:end]) for start, end in output.sentences), default=0)
        most = min(MOST_TOKENS, TOKENS_AROUND + TOKENS_PER_TOKEN * longest)
        for index, reply in self.model.replies(asked, most_tokens=most, schema=list_schema(KEY)):
            written[read[index]] = strings(reply.text, KEY)
        known = frozenset(s for _, _, s in spotted(output.model_text))
        units: dict[str, ContentUnit] = {}
        dropped = unreadable = 0
        for index in read:
            facts = written.get(index)
            unreadable += facts is None
            kept = [fact for fact in facts or () if says_nothing_new(fact, known)]
            dropped += len(facts or ()) - len(kept)
            for unit in _units(output, index, kept):
                key = " ".join(content(unit.statement)) or unit.statement
                units[key] = _merged(units[key], unit) if key in units else unit
        self.notes = _notes(dropped, unreadable)
        return list(units.values())

    def _conversation(self, output: Text, index: int) -> list[Message]:
        """The sentence with as much of the text around it as fits into a third of the context."""
        first, last = index, index + 1
        most = self.model.context // 3
        while first > 0 or last < len(output.sentences):
            wider = max(0, first - 1), min(len(output.sentences), last + 1)
            if self.model.count(_passage(output, *wider)) > most:
                break
            first, last = wider
        return self.prompt.filled({"passage": _passage(output, first, last), "sentence": _passage(output, index, index + 1)})


def says_nothing_new(fact: str, known: frozenset[str]) -> bool:
    """Whether a fact says only what its text says, as far as its words can tell: all numbers and names, and most other words, are there."""
    words = [(fact[start:end], s, start) for start, end, s in spotted(fact)]
    if len(words) < 2:
        return False
    if any(s not in known for word, s, start in words if has_digit(word) or (word[0].isupper() and start > 0)):
        return False
    said = [s for _, s, _ in words if is_content(s)]
    return not said or sum(s in known for s in said) >= KNOWN * len(said)


def _units(output: Text, index: int, facts: Sequence[str]) -> list[ContentUnit]:
    """The facts of a sentence with the characters that they come from; the sentence itself where they leave too much of it out."""
    start, end = output.sentences[index]
    words = spotted(output.model_text[start:end])
    seen: set[int] = set()
    units = []
    for fact in facts:
        own = _aligned([s for _, _, s in spotted(fact)], [s for _, _, s in words])
        if not own:
            continue
        spans = _spans(output.text, start, words, own)
        fresh = own - seen
        units.append(ContentUnit(fact, index, spans, _spans(output.text, start, words, fresh) or spans, "written"))
        seen |= own
    said = {k for k, (_, _, s) in enumerate(words) if is_content(s)}
    if not units or len(said & seen) < COVERED * len(said):
        whole = ((start, end),)
        units.append(ContentUnit(" ".join(output.model_text[start:end].split()), index, whole, whole, "sentence"))
    return units


def _aligned(fact: Sequence[str], sentence: Sequence[str]) -> set[int]:
    """Which words of a sentence a fact is made of: those in the same order first, then equal content words elsewhere."""
    found: set[int] = set()
    used: set[int] = set()
    for block in SequenceMatcher(None, fact, sentence, autojunk=False).get_matching_blocks():
        found.update(range(block.b, block.b + block.size))
        used.update(range(block.a, block.a + block.size))
    for i, word in enumerate(fact):
        if i not in used and is_content(word):
            found.update([k for k, other in enumerate(sentence) if other == word and k not in found][:1])
    return found if any(is_content(sentence[k]) for k in found) else set()


def _spans(text: str, offset: int, words: Sequence[tuple[int, int, str]], chosen: set[int]) -> tuple[tuple[int, int], ...]:
    """Characters of the chosen words, neighbours joined over what stands between them."""
    spans: list[tuple[int, int]] = []
    last = -2
    for k in sorted(chosen):
        start, end = offset + words[k][0], offset + words[k][1]
        if k == last + 1 and "\n" not in text[spans[-1][1] : start]:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
        last = k
    return tuple(spans)


def _passage(output: Text, first: int, last: int) -> str:
    return output.model_text[output.sentences[first][0] : output.sentences[last - 1][1]]


def _merged(first: ContentUnit, again: ContentUnit) -> ContentUnit:
    """A repeated fact once, with the characters of both mentions."""
    return replace(first, spans=union(first.spans + again.spans), focus=union(first.focus + again.focus))


def _notes(dropped: int, unreadable: int) -> tuple[str, ...]:
    notes = []
    if dropped:
        notes.append(f"The model wrote {dropped} {'fact' if dropped == 1 else 'facts'} that the output does not contain; dropped.")
    if unreadable:
        replies = "reply was" if unreadable == 1 else "replies were"
        notes.append(f"{unreadable} {replies} no list of facts; the whole sentence was checked instead.")
    return tuple(notes)
