"""Attacks on past matches, leaderboards and people's data."""

from __future__ import annotations

import logging
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

import bot
from cogs.history import replay
from engine.live.model.preferences import Visibility
from tests.cogs.privacy import second_question
from tests.engine.live.traces import bytes_of, traces
from tests.support.in_memory.deliveries import pressed, send_all
from tests.support.in_memory.matches import finish, show
from tests.support.in_memory.players import Player
from tests.support.in_memory.world import World

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
def test_no_log_level_shows_requests(level: str, levels: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOMINO_LOG_LEVEL", level)
    monkeypatch.setenv("DOMINO_DATABASE", str(tmp_path / "there is none"))
    monkeypatch.chdir(tmp_path)
    assert bot.main(["--backup", str(tmp_path / "copy")]) == 1
    assert logging.getLogger("cogs.bot").getEffectiveLevel() == getattr(logging, level)
    # there it writes whole messages, hands among them, and all that people type
    for library in ("discord.http", "discord.gateway", "discord.webhook.async_", "aiosqlite"):
        assert logging.getLogger(library).getEffectiveLevel() == max(getattr(logging, level), logging.INFO)


# ---------------------------------------------------------------------- forged


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "custom_id",
    [
        *(f"b:past:{whose}:1" for whose in ("99999999999999999999", 2**63, -(2**40))),
        *(f"b:boardkind:alone:{time}:all" for time in ("m999912", "m000101", "s999999999")),
    ],
)
async def test_no_forged_id_or_time_is_an_error(custom_id: str, world: World) -> None:
    await finish(world, (world.alice, 10, True), (world.bruno, 5, False))
    await world.alice.run("leaderboard")
    assert (await world.eve.forge(custom_id)).text == "That button was for an earlier move."


# ---------------------------------------------------------------------- names


@pytest.mark.sampled(1)
@pytest.mark.parametrize("shown", [Visibility.NAMELESS, Visibility.HIDDEN])
async def test_a_replay_names_nobody_hidden(shown: Visibility, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def note(views: Any, people: Any, *rest: Any, **named: Any) -> bytes:
        asked.append(people)
        return b"GIF"

    monkeypatch.setattr(replay.render, "replay", note)
    await world.play_and_end()
    await show(world, world.alice, shown)
    for who in (world.eve, world.alice):
        await who.press("Replay")
    assert asked == [["Player 1", "Bruno"], ["Alice", "Bruno"]]


# ---------------------------------------------------------------------- rematches


@pytest.mark.long
async def test_a_rematch_is_not_opened_from_another_server(world: World) -> None:
    far, mallory = world.elsewhere()
    alice = Player(world, mallory.guild.add_member(world.alice.user))
    await alice.run("leaderboard", far)
    table = await world.play_and_end()
    assert (await alice.forge(f"b:rematch:{table.id}", far)).text == "That button was for an earlier move."
    assert not world.tables


# ---------------------------------------------------------------------- deletion


@pytest.mark.long
async def test_a_rematch_opened_meanwhile_does_not_bring_back_a_deleted_user(world: World) -> None:
    table = await world.play_and_end()
    asked = await second_question(world.alice)
    again = pressed(world.bruno, f"b:rematch:{table.id}")
    sure = pressed(world.alice, asked.buttons["Delete for good"], asked)
    await send_all(again, sure)
    assert "Your data has been deleted" in sure.answer.text
    assert len(world.table.people) == 1
    await world.chloe.press("Join")
    assert not traces(world.database, world.alice.id, "Alice")
    assert str(world.alice.id).encode() not in bytes_of(world.database)


@pytest.mark.long
async def test_a_late_result_does_not_name_a_user_deleted_by_then(world: World) -> None:
    await world.sit("alice", "bruno", target=50)
    world.refuse(500)
    await world.rush()
    panel: Any = await world.alice.run("settings privacy", world.guild.create_text_channel("elsewhere"))
    for label in ("Delete my data", "Continue", "Delete for good"):
        panel = await world.alice.press(label, panel)
    world.heal()
    await world.wait(60)
    shown = world.board.everything
    assert "🔒 fair deal" in shown
    assert "a former player" in shown
    assert "Alice" not in shown
    assert str(world.alice.id) not in shown
    assert not traces(world.database, world.alice.id, "Alice")
