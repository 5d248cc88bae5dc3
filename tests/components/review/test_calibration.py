"""The reliability plot and the words beside it."""

from components.review.calibration import calibration_panel, reliability_plot
from components.review.page import review
from engines.calibration.reliability import Calibration, reliability
from explorer.services.calibrating import CalibrationReport
from tests.components import samples
from tests.components.reading import assert_only_ours, parsed


def made(**values: object) -> CalibrationReport:
    bins = tuple(reliability([0.05, 0.95, 0.91], [0, 1, 0]))
    return CalibrationReport(
        **{
            "engine": "qasem",
            "verifier": "<v>",
            "labels": 3,
            "supported": 1,
            "bins": bins,
            "error": 0.31,
            "error_after": None,
            "missing": "Too few.",
            **values,
        }
    )


def test_bins_are_circles_and_their_shares_are_said() -> None:
    plot = parsed(reliability_plot(made().bins))
    assert_only_ours(plot)
    assert len(plot.all(tag="circle")) == 2
    assert (
        plot.all(tag="svg")[0].attributes["aria-label"] == "Reliability plot. 0.0 to 0.1: 0% of 1 supported; 0.9 to 1.0: 50% of 2 supported"
    )


def test_what_is_missing_is_said_and_what_can_be_done_is_offered() -> None:
    assert calibration_panel(made(labels=0, supported=0)) == ""
    few = parsed(calibration_panel(made()))
    assert "Too few." in few.text and "Expected calibration error 0.31" in few.text and not few.all(tag="button")
    enough = parsed(calibration_panel(made(missing="", error_after=0.1)))
    assert [b.attributes["data-calibrate"] for b in enough.all(tag="button")] == ["on"]
    used = parsed(calibration_panel(made(missing="", calibration=Calibration(), fitted_to=3)))
    assert [b.attributes["data-calibrate"] for b in used.all(tag="button")] == ["off"]


def test_a_recalibration_is_applied_and_told_and_votes_turn_with_the_verdict() -> None:
    low = made(missing="", calibration=Calibration((0.0, 1.0), (0.0, 0.3)), fitted_to=3)
    root = parsed(review(samples.analysis(), stored=True, calibration=low, annotations={"q1": {"vote": -1}, "q4": {"vote": -1}}))
    assert_only_ours(root)
    assert "0 of 7 facts supported" in root.one("sum").text and "recalibrated" in root.one("sum").text
    pressed = {
        item.attributes["data-unit"]: [b.attributes["data-vote"] for b in item.all("th") if b.attributes["aria-pressed"] == "true"]
        for item in root.all("qa")
    }
    assert pressed["q1"] == ["1"] and pressed["q4"] == ["-1"]
