"""Alone against computers in a channel: one ephemeral message, with the table and the hand in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from cogs.privacy.server_data import end_tables
from engine.live.league.figures import Kind, LeaderboardFilter
from engine.live.model.table import Delivery, Status
from engine.live.tables.table import Table
from tests.engine.live.playing import due_at
from tests.support import anywhere
from tests.support.in_memory.grids import turned_back
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import World
from tests.support.simcord_private import deny

DAY = 86_400
TOKEN_SECONDS = 15 * 60


def at_home(world: World) -> Any:
    """Return a channel of a server that has the bot."""
    return world.channel


def group(world: World) -> Any:
    """Return a group message of Alice and Bruno, who have the app, with Chloé."""
    for each in (world.alice, world.bruno):
        anywhere.install(world.env, each)
    return anywhere.group_message(world.env, world.alice, world.bruno, world.chloe)


def friends(world: World) -> Any:
    """Return the direct message between Alice and Bruno, who have the app."""
    for each in (world.alice, world.bruno):
        anywhere.install(world.env, each)
    return anywhere.group_message(world.env, world.alice, world.bruno)


def abroad(world: World) -> Any:
    """Return a channel of a server without the bot, with Alice and Bruno, who have the app."""
    for each in (world.alice, world.bruno):
        anywhere.install(world.env, each)
    return anywhere.server_without_bot(world.env, world.alice, world.bruno)


PLACES: list[Callable[[World], Any]] = [at_home, group, friends, abroad]
everywhere = pytest.mark.parametrize("where", PLACES)


async def begin(world: World, place: Any = None, player: Player | None = None, **options: Any) -> Table:
    """Let somebody begin alone in a channel, by default Alice against three computers."""
    player = player or world.alice
    await player.run("play", place or world.channel, **{"computers": 3, **options})
    return world.bot.hub.in_channel((place or world.channel).id, player.id)


def messages(player: Player, place: Any = None) -> list[Seen]:
    """Return the messages in a channel that a person alone sees."""
    place = place or player.world.channel
    for_all = {each.id for each in place.history()}
    viewer = anywhere.actor_in(player.world.env, player, place)
    return [Seen(each) for each in place.history(viewer=viewer) if each.id not in for_all]


def message(player: Player, place: Any = None) -> Seen:
    """Return the only message in a channel that a person alone sees."""
    (shown,) = messages(player, place)
    return shown


async def go_on(player: Player, table: Table, place: Any = None) -> None:
    """Let a player do the first thing possible with the one message."""
    ply = table.ply
    for _ in range(2):
        if table.ply == ply and table.playing:
            shown = next(each for each in messages(player, place) if each.id == table.header.post.message_id)
            if table.view(None).turn is None:
                await player.press("Next deal", shown)
            else:
                acts = [each for each in shown.buttons.values() if each.startswith(("b:act:", "b:tile:"))]
                await (player.press(acts[0], shown) if acts else player.press_first(shown))
    assert table.ply > ply


def by_the_bots_token(world: World, since: int = 0) -> list[str]:
    """Return the requests that the bot sent with its token."""
    answers = ("/interactions/", "/webhooks/")
    return [f"{each.method} {each.path}" for each in world.requests(since) if not each.path.startswith(answers)]


# ---------------------------------------------------------------------- one message


@everywhere
async def test_the_command_begins_a_match_in_one_message_that_nobody_else_sees(
    world: World, where: Callable[[World], Any]
) -> None:
    place = where(world)
    seen, since = len(place.history()), world.sent
    answer = await world.alice.run("play", place, computers=3)
    (table,) = world.tables
    assert (table.header.delivery.ephemeral, table.header.status) == (True, Status.PLAYING)
    assert answer.ephemeral
    assert answer.id == message(world.alice, place).id
    assert message(world.alice, place).files == ["table.png", "hand.png"]
    assert {"Play where all can see", "Wait for friends", "More"} <= set(answer.labels)
    assert len(place.history()) == seen
    # the computers may move before
    assert [each.method for each in world.requests(since)] in (["POST"], ["POST", "PATCH"])
    assert not by_the_bots_token(world, since)


@pytest.mark.sampled(1)
@everywhere
async def test_a_whole_match_takes_one_message_and_nothing_of_the_bots_token(
    world: World, where: Callable[[World], Any]
) -> None:
    place = where(world)
    seen, since = len(place.history()), world.sent
    table = await begin(world, place, target=50)
    while table.playing:
        await go_on(world.alice, table, place)
        await world.wait(1)
    over = message(world.alice, place)
    assert "wins" in over.text or "won" in over.text
    assert {"Rematch", "Replay", "Rules", "Leaderboard"} <= set(over.labels)
    assert len(place.history()) == seen
    assert not by_the_bots_token(world, since)
    counted = LeaderboardFilter(table.header.guild_id, Kind.COMPUTERS)
    assert [each.user_id for each in (await world.store.league.leaderboard(counted, 9))[0]] == [world.alice.id]
    assert table.id in (await world.alice.run("match history", place)).text


async def test_it_counts_on_the_board_of_its_server(world: World) -> None:
    table = await begin(world)
    assert table.header.guild_id == world.guild.id


async def test_a_move_is_answered_by_its_picture_with_the_moves_of_the_computers(world: World) -> None:
    table = await begin(world)
    while not (acts := [each for each in message(world.alice).buttons.values() if each.startswith("b:act:")]):
        await go_on(world.alice, table)
    before, since = message(world.alice).text, world.sent
    await world.alice.press(acts[0], message(world.alice))
    answer, *more = world.requests(since)
    assert answer.json["type"] == 7
    assert len(more) <= 1, "the move, and the moves of the computers after it"
    assert message(world.alice).text != before
    assert table.view(None).turn in (0, None)


async def test_there_is_no_clock(world: World) -> None:
    table = await begin(world, clock="casual")
    assert table.header.deadline is None
    assert not due_at(table, world.time + 300 * DAY)


# ---------------------------------------------------------------------- what is private


@pytest.mark.parametrize(
    ("options", "private"),
    [
        ({"computers": 3}, True),
        ({"level": "easy"}, True),
        ({"show": False}, True),
        ({"show": False, "rules": "parejas", "computers": 1}, True),
        ({"computers": 3, "show": True}, False),
        ({"computers": 1, "rules": "parejas"}, False),
        ({"computers": 0}, False),
        ({}, False),
        ({"computers": 1, "friend1": True}, False),
    ],
)
async def test_a_table_is_private_if_one_person_may_begin_with_computers_alone(
    world: World, options: dict[str, Any], private: bool
) -> None:
    if "friend1" in options:
        options = {**options, "friend1": world.bruno}
    await world.alice.run("play", **options)
    (table,) = world.tables
    assert table.header.delivery is (Delivery.PRIVATE if private else Delivery.SERVER)
    assert table.playing or not private


@pytest.mark.parametrize(
    ("options", "computers"),
    [
        ({}, 3),
        ({"rules": "mata"}, 3),
        ({"rules": "sebastopol"}, 3),
        ({"computers": 1}, 1),
        ({"level": "easy"}, 1),
        ({"computers": 4, "rules": "mata"}, 4),
    ],
    ids=str,
)
async def test_a_table_for_oneself_has_three_computers_unless_others_are_asked_for(
    world: World, options: dict[str, Any], computers: int
) -> None:
    await world.alice.run("play", show=False, **options)
    (table,) = world.tables
    assert [each.computer for each in table.people] == [False, *[True] * computers]


async def test_a_private_table_with_friends_is_refused(world: World) -> None:
    refused = await world.alice.run("play", show=False, friend1=world.bruno)
    assert refused.private == "Nobody else would see that table, so you can't invite anyone to it."
    assert not world.tables


async def test_a_private_match_needs_no_permission_to_post(world: World) -> None:
    deny(world.env, world.guild, world.channel, "send_messages")
    assert "missing" in (await world.alice.run("play", computers=3, show=True)).private
    assert (await begin(world)).playing


# ---------------------------------------------------------------------- it comes back


@everywhere
@pytest.mark.parametrize("command", ["hand", "board"])
async def test_a_match_that_was_dismissed_comes_back_by_a_command(
    world: World, command: str, where: Callable[[World], Any]
) -> None:
    place = where(world)
    table = await begin(world, place)
    world.env.backend.delete_message(place.id, message(world.alice, place).id)
    answer = await world.alice.run(command, place)
    assert answer.ephemeral
    assert answer.files == ["table.png", "hand.png"]
    assert message(world.alice, place).id == answer.id == table.header.post.message_id
    await go_on(world.alice, table, place)


@everywhere
async def test_the_command_to_play_offers_to_continue(world: World, where: Callable[[World], Any]) -> None:
    place = where(world)
    table = await begin(world, place)
    world.env.backend.delete_message(place.id, message(world.alice, place).id)
    for options in ({}, {"computers": 3}, {"show": False}):
        offered = await world.alice.run("play", place, **options)
        assert "alone here already" in offered.private
    again = await world.alice.press("Continue", offered)
    assert again.files == ["table.png", "hand.png"]
    assert world.tables == (table,)
    await go_on(world.alice, table, place)


async def test_a_match_that_is_still_on_screen_comes_back_at_the_bottom_and_only_there(world: World) -> None:
    table = await begin(world)
    before, since = message(world.alice).id, world.sent
    await world.alice.run("board")
    assert message(world.alice).id != before
    assert not by_the_bots_token(world, since)
    await go_on(world.alice, table)


@pytest.mark.long
@everywhere
async def test_nothing_is_sent_after_a_restart_and_a_press_or_a_command_brings_it_back(
    world: World, where: Callable[[World], Any]
) -> None:
    place = where(world)
    table = await begin(world, place)
    await go_on(world.alice, table, place)
    await world.restart(down=100 * DAY)
    since = world.sent
    await world.wait(60)
    assert not by_the_bots_token(world, since)
    table = world.bot.hub.in_channel(place.id, world.alice.id)
    await go_on(world.alice, table, place)
    assert message(world.alice, place).id == table.header.post.message_id
    await world.restart()
    await world.alice.run("hand", place)
    await go_on(world.alice, world.bot.hub.in_channel(place.id, world.alice.id), place)
    assert not [each for each in by_the_bots_token(world, since) if "/messages" in each]


@pytest.mark.long
async def test_each_press_renews_the_message_for_a_quarter_of_an_hour(world: World) -> None:
    table = await begin(world)
    for _ in range(3):
        await world.wait(TOKEN_SECONDS - 60)
        await go_on(world.alice, table)
    shown = message(world.alice)
    await world.wait(2 * TOKEN_SECONDS)
    # after that, another press has to bring a token
    await go_on(world.alice, table)
    assert [each.id for each in messages(world.alice)] == [shown.id]


@pytest.mark.long
async def test_where_the_old_message_can_not_be_deleted_its_buttons_lead_to_the_new_one(world: World) -> None:
    table = await begin(world)
    old = message(world.alice)
    await world.wait(TOKEN_SECONDS)
    await world.alice.run("board")
    assert len(messages(world.alice)) == 2
    pressed = next(each for each in messages(world.alice) if each.id == old.id)
    ply = table.ply
    await world.alice.press_first(pressed)
    assert table.ply >= ply
    assert not next(each for each in messages(world.alice) if each.id == old.id).buttons


async def test_a_rematch_is_private_too(world: World) -> None:
    table = await begin(world, target=50)
    await world.rush(table)
    await world.alice.run("board")
    seen = len(world.messages)
    over = next(each for each in messages(world.alice) if "Rematch" in each.labels)
    again = await world.alice.press("Rematch", over)
    assert again.ephemeral
    (table,) = world.tables
    assert table.playing
    assert table.header.delivery is Delivery.PRIVATE
    assert len(world.messages) == seen
    assert "alone here already" in (await world.alice.press("Rematch", over)).private


# ---------------------------------------------------------------------- beside the table of the channel


async def test_any_number_of_people_play_alone_beside_the_table_of_the_channel(world: World) -> None:
    shared = await world.sit("chloe", "davide")
    tables = [await begin(world, player=each) for each in (world.alice, world.bruno, world.eve)]
    seen = len(world.messages)
    for each in tables:
        await go_on(world.who(each.header.host_id), each)
    assert world.table is shared
    assert len(world.messages) == seen
    assert [each.playing for each in tables] == [True] * 3


@pytest.mark.parametrize(("seated", "found"), [(True, "shared"), (False, "private")])
async def test_commands_mean_the_table_where_others_wait_and_else_the_private_match(
    world: World, seated: bool, found: str
) -> None:
    private = await begin(world)
    shared = await world.sit(*(("alice",) if seated else ("chloe",)), "bruno", show=True)
    answer = await world.alice.run("hand")
    ids = {"shared": shared.id, "private": private.id}
    assert {each.split(":")[2] for each in answer.buttons.values() if each.startswith("b:act:")} <= {ids[found]}
    assert ("table.png" in answer.files) is (found == "private")


# ---------------------------------------------------------------------- where all can see


@everywhere
async def test_a_match_goes_on_where_all_can_see(world: World, where: Callable[[World], Any]) -> None:
    place = where(world)
    table = await begin(world, place)
    await go_on(world.alice, table, place)
    view, old = table.view(0), message(world.alice, place)
    await world.alice.press("Play where all can see", old)
    assert not table.header.delivery.ephemeral
    assert table.view(0) == view
    assert world.bot.hub.in_channel(place.id) is table
    assert {"My hand", "More"} <= set(Seen(place.last_message).labels)
    assert Seen(place.last_message).id == table.header.post.message_id
    assert not message(world.alice, place).buttons
    hand = await world.alice.press("My hand", place)
    assert hand.files == ["hand.png"]
    ply = table.ply
    for _ in range(2):
        if table.ply == ply:
            await world.alice.press_first(hand)
    assert table.ply > ply
    # and there is room for another private match
    assert (await begin(world, place)).header.delivery.ephemeral


@everywhere
async def test_friends_are_waited_for_in_a_lobby_that_all_can_see(world: World, where: Callable[[World], Any]) -> None:
    place = where(world)
    table = await begin(world, place)
    await world.alice.press("Wait for friends", message(world.alice, place))
    (lobby,) = world.tables
    assert (lobby.header.status, lobby.header.delivery.ephemeral) == (Status.LOBBY, False)
    assert table.header.status is Status.CLOSED
    assert "Join" in Seen(place.last_message).labels
    assert message(world.alice, place).labels == ["Fair deal"]
    await world.bruno.press("Join", place)
    assert len(lobby.header.human_seats) == 2


async def test_after_the_first_move_nobody_waits_for_friends(world: World) -> None:
    table = await begin(world)
    await go_on(world.alice, table)
    assert "Wait for friends" not in message(world.alice).labels
    assert "Play where all can see" in message(world.alice).labels
    refused = await world.alice.forge(f"b:wait:{table.id}", message(world.alice))
    assert "earlier move" in refused.private


@pytest.mark.parametrize("button", ["Play where all can see", "Wait for friends"])
async def test_neither_takes_a_channel_that_has_a_table_and_the_answer_says_which_and_what_to_do(
    world: World, button: str
) -> None:
    table, shared = await begin(world), await world.sit("chloe", "davide")
    refused = await world.alice.press(button, message(world.alice))
    assert "already has a table" in refused.private
    assert f"/{world.channel.id}/{shared.header.post.message_id}" in refused.private
    assert "once that table is over" in refused.private
    assert world.bot.hub.in_channel(world.channel.id, world.alice.id) is table
    await go_on(world.alice, table)


async def test_a_message_that_kept_its_buttons_loses_them_at_the_next_press(world: World) -> None:
    table = await begin(world)
    async with world.directly():
        await world.bot.hub.show_to_all(table, world.alice.id, "en-US")
    assert message(world.alice).buttons
    await world.alice.press("Play where all can see", message(world.alice))
    assert not message(world.alice).buttons
    assert world.table is table


# ---------------------------------------------------------------------- grids, text, data


@pytest.mark.long
@everywhere
async def test_tiles_of_a_private_grid_that_were_turned_back_are_nowhere_to_be_read(
    world: World, where: Callable[[World], Any]
) -> None:
    place = where(world)
    table, since = await begin(world, place, rules="memory"), world.sent
    assert {"Play where all can see", "More"} <= set(message(world.alice, place).labels)
    for _ in range(6):
        await world.alice.press_first(message(world.alice, place))
        await world.wait(15)
    shown = message(world.alice, place).everything
    assert not [each for each in turned_back(table) if re.search(rf"(?<![\d-]){each}(?![\d-])", shown)]
    assert not by_the_bots_token(world, since)


async def test_a_private_grid_has_the_way_to_friends_under_more(world: World) -> None:
    table = await begin(world, rules="memory")
    more = await world.alice.press("More", message(world.alice))
    await world.alice.press("Wait for friends", more)
    assert table.header.status is Status.CLOSED
    assert world.table.header.delivery is Delivery.SERVER
    assert "Join" in world.board.labels


async def test_a_private_match_is_read_as_text_and_in_the_language_that_its_player_chooses(world: World) -> None:
    table = await begin(world)
    await world.alice.write_text()
    await go_on(world.alice, table)
    shown = next(each for each in messages(world.alice) if each.id == table.header.post.message_id)
    assert not shown.files
    await world.alice.run("settings language", language="de")
    shown = next(each for each in messages(world.alice) if each.id == table.header.post.message_id)
    assert "Vor aller Augen spielen" in shown.labels
    await world.alice.press("Vor aller Augen spielen", shown)
    assert "My hand" in world.board.labels, "the channel reads its own language"


async def test_the_ends_of_its_deals_and_of_the_match_are_read_as_text_too(world: World) -> None:
    await world.alice.write_text()
    table = await begin(world, target=50)
    while table.playing:
        await go_on(world.alice, table)
        await world.wait(1)
        shown = next(each for each in messages(world.alice) if each.id == table.header.post.message_id)
        assert not shown.files
    assert "Rematch" in shown.labels


async def test_its_players_own_data_has_it_and_is_not_deleted_before_its_end(world: World) -> None:
    table = await begin(world)
    found = await world.store.open_tables_of(world.alice.id)
    assert [each.header.id for each in found] == [table.id]
    page = await world.alice.run("settings privacy")
    delete = next(each for each in page.labels if "Delete my data" in each)
    refused = await world.alice.press(delete, page)
    assert f"<#{world.channel.id}>" in refused.private
    assert f"<#{world.channel.id}>" in (await world.alice.run("tables")).private


async def test_a_server_that_was_left_loses_its_private_matches(world: World) -> None:
    table = await begin(world)
    async with world.directly():
        await end_tables(world.bot.hub, world.guild.id)
    assert table.header.status.over
    assert not world.tables
