"""Play where the bot is not: in its direct messages, in private channels and on servers without it, over the wire."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from cogs.core.refusals import DECLINES
from engine.live.model.errors import Code
from render.i18n import translations
from tests.support.bots.crowd import Crowd, crowd
from tests.support.bots.lives import order_for
from tests.support.bots.match_flow import MatchFlow
from tests.support.bots.nursery import Nursery
from tests.support.bots.running import Running, running
from tests.support.browser import chromium, needs_chromium
from tests.support.people import Message, Person
from tests.support.playground import wait_for_commands
from tests.wire.test_newcomer import be

pytestmark = pytest.mark.wire

TOKEN_SECONDS = 1.5
TILE = re.compile(r"^\d-\d")


@pytest_asyncio.fixture
async def hasty(tmp_path: Path) -> AsyncIterator[Running]:
    """A wire whose tokens run out almost at once."""
    async with running(tmp_path, token_seconds=TOKEN_SECONDS) as built:
        yield built


def refused(built: Running) -> list[int]:
    """Return the codes of the requests that Discord refused."""
    return [each.status for each in built.playground.requests if each.status >= 400]


def to_channels(built: Running) -> list[str]:
    """Return the paths of requests with the bot's token to channels."""
    return [each.path for each in built.playground.requests if each.path.startswith("/channels/")]


async def private(who: Person, place: str) -> list[Message]:
    """Return the messages that a person alone sees in a channel."""
    return [message for message in await who.messages(place) if message.ephemeral]


async def test_alone_in_direct_messages_the_first_move_is_one_press_away(quick: Running) -> None:
    # who has installed nothing
    flow = quick.flow("dm", "eve")
    await flow.open()
    while quick.people.eve.id not in (row.user for row in quick.kept.log[1:]):
        await flow.step()
    # a tile that fits both ends takes another
    assert flow.presses.total() <= 2
    for _ in range(3):
        await flow.step()
    (board,) = await quick.people.eve.messages("dm")
    assert len(board.pictures) == 2
    assert to_channels(quick) == refused(quick) == []


@pytest.mark.long
async def test_one_table_follows_another_where_the_bot_is_not(quick: Running) -> None:
    for place, names in {"group": ("alice", "bruno", "chloe"), "friend": ("alice", "davide")}.items():
        flow = quick.flow(place, *names)
        await flow.sit()
        for _ in range(5):
            await flow.step()
        assert len(quick.kept.log) > 3
    lounge = quick.flow("lounge", "alice", "davide")
    await lounge.sit()
    await lounge.step()
    assert to_channels(quick) == refused(quick) == []
    answer = (await quick.people.alice.run("domino play", channel="quiet-room")).message
    assert answer.ephemeral
    assert answer.labels == []


async def test_who_has_not_installed_the_bot_plays_and_sees_no_other_hand(quick: Running) -> None:
    flow = quick.flow("group", "alice", "bruno", "chloe")
    await flow.sit()
    assert await quick.people.bruno.commands("group") == []
    for who in flow.players:
        control = f"b:hand:{quick.kept.id}"
        await flow.press(who, await flow.find(who, control), control)
    hands = [await private(who, "group") for who in flow.players]
    assert [len(seen) for seen in hands] == [1, 1, 1]
    assert len({message.id for seen in hands for message in seen}) == 3
    assert len({message.pictures[0][1] for seen in hands for message in seen}) == 3


@pytest.mark.long
async def test_after_a_nudge_and_an_hour_the_others_let_the_bot_play(tmp_path: Path, nursery: Nursery) -> None:
    async with crowd() as people, AsyncExitStack() as screens:
        players = [people[name] for name in ("alice", "bruno", "chloe")]
        for who in players:
            await who.look()
            screens.push_async_callback(who.look_away)
        flow = MatchFlow(people.playground, tmp_path / "bot.sqlite3", players, "group")
        async with life(people, nursery, flow, tmp_path, hours=0):
            await flow.sit()
            for _ in range(3):
                await flow.step()
            slow, other, third = around(flow)
            nudged = await nudge(flow, other)
            assert [int(user["id"]) for user in nudged.data["mentions"]] == [slow.id]
            assert "Play for them" not in nudged.labels
            assert refusal(third, Code.NUDGED) in (await nudge(flow, third)).text
            assert refusal(slow, Code.NOT_WAITING) in (await nudge(flow, slow)).text
        async with life(people, nursery, flow, tmp_path, hours=1):
            offered, log = await nudge(flow, other), flow.kept.log
            own = await slow.press(offered, label="Play for them")
            assert own.message is not None
            assert refusal(slow, Code.NOT_WAITING) in own.message.text
            assert flow.kept.log == log
            await third.press(offered, label="Play for them")
            # the turn is over, though it may have taken several actions
            await people.until(lambda: len(flow.kept.log) > len(log), "a move")
            assert {row.user for row in flow.kept.log[len(log) :]} == {None}
            held = await slow.wait_for(lambda each: "took too long" in each.text and "I'm back" in each.labels)
            await slow.press(held, label="I'm back")
            while slow.id not in {row.user for row in flow.kept.log[len(log) :]}:
                await flow.step()
        assert {each.status for each in people.playground.requests} <= {200, 204}


