"""``/domino-server export``: a server's league as files."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio

from cogs.league import export as module
from cogs.league import packing
from cogs.league.packing import Packing, Report
from cogs.publishing.tokens import TOKEN_SECONDS
from engine.live.database.connection import Statement
from engine.live.league.export import LeagueExport
from engine.live.model.errors import StorageError
from engine.live.model.preferences import Visibility
from engine.record import loads
from tests.engine.live.league.test_export import cup
from tests.support.in_memory.matches import COMPUTER, as_former, finish, keep, people, show
from tests.support.in_memory.players import Player
from tests.support.in_memory.seen import Answer, Seen
from tests.support.in_memory.world import World

TABLES = ("matches", "results", "standings", "seasons")


async def export(world: World, who: Player, **options: str) -> Answer:
    """Run the command, and wait for the files."""
    answer = await who.run_server("export", **options)
    await world.settle()
    return answer


async def archives(answer: Answer) -> dict[str, zipfile.ZipFile]:
    """Return the ZIP files of an answer and of the messages after it, by name."""
    messages = [Seen(each) for each in (*answer.result.followups, answer.message)]
    assert all(len(each.files) <= module.MAX_FILES for each in messages)
    return {
        file.filename: zipfile.ZipFile(io.BytesIO(await file.read())) for each in messages for file in each.attachments
    }


async def exported(answer: Answer) -> tuple[dict[str, bytes], dict[str, Any]]:
    """Return the files in an answer's ZIP files, and its tables by name."""
    files = {name: archive.read(name) for archive in (await archives(answer)).values() for name in archive.namelist()}
    return files, {each: json.loads(files[f"{each}.json"]) for each in TABLES}


async def test_a_manager_gets_all_matches_as_tables_and_records_alone(world: World, admin: Player) -> None:
    table = await world.play_and_end()
    answer = await export(world, admin)
    assert answer.ephemeral
    assert world.requests(path="/callback")[-1].json["type"] == 5
    assert answer.files == [f"domino-league-{world.env.now():%Y-%m-%d}.zip"]
    assert answer.lines == [
        "## The league of this server",
        "1 match, as tables (CSV and JSON) and as a game record. README.txt explains the files.",
        "-# Matches of tournaments that aren't over are left out. People who don't show their name are without it.",
    ]
    files, tables = await exported(answer)
    assert next(iter(files)) == "README.txt"
    assert files["README.txt"].decode().startswith("The dominoes league of Domino Café, as of ")
    assert "import the CSV file there, with the comma as the separator." in files["README.txt"].decode()
    (record,) = [name for name in files if name.startswith("records/")]
    assert record.endswith(f"/1-{table.id}.json")
    assert loads(files[record]).extra["players"] == ["Alice", "Bruno"]
    assert [each["match"] for each in tables["matches"]] == [table.id]
    assert {each["name"] for each in tables["standings"]} == {"Alice", "Bruno"}
    assert str(world.alice.id) not in str(files.values())


async def test_only_a_manager_gets_them(world: World, admin: Player) -> None:
    await finish(world, (world.alice, 100, True), (world.bruno, 1, False))
    refused = await export(world, world.alice)
    assert refused.private == "Only members with the Manage Server permission can export the league."
    assert not await archives(refused)


async def test_a_server_without_matches_in_a_time_has_nothing_to_export(world: World, admin: Player) -> None:
    assert (await export(world, admin)).private == (
        "No match that counts has ended on this server yet, so there is nothing to export."
    )
    await keep(world, "alice bruno")
    assert "There is no such time period" in (await export(world, admin, time="1850")).text
    assert (await export(world, admin, time="m202001")).private == (
        "No match that counts ended in that time, so there is nothing to export."
    )
    _, tables = await exported(await export(world, admin, time="m202311"))
    assert len(tables["matches"]) == 1
    assert {each["time"] for each in tables["standings"]} == {"all", "2023-11"}


async def test_hidden_and_deleted_people_have_no_name_in_any_file(world: World, admin: Player) -> None:
    seated = as_former(people(world, "alice", "bruno", "chloe", "davide"), 3)
    await keep(world, seated, rules="all-fives")
    await show(world, "bruno", Visibility.NAMELESS)
    await show(world, "chloe", Visibility.HIDDEN)
    # not even to themselves
    await show(world, admin, Visibility.HIDDEN)
    await finish(world, ((admin.id, "Admin"), 100, True), (world.alice, 1, False))
    files, tables = await exported(await export(world, admin))
    everything = b"".join(files.values())
    assert b"Alice" in everything
    assert [name for name in (b"Bruno", "Chloé".encode(), b"Davide", b"Admin") if name in everything] == []
    assert [each["player_kind"] for each in tables["results"]][:4] == ["person", "unnamed", "unnamed", "former"]
    assert len([each for each in tables["standings"] if each["rules"] == "all-fives"]) == 2
    (record,) = [json.loads(files[name]) for name in files if name.startswith("records/2023-11/")]
    assert record["players"] == ["Alice", "Player 2", "Player 3", "a former player"]


