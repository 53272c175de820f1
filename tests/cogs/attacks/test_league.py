"""Attacks on what stands around matches: pasts, leaderboards, people's data; through Discord, and from beside it."""

from __future__ import annotations

import logging
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

import bot
from cogs.history import replay
from engine.live.model.errors import StorageError
from engine.live.model.preferences import Visibility
from tests.cogs.conftest import World
from tests.cogs.failing import refuse, relent, unhurt
from tests.cogs.finished import finish, show
from tests.cogs.payloads import pressed, said
from tests.cogs.playing import alt_texts, buttons, rush, text
from tests.cogs.privacy.test_deletion import second_question
from tests.engine.live.club import bytes_of, traces
from tests.support.simcord_private import as_the_bot


async def press(world: World, who: Any, message: Any, custom_id: str, **data: Any) -> str:
    """Press a control, existing or not; give what is answered."""
    forged = pressed(world.env, who, message, custom_id, **data)
    forged.deliver()
    await world.env.settle()
    return said(forged.answer)


# ---------------------------------------------------------------------- from beside Discord


@pytest.fixture
def levels() -> Generator[None]:
    """Put the log's levels back."""
    kept = {name: logging.getLogger(name).level for name in (None, "discord", "aiosqlite")}
    handlers = list(logging.getLogger().handlers)
    yield
    for name, level in kept.items():
        logging.getLogger(name).setLevel(level)
    logging.getLogger().handlers[:] = handlers


@pytest.mark.parametrize("level", ["DEBUG", "INFO", "ERROR"])
def test_on_no_level_does_the_log_hold_what_the_library_sends_and_receives(
    level: str, levels: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOMINO_LOG_LEVEL", level)
    monkeypatch.setenv("DOMINO_DATABASE", str(tmp_path / "there is none"))
    monkeypatch.chdir(tmp_path)
    assert bot.main(["--backup", str(tmp_path / "copy")]) == 1
    assert logging.getLogger("cogs.client").getEffectiveLevel() == getattr(logging, level)
    # there it writes whole messages, hands among them, and all that people type
    for library in ("discord.http", "discord.gateway", "discord.webhook.async_", "aiosqlite"):
        assert logging.getLogger(library).getEffectiveLevel() == max(getattr(logging, level), logging.INFO)


# ---------------------------------------------------------------------- forged


@pytest.mark.parametrize(
    "custom_id",
    [
        *(f"b:past:{whose}:1" for whose in ("99999999999999999999", 2**63, -(2**40))),
        *(f"b:boardkind:alone:{time}:all" for time in ("m999912", "m000101", "s999999999")),
    ],
)
async def test_no_forged_id_or_time_is_an_error(custom_id: str, world: World, caplog: pytest.LogCaptureFixture) -> None:
    await finish(world, (world.alice, 10, True), (world.bruno, 5, False))
    await world.alice.slash(world.channel, "domino leaderboard")
    assert await press(world, world.eve, world.last(), custom_id) == "That was for an earlier move."
    unhurt(caplog)


# ---------------------------------------------------------------------- names


@pytest.mark.parametrize("shown", [Visibility.NAMELESS, Visibility.HIDDEN])
async def test_replay_under_an_old_result_names_nobody_who_wants_no_name(
    shown: Visibility, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def note(views: Any, people: Any, *rest: Any, **named: Any) -> bytes:
        asked.append(people)
        return b"GIF"

    monkeypatch.setattr(replay.render, "replay", note)
    table = await world.sit("alice", "bruno", target=50)
    await rush(world, table)
    await show(world, world.alice, shown)
    for who in (world.eve, world.alice):
        await who.click(world.last(), label="Replay")
    assert asked == [["Player 1", "Bruno"], ["Alice", "Bruno"]]


# ---------------------------------------------------------------------- rematches


async def test_nobody_is_called_to_a_rematch_on_another_server(world: World) -> None:
    guild = world.env.create_guild("Elsewhere", owner=world.env.create_user("owner2"))
    there = guild.create_text_channel("there")
    alice = guild.add_member(world.alice.user)
    await alice.slash(there, "domino leaderboard")
    table = await world.sit("alice", "bruno", target=50)
    await rush(world, table)
    answer = await press(world, alice, there.last_message, f"b:rematch:{table.id}")
    assert answer == "That was for an earlier move."
    assert not world.bot.hub.tables


# ---------------------------------------------------------------------- deletion


async def test_a_rematch_that_is_opened_just_then_does_not_bring_back_who_is_deleted(world: World) -> None:
    table = await world.sit("alice", "bruno", target=50)
    await rush(world, table)
    asked = await second_question(world, world.alice)
    again = pressed(world.env, world.bruno, world.last(), f"b:rematch:{table.id}")
    sure = pressed(world.env, world.alice, asked.response.message, buttons(asked.response)["Delete it for good"])
    again.deliver()
    sure.deliver()
    await world.env.settle(timeout=60)
    assert "Your data is deleted" in said(sure.answer)
    assert len(world.table.people) == 1
    await world.chloe.click(world.last(), label="Join")
    assert not traces(world.database, world.alice.id, "Alice")
    assert str(world.alice.id).encode() not in bytes_of(world.database)


def _connection(world: World) -> Any:
    return world.bot.hub.store._connection  # type: ignore[attr-defined]  # pyright: ignore


async def test_who_is_deleted_hears_so_even_where_the_file_cannot_be_written_anew(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.sit("alice", "bruno", target=50)
    await rush(world, table)
    asked = await second_question(world, world.alice)
    connection = _connection(world)

    async def held() -> bool:
        raise StorageError("a backup is being made")

    with monkeypatch.context() as patched:
        patched.setattr(connection, "rewrite", held)
        done = await world.alice.click(asked.response, label="Delete it for good")
    assert "Your data is deleted" in said(done)
    assert not traces(world.database, world.alice.id, "Alice")
    # and the rest is done in time
    assert await connection.rows("SELECT * FROM notes WHERE name = 'unswept'")
    await world.bot.retention.purge()
    assert not await connection.rows("SELECT * FROM notes WHERE name = 'unswept'")


async def test_a_result_that_discord_takes_late_does_not_name_who_is_deleted_by_then(world: World) -> None:
    table = await world.sit("alice", "bruno", target=50)
    refuse(world, 500)
    with as_the_bot(world.env):
        while (view := table.view(None)) and table.playing:
            if view.turn is None:
                await table.next_deal(world.alice.id, view.deal)
            else:
                await table.play(table.people[view.turn].user, view.turn, table.ply, 0)
    await world.env.settle()
    panel: Any = await world.alice.slash(world.guild.create_text_channel("elsewhere"), "domino privacy")
    for label in ("Delete my data", "Go on", "Delete it for good"):
        panel = await world.alice.click(panel.response, label=label)
    relent(world)
    await world.env.advance_time(60)
    told = text(world.last()) + "".join(alt_texts(world.last()))
    assert "The seed, opened" in told
    assert "a former player" in told
    assert "Alice" not in told
    assert str(world.alice.id) not in told
    assert not traces(world.database, world.alice.id, "Alice")
