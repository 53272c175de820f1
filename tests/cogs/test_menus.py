"""Tests of the commands in the menu of a person: Play dominoes and Domino statistics."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.backend import serializers

from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.table import Delivery, Status
from render.i18n import languages, translations
from tests.support import anywhere
from tests.support.in_memory.deliveries import COMMAND, interaction
from tests.support.in_memory.matches import finish
from tests.support.in_memory.world import World
from tests.support.simcord_private import hide, speaking

PLAY, STATISTICS = "Play dominoes", "Domino statistics"


def the_bot(world: World) -> Any:
    return world.env.backend.bot_user


def group(world: World) -> Any:
    """Open a group message of three people, of whom Alice has installed the bot."""
    anywhere.install(world.env, world.alice)
    return anywhere.group_message(world.env, world.alice, world.bruno, world.chloe)


def book_club(world: World) -> Any:
    """Make a server without the bot, with Alice, who has installed it, and Bruno."""
    anywhere.install(world.env, world.alice)
    return anywhere.server_without_bot(world.env, world.alice, world.bruno)


# ---------------------------------------------------------------------- registration


@pytest.mark.parametrize("name", [PLAY, STATISTICS])
@pytest.mark.parametrize("language", languages())
def test_every_language_has_a_short_name_of_its_own(name: str, language: str) -> None:
    assert 1 <= len(translations(language).gettext(name)) <= 32
    assert translations(language).gettext(name) != name


def test_the_names_differ_in_every_language() -> None:
    assert all(translations(each).gettext(PLAY) != translations(each).gettext(STATISTICS) for each in languages())


async def test_both_commands_are_registered_for_users_everywhere(world: World) -> None:
    (sync,) = world.requests(path="/commands")
    menus = {each["name"]: each for each in sync.json if each.get("type") == 2}
    assert set(menus) == {PLAY, STATISTICS}
    for name, payload in menus.items():
        assert (payload["contexts"], payload["integration_types"]) == ([0, 1, 2], [0, 1])
        assert payload["name_localizations"]["fr"] == translations("fr").gettext(name)
        assert "description" not in payload


async def test_both_are_offered_on_servers_in_private_and_where_somebody_has_installed_the_bot(world: World) -> None:
    for place in (group(world), book_club(world), world.alice.user.dm_channel, world.channel):
        assert sorted(anywhere.commands_in(world.env, world.alice, place, menu=True)) == [STATISTICS, PLAY]
    assert not anywhere.commands_in(world.env, world.bruno, group(world), menu=True), "he has not installed it"


# ---------------------------------------------------------------------- playing


async def test_play_opens_a_lobby_with_the_servers_rules_and_the_person_invited(world: World) -> None:
    await world.prefer(rules="mata")
    answer = await world.alice.use_on(world.bruno, PLAY)
    header = world.table.header
    assert (header.rules, header.host_id, header.invited) == ("mata", world.alice.id, (world.bruno.id,))
    assert not answer.ephemeral
    assert f"Invited: {world.bruno.mention}" in world.board.text
    await world.bruno.press("Join")
    await world.alice.press("Start")
    assert world.table.header.status is Status.PLAYING


async def test_play_in_a_group_message_invites_the_person_by_the_answer(world: World) -> None:
    place = group(world)
    await world.alice.use_on(world.bruno, PLAY, place)
    (table,) = world.tables
    assert (table.header.delivery, table.header.invited) == (Delivery.ANSWERS, (world.bruno.id,))
    (sent,) = [each for each in world.requests(path="/callback") if "Invited" in str(each.json)]
    assert sent.json["data"]["allowed_mentions"]["users"] == [world.bruno.id]
    await world.bruno.press("Join", place)
    assert not table.header.invited
    await world.alice.press("Start", place)
    assert table.header.status is Status.PLAYING


async def test_play_on_a_server_without_the_bot_invites_the_person_by_the_answer(world: World) -> None:
    place = book_club(world)
    await world.alice.use_on(world.bruno, PLAY, place)
    (table,) = world.tables
    assert (table.header.delivery, table.header.invited) == (Delivery.ANSWERS, (world.bruno.id,))
    await world.bruno.press("Join", place)
    assert [each.name for each in table.header.people] == ["Alice", "Bruno"]


async def test_friends_are_invited_in_a_group_message_by_the_command_too(world: World) -> None:
    await world.alice.run("play", group(world), friend1=world.bruno, friend2=world.chloe)
    assert [each.header.invited for each in world.tables] == [(world.bruno.id, world.chloe.id)]


async def test_play_in_a_conversation_of_two_invites_the_other(world: World) -> None:
    anywhere.install(world.env, world.alice)
    place = anywhere.group_message(world.env, world.alice, world.bruno)
    await world.alice.use_on(world.bruno, PLAY, place)
    assert [each.header.invited for each in world.tables] == [(world.bruno.id,)]


@pytest.mark.parametrize("whom", ["alice", "the bot"])
async def test_play_on_oneself_and_on_the_bot_begins_alone_with_computers(world: World, whom: str) -> None:
    target = the_bot(world) if whom == "the bot" else world.alice
    group_message, dm = group(world), world.alice.user.dm_channel
    for place, delivery in (
        (world.channel, Delivery.PRIVATE),
        (group_message, Delivery.PRIVATE_ANSWERS),
        (dm, Delivery.DIRECT),
    ):
        await world.alice.use_on(target, PLAY, place)
        (table,) = [each for each in world.tables if each.header.channel_id == place.id]
        assert (table.header.delivery, table.header.status) == (delivery, Status.PLAYING)
        assert len(table.header.human_seats) == 1 < len(table.header.people)
    again = await world.alice.use_on(target, PLAY, group_message)
    assert "Continue" in again.labels


async def test_play_on_somebody_who_cannot_come_says_why_and_offers_a_way_on(world: World) -> None:
    _, mallory = world.elsewhere()
    hide(world.env, world.channel, world.davide.user)
    robot = world.guild.add_member(world.env.create_user("robot", bot=True))
    outsider = world.env.create_user("outsider")
    for place, whom, reason, way in (
        (world.channel, mallory, "mallory isn't on this server and can't play here.", "Open a table"),
        (world.channel, world.davide, "Davide can't see this channel and can't play here.", "Open a table"),
        (world.channel, robot, "robot is a bot, and bots can't be invited.", "Play alone"),
        (group(world), robot, "robot is a bot, and bots can't be invited.", "Play alone"),
        (
            group(world),
            outsider,
            "outsider isn't in this conversation and can't play here.",
            "Open a table",
        ),
        (world.alice.user.dm_channel, world.bruno, "Here you play alone with computers", "Play alone"),
    ):
        refused = await world.alice.use_on(whom, PLAY, place)
        assert refused.private.startswith(reason)
        assert refused.labels == [way]
    assert not world.tables
    await world.alice.press("Play alone", refused)
    assert [each.header.delivery for each in world.tables] == [Delivery.DIRECT]


async def test_play_where_a_table_is_open_says_so(world: World) -> None:
    await world.lobby("chloe")
    assert "already a table" in (await world.alice.use_on(world.bruno, PLAY)).private
    place = group(world)
    await world.alice.use_on(world.bruno, PLAY, place)
    assert "Continue" in (await world.alice.use_on(world.chloe, PLAY, place)).labels


async def test_play_heeds_the_channels_of_a_server(world: World) -> None:
    elsewhere = world.guild.create_text_channel("dominoes")
    await world.prefer(channels=(elsewhere.id,))
    assert "open tables in" in (await world.alice.use_on(world.bruno, PLAY)).private
    await world.alice.use_on(world.bruno, PLAY, elsewhere)
    assert [each.header.channel_id for each in world.tables] == [elsewhere.id]


# ---------------------------------------------------------------------- statistics


async def test_statistics_are_shown_to_their_asker_alone(world: World) -> None:
    await finish(world, (world.alice, 100, True), (world.bruno, 60, False))
    others = await world.alice.use_on(world.bruno, STATISTICS)
    assert "Statistics of Bruno" in others.private
    assert not others.buttons
    assert (await world.alice.use_on(world.alice, STATISTICS)).labels == ["Show everybody", "Deal of the day"]


async def test_statistics_that_cannot_be_shown_say_why_and_offer_a_way_on(world: World) -> None:
    await finish(world, (world.alice, 100, True), (world.bruno, 60, False))
    await world.store.preferences.set(world.bruno.id, PersonPreferences(shown=Visibility.NAMELESS))
    for whom, reason, way in (
        (world.bruno, "Bruno doesn't show their statistics to others.", "Leaderboard"),
        (the_bot(world), "TestBot is a bot, and bots have no statistics.", "Leaderboard"),
        (world.env.create_user("outsider"), "outsider hasn't finished a match here yet.", "Open a table"),
    ):
        refused = await world.alice.use_on(whom, STATISTICS)
        assert (refused.private, refused.labels) == (reason, [way])
        assert (await world.alice.press(way, refused)).text


@pytest.mark.parametrize("where", [group, book_club, lambda world: world.alice.user.dm_channel])
async def test_statistics_are_answered_everywhere(world: World, where: Any) -> None:
    place = where(world)
    for whom, told in ((world.bruno, "Bruno hasn't finished a match here yet."), (world.alice, "You haven't finished")):
        assert (await world.alice.use_on(whom, STATISTICS, place)).private.startswith(told)


async def test_answers_are_in_the_readers_language(world: World) -> None:
    with speaking({world.alice.id: "fr"}):
        refused = await world.alice.use_on(the_bot(world), STATISTICS)
    assert refused.labels == ["Classement"]


# ---------------------------------------------------------------------- dispatch


@pytest.mark.parametrize(
    "changes",
    [{"resolved": {}}, {"target_id": None}, {"target_id": "1"}, {"resolved": {"users": {}}}, {"name": "Play chess"}],
    ids=str,
)
async def test_a_command_without_a_person_is_answered_in_a_sentence(world: World, changes: dict[str, Any]) -> None:
    with anywhere.payloads(world.env) as sent:
        await world.alice.use_on(world.bruno, STATISTICS)
    forged = interaction(world.env, world.alice, COMMAND, sent[0]["data"] | changes, channel=world.channel.id)
    assert (await forged.send()).private.startswith("This command has changed.")


async def test_a_payload_is_as_discord_documents_it(world: World) -> None:
    with anywhere.payloads(world.env) as seen:
        await world.alice.use_on(world.bruno, STATISTICS)
        await world.alice.use_on(world.bruno, STATISTICS, group(world))
    on_server, in_group = (each["data"] for each in seen)
    bruno = str(world.bruno.id)
    assert (on_server["type"], on_server["target_id"]) == (2, bruno)
    assert {*on_server["resolved"]} == {"users", "members"}
    assert on_server["resolved"]["users"][bruno] == serializers.user_payload(world.env.backend.users[world.bruno.id])
    assert not {"user", "deaf", "mute"} & {*on_server["resolved"]["members"][bruno]}
    assert {*in_group["resolved"]} == {"users"}
