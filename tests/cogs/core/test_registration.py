"""The registration of the commands with Discord, which no table waits for."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import pytest
from discord.app_commands import CommandNotFound, CommandSignatureMismatch

from cogs.registration import registration
from tests.support.in_memory.deliveries import AUTOCOMPLETE, commanded
from tests.support.in_memory.world import World, logged

COMMANDS = "/applications/*/commands"
WAIT = 70


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the next try come later than everything that a test waits for unasked."""
    monkeypatch.setattr(registration, "RETRY_SECONDS", WAIT)


async def change(world: World) -> None:
    """Let the commands differ from those that were last sent."""
    await world.store.set_meta("commands", "of an earlier version")


def lines(log: pytest.LogCaptureFixture) -> list[str]:
    return [each for each in logged(log).splitlines() if "commands" in each]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("status", "code"), [(400, 50035), (403, 50001), (500, 0), (503, 0)])
async def test_a_start_goes_on_when_discord_refuses_the_commands(
    world: World, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    await world.sit("alice", "bruno")
    await change(world)
    world.fail("PUT", COMMANDS, status, code)
    await world.restart()
    await world.move()
    assert [f"({status} " in each for each in lines(caplog)] == [True]
    world.heal()
    await world.wait(WAIT)
    assert await world.store.get_meta("commands") != "of an earlier version"
    assert len(lines(caplog)) == 1


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("error", "told"),
    [
        (discord.RateLimited(1.5 * WAIT), "Too many requests"),
        (TimeoutError(), "TimeoutError"),
        (aiohttp.ServerDisconnectedError(), "Server disconnected"),
        (TypeError("'NoneType' object is not iterable"), "TypeError"),
    ],
)
async def test_a_start_goes_on_when_the_answer_is_nonsense_or_none(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    async def sync(_: Any) -> None:
        raise error

    await change(world)
    with monkeypatch.context() as patch:
        patch.setattr(discord.app_commands.CommandTree, "sync", sync)
        await world.restart()
    await world.sit("alice", "bruno")
    assert [told in each for each in lines(caplog)] == [True]
    await world.wait(WAIT)
    waits = isinstance(error, discord.RateLimited)
    assert (await world.store.get_meta("commands") == "of an earlier version") is waits
    if waits:
        await world.wait(WAIT)
        assert await world.store.get_meta("commands") != "of an earlier version"


async def test_a_command_of_an_earlier_version_gets_a_sentence(world: World, quiet: None) -> None:
    table = await world.sit("alice", "bruno")
    for path, options in (
        (("gone",), {}),
        (("settings", "gone"), {}),
        (("settings",), {"mode": "on"}),
        (("play",), {"gone": 3}),
        (("remove",), {}),
    ):
        answer = await commanded(world.alice, *path, **options).send()
        assert answer.private.startswith("This command has changed"), path
    assert all(isinstance(each, (CommandNotFound, CommandSignatureMismatch)) for each in world.env.errors)
    assert world.tables == (table,)


async def test_choices_for_an_earlier_versions_option_are_none(world: World, caplog: pytest.LogCaptureFixture) -> None:
    for path, option in ((("play",), "gone"), (("gone",), "rules")):
        attempt = commanded(world.alice, *path, kind=AUTOCOMPLETE, **{option: "x"})
        attempt.payload["data"]["options"][0]["options"][0]["focused"] = True
        await attempt.send()
    assert all(isinstance(each, (CommandNotFound, CommandSignatureMismatch)) for each in world.env.errors)
    assert "Traceback" not in caplog.text
