"""In group messages, between friends and on servers without the bot: every message is the answer to a press."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import discord
import pytest

from engine.live.league.figures import Kind, LeaderboardFilter
from engine.live.model.table import Delivery, Presence
from engine.live.tables.table import Table
from tests.engine.live.playing import due_at
from tests.support import anywhere
from tests.support.in_memory.deliveries import commanded, pressed, send_all
from tests.support.in_memory.grids import face_up
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Answer, Seen
from tests.support.in_memory.world import World, act
from tests.support.simcord_private import speaking

HOUR, DAY = 3600, 86_400


def group(world: World) -> Any:
    """Return a group message of Alice, who has the app, with Bruno and Chloé, who have not."""
    anywhere.install(world.env, world.alice)
    return anywhere.group_message(world.env, world.alice, world.bruno, world.chloe)


def friends(world: World) -> Any:
    """Return the direct message between Alice, who has the app, and Bruno, who has not."""
    anywhere.install(world.env, world.alice)
    return anywhere.group_message(world.env, world.alice, world.bruno)


def abroad(world: World) -> Any:
    """Return a channel of a server without the bot, with Alice, who has the app, and Bruno, who has not."""
    anywhere.install(world.env, world.alice)
    return anywhere.server_without_bot(world.env, world.alice, world.bruno)


PLACES: list[Callable[[World], Any]] = [group, friends, abroad]


async def sit(world: World, place: Any, *others: Player, **options: Any) -> Table:
    """Let Alice open a table for all to see, others join, and Alice start."""
    await world.alice.run("play", place, show=True, **options)
    (table,) = world.tables
    for each in others:
        await each.press(f"b:join:{table.id}", place)
    if not table.playing:
        await world.alice.press(f"b:start:{table.id}", place)
    return table


async def move(world: World, table: Table, place: Any) -> Player:
    """Let the player in turn do the first thing possible with My hand; return the player."""
    player, ply = world.mover(table), table.ply
    hand = await player.press("My hand", place)
    for _ in range(2):
        if table.ply == ply:
            await player.press_first(hand)
    assert table.ply > ply
    return player


def shown(place: Any) -> Seen:
    return Seen(place.last_message)


def with_buttons(place: Any) -> list[Seen]:
    """Return the messages that have controls."""
    return [each for each in map(Seen, place.history()) if each.buttons]


def by_the_bots_token(world: World, since: int = 0) -> list[str]:
    """Return the requests with the bot's token about channels and people."""
    found = [*world.requests(since, path="/channels/"), *world.requests(since, path="/users/@me/channels")]
    return [f"{each.method} {each.path}" for each in found]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("where", PLACES)
async def test_a_match_is_played_by_answers_alone(world: World, where: Callable[[World], Any]) -> None:
    place, since = where(world), world.sent
    table = await sit(world, place, world.bruno, target=50)
    assert table.header.delivery is Delivery.ANSWERS
    assert table.header.guild_id == place.id
    while table.playing:
        if table.view(None).turn is None:
            await world.bruno.press("Next deal", place)
        else:
            await move(world, table, place)
            await world.wait(3)
    assert not by_the_bots_token(world, since)
    assert len(with_buttons(place)) < 12
    assert {"Rematch", "Leaderboard", "Replay"} <= set(shown(place).labels)
    found, total = await world.store.league.leaderboard(LeaderboardFilter(place.id, Kind.ALONE), 9)
    assert {each.user_id for each in found} == {world.alice.id, world.bruno.id}
    assert total == 2
    assert await world.store.league.leaderboard(LeaderboardFilter(world.guild.id, Kind.ALONE), 9) == ([], 0)
    assert "Leaderboard" in (await world.alice.run("leaderboard", place)).text
    assert "Statistics of Alice" in (await world.alice.run("stats", place)).text
    assert table.id in (await world.alice.run("match history", place)).text