async def test_nothing_is_told_of_matches_in_play_running_cups_and_other_places(world: World, admin: Player) -> None:
    _, mallory = world.elsewhere()
    await keep(world, "alice bruno", identity="elsewher", guild=mallory.guild.id)
    await keep(world, "alice bruno", identity="ofthecup", seed=2)
    private = await keep(world, "chloe", identity="prvmatch", computers=1, seed=3)
    table = await world.sit("davide", "eve")
    await cup(world.store, "ofthecup", closed=False, guild=world.guild.id)
    files, tables = await exported(await export(world, admin))
    assert [each["match"] for each in tables["matches"]] == [private.header.id]
    everything = b"".join([*files.values(), *map(str.encode, files)])
    told = (b"elsewher", b"ofthecup", table.id.encode(), b"Davide", b"Eve")
    assert [each for each in told if each in everything] == []


async def test_a_chosen_time_is_told_and_in_the_names_of_the_files(world: World, admin: Player) -> None:
    await world.store.league.open_season(world.guild.id, "*Winter*", 1_699_999_999.0)
    await keep(world, "alice bruno")
    for asked, heading, told, name in (
        ("s1", r"Season 1: \*Winter\*", "Season 1: *Winter*", "season-1"),
        ("m202311", "November 2023", "November 2023", "2023-11"),
    ):
        answer = await export(world, admin, time=asked)
        assert answer.lines[0] == f"## The league of this server · {heading}"
        assert answer.files == [f"domino-league-{world.env.now():%Y-%m-%d}-of-{name}.zip"]
        files, _ = await exported(answer)
        assert files["README.txt"].decode().splitlines()[1] == told


