"""Where Chromium is, and how tests start it."""

import shutil

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for path in map(shutil.which, _NAMES) if path), None)
"""The shell without windows is the same browser and takes less of the processor."""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