async def test_a_move_is_answered_by_a_new_picture_and_the_old_one_loses_its_buttons(world: World) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno, world.chloe)
    for _ in range(5):
        before, player = shown(place), world.mover(table)
        hand = await player.press("My hand", place)
        since = world.sent
        await player.press_first(hand)
        assert shown(place).id != before.id
        assert shown(place).files == ["table.png"]
        assert [each.id for each in with_buttons(place)] == [shown(place).id]
        methods = [each.method for each in world.requests(since)]
        assert methods.count("POST") == 2
        assert "@original" not in world.requests(since, "POST")[-1].path


async def test_hands_are_seen_by_their_players_alone(world: World) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno)
    hand = await world.bruno.press("My hand", place)
    assert hand.ephemeral
    assert "go to the table" not in hand.text
    assert not world.alice.hands
    assert not world.bruno.hands
    assert "aren't at this table" in (await world.chloe.press("My hand", place)).text
    assert table.playing


async def test_computers_move_within_the_press_before_them(world: World) -> None:
    place = group(world)
    table = await sit(world, place, computers=3)
    assert table.playing
    for _ in range(5):
        if table.view(None).turn is None:
            break
        assert not table.people[table.view(None).turn].computer
        count = len(list(place.history()))
        await move(world, table, place)
        assert len(list(place.history())) == count + 1
        assert shown(place).text.count("\n") >= 1
    assert len(with_buttons(place)) == 1


@pytest.mark.long
async def test_nobody_is_hurried_and_nothing_happens_by_itself(world: World) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno)
    await move(world, table, place)
    await world.wait(3)
    since, ply = world.sent, table.ply
    assert not due_at(table, world.time + 300 * DAY)
    await world.wait(1200)
    assert (table.ply, world.sent) == (ply, since)
    # the token has run out, and so has that of the hand
    await move(world, table, place)
    assert len(with_buttons(place)) == 2, "the older picture keeps its buttons"
    older = with_buttons(place)[0]
    stale = await world.mover(table).press("Pass", older)
    assert "earlier move" in stale.private
    assert not by_the_bots_token(world, since)


async def test_a_table_survives_a_restart_and_the_next_press_brings_it_back(world: World) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno)
    await move(world, table, place)
    # written, and never shown: no token is left
    world.skip(HOUR)
    async with world.directly():
        while table.view(None).turn == table.header.seat_of(world.alice.id) or table.ply < 4:
            await act(table)
    since = world.sent
    await world.restart(down=DAY)
    (table,) = world.tables
    assert not by_the_bots_token(world, since)
    before = len(list(place.history()))
    await world.chloe.press("Watch", place)
    assert len(list(place.history())) == before + 1
    assert shown(place).text
    await move(world, table, place)
    again = await world.alice.run("board", place)
    assert again.id == shown(place).id
    assert not by_the_bots_token(world, since)


async def test_a_lobby_that_is_closed_after_a_restart_says_so(world: World) -> None:
    place = friends(world)
    await world.alice.run("play", place)
    await world.restart(down=HOUR)
    (table,) = world.tables
    await world.alice.run("table end", place)
    assert not world.tables
    for _ in range(2):
        assert "This table was cancelled." in shown(place).text
        # the waiting table is shown once more
        world.bot.publisher.changed(table)
        await world.wait(1)


async def test_a_picture_names_who_is_in_turn_and_notifies_nobody(world: World) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno, world.chloe)
    for _ in range(3):
        name = next(each.name for each in table.people if each.user_id == world.mover(table).id)
        assert f"It's **{name}**'s turn." in shown(place).text
        assert "<@" not in shown(place).text
        await move(world, table, place)


async def test_a_hand_and_a_watched_table_name_the_deal_without_a_link_to_the_same_channel(world: World) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno)
    watching = (await world.chloe.press("Watch", place)).text
    hand = (await world.mover(table).press("My hand", place)).text
    assert watching.splitlines()[0] == "**You are watching** · Domino Express, deal 1"
    assert hand.splitlines()[0] == "**Your hand** · Domino Express, deal 1"


