"""A value that differs makes an answer wrong, whatever the overlap; the published F1 stays as it is."""

from engines.core.details import QuestionDetails
from explorer.services.analysis import analyze

REFERENCE = "The Eskdale mill was closed on 3 July 1915 and burned for nine hours. Ilse Varga owned it."


def test_a_date_with_another_month_is_wrong_though_half_of_its_words_are_right() -> None:
    analysis = analyze(REFERENCE, "The Eskdale mill was closed on 3 June 1915. Ilse Varga owned it.", engine="qags")
    dates = [u for u in analysis.units if u.answer is not None and "June" in u.answer.text]
    assert dates and {u.supported for u in dates} == {False} and {u.probability for u in dates} == {0.0}
    assert all(isinstance(u.details, QuestionDetails) and 0 < (u.details.f1 or 0) < 1 for u in dates)
    assert analysis.scores["qags"] > sum(u.probability or 0.0 for u in analysis.units) / len(analysis.units)
    assert any(u.supported for u in analysis.units)
