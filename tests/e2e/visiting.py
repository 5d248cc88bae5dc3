"""Opening the page for a test: pages that are used again after a thorough cleaning, or new ones of a context of their own.

A tab that has had the page before opens it in a third of the time (its scripts are compiled, and need not be fetched), and most of a
browser test is the opening of its page.
"""

import re
from dataclasses import dataclass, field

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Page, Request, Response, expect

PATIENCE = 45_000
OWN = re.compile(r"(http://127\.0\.0\.1[:/]|data:|blob:)")
WINDOW = {"width": 1360, "height": 900}
_REFUSED = (400, 401, 403, 404, 405, 413)
_BLANK = "errata/assets/css/1-tokens.css"
"""A file of the page's own address without a script: what the page would keep as it is left, it has kept by then."""
_SEEN = ("color_scheme", "viewport")
"""Settings that a tab can be given after it was opened."""


@dataclass
class Tab:
    """A tab of its own context that is used again."""

    page: Page
    context: BrowserContext
    used: bool = False

    def clean(self, url: str) -> None:
        """Away with everything that a test may have left, in the browser and of the page."""
        for other in self.context.pages:
            if other != self.page:
                other.close()
        self.page.unroute_all()
        self.context.unroute_all()
        self.context.clear_permissions()
        self.page.goto(url + _BLANK)
        self.page.evaluate("() => { sessionStorage.clear(); localStorage.clear(); }")
        self.context.clear_cookies()


@dataclass
class Tabs:
    """The tabs of a browser that are used again, for one address."""

    browser: Browser
    url: str
    _kept: list[Tab] = field(default_factory=list)

    def free(self) -> Tab:
        """A tab that no open visit uses, clean."""
        tab = next((tab for tab in self._kept if not tab.used), None)
        if tab is None:
            context = self.browser.new_context(viewport=WINDOW, reduced_motion="reduce")
            tab = Tab(context.new_page(), context)
            self._kept.append(tab)
        else:
            tab.clean(self.url)
        tab.used = True
        return tab

    def close(self) -> None:
        for tab in self._kept:
            tab.context.close()


class Visit:
    """Opens pages that fail the test on an error in the page, a request off this machine, or one that the guard refuses.

    Args:
        tabs: tabs to use again, where nothing asks for a new one; new ones each time if there are none.
    """

    def __init__(self, browser: Browser, url: str, tabs: Tabs | None = None):
        self._browser, self.url, self._tabs = browser, url, tabs
        self.bad: list[str] = []
        self._contexts: list[BrowserContext] = []
        self._used: list[Tab] = []
        self._notes: dict[str, object] = {
            "request": self._asked,
            "response": self._answered,
            "pageerror": self._failed,
            "dialog": self._stopped,
            "console": self._told,
        }

    def __call__(self, path: str = "", *, new: bool = False, **settings: object) -> Page:
        """Open the page.

        Args:
            path: what comes after the address.
            new: in a browser that has never had it.
            settings: of the browser's context.
        """
        again = None if new or any(name not in _SEEN for name in settings) else self._tabs
        page = self._again(again, **settings) if again else self._new(**settings)
        self._watch(page)
        page.goto(self.url + path)
        # The history comes with everything else that the page loads.
        expect(page.locator("#history [data-open]").first).to_be_attached()
        return page

    def close(self) -> None:
        """Close what was opened; tabs that are used again are left alone from now on."""
        for context in self._contexts:
            context.close()
        for tab in self._used:
            self._ignore(tab.page)
            tab.used = False

    def _new(self, **settings: object) -> Page:
        context = self._browser.new_context(**{"viewport": WINDOW, "reduced_motion": "reduce", **settings})
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        return page

    def _again(self, tabs: Tabs, color_scheme: str | None = None, viewport: dict[str, int] | None = None) -> Page:
        tab = tabs.free()
        self._used.append(tab)
        tab.page.set_default_timeout(PATIENCE)
        tab.page.emulate_media(
            media="null", color_scheme=color_scheme or "light", reduced_motion="reduce", forced_colors="null", contrast="null"
        )
        tab.page.set_viewport_size(viewport or WINDOW)
        return tab.page

    def _watch(self, page: Page) -> None:
        for event, note in self._notes.items():
            page.on(event, note)

    def _ignore(self, page: Page) -> None:
        for event, note in self._notes.items():
            page.remove_listener(event, note)

    def _asked(self, request: Request) -> None:
        if not OWN.match(request.url):
            self.bad.append(request.url)

    def _answered(self, answer: Response) -> None:
        if answer.status in _REFUSED:
            self.bad.append(f"{answer.status} {answer.url}")

    def _failed(self, error: Exception) -> None:
        self.bad.append(str(error))

    def _stopped(self, dialog: Dialog) -> None:
        self.bad.append(dialog.message)

    def _told(self, line: ConsoleMessage) -> None:
        if line.type == "error" and "js_on_load" in line.text:
            self.bad.append(line.text)