async def test_a_nudge_notifies_who_is_in_turn_and_after_an_hour_the_bot_may_play_for_them(world: World) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno)
    slow, other = world.mover(table), world.others(table)[0]
    told = await other.press("Nudge", place)
    assert f"<@{slow.id}>" in told.text
    assert "Play for them" not in told.labels
    assert str(slow.id) in str(world.requests(path="/callback")[-1].json["data"]["allowed_mentions"])
    assert "nudged just now" in (await other.forge(f"b:nudge:{table.id}:{table.ply}", told)).private
    assert "nobody to wait for" in (await slow.forge(f"b:nudge:{table.id}:{table.ply}", told)).private
    assert "aren't at this table" in (await world.chloe.forge(f"b:nudge:{table.id}:{table.ply}", told)).private
    assert "still be thinking" in (await other.forge(f"b:playfor:{table.id}:{table.ply}", told)).private
    world.skip(HOUR)
    told = await other.forge(f"b:nudge:{table.id}:{table.ply}", told)
    assert "nobody to wait for" in (await slow.forge(f"b:playfor:{table.id}:{table.ply}", told)).private
    ply = table.ply
    await other.press("Play for them", told)
    assert table.ply > ply
    seat = table.header.seat_of(slow.id)
    assert seat is not None
    assert table.people[seat].presence is Presence.KEPT
    await slow.press("I'm back", shown(place))
    assert table.people[seat].presence is Presence.HERE


async def test_nothing_of_a_table_is_posted_in_another_channel(world: World) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno, world.chloe)
    await world.alice.press("Leave", await world.alice.press("Leave", place))
    await world.eve.run("play")
    before = world.messages
    waiting = next(each for each in (world.bruno, world.chloe) if each is not world.mover(table))
    for who, control in (
        (waiting, f"b:nudge:{table.id}:{table.ply}"),
        (waiting, f"b:stop:{table.id}"),
        (world.bruno, f"b:continue:{table.id}"),
    ):
        assert (await who.forge(control)).ephemeral, control
    assert world.messages == before
    assert table.header.vote is None


async def test_the_bot_of_a_server_has_no_nudge(world: World) -> None:
    table = await world.sit("alice", "bruno")
    assert "Nudge" not in world.board.labels
    told = await world.others(table)[0].forge(f"b:nudge:{table.id}:{table.ply}")
    assert "earlier move" in told.private


async def test_others_may_press_without_having_the_app_and_may_not_run_commands(world: World) -> None:
    place = group(world)
    assert anywhere.commands_in(world.env, world.bruno, place) == []
    table = await sit(world, place, world.bruno, world.chloe)
    assert len(table.people) == 3


@pytest.mark.parametrize("where", PLACES)
async def test_a_person_without_the_app_reads_how_to_get_it(world: World, where: Callable[[World], Any]) -> None:
    place = where(world)
    table = await sit(world, place, computers=1)
    link = f"https://discord.com/oauth2/authorize?client_id={world.bot.application_id}&scope=applications.commands"
    play = world.command("play")
    how = f"Anyone who [adds me to their account](<{link}&integration_type=1>) can open tables with {play}."
    for control in (f"b:hand:{table.id}", f"b:nudge:{table.id}:{table.ply}", f"b:pass:{table.id}:{table.ply}"):
        told = await world.bruno.forge(control, shown(place))
        assert told.private == f"You aren't at this table. You can join its next match. {how}"
    assert (await world.bruno.forge("b:hand:aaaaaaaa", shown(place))).private == f"This table is closed. {how}"
    # the owner of a message has all commands
    open_new = f"This table is closed. Open a new one with {play}."
    assert (await world.alice.forge("b:hand:aaaaaaaa", shown(place))).private == open_new
    # an app that only its owner may add can't be added
    assert world.bot.application is not None
    world.bot.application.bot_public = False
    assert (await world.bruno.forge("b:hand:aaaaaaaa", shown(place))).private == "This table is closed."