def hold(world: World, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Let exports wait in their midst until the event is set."""
    seasons, go_on = LeagueExport.seasons, asyncio.Event()

    async def held(league: LeagueExport) -> Any:
        await world.env.external_wait(go_on.wait(), reason="the test lets the export go on")
        return await seasons(league)

    monkeypatch.setattr(LeagueExport, "seasons", held)
    return go_on


async def test_a_second_export_waits_until_the_first_is_done(
    world: World, admin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep(world, "alice bruno")
    go_on = hold(world, monkeypatch)
    first = await export(world, admin)
    assert first.private == "Writing the tables: 0 of 1 matches."
    second = await export(world, admin)
    assert second.private.startswith("An export of this server is already being prepared.")
    go_on.set()
    await world.settle()
    assert first.files
    assert (await export(world, admin)).files


@pytest_asyncio.fixture
async def large(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty-four matches, and limits that divide them into many files."""
    for number in range(24):
        await keep(world, "alice bruno", identity=f"match{number:03}", seed=number, at=1_700_000_000.0 + number)
    monkeypatch.setattr(module, "MAX_PART_BYTES", 2_000)
    monkeypatch.setattr(packing, "MAX_ROWS", 10)
    monkeypatch.setattr(LeagueExport.matches, "__defaults__", (10,))


@pytest.mark.usefixtures("large")
async def test_a_large_league_comes_in_parts_of_at_most_ten_a_message(world: World, admin: Player) -> None:
    answer = await export(world, admin)
    found = await archives(answer)
    assert len(found) > 10
    assert len(Seen(answer.result.followups[0]).files) == 10
    day = f"domino-league-{world.env.now():%Y-%m-%d}"
    assert [*found] == [f"{day}-{number:02}.zip" for number in range(1, len(found) + 1)]
    assert f"{len(found)} ZIP files have arrived, and each opens without the others." in answer.lines
    assert all(each.ephemeral for each in answer.result.followups)
    files, _ = await exported(answer)
    assert len([each for each in files if each.startswith("records/")]) == 24
    assert {"matches.csv", "matches-2.json", "matches-3.csv"} <= {*files}
    rows = [row for name in ("matches", "matches-2", "matches-3") for row in json.loads(files[f"{name}.json"])]
    assert [each["number"] for each in rows] == [*range(1, 25)]


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(("status", "code"), [(413, 40005), (400, 50035)])
async def test_a_file_that_discord_refuses_is_told(world: World, admin: Player, status: int, code: int) -> None:
    world.fail("POST", "/webhooks/**", status, code)
    answer = await export(world, admin)
    assert answer.lines[0] == "The export stopped before its end."
    assert answer.lines[1].startswith("Discord didn't take a file, and says: “")
    assert not await archives(answer)
    world.heal()
    assert await archives(await export(world, admin))


async def test_an_export_that_takes_too_long_says_so_and_sends_no_more(
    world: World, admin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep(world, "alice bruno")
    begin = LeagueExport.seasons

    async def slow(league: LeagueExport) -> Any:
        world.skip(TOKEN_SECONDS + 1)
        return await begin(league)

    monkeypatch.setattr(LeagueExport, "seasons", slow)
    sent = world.sent
    answer = await export(world, admin)
    command = world.command("export", root="domino-server")
    assert answer.lines == [
        "The export stopped before its end.",
        f"Discord allows 15 minutes for this, and they are over. Ask for a shorter time: {command}.",
    ]
    assert not await archives(answer)
    assert not world.requests(sent, path="/channels/")


async def test_progress_is_shown(world: World, admin: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(3):
        await keep(world, "alice bruno", identity=f"match{number:03}", seed=number)
    monkeypatch.setattr(module, "PROGRESS_SECONDS", 0.0)
    monkeypatch.setattr(packing, "PORTION", 1)
    sent = world.sent
    await export(world, admin)
    told = [str(each.json) for each in world.requests(sent, "PATCH")]
    assert [number for number in range(3) if f"Writing the game records: {number} of 3 matches." in str(told)] == [
        *range(3)
    ]


def before_the_last_part(monkeypatch: pytest.MonkeyPatch, change: Callable[[], Awaitable[Any]]) -> None:
    """Let something happen once, when everything is packed."""
    pack, rest = Packing.pack, [change]

    async def packed(packing: Packing, report: Report) -> AsyncIterator[io.BufferedIOBase]:
        async for each in pack(packing, report):
            yield each
        if rest:
            await rest.pop()()

    monkeypatch.setattr(Packing, "pack", packed)


@pytest.mark.parametrize("deleted", [True, False])
async def test_people_who_go_while_files_are_packed_are_in_none_of_them(
    world: World, admin: Player, monkeypatch: pytest.MonkeyPatch, deleted: bool
) -> None:
    await keep(world, "alice bruno")
    before_the_last_part(
        monkeypatch,
        lambda: world.store.privacy.delete(world.alice.id) if deleted else show(world, "alice", Visibility.HIDDEN),
    )
    files, tables = await exported(await export(world, admin))
    assert b"Alice" not in b"".join(files.values())
    assert [each["player_kind"] for each in tables["results"]] == ["former" if deleted else "unnamed", "person"]
    (record,) = [json.loads(files[name]) for name in files if name.startswith("records/")]
    assert record["players"] == ["a former player" if deleted else "Player 1", "Bruno"]


@pytest.mark.usefixtures("large")
async def test_files_that_have_arrived_are_deleted_where_an_export_starts_anew(
    world: World, admin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    before_the_last_part(monkeypatch, lambda: show(world, "alice", Visibility.NAMELESS))
    sent = world.sent
    answer = await export(world, admin)
    assert world.requests(sent, "DELETE")
    found = await archives(answer)
    assert next(iter(found)).endswith("-01.zip")
    assert b"Alice" not in b"".join(each.read(name) for each in found.values() for name in each.namelist())
    assert answer.lines[2] == (
        "The league changed during the export, so the bot deleted its files and makes all of them again."
    )


async def test_an_export_ends_where_the_data_of_the_server_is_deleted_meanwhile(
    world: World, admin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep(world, "alice bruno")
    before_the_last_part(monkeypatch, lambda: world.store.privacy.delete_guild(world.guild.id))
    answer = await export(world, admin)
    assert not await archives(answer)
    assert answer.text.splitlines() == [
        "The export stopped before its end.",
        "No match that counts has ended on this server yet, so there is nothing to export.",
    ]


async def test_a_record_that_cannot_be_read_is_left_out_and_counted(world: World, admin: Player) -> None:
    whole = await keep(world, "alice bruno")
    broken = await finish(world, (world.alice, 100, True), (world.bruno, 1, False), more=[COMPUTER])
    await world.store.connection.write(Statement("UPDATE log SET action = 'nonsense' WHERE table_id = ?", (broken,)))
    answer = await export(world, admin)
    assert "The game record of 1 match can't be read, so it is left out." in answer.lines
    files, tables = await exported(answer)
    assert [name for name in files if name.startswith("records/")] == [f"records/2023-11/1-{whole.header.id}.json"]
    assert len(tables["matches"]) == 2


async def test_a_database_that_fails_ends_an_export_and_the_next_one_works(
    world: World, admin: Player, monkeypatch: pytest.MonkeyPatch, alarmed: None
) -> None:
    await keep(world, "alice bruno")

    async def fails(league: LeagueExport) -> Any:
        raise StorageError("gone")

    with monkeypatch.context() as patch:
        patch.setattr(LeagueExport, "seasons", fails)
        answer = await export(world, admin)
    assert answer.lines[0] == "The export stopped before its end."
    assert "The bot can't write to its disk right now" in answer.text
    assert (await export(world, admin)).files


async def test_an_export_ends_with_the_bot_and_leaves_nothing_open(
    world: World, admin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep(world, "alice bruno")

    with monkeypatch.context() as patch:
        hold(world, patch)
        answer = await export(world, admin)
        await world.restart()
    assert not answer.files
    assert (await export(world, admin)).files
