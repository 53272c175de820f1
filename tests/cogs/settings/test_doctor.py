"""``/domino doctor``: what the bot has and lacks in a channel, in words, and how to give it."""

from __future__ import annotations

import pytest
import simcord

from cogs.core import permissions
from engine.live.model.preferences import ServerPreferences
from tests.cogs.deliveries import commanded
from tests.cogs.world import World
from tests.support.simcord_private import deny, deny_bot, shut, take

ALL = ServerPreferences(threads=True, one_picture=True)
"""Settings under which the bot needs the most."""


async def ask(world: World, channel: simcord.ChannelHandle | None = None) -> list[str]:
    """Ask the doctor as Alice; give what is said, a line each."""
    answer = await world.alice.run("doctor", channel or world.channel)
    assert answer.ephemeral
    return answer.lines


def ill(lines: list[str]) -> list[str]:
    """Return what was found wanting, each with the way to mend it."""
    return ["\n".join(lines[at : at + 2]) for at, line in enumerate(lines) if line.startswith("❌")]


async def test_a_healthy_channel_lists_all_that_was_checked(world: World) -> None:
    lines = await ask(world)
    assert lines == [
        f"## Dominoes in <#{world.channel.id}>",
        "**Nothing is missing here.**",
        "✅ I have **View Channel**, to see the channel at all.",
        "✅ I have **Send Messages**, to show the table after each move.",
        "✅ I have **Attach Files**, to show pictures.",
        "✅ I have **Embed Links**, to show pictures.",
        "✅ Files up to 25 MB are allowed here; mine are 5 MB at most.",
        "✅ The server's settings allow tables here.",
        "✅ There is no table here.",
    ]


async def test_the_doctor_checks_what_the_settings_need(world: World) -> None:
    usual, history = await ask(world), "✅ I have **Read Message History**, to find my own messages again."
    await world.prefer(one_picture=True)
    assert [line for line in await ask(world) if line not in usual] == [history]
    await world.prefer(one_picture=False, threads=True)
    assert [line for line in await ask(world) if line not in usual] == [
        "✅ I have **Create Public Threads**, to open a thread for each table.",
        "✅ I have **Send Messages in Threads**, to show the table in a thread.",
        history,
    ]


NEEDED = permissions.NEEDED | permissions.NEEDED_FOR_THREADS | permissions.NEEDED_FOR_ONE_PICTURE


HOW = {
    "channel": "the gear beside the channel's name (Edit Channel) → Permissions → Advanced permissions → "
    "add or choose **TestBot** → set **{}** to ✓.",
    "role": "Server Settings → Roles → **TestBot** → Permissions → switch on **{}**.",
}


@pytest.mark.parametrize("where", HOW)
@pytest.mark.parametrize("permission", NEEDED)
async def test_the_doctor_says_where_a_missing_permission_is_given(world: World, permission: str, where: str) -> None:
    if (permission, where) == ("view_channel", "role"):
        return
    await world.store.set_preferences(world.guild.id, ALL)
    if where == "channel":
        deny_bot(world.env, world.guild, world.channel, permission)
    else:
        take(world.env, world.guild, permission)
        await world.settle()
    lines = await ask(world)
    wanting, name = ill(lines), NEEDED[permission]
    # without View Channel or Send Messages, Discord counts more as missing
    (mine,) = [each for each in wanting if f"**{name}**" in each]
    assert mine == f"❌ I'm missing **{name}**, {permissions.PURPOSES[permission]}.\n-# How: {HOW[where].format(name)}"
    assert lines[1] == (f"**{len(wanting)} problems found.**" if len(wanting) > 1 else "**1 problem found.**")


async def test_every_finding_has_a_sentence_beside_its_sign(world: World) -> None:
    await world.store.set_preferences(world.guild.id, ALL)
    well = await ask(world)
    deny(world.env, world.guild, world.channel, "attach_files")
    poor = await ask(world)
    assert "✅ I have **Attach Files**, to show pictures." in well
    assert "❌ I'm missing **Attach Files**, to show pictures." in poor
    for line in (*well, *poor):
        assert len(line.lstrip("✅❌ ")) > 15