async def test_a_removed_player_without_commands_finds_the_way_back_in_the_hand(world: World) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno, world.chloe)
    await world.alice.press("Remove", await world.alice.run("table remove", place, person=world.bruno))
    told = await world.bruno.forge(f"b:pass:{table.id}:{table.ply}", shown(place))
    assert told.private.endswith("To ask for your seat, press **My hand** and then **I'm back**.")
    asked = await world.bruno.press("I'm back", await world.bruno.press("My hand", place))
    assert "has to agree" in asked.text
    await world.alice.press("Let them play", place)
    assert not any(each.away for each in table.people)
    assert not by_the_bots_token(world)


async def test_impossible_options_are_not_offered_and_refused_in_a_sentence(world: World) -> None:
    place = group(world)
    assert "no clock" in (await world.alice.run("play", place, clock="slow")).text
    for command in ("help", "settings doctor"):
        assert "and nothing else" in (await world.alice.run(command, place)).text
    about = "For tables on servers that have me."
    assert about in (await world.alice.run("settings messages", place)).text
    assert about not in (await world.alice.run("settings messages")).text
    await world.alice.run("play", place)
    (table,) = world.tables
    await world.alice.press("More", place)
    assert "Clock" not in (await world.alice.press("More", place)).text
    assert "Clock" not in shown(place).text
    assert "private channel" in (await world.alice.run("tables")).text
    assert "**Domino Express** in this channel" in (await world.alice.run("tables", place)).text
    offered = await world.alice.run("play", place)
    assert offered.private == "There is a table here already: Domino Express."
    await world.alice.press("Continue", offered)
    assert {"Join", "Start"} <= set(shown(place).labels) | {"Start"}
    assert not by_the_bots_token(world)
    await world.alice.press(f"b:cancel:{table.id}", place)
    assert not world.tables


async def test_a_server_that_lets_nobody_answer_in_public_gets_no_table(world: World) -> None:
    place = abroad(world)
    anywhere.forbid(world.env, place, "use_external_apps")
    for command in ("play", "settings doctor"):
        assert "nobody else would see the table" in (await world.alice.run(command, place)).text
    assert not world.tables


async def test_a_server_without_pictures_gets_no_table(world: World) -> None:
    place = abroad(world)
    anywhere.forbid(world.env, place, "attach_files")
    for command in ("play", "settings doctor"):
        assert "**Attach Files**" in (await world.alice.run(command, place)).text
    assert not world.tables


async def test_a_person_with_private_answers_only_moves_and_another_press_shows_it(world: World) -> None:
    place = abroad(world)
    table = await sit(world, place, world.bruno)
    hand = await world.mover(table).press("My hand", place)
    anywhere.forbid(world.env, place, "use_external_apps")
    before, ply = len(list(place.history())), table.ply
    await world.mover(table).press_first(hand)
    assert table.ply > ply
    assert len(list(place.history())) == before


async def test_memory_is_played_and_what_was_turned_back_is_nowhere_to_be_read(world: World) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno, rules="memory")
    for _ in range(6):
        for _ in range(2):
            if table.view(None).turn is None:
                break
            await world.mover(table).press(flips_of(shown(place))[0], shown(place))
        await world.wait(9)
        told = "\n".join(Seen(each).everything for each in place.history())
        assert not [tile for tile in turned(table) if tile in told]
    assert not by_the_bots_token(world)


async def until_missed(world: World, table: Table, place: Any) -> None:
    """Let the players turn up tiles until two are no pair."""
    while len(face_up(table)) < 2:
        await world.mover(table).press(flips_of(shown(place))[0], shown(place))


def flips_of(board: Seen) -> list[str]:
    """Return the custom ids of the positions that can be turned up."""
    return [each for each in board.buttons.values() if each.startswith("b:flip:")]


async def test_an_end_of_the_bot_turns_a_miss_back_while_it_still_can(world: World) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno, rules="memory")
    await until_missed(world, table, place)
    assert all(tile in shown(place).alt for tile in face_up(table))
    await world.bot.publisher.close()
    assert not any(tile in shown(place).everything for tile in face_up(table))
    assert not by_the_bots_token(world)


