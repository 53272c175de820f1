"""Tests of the cheers at a deal's end: one per person, merged, and gone with the message's other buttons."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import discord
import pytest

from cogs.publishing.cheers import RETRY_SECONDS
from engine.live.tables.table import Table
from tests.cogs.deliveries import pressed, send_all
from tests.cogs.players import Player
from tests.cogs.publishing.test_live_controls import live
from tests.cogs.seen import Seen, walk
from tests.cogs.world import World, act
from tests.support.simcord_private import as_the_bot

CLAP, FIRE, LAUGH = 0, 1, 2
NOT_NOW = "You can only cheer for the deal that has just ended."
EDIT = "/messages/@original"


def cheer(table: Table, which: int, deal: int = 1) -> str:
    return f"b:cheer:{table.id}:{deal}:{which}"


def cheers(seen: Seen) -> list[str]:
    """Return the cheers under a message, as they are read: ``👏``, ``👏 2``."""
    buttons = [each for each in seen.components if each.get("custom_id", "").startswith("b:cheer:")]
    return [" ".join(filter(None, (each["emoji"]["name"], each.get("label")))) for each in buttons]


def gallery(content: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the pictures of a message that is sent."""
    return [item for node in walk(content["components"]) for item in node.get("items", ())]


async def ended(world: World, *names: str, **options: Any) -> Table:
    """Play a deal to its end."""
    table, luck = await world.sit(*(names or ("alice", "bruno")), **{"clock": "none", **options}), random.Random(1)
    async with world.directly():
        while table.view(None).turn is not None:
            await act(table, luck)
    return table


async def press(player: Player, table: Table, which: int = CLAP) -> str:
    """Press a cheer under the newest message; return what is answered beside the count."""
    answer = await player.press(cheer(table, which))
    assert answer.acknowledged
    return answer.text if answer.ephemeral else ""


async def test_players_and_spectators_cheer_in_one_row_under_a_deals_end(world: World) -> None:
    table = await ended(world)
    rows = [each for each in world.board.components if each.get("type") == 1]
    assert [each["custom_id"] for each in rows[-1]["components"]] == [cheer(table, which) for which in range(3)]
    assert cheers(world.board) == ["👏", "🔥", "😂"]
    before, messages, sent = world.board, len(world.messages), world.sent
    text, alt, files, labels = before.text, before.alt, before.files, before.labels
    for player, which in ((world.alice, CLAP), (world.eve, CLAP), (world.eve, LAUGH)):
        assert not await press(player, table, which)
        await world.wait(1)
    assert cheers(world.board) == ["👏 2", "🔥", "😂 1"]
    assert (len(world.messages), world.board.id) == (messages, before.id)
    shown = world.board
    assert (shown.text, shown.alt, shown.files) == (text, alt, files)
    assert [each for each in shown.labels if not each.isdecimal()] == labels
    assert not any(
        "@" in str(each.json.get("allowed_mentions", {}).get("parse")) for each in world.requests(sent, EDIT)
    )
    assert not world.requests(sent, "PATCH", "/channels/"), "the channel's own rate limit is for the players"
    kept = [item["media"]["url"] for edit in world.requests(sent, "PATCH") for item in gallery(edit.json)]
    assert set(kept) == {"attachment://deal.png"}, "addresses run out"
    await world.alice.press("Next deal")
    assert "Deal 2" in world.board.text


async def test_each_person_counts_once_for_a_cheer_and_takes_it_back_with_the_second_press(world: World) -> None:
    table = await ended(world)
    for player, shown in ((world.eve, "👏 1"), (world.bruno, "👏 2"), (world.eve, "👏 1"), (world.bruno, "👏")):
        await press(player, table)
        await world.wait(1)
        assert cheers(world.board)[CLAP] == shown
    await press(world.eve, table)
    await world.alice.press("Next deal")
    await world.end_deal()
    assert cheers(world.board)[CLAP] == "👏", "each deal has its own"
    await world.eve.press(cheer(table, CLAP, deal=2))
    assert cheers(world.board)[CLAP] == "👏 1"


async def test_presses_of_many_people_in_a_second_share_two_edits(world: World) -> None:
    table = await ended(world)
    crowd, sent = world.crowd(20), world.sent
    for some in (crowd[:10], crowd[10:]):
        await send_all(*(pressed(each, cheer(table, each.id % 3)) for each in some))
        assert len(world.requests(sent, "PATCH")) == 1
    await world.wait(2)
    assert len(world.requests(sent, "PATCH")) == 2
    assert sum(int(each.split()[1]) for each in cheers(world.board)) == 20
    sent = world.sent
    await world.wait(5)
    assert not world.requests(sent, "PATCH")


