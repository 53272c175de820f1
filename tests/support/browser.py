"""A browser for tests of the playground's page."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.async_api", reason="Playwright is not installed")
expect = playwright.expect
"""Playwright's assertions, which wait without running code in the page: its policy forbids that."""

PATIENCE_MS = 120_000
"""The milliseconds after which waiting has failed, on a slow machine, too."""

expect.set_options(timeout=PATIENCE_MS)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync"

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")


@asynccontextmanager
async def chromium() -> AsyncIterator[Any]:
    """Open a browser without a window."""
    async with playwright.async_playwright() as driver:
        opened = await driver.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS.split(), "--no-first-run"])
        yield opened
        await opened.close()