async def test_a_miss_from_before_a_crash_is_turned_back_by_the_first_press_that_can(world: World) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno, rules="memory")
    await until_missed(world, table, place)
    missed, board = face_up(table), shown(place)
    await world.restart()
    (table,) = world.tables
    # the answer to this is another message, and its token edits no other
    await world.mover(table).press("Leave", board)
    assert shown(place).id == board.id
    await world.mover(table).press(flips_of(board)[0], board)
    told = "\n".join(Seen(each).everything for each in place.history())
    assert not [tile for tile in missed - face_up(table) if tile in told]
    assert not by_the_bots_token(world)


def turned(table: Table) -> set[str]:
    """Return the tiles that were seen and lie face down again."""
    seen = {tile.text for _, tile in getattr(table.view(None).layout, "seen", ())}
    return seen - face_up(table)


@pytest.mark.parametrize("rules", ["express", "memory"])
async def test_a_person_without_commands_leaves_and_comes_back_by_buttons(world: World, rules: str) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno, world.chloe, rules=rules)
    for verb in ("exit", "stop"):
        forged = await world.davide.forge(f"b:{verb}:{table.id}", shown(place))
        assert "aren't at this table" in forged.private
    asked = await world.bruno.press("Leave", place)
    assert asked.private.startswith("Leave this match?")
    assert asked.labels == ["Leave", "Ask everyone to end it", "Keep playing"]
    await world.bruno.press("Leave", asked)
    seat = table.header.seat_of(world.bruno.id)
    assert seat is not None
    assert table.people[seat].presence is Presence.LEFT
    again = await world.bruno.forge(f"b:exit:{table.id}", shown(place))
    assert again.private == "You have left this match, and the bot is playing for you. Press **I'm back** to return."
    await world.bruno.press("I'm back", place)
    assert table.people[seat].presence is Presence.HERE
    assert not by_the_bots_token(world)


async def test_a_person_without_commands_asks_everyone_to_end_the_match(world: World) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno, world.chloe)
    async with world.directly():
        while table.view(None).turn is not None:
            await act(table)
    await world.chloe.press("Rules", place)
    assert shown(place).labels[:3] == ["Next deal", "Replay", "More"]
    ballot = await world.bruno.press("Ask everyone to end it", await world.bruno.press("Leave", place))
    assert "End it: Bruno" in ballot.text
    assert not ballot.ephemeral
    await world.chloe.press("End the match", ballot)
    assert not world.tables
    assert "Rematch" in shown(place).labels
    assert not by_the_bots_token(world)


async def test_the_host_ends_a_match_that_has_just_begun_by_buttons(world: World) -> None:
    place = group(world)
    await sit(world, place, world.bruno)
    asked = await world.alice.press("End the match", await world.alice.press("Leave", place))
    assert asked.private == "End this match for everyone? It won't count for anyone."
    await world.alice.press("End the match", asked)
    assert not world.tables


async def test_memory_has_nudge_and_more_in_the_place_of_a_clock(world: World) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno, rules="memory")
    for _ in range(4):
        assert [each for each in shown(place).labels if not each.isdigit()] == ["Nudge", "More"]
        await world.mover(table).press(flips_of(shown(place))[0], shown(place))


async def test_the_last_player_at_memory_has_more_and_nobody_to_nudge(world: World) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno, rules="memory")
    await world.bruno.press("Leave", await world.bruno.press("Leave", place))
    assert [each for each in shown(place).labels if not each.isdigit()] == ["I'm back", "More"]
    await world.alice.press("Leave", await world.alice.press("Leave", place))
    assert table not in world.tables


