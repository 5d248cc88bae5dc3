"""Asking the same again never reaches the verifier; changing one sentence asks about that sentence alone."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path

from engines.core.findings import Conflict
from engines.core.results import Evidence, Span
from engines.core.retrieval import SearchSettings, retrieve
from engines.core.roles import Hypothesis, Verdict
from engines.core.text import Text
from explorer.caches.verifier import CachedVerifier, remembering
from sessions.cache import Cache

REFERENCE = Text.of("The Aurelia sailed at noon. It carried 310 passengers.")


class Recorder:
    """A verifier that answers from the length of the question and writes down what it was asked."""

    name = "recorder"
    identity = "recorder-1"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def verify(self, reference: Text, hypotheses: Sequence[Hypothesis]) -> list[Verdict]:
        self.asked += [h.statement for h in hypotheses]
        return [
            Verdict(
                len(h.statement) / 100,
                "extrinsic",
                0.25,
                (Evidence(0, 27, reference.text[:27], 0.5, 0),),
                ("noon",),
                Evidence(4, 11, "Aurelia", 0.9, 0),
                ("hard label",),
                conflicts=(Conflict("clock", "value", 3, 7, Span.of(reference.text, 4, 11)), Conflict("missing", "name", 0, 2)),
            )
            for h in hypotheses
        ]

    def score_ranges(
        self, reference: Text, hypotheses: Sequence[Hypothesis], ranges: Sequence[Sequence[tuple[int, int]]]
    ) -> list[list[float]]:
        self.asked += [h.statement for h in hypotheses]
        return [[1 / (1 + last - first) for first, last in wanted] for wanted in ranges]

    def read(self, reference: Text) -> float:
        return 1.0


def hypotheses(*sentences: str) -> list[Hypothesis]:
    return [Hypothesis(f"{s} {i}", question="What?", answer="x", sentence=s) for s in sentences for i in range(2)]


def test_the_same_question_is_answered_from_the_cache_unchanged(tmp_path: Path) -> None:
    recorder = Recorder()
    with Cache(tmp_path) as cache:
        verifier = CachedVerifier(recorder, cache)
        first = verifier.verify(REFERENCE, hypotheses("It sailed.", "It sank."))
        ranges = verifier.score_ranges(REFERENCE, hypotheses("It sailed."), [[(0, 1), (1, 2)]] * 2)
        count = len(recorder.asked)
        assert (
            verifier.verify(REFERENCE, hypotheses("It sailed.", "It sank."))
            == first
            == recorder.verify(REFERENCE, hypotheses("It sailed.", "It sank."))
        )
        assert verifier.score_ranges(REFERENCE, hypotheses("It sailed."), [[(0, 1), (1, 2)]] * 2) == ranges
        assert len(recorder.asked) == count + 4


def test_only_the_sentence_that_changed_is_asked_about_again(tmp_path: Path) -> None:
    recorder = Recorder()
    with Cache(tmp_path) as cache:
        verifier = CachedVerifier(recorder, cache)
        verifier.verify(REFERENCE, hypotheses("It sailed.", "It sank."))
        recorder.asked.clear()
        verdicts = verifier.verify(REFERENCE, hypotheses("It sailed.", "It swam."))
        assert recorder.asked == ["It swam. 0", "It swam. 1"]
        assert len(verdicts) == 4


def test_another_reference_model_or_neighbour_is_another_question(tmp_path: Path) -> None:
    recorder = Recorder()
    with Cache(tmp_path) as cache:
        verifier = CachedVerifier(recorder, cache)
        asked = hypotheses("It sailed.")
        verifier.verify(REFERENCE, asked)
        verifier.verify(Text.of("Another reference."), asked)
        recorder.identity = "recorder-2"
        CachedVerifier(recorder, cache).verify(REFERENCE, asked)
        CachedVerifier(recorder, cache).verify(REFERENCE, [replace(asked[0], role="subject"), asked[1]])
        assert len(recorder.asked) == 8


def test_statements_without_a_sentence_are_remembered_one_by_one(tmp_path: Path) -> None:
    recorder = Recorder()
    with Cache(tmp_path) as cache:
        verifier = CachedVerifier(recorder, cache)
        verifier.verify(REFERENCE, [Hypothesis("A."), Hypothesis("B.")])
        verifier.verify(REFERENCE, [Hypothesis("B."), Hypothesis("C.")])
        assert recorder.asked == ["A.", "B.", "C."]


def test_a_damaged_answer_is_asked_again(tmp_path: Path) -> None:
    recorder = Recorder()
    with Cache(tmp_path) as cache:
        verifier = CachedVerifier(recorder, cache)
        verifier.verify(REFERENCE, [Hypothesis("A.")])
        read = sha256(REFERENCE.text.encode()).hexdigest()
        cache.set(["verify", recorder.identity, read, [asdict(Hypothesis("A."))]], [{"probability": "high"}])
        assert verifier.verify(REFERENCE, [Hypothesis("A.")])[0].probability == 0.02
        assert recorder.asked == ["A.", "A."]


LONG = Text.of(" ".join(f"Ship {number} sailed at noon." for number in range(11)))


class Quick(Recorder):
    """One that scores runs of sentences sooner than they are kept."""

    quick = True


def test_searches_of_a_quick_verifier_are_kept_whole(tmp_path: Path) -> None:
    recorder = Quick()
    with Cache(tmp_path) as cache:
        verifier = remembering(recorder, cache)
        found = retrieve(verifier, LONG, hypotheses("It sailed."))
        assert found == retrieve(recorder, LONG, hypotheses("It sailed.")) and max(node.level for node in found[0].trace) > 1
        assert cache.kinds() == {"search": 2}
        recorder.asked.clear()
        assert retrieve(verifier, LONG, hypotheses("It sailed.")) == found and not recorder.asked
        for other in (SearchSettings(branches=3), SearchSettings(exhaustive=True)):
            assert retrieve(verifier, LONG, hypotheses("It sailed."), other) == retrieve(Quick(), LONG, hypotheses("It sailed."), other)
        assert recorder.asked and cache.kinds() == {"search": 6}


def test_levels_that_are_no_scores_of_a_search_are_searched_again(tmp_path: Path) -> None:
    recorder = Quick()
    asked = hypotheses("It sailed.")[:1]
    found = retrieve(recorder, LONG, asked)
    for damaged in ("high", [[0.5]], [["a", "b"]], [[0.5, 0.25], [0.5, 0.25, 0.1]], [[0.5, 0.25]] * 9):
        with Cache(tmp_path / str(damaged)[:20].strip("[]")) as cache:
            verifier = remembering(recorder, cache)
            verifier.keep_searches(LONG, asked, SearchSettings(), [damaged])  # type: ignore[attr-defined]
            assert retrieve(verifier, LONG, asked) == found


def test_a_slow_verifier_is_remembered_level_by_level(tmp_path: Path) -> None:
    recorder = Recorder()
    with Cache(tmp_path) as cache:
        retrieve(remembering(recorder, cache), LONG, hypotheses("It sailed."))
        assert cache.kinds()["ranges"] > 2
