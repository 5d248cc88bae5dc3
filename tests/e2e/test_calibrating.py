"""Votes on facts lead to a reliability plot, and what is missing for a recalibration is said."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from explorer.services.workspace import Workspace
from tests.e2e import seeds
from tests.e2e.settling import kept


@pytest.mark.thorough
def test_votes_are_held_against_the_probabilities(visit: object, data_dir: Path) -> None:
    with Workspace(data_dir) as workspace:
        for number in range(1, 21):
            workspace.store.annotate(seeds.BIG, f"q{number}", -1 if number % 3 else 1)
    page = visit(f"?a={seeds.BIG}")
    expect(page.locator("#review .chip")).to_have_count(156)
    page.get_by_role("button", name="Annotate").click()
    for number in range(21, 25):
        with kept(page, f'"q{number}"'):
            page.locator(f".qa[data-unit='q{number}'] .th.{'down' if number % 3 else 'up'}").click()
    expect(page.locator("#status")).to_contain_text("Your opinion is kept.")
    page.reload()
    page.locator(".calibbox summary").click()
    expect(page.locator(".calib")).to_contain_text("You have voted on 24 facts")
    page.get_by_role("button", name="Recalibrate from my votes").click()
    expect(page.locator("#status")).to_contain_text("read through your votes")
    expect(page.locator(".sum")).to_contain_text("recalibrated")
    page.locator(".calibbox summary").click()
    page.get_by_role("button", name="Use the original probabilities").click()
    expect(page.locator("#status")).to_contain_text("original probabilities are back")
    expect(page.locator(".sum")).not_to_contain_text("recalibrated")
