"""Facts and errors where they stand on the page."""

import re

from playwright.sync_api import Locator, Page


def fact(page: Page, unit: str) -> Locator:
    return page.locator(f".qa[data-unit='{unit}'] .chip")


def error(page: Page, words: str) -> Locator:
    """The row of the error in these words that is there now."""
    return page.locator(".error:visible .eb").filter(has=page.locator(".wrong", has_text=re.compile(f"^{re.escape(words)}$")))


def unfold(page: Page, words: str) -> None:
    error(page, words).locator("..").locator(".unfold").click()
