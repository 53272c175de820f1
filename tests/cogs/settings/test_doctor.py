"""``/domino settings doctor``: the bot's permissions in a channel, in words, and the way to missing ones."""

from __future__ import annotations

import pytest
import simcord

from cogs.core import permissions
from engine.live.model.preferences import ServerPreferences
from tests.support.in_memory.deliveries import commanded
from tests.support.in_memory.world import MISSING_ACCESS, MISSING_PERMISSIONS, World, laid
from tests.support.simcord_private import add_bot, deny, deny_bot, shut, take

ALL = ServerPreferences(threads=True, one_picture=True)
"""Settings under which the bot needs the most."""


async def ask(world: World, channel: simcord.ChannelHandle | None = None) -> list[str]:
    """Ask the doctor as Alice; return the answer, a line each."""
    answer = await world.alice.run("settings doctor", channel or world.channel)
    assert answer.ephemeral
    return answer.lines


def ill(lines: list[str]) -> list[str]:
    """Return the faults, each with its remedy."""
    return ["\n".join(lines[at : at + 2]) for at, line in enumerate(lines) if line.startswith("❌")]


async def test_a_healthy_channel_lists_all_that_was_checked(world: World) -> None:
    lines = await ask(world)
    assert lines == [
        f"## Dominoes in <#{world.channel.id}>",
        "✅ I have **View Channel**, to see the channel at all.",
        "✅ I have **Send Messages**, to show the table after each move.",
        "✅ I have **Attach Files**, to show pictures.",
        "✅ I have **Embed Links**, to show pictures.",
        "✅ I have just posted a test here, and deleted it.",
        "✅ Files up to 25 MB are allowed here; mine are 5 MB at most.",
        "✅ The server's settings allow tables here.",
        "✅ Tournaments: each table opens its own thread",
        "✅ There is no table here.",
        "**Nothing is missing here.**",
    ]
    assert not world.messages, "the test is deleted"


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


@pytest.mark.sampled
@pytest.mark.parametrize("where", HOW)
@pytest.mark.parametrize("permission", NEEDED)
async def test_the_doctor_says_where_a_missing_permission_is_given(world: World, permission: str, where: str) -> None:
    if (permission, where) == ("view_channel", "role"):
        return
    await world.store.preferences.set(world.guild.id, ALL)
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
    assert lines[-1] == (f"**{len(wanting)} problems found.**" if len(wanting) > 1 else "**1 problem found.**")


async def test_every_finding_has_a_sentence_beside_its_sign(world: World) -> None:
    await world.store.preferences.set(world.guild.id, ALL)
    well = await ask(world)
    deny(world.env, world.guild, world.channel, "attach_files")
    poor = await ask(world)
    assert "✅ I have **Attach Files**, to show pictures." in well
    assert "❌ I'm missing **Attach Files**, to show pictures." in poor
    for line in (*well, *poor):
        assert len(line.lstrip("✅❌ ")) > 15


async def test_the_doctor_checks_a_threads_own_permission_and_that_it_is_open(world: World) -> None:
    await world.store.preferences.set(world.guild.id, ALL)
    thread = world.thread()
    lines = await ask(world, thread)
    assert lines[-1] == "**Nothing is missing here.**"
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
async def test_the_doctor_compares_the_limit_with_the_largest_file(world: World, limit: int, well: bool) -> None:
    asked = commanded(world.alice, "settings", "doctor")
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
    await world.sit("alice", "bruno", clock="none")
    assert not ill(await ask(world))
    deny_bot(world.env, world.guild, world.channel, "send_messages")
    # no press shows it any more
    world.skip(900)
    await world.move_by_hand()
    found = ill(await ask(world))
    assert found[-1] == (
        "❌ The table couldn't be shown here recently.\n"
        f"-# How: fix what else is missing here, then show the table again with {world.command('board')}."
    )
    assert found[0].startswith("❌ I'm missing **Send Messages**"), "that is what else is missing"


async def test_the_doctor_shows_a_table_that_could_not_be_shown_before(world: World) -> None:
    table = await world.sit("alice", "bruno", clock="none")
    world.refuse(*MISSING_ACCESS)
    await world.move_by_hand()
    assert world.bot.publisher.trouble(table)
    world.heal()
    lines = await ask(world)
    assert "✅ The table couldn't be shown here recently, but now it is at the bottom again." in lines
    assert lines[-1] == "**Nothing is missing here.**"
    assert laid(table)[-1] in world.board.alt
    assert not world.bot.publisher.trouble(table)


