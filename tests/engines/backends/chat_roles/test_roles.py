"""What the roles do with a chat model's answers, good and bad."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.backends.chat_roles import fill
from engines.backends.chat_roles.verifier import HARD, PARTLY, UNREADABLE
from engines.core.chunks import Chunking
from engines.core.errors import InputError, ModelError
from engines.core.results import Span
from engines.core.roles import Hypothesis, Verdict
from engines.core.text import Text
from tests.engines.backends.chat_roles.scripted import Scripted
from tests.strategies import texts

REFERENCE = Text.of(
    "Ola Brandt founded the Tarn Fell observatory in 1911. He sold it to the town of Velden in 1930. "
    "The first telescope was made of brass. A storm destroyed the dome in 1954."
)
LONG = Text.of(" ".join(f"In week {i} the staff counted stars and wrote the numbers down." for i in range(12)) + " " + REFERENCE.text)
OUTPUT = Text.of("Ola Brandt founded the observatory in 1911. He sold it to Velden, which still owns it.")


def part(tag: str, text: str) -> str:
    """What stands between the tags of a filled prompt."""
    found = re.search(rf"<{tag}>\n(.*?)\n</{tag}>", text, re.S)
    assert found is not None
    return found.group(1)


def test_the_verifier_takes_the_best_chunk_and_covers_all_of_the_reference() -> None:
    model = Scripted(lambda asked: 0.9 if "storm" in part("reference", asked) else 0.2, context=500)
    verifier = fill("verifier", model)
    verdicts = verifier.verify(LONG, [Hypothesis("A storm destroyed the dome."), Hypothesis("Karin Moe repaired Helsinki.")])
    assert [v.probability for v in verdicts] == [0.9, 0.9]
    assert len({part("reference", asked) for asked in model.asked}) > 1
    assert "storm" in verdicts[0].evidence[0].text and LONG.text[slice(*_place(verdicts[0]))] == verdicts[0].evidence[0].text
    assert verdicts[0].error == "intrinsic" and verdicts[1].error == "extrinsic"
    chunks = [(c["start"], c["end"]) for c in verdicts[0].extra["chunks"]]
    assert all(any(a <= s and e <= b for a, b in chunks) for s, e in LONG.sentences)
    assert verifier.read(LONG) == 1.0


def _place(verdict: object) -> tuple[int, int]:
    evidence = verdict.evidence[0]  # type: ignore[attr-defined]
    return evidence.start, evidence.end


@settings(max_examples=40, deadline=None)
@given(texts, st.integers(490, 560))
def test_every_character_of_every_sentence_is_read(reference: str, context: int) -> None:
    text = Text.of(reference)
    model = Scripted(lambda asked: 0.5, context=context)
    verdict = fill("verifier", model).verify(text, [Hypothesis("Something happened.")])[0] if text.sentences else None
    read = {i for c in (verdict.extra["chunks"] if verdict else ()) for i in range(c["start"], c["end"])}
    assert all(i in read for start, end in text.sentences for i in range(start, end))


def test_questions_about_one_chunk_follow_each_other() -> None:
    model = Scripted(lambda asked: 0.5, context=500)
    fill("verifier", model).verify(LONG, [Hypothesis(f"Statement {i}.") for i in range(3)])
    read = [part("reference", asked) for asked in model.asked]
    assert len(read) == 3 * len(set(read)) and all(len(set(read[i : i + 3])) == 1 for i in range(0, len(read), 3))


def test_hard_and_unreadable_answers_are_said() -> None:
    hard = fill("verifier", Scripted(lambda asked: "Yes")).verify(REFERENCE, [Hypothesis("It rained.")])[0]
    assert hard.probability == 1.0 and hard.notes == (HARD,)
    unreadable = fill("verifier", Scripted(lambda asked: "Perhaps")).verify(REFERENCE, [Hypothesis("It rained.")])[0]
    assert unreadable.probability is None and unreadable.notes == (UNREADABLE,) and not unreadable.evidence


def test_a_part_that_is_not_answered_for_may_be_the_one_that_supports() -> None:
    def partly(other: str) -> Verdict:
        answer = lambda asked: "Perhaps" if "storm" in part("reference", asked) else other  # noqa: E731
        return fill("verifier", Scripted(answer, context=500)).verify(LONG, [Hypothesis("A storm destroyed the dome.")])[0]

    supported, unknown = partly("Yes"), partly("No")
    assert supported.probability == 1.0 and PARTLY in supported.notes
    assert unknown.probability is None and UNREADABLE in unknown.notes


def test_ranges_are_scored_by_what_they_hold() -> None:
    model = Scripted(lambda asked: 0.8 if "brass" in part("reference", asked) else 0.1)
    verifier = fill("verifier", model)
    scores = verifier.score_ranges(REFERENCE, [Hypothesis("The telescope was of brass.")] * 2, [[(0, 2), (2, 4)], [(2, 3)]])
    assert scores == [[0.1, 0.8], [0.8]]
    assert verifier.score_ranges(REFERENCE, [], []) == [] and verifier.verify(REFERENCE, []) == []


def test_chunk_size_and_prompt_are_part_of_the_identity() -> None:
    verifier = fill("verifier", Scripted(lambda asked: 0.5))
    assert "verifier/1#" in verifier.identity
    assert len({verifier.identity, verifier.with_chunking(Chunking(300)).identity, verifier.with_chunking(Chunking(200)).identity}) == 3


def test_a_context_too_small_for_the_prompt_is_said() -> None:
    with pytest.raises(ModelError, match="longer context"):
        fill("verifier", Scripted(lambda asked: 0.5, context=100)).verify(REFERENCE, [Hypothesis("It rained.")])


def facts(asked: str) -> str:
    sentence = part("sentence", asked)
    if "founded" in sentence:
        return json.dumps(
            {"facts": ["Ola Brandt founded the observatory.", "The observatory was founded in 1911.", "Ola Brandt was born in Oslo."]}
        )
    return json.dumps({"facts": ["Ola Brandt sold the observatory to Velden.", "Velden still owns the observatory."]})


def test_facts_get_the_words_they_come_from_and_inventions_are_dropped() -> None:
    writer = fill("writer", Scripted(facts))
    units = writer.write(OUTPUT)
    assert [u.statement for u in units] == [
        "Ola Brandt founded the observatory.",
        "The observatory was founded in 1911.",
        "Ola Brandt sold the observatory to Velden.",
        "Velden still owns the observatory.",
    ]
    assert [u.sentence for u in units] == [0, 0, 1, 1]
    said = [[OUTPUT.text[a:b] for a, b in u.spans] for u in units]
    assert (
        said[0] == ["Ola Brandt founded the observatory"]
        and said[1] == ["founded the observatory in 1911"]
        and said[3] == ["Velden", "still owns"]
    )
    assert [OUTPUT.text[a:b] for a, b in units[1].focus] == ["in 1911"]
    assert len(writer.notes) == 1 and "1 fact" in writer.notes[0]


@pytest.mark.parametrize(
    "reply", ["I cannot do that.", "", '{"facts": []}', '{"facts": ["Aliens landed in Bergen."]}', '{"facts": ["Ola"]}']
)
def test_a_sentence_without_usable_facts_is_checked_as_a_whole(reply: str) -> None:
    units = fill("writer", Scripted(lambda asked: reply)).write(OUTPUT)
    assert [u.statement for u in units] == [OUTPUT.sentence(0), OUTPUT.sentence(1)] and {u.kind for u in units} == {"sentence"}


def test_repeated_facts_are_merged_with_both_mentions() -> None:
    text = Text.of("The dome is red. The dome is red.")
    units = fill("writer", Scripted(lambda asked: '{"facts": ["The dome is red."]}')).write(text)
    assert len(units) == 1 and len(units[0].spans) == 2


@settings(max_examples=40, deadline=None)
@given(texts, st.text(max_size=200))
def test_spans_of_facts_fit_the_text_whatever_is_written(output: str, reply: str) -> None:
    text = Text.of(output)
    for answer in (reply, json.dumps({"facts": [reply, output[:80]]})):
        for unit in fill("writer", Scripted(lambda asked, answer=answer: answer)).write(text):
            assert unit.spans and all(0 <= a < b <= len(output) for a, b in unit.spans)
            assert list(unit.spans) == sorted(unit.spans) and all(x[1] <= y[0] for x, y in zip(unit.spans, unit.spans[1:], strict=False))


def test_the_lss_writer_takes_the_longest_of_the_chunks() -> None:
    def shortened(asked: str) -> str:
        return '"A storm destroyed the dome."' if "storm" in part("reference", asked) else "NONE"

    claims = ["A storm destroyed the old dome."]
    assert fill("lss_writer", Scripted(shortened, context=380)).write(LONG, claims) == ["A storm destroyed the dome."]
    assert fill("lss_writer", Scripted(lambda asked: "None.")).write(REFERENCE, claims) == [""]


def test_the_reviser_gives_the_text_alone_and_is_not_cut() -> None:
    reviser = fill("reviser", Scripted(lambda asked: "Here is the corrected text:\n```\nOla Brandt founded it in 1911.\n```"))
    assert reviser.revise(REFERENCE, OUTPUT, "1. He sold it.") == "Ola Brandt founded it in 1911."
    with pytest.raises(ModelError, match="more than a corrected text"):
        fill("reviser", Scripted(lambda asked: "word " * 500)).revise(REFERENCE, OUTPUT, "1. He sold it.")
    with pytest.raises(ModelError, match="nothing"):
        fill("reviser", Scripted(lambda asked: "...")).revise(REFERENCE, OUTPUT, "1. He sold it.")


def test_the_reviser_reads_the_nearest_sentences_of_a_long_reference() -> None:
    long = Text.of(" ".join(f"Nothing happened in week {i}." for i in range(200)) + " " + REFERENCE.text)
    model = Scripted(lambda asked: "Fine.", context=500)
    fill("reviser", model).revise(long, OUTPUT, "1. He sold it.")
    assert "Ola Brandt founded" in part("reference", model.asked[0])


def test_questions_are_kept_if_they_are_questions_without_their_answer() -> None:
    answer = Span(0, 10, "Ola Brandt")
    reply = '{"questions": ["Who founded the observatory?", "Was Ola Brandt the founder?", "The founder"]}'
    assert fill("question_writer", Scripted(lambda asked: reply)).write(OUTPUT, [answer]) == [("Who founded the observatory?",)]
    plain = "Who founded the observatory? Nobody knows."
    assert fill("question_writer", Scripted(lambda asked: plain)).write(OUTPUT, [answer]) == [("Who founded the observatory?",)]


def test_only_some_roles_can_be_filled() -> None:
    with pytest.raises(InputError, match="cannot be the parser"):
        fill("parser", Scripted(lambda asked: ""))
