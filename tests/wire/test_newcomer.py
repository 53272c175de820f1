"""A newcomer opens the page and plays a deal by mouse alone, as each of the players."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.support.bots.running import Running
from tests.support.browser import PATIENCE_MS, chromium, needs_chromium, playwright

pytestmark = [pytest.mark.long, pytest.mark.browser, pytest.mark.wire, needs_chromium]

CHOICE = re.compile(r"^(Pass|.*\d-\d)")
SIZES = [{"width": 1200, "height": 900}, {"width": 400, "height": 780}]


async def be(page: Any, name: str) -> None:
    """Become someone by a press on their name at the top of the page."""
    link = page.locator("#people").get_by_role("link", name=re.compile(name)).first
    if await link.get_attribute("aria-current") is None:
        # until then the messages are those of somebody else
        async with page.expect_response(re.compile("/messages")):
            await link.click()
    await page.locator("#people a[aria-current]", has_text=name[:1]).wait_for()
    await page.wait_for_timeout(100)  # as long as quick eyes take to find the next button
    await page.locator("#messages:not([aria-busy])").wait_for()


async def press(page: Any, label: str) -> None:
    """Press the newest button of a label."""
    await page.locator("#messages").get_by_role("button", name=label, exact=True).last.click()


async def play(page: Any, hand: Any, played: Callable[[], bool]) -> None:
    """Press the first play in a hand, as soon as it can be pressed."""
    end = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < end:
        if played():
            return
        button = hand.get_by_role("button", name=CHOICE, disabled=False).first
        # one that is pressed already is busy until the bot has answered
        if not await hand.locator("[aria-busy]").count() and await button.count():
            with suppress(playwright.TimeoutError):  # it has just been replaced
                await button.click(timeout=1000)
        await page.wait_for_timeout(50)
    raise AssertionError("the move did not come")


@pytest.mark.parametrize("size", SIZES, ids=["screen", "phone"])
async def test_a_newcomer_plays_alone_after_one_press(quick: Running, size: dict[str, int], tmp_path: Path) -> None:
    async with chromium() as browser:
        page = await (await browser.new_context(viewport=size)).new_page()
        page.set_default_timeout(PATIENCE_MS)
        await page.goto(quick.playground.url)
        await page.locator("#people .person-language").first.wait_for()
        languages = await page.locator("#people .person-language").all_inner_texts()
        assert [each.lower() for each in languages] == ["en", "fr", "fr", "it", "en"]
        await page.screenshot(path=tmp_path / "welcome.png")
        await page.get_by_role("button", name="Play alone now").click()
        private = page.locator("#messages article.ephemeral")
        await private.get_by_role("button", name="Play where all can see").wait_for()
        assert await page.locator("#messages article:not(.ephemeral)").count() == 0
        # the hint leaves its room to the table
        await page.get_by_role("button", name="Play alone now").wait_for(state="hidden")
        assert await page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        await page.screenshot(path=tmp_path / "alone.png")
    assert len(quick.kept.seated) == 4


@pytest.mark.parametrize("size", SIZES, ids=["screen", "phone"])
async def test_a_newcomer_plays_a_deal_by_mouse_alone(quick: Running, size: dict[str, int]) -> None:
    errors: list[str] = []
    async with chromium() as browser:
        page = await (await browser.new_context(viewport=size)).new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.goto(quick.playground.url)
        await page.locator("#messages:not([aria-busy])").wait_for()
        await page.get_by_role("button", name="Commands", exact=True).click()
        await page.locator("#suggestions li", has_text="/domino play").click()
        await page.get_by_role("button", name="Run", exact=True).click()
        await page.locator("#messages").get_by_text("Domino Express").first.wait_for()
        await be(page, "Eve")
        await press(page, "Join")
        await page.locator("#messages").get_by_role("button", name="Start").and_(page.locator(":enabled")).wait_for()
        await be(page, "Alice")
        await press(page, "Start")
        await page.locator("#messages").get_by_role("button", name="My hand").wait_for()
        for _ in range(80):
            state = quick.kept.state()
            if state.turn is None:
                break
            await be(page, ("Alice", "Eve")[state.turn])
            moves = len(quick.kept.log)
            hands = page.locator("#messages article.ephemeral")
            shown = await hands.count()
            await press(page, "My hand")
            await hands.nth(shown).wait_for()
            await play(page, hands.last, lambda moves=moves: len(quick.kept.log) > moves)
        else:
            raise AssertionError("the deal did not end")
        await page.locator("#messages").get_by_text(re.compile("goes out|[Bb]locked")).last.wait_for()
        await press(page, "Next deal")
        await page.locator("#messages").get_by_text("Deal 2:").wait_for()
    assert not errors
