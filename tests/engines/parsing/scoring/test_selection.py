"""Which of the arguments found are certain enough to be asked about."""

from engines.core.language import parse_strings
from engines.parsing.arguments.structures import Argument
from engines.parsing.scoring.selection import BEST, DISPLAY, certain_enough
from engines.parsing.scoring.uncertainty import Certainty

CLEAR = "Ana Orlo sold the boat in March."


def _spans(text: str, predicate: str, *arguments: Argument, thresholds=DISPLAY, doubtful: bool = False) -> list[tuple[int, int]]:
    (doc,) = parse_strings([text])
    verb = next(token.i for token in doc if token.text == predicate)
    return [a.span for a in certain_enough(doc, verb, arguments, thresholds, Certainty.of(doc) if doubtful else None)]


def test_what_only_the_scorer_proposes_must_be_surer():
    own = Argument(4, 3, 5, "OBJ", score=0.5)
    assert _spans(CLEAR, "sold", own, Argument(1, 0, 2, "SUBJ", source="learned", score=0.5)) == [own.span]


def test_a_place_must_be_surer_than_a_time():
    time, place = Argument(5, 5, 7, "ADJ", "when", score=0.5), Argument(5, 5, 7, "ADJ", "where", score=0.5)
    subject = Argument(1, 0, 2, "SUBJ", score=0.9)
    assert _spans(CLEAR, "sold", subject, time) == [subject.span, time.span]
    assert _spans(CLEAR, "sold", subject, place) == [subject.span]


def test_a_verb_keeps_its_best_answer_however_doubtful_its_words():
    text = "orlo utd gk varga set 4 loan xx"
    kept = _spans(text, "set", Argument(3, 3, 4, "SUBJ", score=0.4), Argument(6, 6, 7, "OBJ", score=0.35), doubtful=True)
    assert len(kept) == 1


def test_a_verb_keeps_its_best_answer_if_the_only_sure_one_says_nothing():
    text = "Of course the mill closed."
    (doc,) = parse_strings([text])
    assert [token.text for token in doc][:2] == ["Of", "course"]
    nothing, subject = Argument(0, 0, 2, "ADJ", "how", score=0.9), Argument(3, 2, 4, "SUBJ", score=0.33)
    assert subject.span in _spans(text, "closed", nothing, subject)


def test_what_the_scorer_proposes_for_a_noun_depends_on_how_surely_the_noun_is_a_predicate():
    guess = {"role": "SUBJ", "own": False, "source": "learned", "score": 0.6}
    assert _spans("Ana Orlo made a speech on the closure of the mill.", "closure", Argument(1, 0, 2, **guess)) == [(0, 2)]
    assert _spans("Ana Orlo made a speech on the park.", "park", Argument(1, 0, 2, **guess)) == []


def test_given_predicates_get_what_the_scorer_chose():
    guess = Argument(1, 0, 2, "SUBJ", own=False, source="learned", score=0.4)
    assert _spans("Ana Orlo saw the director.", "director", guess, thresholds=BEST) == [(0, 2)]
