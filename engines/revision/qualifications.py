"""Conditions, exceptions, hedges, negations and attributions: what a claim may not lose where the reference has it."""

import json
import re
from functools import cache

from engines.core.machine.files import asset


def loses_qualification(cut: str, evidence: str) -> bool:
    """Whether what is cut out qualifies a claim, and the reference qualifies it in the same way.

    Args:
        cut: the words that would go.
        evidence: what the reference says of the claim.
    """
    return any(marks.search(cut) and marks.search(evidence) for marks in _marks().values())


def lacks_condition(said: str, told: str) -> bool:
    """Whether what the reference has told holds under a condition only, and what is said names none."""
    provisos = _marks()["provisos"]
    return provisos.search(told) is not None and provisos.search(said) is None


@cache
def _marks() -> dict[str, re.Pattern[str]]:
    listed = json.loads(asset("revision", "qualifications.json").read_text("utf-8"))
    return {name: re.compile(rf"(?:\b|(?=n['’]t)){_any_of(words)}\b") for name, words in listed.items()}


def _any_of(words: list[str]) -> str:
    """Any of the words, as they begin a sentence too; not the month of May."""
    forms = [form for word in words for form in (word, word.capitalize()) if form != "May"]
    return "(?:" + "|".join(re.escape(form).replace(r"\ ", r"\s+") for form in forms) + ")"
