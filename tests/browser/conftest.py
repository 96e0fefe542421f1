"""Browser tests drive the system's Chromium; where there is none, they are skipped and say so.

Ask for `page` (a fresh page in a fresh profile) or `context`; pytest-playwright closes both after the test.
"""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

# The browser under test talks to the table and to nobody else.
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder, and put them last.

    Playwright leaves an event loop running in its thread until the session ends, where a test that calls `asyncio.run`
    would stumble over it.
    """
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: HERE in item.path.parents)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """How pytest-playwright starts the browser: the system's Chromium, without a sandbox where root runs it."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine (looked for chromium, chromium-browser and google-chrome)")
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    flags = [*FLAGS, "--no-sandbox"] if as_root else list(FLAGS)
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": flags}