@pytest.mark.long
async def test_a_rematch_and_waiting_for_friends(world: World) -> None:
    place = group(world)
    await sit(world, place, computers=1)
    await world.alice.press("Wait for friends", place)
    (table,) = world.tables
    assert not table.playing
    await world.bruno.press(f"b:join:{table.id}", place)
    await world.alice.press(f"b:start:{table.id}", place)
    async with world.directly():
        while table.playing:
            await act(table)
    await world.chloe.press("Rules", place)
    assert "Rematch" in shown(place).labels
    over = shown(place)
    with speaking({world.bruno.id: "fr"}):
        await world.bruno.press("Rematch", place)
    (again,) = world.tables
    assert again.header.locale == table.header.locale, "the others read that of the match"
    assert "There is a table here already" in (await world.alice.press("Rematch", over)).text
    assert again.header.delivery is Delivery.ANSWERS
    assert shown(place).buttons[next(iter(shown(place).labels))].endswith(again.id)


@pytest.mark.long
async def test_the_board_of_a_channel_goes_with_the_last_of_its_people(world: World) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno, target=50)
    await world.rush(table)
    await world.chloe.press("Rules", place)
    privacy = world.store.privacy
    assert place.id not in await privacy.guilds(), "it is no server that the bot could have left"
    exported = (await privacy.export(world.alice.id, world.time)).written()
    assert '"delivery": "answers"' in exported
    await privacy.delete(world.alice.id)
    assert (await world.store.history.count(place.id)) == 1
    await privacy.delete(world.bruno.id)
    assert (await world.store.history.count(place.id)) == 0
    assert not [row for name, rows in world.rows().items() for row in rows if place.id in row], "nothing is left"


async def test_a_forced_pass_is_shown_by_the_press_before_it(world: World) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno)
    for _ in range(60):
        if table.view(None).turn is None:
            break
        await move(world, table, place)
        told: Answer | Seen = shown(place)
        count = len(list(place.history()))
        await world.wait(3)
        if shown(place).text != told.text:
            assert len(list(place.history())) == count
            assert len(with_buttons(place)) == 1
            return
    raise AssertionError("nobody had to pass")


async def test_a_picture_that_discord_refuses_comes_with_the_next_press(world: World) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno)
    before, since = len(list(place.history())), world.sent
    hand = await world.mover(table).press("My hand", place)
    world.fail("POST", "/webhooks/**", 400, 40094)
    ply = table.ply
    await world.mover(table).press_first(hand)
    assert table.ply > ply
    assert len(list(place.history())) == before
    world.heal()
    await world.chloe.press("Rules", place)
    await world.wait(40)
    assert len(list(place.history())) == before + 1
    assert not by_the_bots_token(world, since)


async def test_no_picture_follows_an_answer_that_one_person_alone_sees_later(world: World) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno)
    world.skip(HOUR)
    async with world.directly():
        await act(table)
    before = shown(place).id
    await world.alice.run("match history", place)
    assert shown(place).id == before
    await world.chloe.press("Rules", place)
    assert shown(place).id != before
    assert shown(place).files == ["table.png"]
    assert table.playing


# ---------------------------------------------------------------------- each press answers for itself


def callbacks(world: World, sent: Any) -> list[Any]:
    """Return the answers that the bot gave an interaction."""
    return world.requests(path=f"/interactions/{sent.id}/")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("where", PLACES)
async def test_all_who_ask_for_the_table_at_once_are_answered(world: World, where: Callable[[World], Any]) -> None:
    place = where(world)
    people = (world.alice, world.bruno)
    anywhere.install(world.env, *people)
    table = await sit(world, place, world.bruno)
    asked = [commanded(people[number % 2], "board", place=place) for number in range(16)]
    await send_all(*asked)
    for each in asked:
        assert each.answer.acknowledged
        assert len(callbacks(world, each)) == 1
    boards = [each for each in asked if each.answer.files == ["table.png"] or "further down" in each.answer.text]
    assert len(boards) == len(asked), "each is the answer to its own command"
    assert len(with_buttons(place)) == 1, "and only the newest is to be played at"
    await move(world, table, place)


