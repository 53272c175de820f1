"""Tests of a cup's results on Discord: messages in the channel, pages and files for whoever presses."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest

from cogs.cups.results.podium import podium_message
from cogs.cups.results.round_message import round_message
from cogs.cups.results.standings_message import standings_message
from cogs.cups.running.contents import shown_part
from engine import cups
from engine.cups import Action, Format, Settings, Sides, SignedUp
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import Change, CupPerson, LiveTable
from engine.live.cups.tempo import Tempo
from engine.live.model.preferences import PersonPreferences, ServerPreferences, Visibility
from engine.record import loads
from tests.cogs.cups.played import lower_wins
from tests.support.in_memory.matches import finish, keep
from tests.support.in_memory.seen import Seen
from tests.support.in_memory.world import World


class Hall:
    """A cup on the server of a world, and its messages."""

    def __init__(self, world: World, cup: LiveCup) -> None:
        self.world = world
        self.cup = cup

    @classmethod
    async def opened(cls, world: World, form: Format = Format.SWISS, **more: Any) -> Hall:
        alice = world.alice.id
        cup = await world.cog("OpenCups").cups.create(
            CupPerson(alice, "Alice", "en-US"),
            guild_id=world.guild.id,
            channel_id=world.channel.id,
            name="Thursday *Cup*",
            locale="en-US",
            settings=Settings(form, Sides.ALONE, "express"),
            tempo=Tempo.TONIGHT,
            **more,
        )
        hall = cls(world, cup)
        people = world.named("alice", "bruno", "chloe", "davide")
        known = tuple(CupPerson(each.id, each.user.name.title(), "en-US") for each in people)
        await cup.do(lambda at: Change(people=known))
        await hall.do(*(SignedUp((each.id,)) for each in people), cups.Began(((1, 4), (2, 3), (3, 2), (4, 1))))
        return hall

    async def do(self, *actions: Action, tables: tuple[LiveTable, ...] = ()) -> None:
        await self.cup.do(lambda at: Change(actions=tuple((each, None) for each in actions), tables=tables))

    async def round(self) -> None:
        await self.do(cups.pair(self.cup.situation.cup))
        await self.do(*map(lower_wins, self.cup.situation.cup.rounds[-1].tables))

    async def end(self) -> None:
        while self.cup.situation.phase is cups.Phase.PAIRING:
            await self.round()
        await self.do(cups.Ended())

    async def send(self, files: Any, view: Any) -> Seen:
        channel = self.world.bot.get_channel(self.world.channel.id)
        await channel.send(view=view, files=files)  # type: ignore[union-attr]
        return self.world.board


@pytest.mark.pictures
async def test_the_message_after_a_round_has_a_picture_and_what_changed(world: World) -> None:
    hall = await Hall.opened(world)
    await hall.round()
    board = await hall.send(*await standings_message(world.bot, hall.cup.situation, 1))
    assert board.lines[:5] == [
        "## Thursday \\*Cup\\*",
        "**After round 1 of 2**",
        "**Alice** and **Bruno** are level with 1 win each.",
        "-# Level on wins: first the wins of all one's opponents (Buchholz), then the difference.",
        "**Results**",
    ]
    assert board.lines[5].startswith("Table 1: **Alice** beats **")
    assert board.alt.startswith(
        "Standings: Thursday *Cup* · After round 1 of 2. Alice and Bruno are level with 1 win each."
    )
    assert board.labels == ["My table", "As text", "How places are found", "Files"]
    assert all(name in board.alt for name in ("Alice", "Bruno", "Chloe", "Davide"))


async def test_the_message_after_the_last_round_has_no_picture_and_names_no_winner(world: World) -> None:
    hall = await Hall.opened(world)
    await hall.round()
    await hall.round()
    await hall.cup.do(lambda at: Change(fields={"ends_at": at.now + 120}))
    at = hall.cup.situation
    board = await hall.send(*await standings_message(world.bot, at, 2))
    assert not board.files
    assert board.lines[1:3] == ["**After round 2 of 2**", "**Results**"]
    when = f"<t:{int(at.header.ends_at or 0)}:R>"
    assert board.lines[-1] == (f"All rounds are played. The organizer can correct results; the podium comes {when}.")
    assert board.labels == ["My table", "All places", "How places are found", "Files"]
    before = shown_part(at, "standings-2")
    await hall.end()
    assert shown_part(hall.cup.situation, "standings-2") != before
    board = await hall.send(*await standings_message(world.bot, hall.cup.situation, 2))
    assert board.lines[1:3] == ["**After round 2 of 2**", "**Results**"]
    assert "podium" not in board.text


async def test_how_places_are_found_adds_up_ones_own_buchholz(world: World) -> None:
    hall = await Hall.opened(world)
    await hall.round()
    board = await hall.send(*await standings_message(world.bot, hall.cup.situation, 1))
    answer = await world.bruno.press("How places are found", board)
    assert answer.ephemeral
    assert answer.lines[:2] == ["## Thursday \\*Cup\\*", "**How places are found**"]
    assert answer.lines[-1] == "Your Buchholz is 0 (Davide: 0)."
    assert "Your Buchholz" not in (await world.eve.press("How places are found", board)).text


async def test_in_text_mode_the_standings_are_lines(world: World) -> None:
    hall = await Hall.opened(world, as_text=True)
    await hall.round()
    await hall.cup.do(lambda at: Change(fields={"next_at": at.now + 120}))
    board = await hall.send(*await standings_message(world.bot, hall.cup.situation, 1))
    assert not board.files
    assert "1\\. Alice: 1 win, Buchholz 0, difference +" in board.text
    assert board.lines[-1].startswith("The next round begins <t:")
    assert board.labels == ["My table", "How places are found", "Files"]


async def test_in_text_mode_the_bracket_has_the_results_of_a_round_which_are_told_once(world: World) -> None:
    hall = await Hall.opened(world, Format.KNOCK_OUT, as_text=True)
    await hall.round()
    board = await hall.send(*await standings_message(world.bot, hall.cup.situation, 1))
    assert not board.lacks("**Semi-finals**", "Alice beats ", "Bruno beats ")
    assert [board.text.count(each) for each in ("Results", " beats ")] == [0, 2]


async def test_my_table_is_below_matches_in_direct_messages_too_and_outlives_the_tournament(world: World) -> None:
    hall = await Hall.opened(world)
    await hall.end()
    board = await hall.send(*await podium_message(world.bot, hall.cup.situation))
    await (await world.bot.fetch_user(world.alice.id)).send("a match")
    for message in (board, world.alice.hand):
        answer = await world.alice.forge(f"b:cupme:{hall.cup.id}", message)
        assert answer.ephemeral
        assert not answer.lacks("**Place 1 of 4** · 2 wins", "The tournament is over.")


@pytest.mark.pictures
async def test_a_knock_out_has_its_bracket(world: World) -> None:
    hall = await Hall.opened(world, Format.KNOCK_OUT)
    await hall.round()
    board = await hall.send(*await standings_message(world.bot, hall.cup.situation, 1))
    assert board.alt.startswith("Bracket: Thursday *Cup* · After the semi-finals. Final: ")
    await hall.end()
    last = await hall.send(*await standings_message(world.bot, hall.cup.situation, 2))
    assert last.lines[1] == "**After the final**"
    end = await hall.send(*await podium_message(world.bot, hall.cup.situation))
    assert end.lines[:2] == ["## Thursday \\*Cup\\*", "**The podium**"]
    assert [line[0] for line in end.lines[2:5]] == ["🥇", "🥈", "🥉"]
    assert end.alt.startswith("Bracket: Thursday *Cup* · Final standings. Final: ")


async def test_all_places_and_all_tables_are_for_whoever_presses_also_after_the_end(world: World) -> None:
    hall = await Hall.opened(world)
    await hall.round()
    board = await hall.send(*await standings_message(world.bot, hall.cup.situation, 1))
    places = await world.eve.press("As text", board)
    assert places.ephemeral
    assert "**After round 1 of 2**" in places.text
    assert "1\\. Alice: 1 win" in places.text
    tables = await world.eve.forge(f"b:cuptables:{hall.cup.id}:1:9", board)
    assert tables.ephemeral
    assert "Round 1 of 2" in tables.text
    await hall.end()
    world.cog("OpenCups").cups._forget(hall.cup)
    assert "**Final standings**" in (await world.eve.press("As text", board)).text


@pytest.mark.parametrize("verb", ["cupplaces:{}:1", "cuptables:{}:1:1", "cupfiles:{}"])
@pytest.mark.parametrize("cup_id", ["nocupatall", "elsewhere"])
async def test_a_cup_of_nobody_or_of_another_server_is_unknown(world: World, verb: str, cup_id: str) -> None:
    hall = await Hall.opened(world)
    board = await hall.send([], round_message((await _paired(hall)).situation, 1))
    if cup_id == "elsewhere":
        other = await world.cog("OpenCups").cups.create(
            CupPerson(1, "Zoe", "en-US"),
            guild_id=world.guild.id + (1 << 22),
            channel_id=5,
            name="Other",
            locale="en-US",
            settings=Settings(Format.SWISS, Sides.ALONE, "express"),
            tempo=Tempo.TONIGHT,
        )
        cup_id = other.id
    answer = await world.eve.forge("b:" + verb.format(cup_id), board)
    assert "I don't know it any more." in answer.private


async def _paired(hall: Hall) -> LiveCup:
    await hall.do(cups.pair(hall.cup.situation.cup))
    return hall.cup


@pytest.mark.parametrize("number", ["0", "7", "x", "-1", "99999999999"])
async def test_forged_numbers_of_rounds_and_pages_break_nothing(world: World, number: str) -> None:
    hall = await Hall.opened(world)
    board = await hall.send([], round_message((await _paired(hall)).situation, 1))
    for verb in (f"cupplaces:{hall.cup.id}:{number}", f"cuptables:{hall.cup.id}:{number}:{number}"):
        assert (await world.eve.forge(f"b:{verb}", board)).private


async def test_files_are_private_and_have_no_match_in_play(world: World) -> None:
    hall = await Hall.opened(world)
    await world.store.preferences.set(world.bruno.id, PersonPreferences(shown=Visibility.NAMELESS))
    over = await keep(world, "alice bruno", identity="k3m9x2ab")
    playing = await world.sit("chloe", "davide")
    await hall.round()
    await hall.do(
        tables=(
            LiveTable(1, 1, 0, match_id=over.header.id),
            LiveTable(1, 2, 0, match_id=playing.header.id),
        )
    )
    board = await hall.send(*await standings_message(world.bot, hall.cup.situation, 1))
    answer = await world.eve.press("Files", board)
    assert answer.ephemeral
    assert answer.files == [f"thursday-cup-{each}" for each in ("standings.csv", "results.csv", "records.zip")]
    with zipfile.ZipFile(io.BytesIO(await answer.attachments[-1].read())) as archive:
        (name,) = archive.namelist()
        record = archive.read(name).decode()
    assert name == "round-1-table-1-k3m9x2ab.json"
    assert json.loads(record)["players"] == ["Alice", "Player 2"]
    assert loads(record)


async def test_files_have_the_seed_of_all_lots_once_the_cup_is_over(world: World) -> None:
    hall = await Hall.opened(world)
    await hall.round()
    board = await hall.send(*await standings_message(world.bot, hall.cup.situation, 1))
    seed = hall.cup.header.seed.reveal()
    assert seed not in (await world.eve.press("Files", board)).text
    await hall.end()
    answer = await world.eve.press("Files", board)
    told, import_, lots = answer.lines[-3:]
    assert "for Excel, Google Sheets" in told
    assert import_.startswith("-# If a program shows a table in a single column, import the CSV file there")
    assert f"seed `{seed}`. Its SHA-256 is `{hall.cup.header.seed.commitment}`" in lots


async def test_podiums_stand_in_statistics_while_the_feature_is_loaded(world: World) -> None:
    await finish(world, (world.alice, 100, True), (world.bruno, 20, False))
    assert "Tournaments" not in (await world.alice.run("stats")).text
    hall = await Hall.opened(world)
    await hall.end()
    stats = await world.alice.run("stats")
    assert "Tournaments: 🥇 1. Last: 🥇 Thursday \\*Cup\\*." in stats.text
    assert "Tournaments: 🥈 1" in (await world.alice.run("stats", person=world.bruno)).text
    await world.bot.unload_extension("cogs.cups")
    assert "Tournaments" not in (await world.alice.run("stats")).text


@pytest.mark.pictures
async def test_pictures_have_the_servers_theme(world: World) -> None:
    hall = await Hall.opened(world)
    await hall.round()
    (before,), _ = await standings_message(world.bot, hall.cup.situation, 1)
    await world.prefer(theme="contrast")
    (after,), _ = await standings_message(world.bot, hall.cup.situation, 1)
    assert (await world.store.preferences.get(ServerPreferences, world.guild.id)).theme == "contrast"
    assert before.fp.read() != after.fp.read()