async def test_cheers_go_with_the_other_buttons_and_come_too_late_then(world: World) -> None:
    table = await ended(world)
    await press(world.eve, table)
    end, late = world.board, pressed(world.chloe, cheer(table, CLAP))
    await world.alice.press("Next deal")
    assert world.now(end).labels == ["Replay"]
    assert (await late.send()).private == NOT_NOW
    await world.wait(60)
    assert world.now(end).labels == ["Replay"]
    assert live(world) == [world.board]


async def test_a_message_that_kept_its_buttons_takes_no_cheers_after_the_next_deal(world: World) -> None:
    table = await ended(world)
    end = world.board
    world.fail("PATCH", f"/channels/{world.channel.id}/messages/*", 502)
    await world.alice.press("Next deal")
    assert (await world.eve.press(cheer(table, CLAP), world.now(end))).private == NOT_NOW
    world.heal()
    await world.wait(31)
    assert live(world) == [world.board]


def lose(world: World, monkeypatch: pytest.MonkeyPatch) -> list[Callable[[], Awaitable[Any]]]:
    """Let Discord answer no edit with a press's token; return the edits, to be done late or never."""
    edit, lost = discord.Interaction.edit_original_response, list[Callable[[], Awaitable[Any]]]()

    async def swallowed(interaction: Any, **content: Any) -> Any:
        lost.append(partial(edit, interaction, **content))
        raise TimeoutError

    monkeypatch.setattr(discord.Interaction, "edit_original_response", swallowed)
    return lost


