"""A server's data goes when it is to go, and not before; of tables that have ended only what is needed stays."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from engine.live.database.connection import Statement
from engine.live.history.records import record_of
from engine.live.model.preferences import PersonPreferences, ServerPreferences
from engine.live.model.saved_rules import HouseRules, Owner, OwnerKind
from engine.live.model.table import SentMessage, Status
from engine.live.privacy import service
from engine.live.privacy.service import A_WEEK, PORTION, StillOpen
from engine.live.tables import lifecycle, lobby
from tests.engine.live.club import ANA, BEN, CEM, HERE, THERE, Club, post_of
from tests.engine.live.stores import open_store
from tests.engine.live.traces import bytes_of, cells, opened, traces
from tests.engine.live.versions import put_table

# ---------------------------------------------------------------------- a server's


@pytest.mark.long
async def test_everything_of_a_server_goes_and_nothing_of_another(club: Club, file: Path) -> None:
    *_, opened = await club.with_a_past()
    await opened.do(lobby.cancel, BEN.user_id)
    for guild in (HERE, THERE):
        await club.store.preferences.set(guild, ServerPreferences(theme="dark"))
        await club.store.league.open_season(guild, "Spring", club.clock.now)
        await club.store.saved_rules.save(Owner(OwnerKind.SERVER, guild), "Sunday", HouseRules("mata", {}))
    post = "INSERT INTO challenge_posts (guild_id, number, channel_id, message_id) VALUES (?, 1, 2, 3)"
    await club.store.connection.write(Statement(post, (HERE,)))
    kept = {"tables", "matches", "ratings", "seasons", "preferences", "saved_rules"}
    kept |= {"challenges", "challenge_players", "challenge_posts", "cups"}
    assert {table for table, _ in traces(file, HERE)} >= kept
    # it is remembered, too
    assert (await club.store.preferences.get(ServerPreferences, HERE)).theme == "dark"
    board = await club.board(THERE)
    there = [cell for cell in cells(file) if cell[2] == THERE]

    await club.store.privacy.delete_guild(HERE)

    assert not traces(file, HERE)
    # the rows of this server alone are gone
    assert not traces(file, CEM.user_id, CEM.name)
    assert CEM.name.encode() not in bytes_of(file)
    assert await club.board(THERE) == board
    assert [cell for cell in cells(file) if cell[2] == THERE] == there
    assert await club.store.preferences.get(ServerPreferences, HERE) == ServerPreferences()
    assert (await club.store.preferences.get(PersonPreferences, ANA.user_id)).as_text
    assert await club.store.privacy.guilds() == {THERE}


async def test_many_tables_go_a_portion_at_a_time(club: Club, file: Path) -> None:
    with closing(opened(file)) as connection:
        for number in range(2 * PORTION + 1):
            put_table(connection, f"t{number}", "closed")
        connection.execute("UPDATE tables SET guild_id = ?", (HERE,))
        put_table(connection, "other", "closed")
        connection.execute("UPDATE tables SET guild_id = ? WHERE id = 'other'", (THERE,))
    await club.store.privacy.delete_guild(HERE)
    assert await club.store.privacy.guilds() == {THERE}


async def test_a_server_with_an_open_table_keeps_everything(club: Club, file: Path) -> None:
    await club.match(ANA, BEN)
    await club.lobby(ANA)
    before = list(cells(file))
    with pytest.raises(StillOpen):
        await club.store.privacy.delete_guild(HERE)
    assert list(cells(file)) == before


async def departed(club: Club, before: float = 1e12) -> list[int]:
    """Return the servers that have left until then."""
    return [each.guild_id for each in await club.store.privacy.departures(before)]


async def test_the_first_departure_of_a_server_counts(club: Club) -> None:
    privacy = club.store.privacy
    await privacy.guild_left(frozenset({HERE}), 100.0)
    await privacy.guild_left(frozenset({HERE, THERE}), 200.0)
    assert [await departed(club, at) for at in (99.0, 100.0, 200.0)] == [[], [HERE], [HERE, THERE]]


async def test_a_server_that_took_the_bot_in_again_has_not_left(club: Club) -> None:
    privacy = club.store.privacy
    await privacy.guild_left(frozenset({HERE, THERE}), 100.0)
    await privacy.guild_joined(frozenset({HERE, 5}))
    assert await departed(club) == [THERE]
    # and if it leaves again, its time begins anew, and so do the questions about it
    await privacy.departure_asked(HERE, 200.0)
    await privacy.guild_left(frozenset({HERE}), 300.0)
    assert await departed(club, 299.0) == [THERE]
    await privacy.departure_asked(THERE, 400.0)
    assert await privacy.departures(1e12) == [(THERE, 100.0, 400.0), (HERE, 300.0, None)]


async def test_a_departure_outlives_a_restart_and_is_deleted_with_the_server(club: Club, file: Path) -> None:
    await club.store.privacy.guild_left(frozenset({HERE}), 100.0)
    async with open_store(file) as again:
        assert [each.guild_id for each in await again.privacy.departures(100.0)] == [HERE]
    await club.store.privacy.delete_guild(HERE)
    assert await departed(club) == []


# ---------------------------------------------------------------------- tables that have ended


@pytest.mark.long
async def test_an_ended_table_that_was_told_loses_what_only_an_open_one_needs(club: Club, file: Path) -> None:
    tables = await club.with_a_past()
    for table in tables[5:8]:
        await table.set_post(post_of(table, Status.CLOSED))
    open_one = await club.kept(tables[9])
    records = [record_of(await club.kept(table)) for table in tables[:6]]
    await club.store.privacy.purge(club.clock.now)

    for at, table in enumerate(tables[:9]):
        found = await club.kept(table)
        header = found.header
        assert (header.invited, header.seating, header.words, header.vote) == ((), (), (), None)
        assert {person.locale for person in header.people} == {""}
        assert found.hands == ()
        assert (header.post.text, header.post.alt) == ("", "")
        assert header.post.message_id == 5
        if at < 6:
            # a replay, a record and a rematch have all data
            assert record_of(found) == records[at]
            assert [person.name for person in header.people] == [person.name for person in table.people]
    assert await club.kept(tables[9]) == open_one
    assert await club.store.unpublished_tables() == []


async def test_a_table_whose_channel_could_not_be_told_keeps_what_that_takes_for_a_week(club: Club) -> None:
    table = await club.begun(ANA, BEN)
    await table.do(lifecycle.end, ANA.user_id, manager=True)
    before = await club.kept(table)
    await club.store.privacy.purge(club.clock.now)
    assert await club.kept(table) == before
    await club.store.privacy.purge(before.header.last_activity_at + A_WEEK + 1)
    after = await club.kept(table)
    assert after.header.post is not None
    assert after.header.post == replace(before.header.post or SentMessage(0), text="", alt="")
    assert after.hands == ()
    # it is tried all the same
    assert [each.header.id for each in await club.store.unpublished_tables()] == [table.id]


@pytest.mark.sqlite
@pytest.mark.parametrize("statement", [service._UNTIDY, service._TIDY_SEATS])
async def test_tidying_reads_only_what_is_untidy_among_any_number_of_matches(statement: str, club: Club) -> None:
    plan = await club.store.connection.rows(f"EXPLAIN QUERY PLAN {statement}", {"long_ago": 0})
    scans = [row[3] for row in plan if row[3].startswith("SCAN")]
    assert scans
    assert all("USING" in each and ("untidy_tables" in each or "seats_with_a_language" in each) for each in scans)