async def test_the_doctor_checks_a_threads_own_permission_and_that_it_is_open(world: World) -> None:
    await world.store.set_preferences(world.guild.id, ALL)
    thread = world.thread()
    lines = await ask(world, thread)
    assert lines[1] == "**Nothing is missing here.**"
    assert "✅ I have **Send Messages in Threads**, to show the table in a thread." in lines
    assert not [line for line in lines if "**Send Messages**" in line or "Create Public Threads" in line]
    assert "✅ This thread is open: neither archived nor locked." in lines


SHUT = {
    "archived": "write a message in the thread to reopen it.",
    "locked": "a member with Manage Threads opens the thread's menu (⋯) → Unlock Thread.",
}


@pytest.mark.parametrize("how", SHUT)
async def test_a_shut_thread_is_named_with_the_way_to_open_it(world: World, how: str) -> None:
    thread = world.thread()
    shut(world.env, thread, **{how: True})
    assert ill(await ask(world, thread)) == [f"❌ This thread is {how}.\n-# How: {SHUT[how]}"]


async def test_the_doctor_names_a_channel_without_threads_if_tables_open_them(world: World) -> None:
    voice = world.guild.create_voice_channel("lounge")
    assert not ill(await ask(world, voice))
    await world.prefer(threads=True)
    assert ill(await ask(world, voice))[-1].startswith(
        "❌ Tables should open their own threads, but this kind of channel has none.\n-# How: "
    )


@pytest.mark.parametrize(("limit", "well"), [(10 * 1024**2, True), (5 * 1024**2, True), (5 * 1024**2 - 1, False)])
async def test_the_doctor_compares_the_limit_of_files_with_the_largest_file(
    world: World, limit: int, well: bool
) -> None:
    asked = commanded(world.alice, "doctor")
    asked.payload["attachment_size_limit"] = limit
    asked.deliver()
    await world.settle()
    wanting = ill(asked.answer.lines)
    assert not wanting if well else wanting[0].startswith("❌ Files up to 5 MB are allowed here; replays of long")


async def test_a_channel_without_tables_names_who_can_change_that(world: World) -> None:
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.prefer(channels=(elsewhere.id,))
    command = world.command("settings", root="domino-server")
    assert ill(await ask(world)) == [
        "❌ The server's settings don't allow tables here.\n"
        f"-# How: a member with Manage Server uses {command} and adds this channel to the list."
    ]
    assert not ill(await ask(world, elsewhere))


async def test_a_table_here_is_linked_to(world: World) -> None:
    await world.alice.run("play")
    lobby = world.board
    (line,) = (each for each in await ask(world) if "There is a table here" in each)
    assert line.endswith(f"/{world.channel.id}/{lobby.id}")


async def test_the_doctor_names_a_table_that_could_not_be_shown(world: World) -> None:
    await world.sit("alice", "bruno")
    assert not ill(await ask(world))
    deny_bot(world.env, world.guild, world.channel, "send_messages")
    await world.move_by_hand()
    found = ill(await ask(world))
    assert any(each.startswith("❌ The table couldn't be shown here recently.\n-# How: ") for each in found)


async def test_closed_direct_messages_are_reported_to_their_owner_alone(world: World) -> None:
    path = f"/channels/{world.alice.user.dm_channel.id}/messages"
    world.fail("POST", path, 403, 50007)
    await world.sit("alice", "bruno")
    (told,) = ill(await ask(world))
    assert told.startswith(
        "❌ I can't send you direct messages, so you can only see your hand with **My hand**.\n-# How:"
    )
    for person in (world.bruno, world.eve):
        assert "direct messages" not in (await person.run("doctor")).text


async def test_all_findings_at_once_fit_into_a_message(world: World) -> None:
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.prefer(threads=True, one_picture=True, channels=(elsewhere.id,))
    everything = [each for each in NEEDED if each != "view_channel"]
    for permission in everything:
        take(world.env, world.guild, permission)
    await world.settle()
    answer = await world.alice.run("doctor")
    lines = answer.lines
    assert len(ill(lines)) == len(everything) + 1
    assert lines[1] == f"**{len(everything) + 1} problems found.**"
    assert lines[-1] == "✅ There is no table here.", "nothing was cut off"
    assert sum(map(len, answer.parts)) <= 3_500