BARRED = {
    "a private thread": (
        MISSING_ACCESS,
        "I'm not a member of this private thread.",
        "mention me in this thread: <@{bot}>.",
    ),
    "automod": (
        (400, 200000),
        "This server's AutoMod blocks my message.",
        "Server Settings → AutoMod → the rule → add **TestBot** to its exceptions; Manage Server is needed for that.",
    ),
    "no access": (
        MISSING_ACCESS,
        "Discord doesn't let me into this channel.",
        f"{HOW['channel']}".replace("**{}**", "**View Channel**, **Send Messages**"),
    ),
    "a permission": (
        MISSING_PERMISSIONS,
        "Discord says that I'm missing a permission here.",
        f"{HOW['channel']}".replace("**{}**", "**View Channel**, **Send Messages**"),
    ),
    "something else": (
        (403, 20022),
        "Discord refuses my messages here, and says: “Internal Server Error (injected by test)” (20022).",
        "if no setting of this channel explains that, play in another channel.",
    ),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("why", BARRED)
async def test_the_doctor_finds_by_trying_why_discord_refuses_despite_permissions(world: World, why: str) -> None:
    place = world.thread(private=True) if why == "a private thread" else world.channel
    refusal, cause, how = BARRED[why]
    world.refuse(*refusal, place=place)
    lines = await ask(world, place)
    how = how.format(bot=world.env.backend.bot_user.id)
    assert lines[-3:] == [f"❌ {cause}", f"-# How: {how}", "**1 problem found.**"]
    world.heal()
    if why == "a private thread":
        add_bot(world.env, place)
    assert (await ask(world, place))[-1] == "**Nothing is missing here.**"


async def test_a_test_that_discord_does_not_answer_is_no_reason_to_look_for_a_setting(world: World) -> None:
    world.refuse(503)
    doctor = world.command("settings", "doctor")
    assert ill(await ask(world)) == [
        f"❌ Discord isn't taking my messages right now.\n-# How: try {doctor} again in a moment."
    ]


async def test_a_test_that_stays_is_told_of(world: World) -> None:
    world.fail("DELETE", f"/channels/{world.channel.id}/messages/*", *MISSING_PERMISSIONS)
    assert "✅ I have just posted a test here, but couldn't delete it." in await ask(world)
    assert world.board.text == f"This is a test by {world.command('settings', 'doctor')}, which I delete at once."


async def test_closed_direct_messages_are_reported_to_their_owner_alone(world: World) -> None:
    path = f"/channels/{world.alice.user.dm_channel.id}/messages"
    world.fail("POST", path, 403, 50007)
    await world.sit("alice", "bruno")
    (told,) = ill(await ask(world))
    assert told.startswith(
        "❌ I can't send you direct messages, so you can only see your hand with **My hand**.\n-# How:"
    )
    for person in (world.bruno, world.eve):
        assert "direct messages" not in (await person.run("settings doctor")).text


async def test_all_findings_at_once_fit_into_a_message(world: World) -> None:
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.prefer(threads=True, one_picture=True, channels=(elsewhere.id,))
    everything = [each for each in NEEDED if each != "view_channel"]
    for permission in everything:
        take(world.env, world.guild, permission)
    await world.settle()
    answer = await world.alice.run("settings doctor")
    lines = answer.lines
    assert len(ill(lines)) == len(everything) + 1
    assert lines[-1] == f"**{len(everything) + 1} problems found.**", "nothing was cut off"
    assert sum(map(len, answer.parts)) <= 3_500


async def test_the_doctor_checks_the_channel_of_the_deal_of_the_day_wherever_it_is_asked(world: World) -> None:
    usual, channel = await ask(world), world.guild.create_text_channel("daily")
    await world.prefer(daily_channel=channel.id)
    assert [line for line in await ask(world) if line not in usual] == [
        f"✅ I post the deal of the day in <#{channel.id}>."
    ]
    deny_bot(world.env, world.guild, channel, "attach_files")
    fault, remedy = ill(await ask(world))[0].splitlines()
    assert fault == f"❌ I can't post the deal of the day in <#{channel.id}>: I'm missing **Attach Files** there."
    assert remedy.startswith("-# How: give me the permissions there, or choose another channel with </domino-server")
    await world.delete_channel(channel)
    assert ill(await ask(world))[0].startswith("❌ The channel for the deal of the day no longer exists.")


@pytest.mark.parametrize("permission", permissions.NEEDED_FOR_THREADS)
async def test_without_a_thread_the_doctor_tells_where_the_tables_of_a_tournament_are(
    world: World, permission: str
) -> None:
    deny_bot(world.env, world.guild, world.channel, permission)
    lines = await ask(world)
    (at,) = [number for number, line in enumerate(lines) if "Tournaments: " in line]
    label = f"**{permissions.NEEDED_FOR_THREADS[permission]}**"
    told = "⚠️ Tournaments: I can't open a thread for each table here: I'm missing"
    assert lines[at].startswith(f"{told} {label}. Without it, tables are played")
    assert lines[at + 1] == f"-# How: {HOW['channel'].format(permissions.NEEDED_FOR_THREADS[permission])}"
    assert lines[-1] == "**Matches have all they need here.**"


async def test_the_doctor_tells_nothing_of_tournaments_where_there_are_none(world: World) -> None:
    assert "Tournaments" not in "".join(await ask(world, world.thread()))
    await world.replace(without=("cogs.cups", "cogs.tile_emojis"))
    assert "Tournaments" not in "".join(await ask(world))
