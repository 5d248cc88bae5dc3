"""How well an engine's probabilities fit what people say: a reliability plot, and the recalibration from a person's own votes."""

from collections.abc import Sequence

from components.html.markup import escape, plural
from engines.calibration.reliability import ReliabilityBin
from explorer.services.calibrating import CalibrationReport

SIDE = 200
"""Width and height of the plot in its own units."""


def calibration_panel(report: CalibrationReport) -> str:
    """The panel below an analysis, once a fact of its engine and verifier has been voted on."""
    if not report.labels and report.calibration is None:
        return ""
    heading = '<span>Calibration</span><span class="sr">: </span><span class="hint">the probabilities against your own votes</span>'
    return (
        f'<details class="card calibbox"><summary>{heading}</summary>'
        f'<div class="calib">{reliability_plot(report.bins)}<div>{_words(report)}{_button(report)}</div></div></details>'
    )


def reliability_plot(bins: Sequence[ReliabilityBin], title: str = "Reliability plot") -> str:
    """Share supported against mean probability, one circle a bin, as large as the bin is full; on the diagonal they mean what they say."""
    most = max((b.count for b in bins), default=0) or 1
    circles = "".join(_circle(b, most) for b in bins if b.mean_probability is not None and b.share_supported is not None)
    said = "; ".join(
        f"{b.low:.1f} to {b.high:.1f}: {b.share_supported:.0%} of {b.count} supported" for b in bins if b.share_supported is not None
    )
    grid = "".join(f'<line class="grid" x1="0" x2="{SIDE}" y1="{y}" y2="{y}"/>' for y in (SIDE // 4, SIDE // 2, 3 * SIDE // 4))
    return (
        f'<figure class="reliab"><svg viewBox="-30 -8 {SIDE + 42} {SIDE + 44}" role="img" aria-label="{escape(f"{title}. {said}")}">'
        f'<rect class="frame" x="0" y="0" width="{SIDE}" height="{SIDE}"/>{grid}'
        f'<line class="ideal" x1="0" y1="{SIDE}" x2="{SIDE}" y2="0"/>{circles}'
        f'<text x="{SIDE / 2}" y="{SIDE + 30}" text-anchor="middle">probability</text>'
        f'<text x="-18" y="{SIDE / 2}" text-anchor="middle" transform="rotate(-90 -18 {SIDE / 2})">share supported</text>'
        f'<text x="0" y="{SIDE + 14}">0</text><text x="{SIDE}" y="{SIDE + 14}" text-anchor="end">1</text></svg></figure>'
    )


def _circle(b: ReliabilityBin, most: int) -> str:
    x, y = SIDE * (b.mean_probability or 0.0), SIDE * (1 - (b.share_supported or 0.0))
    radius = 3 + 7 * (b.count / most) ** 0.5
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"><title>{plural(b.count, "fact")}</title></circle>'


def _words(report: CalibrationReport) -> str:
    said = f"You have voted on {plural(report.labels, 'fact')} of this engine and verifier: {report.supported} supported, "
    said += f"{report.labels - report.supported} not."
    lines = [said]
    if report.error is not None:
        lines.append(f"Expected calibration error {report.error:.2f}: on average the probabilities are that far from the shares you found.")
    if report.error_after is not None:
        lines.append(f"After recalibration it would be {report.error_after:.2f} (each vote judged by a fit to the others).")
    if report.calibration is not None:
        lines.append(f"In use: a recalibration fitted to {plural(report.fitted_to, 'vote')}.")
    elif report.missing:
        lines.append(report.missing)
    return "".join(f"<p>{escape(line)}</p>" for line in lines)


def _button(report: CalibrationReport) -> str:
    fit = '<button type="button" data-calibrate="on">{}</button>'
    buttons = []
    if not report.missing and report.labels > report.fitted_to:
        buttons.append(fit.format("Recalibrate from my votes" if report.calibration is None else "Fit again to all votes"))
    if report.calibration is not None:
        buttons.append('<button type="button" data-calibrate="off">Use the original probabilities</button>')
    return f'<div class="tbar">{"".join(buttons)}</div>' if buttons else ""
