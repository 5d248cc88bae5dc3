"""Waiting for what an action brings about: a slow machine draws, keeps and copies later, never otherwise."""

import re
from contextlib import AbstractContextManager

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Response, expect

PAINTED = """([name, words]) => {
  const ranges = CSS.highlights.has(name) ? Array.from(CSS.highlights.get(name)) : [];
  return ranges.map(r => r.toString()).join("|") === words;
}"""
STILL = """async () => {
  await document.fonts.ready;
  await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return document.getAnimations().every(a => a.playState !== "running" || a.effect.getComputedTiming().endTime === Infinity);
}"""
NARROW = "() => document.documentElement.scrollWidth <= innerWidth"


def settled(page: Page) -> None:
    """Until fonts are there and nothing moves or changes its colour any more."""
    page.wait_for_function(STILL)


def fits(page: Page) -> None:
    """Until nothing reaches beyond the right edge of the window."""
    page.wait_for_function(NARROW)


COLOURS = {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]}
"""Of Axe's rules, those on colours: what else the page is does not change with them."""


def bars_nobody(page: Page) -> None:
    """Axe finds nothing in the dark, and nothing in the colours of the light."""
    for scheme, options in (("dark", {"resultTypes": ["violations"]}), ("light", COLOURS)):
        page.emulate_media(color_scheme=scheme)
        body = expect(page.locator("body"))
        (body.to_have_class if scheme == "dark" else body.not_to_have_class)(re.compile(r"\bdark\b"))
        settled(page)
        found = Axe().run(page, options=options).response["violations"]
        assert not found, [(scheme, rule["id"], [node["html"][:160] for node in rule["nodes"][:4]]) for rule in found]


def painted(page: Page, name: str, words: str) -> None:
    """Until the highlight of that name lies over just these words; over nothing for an empty text."""
    page.wait_for_function(PAINTED, arg=[name, words])


def copied(page: Page, words: str) -> None:
    """Until the clipboard ends with these words."""
    page.wait_for_function("async words => (await navigator.clipboard.readText()).endsWith(words)", arg=words)


def holds(place: Locator, text: str) -> None:
    """Until the place holds exactly this text, white space included."""
    expect(place).to_have_js_property("textContent", text)


def kept(page: Page, *words: str) -> AbstractContextManager[object]:
    """What is done inside is kept: the store has answered to a request in which all of these words stand."""

    def answers(response: Response) -> bool:
        sent = response.request.post_data or ""
        return response.url.endswith("/errata/keep") and response.ok and all(word in sent for word in words)

    return page.expect_response(answers)
