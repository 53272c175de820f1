"""What simcord is taught: an app in group messages, in friends' direct messages and on servers without the bot."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import discord
import pytest
import pytest_asyncio
import simcord
from discord import app_commands

from tests.support import anywhere
from tests.support.simcord_private import create_thread, errors_of, hurry

PUBLIC, EPHEMERAL = False, True


class Bot(discord.Client):
    """Answers ``/say`` anywhere, with a button, and has commands for servers and for its own messages alone."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.default())
        self.tree = app_commands.CommandTree(self)
        self.heard: list[discord.Interaction] = []
        self.said: dict[str, Any] = {"content": "said"}

        @self.tree.command()
        @app_commands.allowed_installs(guilds=True, users=True)
        @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
        async def say(interaction: discord.Interaction) -> None:
            view = discord.ui.View(timeout=None)
            view.add_item(discord.ui.Button(label="Press", custom_id="press"))
            await interaction.response.send_message(view=view, **self.said)

        @self.tree.command()
        @app_commands.allowed_installs(guilds=True, users=False)
        @app_commands.guild_only()
        async def manage(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("managed")

        @self.tree.command()
        async def plain(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("plain")

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.heard.append(interaction)
        if interaction.type is discord.InteractionType.component:
            await interaction.response.defer()

    async def on_message(self, message: discord.Message) -> None:
        self.dispatch("heard", message)


@dataclass
class Stage:
    """The bot, its server with Alice and Bruno, and Chloé who is nowhere."""

    env: simcord.Env
    bot: Bot
    home: Any
    alice: Any
    bruno: Any
    chloe: Any

    async def refused(self, request: Any) -> tuple[int, int]:
        """Return the status and code with which Discord refuses a request of the bot."""
        with pytest.raises(discord.HTTPException) as refused:
            await request
        return refused.value.status, refused.value.code

    async def say(self, who: Any, place: Any) -> Any:
        return await anywhere.slash(self.env, who, place, "say")


def with_the_token(bot: Bot, channel_id: int, message_id: int) -> list[Callable[[], Any]]:
    """Return requests of all kinds about a channel and a message in it."""
    channel = bot.get_partial_messageable(channel_id)
    message = channel.get_partial_message(message_id)
    return [
        lambda: channel.send("hello"),
        lambda: message.edit(content="new"),
        lambda: message.add_reaction("👏"),
        lambda: bot.http.start_thread_with_message(channel_id, message_id, name="thread", auto_archive_duration=60),
        lambda: bot.fetch_channel(channel_id),
        message.fetch,
        message.delete,
        message.pin,
    ]


@pytest_asyncio.fixture
async def stage() -> AsyncGenerator[Stage]:
    bot = Bot()
    hurry()
    env = simcord.Env(bot)
    await env.start()
    guild = env.create_guild("Home")
    users = [env.create_user(name) for name in ("alice", "bruno", "chloe")]
    alice, bruno = (guild.add_member(user) for user in users[:2])
    yield Stage(env, bot, guild.create_text_channel("table"), alice, bruno, users[2])
    await env.shutdown()
    errors_of(env)


async def test_a_group_message_carries_its_context_and_who_brought_the_app(stage: Stage) -> None:
    group = anywhere.group_message(stage.env, stage.alice, stage.bruno, stage.chloe)
    anywhere.install(stage.env, stage.alice)
    with anywhere.payloads(stage.env) as sent:
        answer = await stage.say(stage.alice, group)
        await stage.bruno.user.click(answer.response, label="Press")
    command, press = sent
    for payload in sent:
        assert payload["context"] == 2
        assert payload["channel"]["type"] == 3
        assert len(payload["channel"]["recipients"]) == 3
        assert payload["authorizing_integration_owners"] == {"1": str(stage.alice.id)}
        assert "member" not in payload
        assert "guild_id" not in payload
        allowed = discord.Permissions(int(payload["app_permissions"]))
        assert allowed == discord.Permissions(attach_files=True, embed_links=True, mention_everyone=True)
    assert (command["user"]["id"], press["user"]["id"]) == (str(stage.alice.id), str(stage.bruno.id))
    heard = stage.bot.heard[-1]
    assert isinstance(heard.channel, discord.GroupChannel)
    assert heard.context.private_channel
    assert [each.is_user_integration() for each in stage.bot.heard] == [True, False]
    metadata = press["message"]["interaction_metadata"]
    assert metadata["authorizing_integration_owners"] == {"1": str(stage.alice.id)}


async def test_two_people_have_a_direct_message_without_the_bot(stage: Stage) -> None:
    friends = anywhere.group_message(stage.env, stage.alice, stage.bruno)
    anywhere.install(stage.env, stage.alice)
    with anywhere.payloads(stage.env) as sent:
        await stage.say(stage.alice, friends)
    assert (sent[0]["context"], sent[0]["channel"]["type"]) == (2, 1)
    assert isinstance(stage.bot.heard[0].channel, discord.DMChannel)


async def test_the_bots_own_direct_messages_stay_what_they_were(stage: Stage) -> None:
    anywhere.install(stage.env, stage.chloe)
    with anywhere.payloads(stage.env) as sent:
        await stage.alice.user.slash("say")
        await stage.chloe.slash("say")
    owners = [each["authorizing_integration_owners"] for each in sent]
    assert owners == [{"0": "0"}, {"1": str(stage.chloe.id)}]
    assert [each["context"] for each in sent] == [1, 1]
    assert discord.Permissions(int(sent[0]["app_permissions"])).external_emojis


async def test_a_command_is_offered_where_its_contexts_and_an_installation_allow_it(stage: Stage) -> None:
    group = anywhere.group_message(stage.env, stage.alice, stage.bruno, stage.chloe)
    foreign = anywhere.server_without_bot(stage.env, stage.alice, stage.chloe)
    places = {"home": stage.home, "group": group, "foreign": foreign, "dm": stage.alice.user.dm_channel}

    def offered() -> dict[str, list[str]]:
        return {name: anywhere.commands_in(stage.env, stage.alice, place) for name, place in places.items()}

    at_home = {"home": ["manage", "plain", "say"], "dm": ["plain", "say"]}
    assert offered() == {"group": [], "foreign": [], **at_home}
    anywhere.install(stage.env, stage.alice)
    assert offered() == {"group": ["say"], "foreign": ["say"], **at_home}
    assert anywhere.commands_in(stage.env, stage.chloe, foreign) == []
    anywhere.uninstall(stage.env, stage.alice)
    assert offered()["group"] == []
    with pytest.raises(Exception, match="not visible"):
        await stage.say(stage.alice, group)


async def test_the_bot_may_do_nothing_in_a_channel_where_it_is_not(stage: Stage) -> None:
    group = anywhere.group_message(stage.env, stage.alice, stage.bruno, stage.chloe)
    foreign = anywhere.server_without_bot(stage.env, stage.alice)
    thread = create_thread(stage.env, stage.home, stage.alice, "hush", private=(stage.alice, stage.bruno))
    anywhere.install(stage.env, stage.alice)
    for place in (group, foreign, thread):
        answer = await stage.say(stage.alice, place)
        for request in with_the_token(stage.bot, place.id, answer.response.id):
            assert await stage.refused(request()) == (403, 50001)
    assert await stage.refused(stage.bot.fetch_guild(foreign.guild.id)) == (403, 50001)


async def test_the_bot_hears_nothing_of_where_it_is_not(stage: Stage) -> None:
    group = anywhere.group_message(stage.env, stage.alice, stage.bruno, stage.chloe)
    foreign = anywhere.server_without_bot(stage.env, stage.alice)
    thread = create_thread(stage.env, stage.home, stage.alice, "hush", private=(stage.alice, stage.bruno))
    anywhere.install(stage.env, stage.alice)
    heard: list[Any] = []
    stage.env.backend.subscribers.append(lambda event, _: heard.append(event))
    for place in (group, foreign, thread):
        answer = await stage.say(stage.alice, place)
        await anywhere.actor_in(stage.env, stage.alice, place).click(answer.response, label="Press")
        stage.env.backend.create_message(place.id, stage.alice.id, "hello")
        stage.env.backend.delete_message(place.id, answer.response.id)
    assert set(heard) == {"INTERACTION_CREATE"}
    assert [guild.name for guild in stage.bot.guilds] == ["Home"]
    assert [guild.name async for guild in stage.bot.fetch_guilds()] == ["Home"]


async def test_a_stranger_gets_no_direct_message_before_installing_the_app(stage: Stage) -> None:
    for known in (stage.alice, stage.bruno):
        await (await stage.bot.fetch_user(known.id)).send("hello")
    stranger = await stage.bot.fetch_user(stage.chloe.id)
    assert await stage.refused(stranger.send("hello")) == (403, 50278)
    anywhere.install(stage.env, stage.chloe)
    await stranger.send("hello")


async def test_the_sixth_follow_up_of_a_persons_own_app_is_refused(stage: Stage) -> None:
    group = anywhere.group_message(stage.env, stage.alice, stage.bruno, stage.chloe)
    anywhere.install(stage.env, stage.alice)
    await stage.say(stage.alice, group)
    for number in range(5):
        await stage.bot.heard[-1].followup.send(str(number))
    assert await stage.refused(stage.bot.heard[-1].followup.send("six")) == (400, 40094)
    # a server that has the bot allows more
    await stage.say(stage.alice, stage.home)
    for number in range(7):
        await stage.bot.heard[-1].followup.send(str(number))


@pytest.mark.parametrize("ephemeral", [PUBLIC, EPHEMERAL])
async def test_a_token_is_good_for_fifteen_minutes(stage: Stage, ephemeral: bool) -> None:
    group = anywhere.group_message(stage.env, stage.alice, stage.bruno, stage.chloe)
    anywhere.install(stage.env, stage.alice)
    stage.bot.said["ephemeral"] = ephemeral
    await stage.say(stage.alice, group)
    first = stage.bot.heard[-1]
    await stage.env.advance_time(14 * 60 + 55)
    await first.edit_original_response(content="still")
    await stage.env.advance_time(10)
    assert await stage.refused(first.edit_original_response(content="late")) == (401, 50027)
    assert await stage.refused(first.followup.send("late")) == (401, 50027)
    message = stage.env.backend.messages[group.id].popitem()[1]
    assert message.content == "still"


async def test_a_token_edits_what_it_posted_and_what_was_pressed_and_nothing_else(stage: Stage) -> None:
    group = anywhere.group_message(stage.env, stage.alice, stage.bruno, stage.chloe)
    anywhere.install(stage.env, stage.alice)
    first, second = await stage.say(stage.alice, group), await stage.say(stage.alice, group)
    await stage.bruno.user.click(first.response, label="Press")
    pressed = stage.bot.heard[-1]
    await pressed.edit_original_response(content="pressed")
    assert first.response.content == "pressed"
    other = pressed.followup.edit_message(second.response.id, content="other")
    assert await stage.refused(other) == (404, 10008)


async def test_a_server_can_hide_what_persons_own_apps_answer(stage: Stage) -> None:
    foreign = anywhere.server_without_bot(stage.env, stage.alice)
    anywhere.install(stage.env, stage.alice)
    assert not (await stage.say(stage.alice, foreign)).ephemeral
    anywhere.forbid(stage.env, foreign, "use_external_apps")
    answer = await stage.say(stage.alice, foreign)
    assert answer.ephemeral
    assert answer.response.ephemeral
    await stage.bot.heard[-1].followup.send("more")
    assert answer.followups[0].ephemeral


async def test_a_server_can_forbid_files_and_embeds_to_persons_own_apps(stage: Stage) -> None:
    foreign = anywhere.server_without_bot(stage.env, stage.alice)
    anywhere.install(stage.env, stage.alice)
    anywhere.forbid(stage.env, foreign, "attach_files", "embed_links")
    await stage.say(stage.alice, foreign)
    followup, allowed = stage.bot.heard[-1].followup, stage.bot.heard[-1].app_permissions
    assert not allowed.attach_files
    assert not allowed.embed_links
    assert await stage.refused(followup.send(file=discord.File(BytesIO(b"1"), "a.txt"))) == (403, 50013)
    assert await stage.refused(followup.send(embed=discord.Embed(title="a"))) == (403, 50013)


async def test_the_application_says_how_it_can_be_installed(stage: Stage) -> None:
    info = await stage.bot.application_info()
    assert info.guild_integration_config is not None
    assert info.user_integration_config is not None