@asynccontextmanager
async def life(people: Crowd, nursery: Nursery, flow: MatchFlow, folder: Path, *, hours: int) -> AsyncIterator[None]:
    """Have a bot whose clock is some hours ahead of the first one's, and kill it at the end."""
    order = order_for(people, flow.database, folder / "bot.log", None, seed=1, ahead=hours * 3600.0)
    async with people.with_bot(nursery, order, doomed=False):
        await people.until(lambda: people.playground.gateway.connected, "the bot")
        await wait_for_commands(people.playground, 20)
        yield


def around(flow: MatchFlow) -> tuple[Person, Person, Person]:
    """Return the three players, the one in turn first."""
    turn = flow.kept.seated[flow.kept.state().turn or 0]
    slow, other, third = sorted(flow.players, key=lambda who: who.id != turn)
    return slow, other, third


def refusal(who: Person, code: Code) -> str:
    """Return a refusal in a person's language, up to a time in it."""
    return translations(who.locale).gettext(DECLINES[code]).split("<t:")[0]


async def nudge(flow: MatchFlow, who: Person) -> Message:
    """Press Nudge; return the answer."""
    control = f"b:nudge:{flow.kept.id}:{len(flow.kept.log)}"
    told = (await flow.press(who, await flow.find(who, control), control)).message
    assert told is not None
    return told


async def test_a_bot_that_was_killed_goes_on_at_the_next_press_in_a_group_message(quick: Running) -> None:
    flow = quick.flow("group", "alice", "bruno", "chloe")
    await flow.sit(target=50)
    for number in range(5):
        log = quick.kept.log
        if number == 3:
            await quick.restart()
        await flow.step()
        assert quick.kept.log[: len(log)] == log
    assert to_channels(quick) == refused(quick) == []


@pytest.mark.long
async def test_play_goes_on_after_the_tokens_ran_out(hasty: Running) -> None:
    flow = hasty.flow("group", "alice", "bruno", "chloe")
    await flow.sit()
    for _ in range(5):
        log = len(hasty.kept.log)
        await asyncio.sleep(TOKEN_SECONDS + 0.5)
        while len(hasty.kept.log) == log:
            await flow.step()
    # the pictures before kept their buttons, and answer kindly
    old = [each for each in await flow.players[0].messages("group") if "My hand" in each.labels]
    assert len(old) > 1
    for who in flow.players:
        shown = (await who.press(old[0], label="My hand")).message
        assert shown.ephemeral
        assert shown.pictures
    assert set(refused(hasty)) <= {401}
    assert to_channels(hasty) == []


@pytest.mark.long
async def test_alone_play_goes_on_after_the_tokens_ran_out(hasty: Running) -> None:
    flow = hasty.flow("dm", "eve")
    await flow.open()
    for _ in range(4):
        log = len(hasty.kept.log)
        await asyncio.sleep(TOKEN_SECONDS + 0.5)
        while len(hasty.kept.log) == log:
            await flow.step()
    assert len(await hasty.people.eve.messages("dm")) == 1


@pytest.mark.long
@pytest.mark.browser
@needs_chromium
async def test_three_friends_play_in_a_group_message_on_a_phone(quick: Running, tmp_path: Path) -> None:
    errors: list[str] = []
    async with chromium() as browser:
        page = await (await browser.new_context(viewport={"width": 400, "height": 780})).new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.goto(f"{quick.playground.url}/#alice/group")
        await page.locator("#messages:not([aria-busy])").wait_for()
        await page.get_by_role("button", name="Commands", exact=True).click()
        await page.locator("#suggestions li", has_text="/domino play").click()
        await page.get_by_role("button", name="Run", exact=True).click()
        await page.locator("#messages").get_by_text("Domino Express").first.wait_for()
        for name in ("Bruno", "Chloé"):
            await be(page, name)
            await public(page, "Join").click()
            await page.locator("#messages li", has_text=name).wait_for()
        await be(page, "Alice")
        await public(page, "Start").click()
        await public(page, "My hand").wait_for()
        for _ in range(6):
            await move(page, quick)
        await page.screenshot(path=tmp_path / "group.png")
        assert await page.evaluate("document.documentElement.scrollWidth") <= 400
    assert errors == []
    assert to_channels(quick) == refused(quick) == []


def public(page: Any, label: str) -> Any:
    """Return the newest button of that label under a message that everybody sees."""
    return page.locator("#messages article:not(.ephemeral)").get_by_role("button", name=label, exact=True).last


async def move(page: Any, built: Running) -> None:
    """Let the player in turn play by mouse: from the hand that only they see, or by a pass."""
    kept = built.kept
    state = kept.state()
    who = next(each for each in built.people if each.id == kept.seated[state.turn or 0])
    await be(page, who.name)
    for _ in range(200):
        if len(built.kept.log) > len(kept.log):
            return
        # the bot's answer to the press before is awaited
        if not await page.locator("[aria-busy]").count():
            tile = page.locator("#messages article.ephemeral").last.get_by_role("button", name=TILE, disabled=False)
            if await tile.count():
                await tile.first.click()
            elif await (asked := public(page, "My hand")).count():
                await asked.click()
                await page.wait_for_timeout(300)
                if not await tile.count() and await public(page, "Pass").count():
                    await public(page, "Pass").click()
        await page.wait_for_timeout(100)
    raise AssertionError(f"{who.name} could not move")