async def test_a_person_without_a_seat_continues_at_a_table_and_gets_an_answer(world: World) -> None:
    place = group(world)
    anywhere.install(world.env, world.chloe)
    table = await sit(world, place, world.bruno)
    offered = await world.chloe.run("play", place)
    pressed_at_once = [
        pressed(world.chloe, f"b:continue:{table.id}", offered),
        pressed(world.alice, "b:rules:express", shown(place)),
    ]
    pressed_at_once += [pressed(each, f"b:continue:{table.id}", shown(place)) for each in (world.alice, world.chloe)]
    await send_all(*pressed_at_once)
    assert all(len(callbacks(world, each)) == 1 for each in pressed_at_once)
    assert shown(place).files == ["table.png"]


@pytest.mark.sampled
@pytest.mark.parametrize(
    "verb", ["continue", "hand", "pass", "next", "exit", "look", "nudge", "rules", "word", "start"]
)
async def test_every_press_of_an_outsider_is_answered_while_others_press(world: World, verb: str) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno)
    control = f"b:{verb}:{table.id}"
    sent = [pressed(each, control, shown(place)) for each in (world.chloe, world.alice, world.chloe, world.bruno)]
    sent += [pressed(world.chloe, f"{control}:{table.ply}", shown(place))]
    await send_all(*sent)
    assert [len(callbacks(world, each)) for each in sent] == [1] * len(sent)


ADMINISTRATOR = "8"


async def test_an_administrator_has_all_permissions_whatever_else_their_press_says(world: World) -> None:
    place = abroad(world)
    table = await sit(world, place, world.bruno)
    again = pressed(world.alice, f"b:continue:{table.id}", shown(place))
    again.payload["member"] = {**again.payload["member"], "permissions": ADMINISTRATOR}
    before = len(list(place.history()))
    await again.send()
    assert len(callbacks(world, again)) == 1
    assert len(list(place.history())) == before + 1
    assert shown(place).files == ["table.png"]


async def test_a_person_with_private_answers_only_reads_so_when_they_continue(world: World) -> None:
    place = abroad(world)
    table = await sit(world, place, world.bruno)
    anywhere.forbid(world.env, place, "use_external_apps")
    told = await world.bruno.forge(f"b:continue:{table.id}", shown(place))
    assert "nobody else would see the table" in told.private


# ---------------------------------------------------------------------- lost requests


@pytest.mark.long
async def test_a_swallowed_picture_comes_with_the_next_press(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno)
    hand = await world.mover(table).press("My hand", place)
    with monkeypatch.context() as patch:
        swallow(patch)
        await world.mover(table).press_first(hand)
        before = shown(place).id
    assert shown(place).text != ""
    await world.chloe.press("Watch", place)
    assert shown(place).id != before, "at once, and not in half a minute"
    assert shown(place).files == ["table.png"]
    assert not table.untold


@pytest.mark.long
async def test_a_press_while_a_picture_is_swallowed_retries_soon(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    place = group(world)
    table = await sit(world, place, world.bruno)
    hand = await world.mover(table).press("My hand", place)
    before = shown(place).id
    control = next(iter(hand.buttons.values()))
    with monkeypatch.context() as patch:
        other = pressed(world.chloe, f"b:rules:{table.header.rules}", shown(place))
        met = swallow(patch, times=1, meanwhile=other.deliver)
        await pressed(world.mover(table), control, hand).send()
    assert met
    assert shown(place).id != before
    assert shown(place).files == ["table.png"]


def swallow(patch: pytest.MonkeyPatch, *, times: int = 99, meanwhile: Callable[[], None] = lambda: None) -> list[str]:
    """Let Discord not answer follow-up messages until they are given up; return the list that notes them."""
    send, met = discord.Webhook.send, list[str]()

    async def swallowed(self: Any, *args: Any, **named: Any) -> Any:
        if len(met) < times and not named.get("ephemeral"):
            met.append("swallowed")
            meanwhile()
            await asyncio.sleep(0.5)
            raise TimeoutError
        return await send(self, *args, **named)

    patch.setattr(discord.Webhook, "send", swallowed)
    return met