async def test_the_next_deal_waits_for_an_edit_that_is_under_way(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await ended(world)
    end, edit, held, free = world.board, discord.Interaction.edit_original_response, asyncio.Event(), asyncio.Event()

    async def waits(interaction: Any, **content: Any) -> Any:
        held.set()
        await free.wait()
        return await edit(interaction, **content)

    monkeypatch.setattr(discord.Interaction, "edit_original_response", waits)
    with as_the_bot(world.env):
        pressed(world.eve, cheer(table, CLAP)).deliver()
        await held.wait()
        await table.next_deal(world.alice.id, 1)
        for _ in range(2000):
            await asyncio.sleep(0)
        assert world.board == end, "one message is written at a time"
        free.set()
    await world.settle()
    assert "Deal 2" in world.board.text
    assert world.now(end).labels == ["Replay"]
    assert live(world) == [world.board]


async def test_an_edit_that_lands_after_the_next_deal_has_begun_gives_no_buttons_back_for_long(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await ended(world)
    end, lost = world.board, lose(world, monkeypatch)
    await press(world.eve, table)
    await world.alice.press("Next deal")
    stripped = world.now(end).labels
    assert "Next deal" not in stripped
    (late,) = lost
    async with world.directly():
        await late()
    assert "Next deal" in world.now(end).labels
    await world.wait(60)
    assert world.now(end).labels == stripped
    assert live(world) == [world.board]
    assert table.header.post is not None
    assert not table.header.post.older


async def test_an_edit_without_an_answer_is_made_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await ended(world)
    lost = lose(world, monkeypatch)
    await press(world.eve, table)
    assert cheers(world.board)[CLAP] == "👏"
    monkeypatch.undo()
    await world.wait(RETRY_SECONDS + 1)
    assert cheers(world.board)[CLAP] == "👏 1"
    assert len(lost) == 1


@pytest.mark.parametrize("answer", [(404, 10015), (401, 50027), (404, 10008)])
async def test_an_edit_that_discord_refuses_is_let_go(world: World, answer: tuple[int, int]) -> None:
    table = await ended(world)
    world.fail("PATCH", "/webhooks/*", *answer)
    await press(world.eve, table)
    world.heal()
    sent = world.sent
    await world.wait(10)
    assert not world.requests(sent, "PATCH")
    await press(world.bruno, table)
    assert cheers(world.board)[CLAP] == "👏 2"


async def test_after_a_restart_counting_goes_on_from_what_is_shown(world: World) -> None:
    table = await ended(world)
    await press(world.eve, table, FIRE)
    await world.restart()
    assert cheers(world.board) == ["👏", "🔥 1", "😂"]
    for player in (world.eve, world.bruno):
        for which in (FIRE, LAUGH):
            assert not await press(player, table, which)
    await world.wait(1)
    assert cheers(world.board) == ["👏", "🔥 3", "😂 2"]
    await press(world.bruno, table, FIRE)
    await world.wait(1)
    assert cheers(world.board) == ["👏", "🔥 2", "😂 2"], "who presses again takes the own cheer back"


async def test_a_matchs_end_has_cheers_too_also_after_a_restart(world: World) -> None:
    table = await world.play_and_end("alice", "bruno")
    deal = table.view(None).deal
    assert "Rematch" in world.board.labels
    await world.eve.press(cheer(table, CLAP, deal))
    await world.bruno.press(cheer(table, CLAP, deal))
    await world.wait(1)
    assert cheers(world.board) == ["👏 2", "🔥", "😂"]
    await world.restart()
    await world.chloe.press(cheer(table, LAUGH, deal))
    assert cheers(world.board) == ["👏 2", "🔥", "😂 1"]
    assert "Rematch" in world.board.labels
    end = world.board
    await world.alice.press("Rematch")
    await world.eve.press(cheer(table, LAUGH, deal), world.now(end))
    await world.wait(1)
    assert cheers(world.now(end)) == ["👏 2", "🔥", "😂 2"]


async def test_a_game_of_memory_ends_with_cheers_and_all_its_tiles(world: World) -> None:
    table = await ended(world, rules="memory")
    text, alt, files = world.board.text, world.board.alt, world.board.files
    await press(world.eve, table)
    assert cheers(world.board) == ["👏 1", "🔥", "😂"]
    assert (world.board.text, world.board.alt, world.board.files) == (text, alt, files)


async def test_a_match_that_was_ended_early_takes_no_cheers(world: World) -> None:
    table = await ended(world)
    end = world.board
    world.fail("PATCH", f"/channels/{world.channel.id}/messages/*", 502)
    async with world.directly():
        await table.end(world.alice.id, manager=True)
    assert cheers(world.board) == []
    assert (await world.eve.press(cheer(table, CLAP), world.now(end))).private == NOT_NOW


async def test_a_forged_cheer_changes_nothing_and_is_told_so(world: World) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    board = world.board
    await world.end_deal()
    await press(world.eve, table)
    end, sent = world.board, world.sent
    for on, forged in (
        (board, cheer(table, CLAP)),
        (end, cheer(table, 3)),
        (end, cheer(table, CLAP, deal=2)),
        (end, f"b:cheer:{table.id}:01:0"),
        (end, f"b:cheer:{table.id}:x:y"),
        (end, "b:cheer:nothere:1:0"),
    ):
        assert (await world.chloe.forge(forged, on)).private == NOT_NOW
    for forged in (f"b:cheer:{table.id}", f"b:cheer:{table.id}:1:0:0", "b:cheer"):
        assert (await world.chloe.forge(forged, end)).private == "That button was for an earlier move."
    await world.wait(5)
    assert cheers(world.now(end)) == ["👏 1", "🔥", "😂"]
    assert not world.requests(sent, "PATCH")


async def test_a_table_that_is_shown_again_keeps_its_cheers(world: World) -> None:
    table = await ended(world, "alice", "bruno", "chloe")
    await press(world.eve, table)
    end = world.board
    await world.alice.run("board")
    assert world.board != end
    assert cheers(world.board) == ["👏 1", "🔥", "😂"]
    await press(world.eve, table)
    await world.wait(1)
    assert cheers(world.board) == ["👏", "🔥", "😂"]
    await press(world.eve, table)
    await world.chloe.press("Leave", await world.chloe.run("leave"))
    assert cheers(world.board) == ["👏 1", "🔥", "😂"]


@pytest.mark.parametrize("language", ["en-US", "fr"])
async def test_in_text_mode_cheers_have_words(world: World, language: str) -> None:
    await world.prefer(language=language)
    table = await world.sit("alice", "bruno", clock="none")
    await world.alice.write_text(whom="table")
    await world.end_deal()
    text = world.board.text
    for player in (world.eve, world.bruno):
        await press(player, table)
    await world.wait(1)
    words = ["👏 Well played: 2", "🔥 Wow", "😂 Ha ha"]
    assert cheers(world.board) == (
        words if language == "en-US" else ["👏 Bien joué\N{NO-BREAK SPACE}: 2", "🔥 Waouh", "😂 Ha ha"]
    )
    assert world.board.text == text
    assert not world.board.alts


async def test_cheers_are_under_the_one_picture_that_a_server_prefers(world: World) -> None:
    await world.prefer(one_picture=True)
    table = await world.sit("alice", "bruno", clock="none")
    board = world.board
    await world.end_deal()
    assert world.board == board
    await press(world.eve, table)
    assert cheers(world.board)[CLAP] == "👏 1"
    await world.alice.press("Next deal")
    assert world.now(board).labels == ["Replay"]
    assert live(world) == [world.board]


async def test_cheers_count_for_nothing(world: World) -> None:
    table = await ended(world)
    rows = world.rows()
    for which in range(3):
        await press(world.eve, table, which)
    await world.wait(1)
    assert world.rows() == rows
