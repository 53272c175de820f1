"""A table's header is the same after a restart, and after an update of the bot."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.bots.level import Level
from engine.live.database.connection import Statement
from engine.live.model.deleted_users import new_deleted_id
from engine.live.model.errors import ChannelTaken
from engine.live.model.pace import Auto, TimeControl
from engine.live.model.preferences import ServerPreferences
from engine.live.model.saved_rules import Owner, OwnerKind
from engine.live.model.table import (
    CupMatch,
    Delivery,
    Header,
    LogEntry,
    Pause,
    Person,
    Place,
    Presence,
    SavedTable,
    SentMessage,
    Status,
    Substitution,
    Vote,
)
from engine.live.tables import lobby, presence
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, DIA, World
from tests.engine.live.playing import play_one
from tests.engine.live.stores import FragileStore, open_store
from tests.engine.live.versions import either_of_version, of_version, put_person, put_table, table
from tests.support.examples import examples

IDS = st.integers(1, 2**63 - 1)
TIMES = st.floats(0, 4e9, allow_nan=False)
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
PEOPLE = st.lists(
    st.builds(
        Person,
        IDS,
        TEXTS,
        TEXTS,
        st.sampled_from(Presence),
        st.integers(0, 2),
        st.none() | st.sampled_from(Level),
        st.booleans(),
    ),
    min_size=1,
    max_size=8,
    unique_by=lambda person: person.user_id,
).map(tuple)
USERS = st.lists(IDS, max_size=8).map(tuple)
VALUES = st.one_of(st.integers(-5, 500), st.booleans(), TEXTS)

HEADERS = st.builds(
    Header,
    id=st.just("table1"),
    guild_id=IDS,
    channel_id=IDS,
    host_id=IDS,
    rules=TEXTS,
    options=st.dictionaries(TEXTS, VALUES, max_size=4),
    people=PEOPLE,
    status=st.sampled_from(Status),
    locale=TEXTS,
    invited=USERS,
    opened_at=TIMES,
    deadline=st.none() | TIMES,
    as_text=st.booleans(),
    time_control=st.sampled_from(TimeControl),
    last_activity_at=TIMES,
    reminded=st.booleans(),
    pause=st.none() | st.builds(Pause, st.none() | TIMES, TIMES),
    paused_for=TIMES,
    vote=st.none() | st.builds(Vote, st.integers(1, 99), TIMES, USERS, USERS),
    seating=USERS,
    opener=st.none() | IDS,
    named=st.none() | IDS,
    words=st.lists(st.tuples(IDS, TEXTS), max_size=3).map(tuple),
    hints=st.booleans(),
    delivery=st.sampled_from(Delivery),
    cup=st.none() | st.builds(CupMatch, TEXTS, st.integers(1, 99), st.integers(1, 99), st.integers(0, 99)),
    auto=st.sampled_from(Auto),
    substitutions=st.lists(
        st.builds(
            Substitution,
            st.integers(0, 7),
            IDS,
            TEXTS,
            st.integers(0, 99),
            st.sampled_from((Presence.LEFT, Presence.REMOVED)),
            st.booleans(),
        ),
        max_size=3,
    ).map(tuple),
    post=st.none()
    | st.builds(SentMessage, IDS, st.integers(0, 999), st.sampled_from([each.value for each in Status]), TEXTS),
)


async def emptied(store: FragileStore) -> FragileStore:
    """Return a store without the tables of other examples."""
    await store.connection.write(Statement("DELETE FROM tables"))
    return store


async def header_of(store: FragileStore) -> Header:
    """Return the header of the only table, as it is kept."""
    return (await store.find("table1")).header


@pytest.mark.long
@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(made=HEADERS, changed=HEADERS)
async def test_any_header_is_found_as_it_was_kept(made: Header, changed: Header, store: FragileStore) -> None:
    await (await emptied(store)).create(made)
    await store.save_post(made, made.post)
    assert await header_of(store) == made
    # what a change may change: all but its name, its server, when it was opened, and its post
    changed = replace(
        changed,
        guild_id=made.guild_id,
        opened_at=made.opened_at,
        channel_id=made.channel_id,
        post=made.post,
    )
    await store.save(changed)
    found = await header_of(store)
    assert found == changed
    assert type(found.options) is dict
    assert [type(value) for value in found.options.values()] == [type(value) for value in changed.options.values()]


async def test_posts_stored_with_actions_have_no_texts_where_somebody_was_deleted(
    store: FragileStore,
) -> None:
    post = SentMessage(5, 1, "playing", "Ana plays", alt="Ana's table", older=(SentMessage(4, text="Ana opens"),))
    former = replace(ANA, user_id=new_deleted_id())
    headers = [
        Header(
            f"t{at}", 7, at, BEN.user_id, "express", {}, (former if at == 3 else ANA, BEN), Status.PLAYING, "", (), 0, 9
        )
        for at in range(12)
    ]
    await asyncio.gather(*map(store.create, headers))
    # so many share a commit, in which PostgreSQL writes all at once
    action = LogEntry(0, "0 pass", 1, 0.0)
    await asyncio.gather(
        *(store.append(replace(each, post=post), [action], people=False, post=each.id != "t5") for each in headers)
    )
    bare = replace(post, text="", alt="", older=(SentMessage(4),))
    found = [(await store.find(each.id)).header.post for each in headers]
    assert found == [{3: bare, 5: None}.get(at, post) for at in range(12)]


@settings(max_examples=examples(20), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(made=HEADERS, seconds=st.floats(0.5, 1e6))
async def test_only_what_is_due_is_put_off(made: Header, seconds: float, store: FragileStore) -> None:
    await (await emptied(store)).create(replace(made, post=None))
    await store.shift_deadlines(seconds)
    after = await header_of(store)
    if made.status in (Status.FINISHED, Status.CLOSED):
        assert after == replace(made, post=None)
        return
    assert after.deadline == (None if made.deadline is None else made.deadline + seconds)
    assert after.last_activity_at == made.last_activity_at + seconds
    if made.vote is not None:
        # written as text, with fifteen digits
        assert abs(after.vote.until - made.vote.until - seconds) < 1e-4
        assert replace(after.vote, until=0.0) == replace(made.vote, until=0.0)
    if made.pause is not None:
        assert abs(after.pause.since - made.pause.since - seconds) < 1e-4
        assert after.pause.left == made.pause.left
    assert replace(after, deadline=None, last_activity_at=0, pause=None, vote=None) == replace(
        made, deadline=None, last_activity_at=0, pause=None, vote=None, post=None
    )


# ---------------------------------------------------------------------- options of the version before


@pytest.mark.parametrize(("status", "kept"), [("lobby", {}), ("playing", {}), ("playing", {"capicua": "either"})])
async def test_a_table_without_the_option_capicua_is_played_with_plain(
    status: str, kept: dict[str, str], store: FragileStore
) -> None:
    world = World(store)
    made = await world.lobby(ANA, BEN, CEM, DIA, rules="dupla")
    if status == "playing":
        await made.do(lobby.start, ANA.user_id)
    await store.connection.write(Statement("UPDATE tables SET options = ?", (json.dumps({"target": 7, **kept}),)))
    hub = world.hub()
    await hub.load()
    found = hub.find(made.id)
    assert found.header.options == {"target": 7, "capicua": kept.get("capicua", "plain")}
    if status == "lobby":
        await found.do(lobby.configure, ANA.user_id, options={"target": 6})
        assert found.header.options["capicua"] == "plain", "until the host chooses otherwise"
        await found.do(lobby.configure, ANA.user_id, rules="classic")
        await found.do(lobby.configure, ANA.user_id, rules="dupla")
        assert found.header.options["capicua"] == "either", "another table, as it were"


# ---------------------------------------------------------------------- from the version before


def keep_as_of_version_2(connection: sqlite3.Connection, kept: SavedTable) -> None:
    """Write a table down as version 2 did."""
    head = kept.header
    place, game = (head.id, head.guild_id, head.channel_id, head.host_id, head.rules), (head.status.value, head.locale)
    connection.execute(
        "INSERT INTO tables VALUES (?, ?, ?, ?, ?, '{}', ?, ?, '[]', ?, ?, NULL, ?)",
        (*place, *game, head.opened_at, head.deadline, head.as_text),
    )
    for seat, person in enumerate(head.people):
        values = (head.id, seat, person.user_id, person.name, person.locale, person.away)
        connection.execute("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?)", values)
    log = [(head.id, each.ply, each.action, each.user_id, each.at) for each in kept.log]
    connection.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?)", log)
    connection.execute("INSERT INTO hand_messages VALUES (?, ?, 1, 2, 3)", (head.id, head.people[0].user_id))


@pytest.mark.sqlite
async def test_open_tables_of_version_2_are_played_on(world: World, trio: Table, file: Path) -> None:
    world.clock.now += 33
    await play_one(trio)
    await trio.do(presence.leave, BEN.user_id)
    other = await world.lobby(ANA, BEN)
    with of_version(file, 2) as connection:
        for table in (trio, other):
            keep_as_of_version_2(connection, await world.kept(table))
    async with open_store(file) as store:
        ahead = World(store, world.clock)
        hub = ahead.hub()
        await hub.load()
        later, waiting = hub.find(trio.id), hub.find(other.id)
        assert later.people == (ANA, replace(BEN, presence=Presence.LEFT, early=True), CEM)
        assert later.view(0) == trio.view(0)
        # life is what the log tells of it, and without a log the opening
        assert later.header.last_activity_at == world.clock.now
        assert waiting.header.last_activity_at == other.header.opened_at
        assert waiting.people == (ANA, BEN)
        for head in (later.header, waiting.header):
            assert (head.time_control, head.seating, head.reminded) == (TimeControl.CASUAL, (), False)
            assert (head.pause, head.vote, head.opener) == (None, None, None)
        assert [(each.user_id, each.fingerprint) for each in (await ahead.kept(later)).hands] == [(ANA.user_id, "")]
        for _ in range(4):
            await ahead.play_or_wait(later)
        await ahead.again(later)
        await waiting.do(lobby.start, ANA.user_id)


def put_lobby(file: Path, version: int) -> None:
    """Make a database of a version, with Ana in the lobby of a table."""
    with of_version(file, version) as connection:
        put_table(connection, "table1", "lobby")
        put_person(connection, "table1", 0, ANA.user_id, ANA.name)


@pytest.mark.sqlite
async def test_an_open_table_of_version_12_is_changed_like_a_new_one(file: Path) -> None:
    put_lobby(file, 12)
    async with open_store(file) as store:
        hub = World(store).hub()
        await hub.load()
        table = hub.find("table1")
        assert table.header.revision == 0
        await table.do(lobby.join, BEN)
        await table.do(lobby.join, CEM)
        found = await header_of(store)
        assert ([each.user_id for each in found.people], found.revision) == ([ANA.user_id, BEN.user_id, CEM.user_id], 2)


@pytest.mark.sqlite
async def test_a_table_of_version_13_is_shown_in_its_server_as_before(file: Path) -> None:
    put_lobby(file, 13)
    async with open_store(file) as store:
        assert (await header_of(store)).delivery is Delivery.SERVER
        assert await store.privacy.guilds() == {7}


@pytest.mark.sqlite
async def test_a_database_of_version_14_gets_empty_leases_and_keeps_its_tables(file: Path) -> None:
    put_lobby(file, 14)
    async with open_store(file) as store:
        assert [each.header.id for each in await store.open_tables()] == ["table1"]
        for table in ("leases", "identifies"):
            assert await store.connection.rows(f"SELECT * FROM {table}") == []


@pytest.mark.sqlite
async def test_a_database_of_version_15_gets_no_processes_and_keeps_its_leases(file: Path) -> None:
    with of_version(file, 15) as connection:
        connection.execute("INSERT INTO leases VALUES (0, 1, 'a', 'http://a', 3, 2.0, 1.0)")
    async with open_store(file) as store:
        assert await store.connection.rows("SELECT * FROM processes") == []
        columns = "shard, shards, owner, address, epoch, until, alive_at"
        assert await store.connection.rows(f"SELECT {columns} FROM leases") == [(0, 1, "a", "http://a", 3, 2.0, 1.0)]


@pytest.mark.sqlite
async def test_departures_of_version_16_are_asked_about_before_anything_is_deleted(file: Path) -> None:
    with of_version(file, 16) as connection:
        connection.execute("INSERT INTO departures VALUES (7, 5.0)")
    async with open_store(file) as store:
        assert await store.privacy.departures(5.0) == [(7, 5.0, None)]


@pytest.mark.sqlite
async def test_leases_of_version_17_stand_in_no_line(file: Path) -> None:
    with of_version(file, 17) as connection:
        connection.execute("INSERT INTO leases VALUES (0, 1, 'a', 'http://a', 3, 2.0, 1.0)")
    async with open_store(file) as store:
        assert await store.connection.rows("SELECT owner, waiting_since, asked_at FROM leases") == [("a", None, 0.0)]


@pytest.mark.sqlite
async def test_of_those_who_left_tables_of_version_18_who_never_moved_was_gone_early(file: Path) -> None:
    with of_version(file, 18) as connection:
        put_table(connection, "table1", "playing")
        for seat, each in enumerate((ANA, BEN, CEM, DIA)):
            put_person(connection, "table1", seat, each.user_id, each.name)
        connection.execute("UPDATE seats SET presence = 'left' WHERE seat > 1")
        moved = ((0, ANA.user_id), (1, CEM.user_id), (2, 106))
        connection.executemany("INSERT INTO log VALUES ('table1', ?, 'x', ?, 1.0, NULL)", moved)
        gave_up = ((1, 1, 106, "Fay", 3), (2, 1, 107, "Gil", 4))
        connection.executemany("INSERT INTO replaced VALUES ('table1', ?, ?, ?, ?, ?)", gave_up)
    async with open_store(file) as store:
        found = await header_of(store)
    assert [each.early for each in found.people] == [False, False, False, True]
    assert found.substitutions == (Substitution(1, 106, "Fay", 3), Substitution(1, 107, "Gil", 4, early=True))


@pytest.mark.sqlite
@pytest.mark.parametrize("way", ["server", "direct", "answers"])
async def test_tables_of_version_19_keep_their_place_and_the_way_they_are_shown(way: str, file: Path) -> None:
    with of_version(file, 19) as connection:
        put_table(connection, "table1", "playing")
        put_table(connection, "over", "closed")
        connection.execute("UPDATE tables SET delivery = ?", (way,))
    async with open_store(file) as store:
        found = (await store.find("table1")).header
        assert (found.delivery, found.place) == (Delivery(way), Place(70))
        assert (await store.find("over")).header.delivery is Delivery(way)
        await all_refused_but_private(store, found)


@pytest.mark.sqlite
async def test_tables_of_version_20_post_pictures_as_their_server_chose(file: Path) -> None:
    with of_version(file, 20) as connection:
        put_table(connection, "table1", "playing")
    async with open_store(file) as store:
        found = await header_of(store)
        assert found.one_picture is None
        for chosen in (True, False, None):
            found = replace(found, one_picture=chosen)
            await store.save(found)
            found = await header_of(store)
            assert found.one_picture is chosen


@pytest.mark.sqlite
async def test_servers_and_people_of_version_21_have_saved_no_rules_and_keep_their_settings(file: Path) -> None:
    with of_version(file, 21) as connection:
        connection.execute("INSERT INTO preferences VALUES ('server', 7, 'rules', '\"mata\"')")
    async with open_store(file) as store:
        assert (await store.preferences.get(ServerPreferences, 7)).rules == "mata"
        for kind in OwnerKind:
            assert await store.saved_rules.all(Owner(kind, 7)) == []


async def test_a_table_of_version_24_plays_no_match_of_a_cup(file: Path) -> None:
    async with either_of_version(file, 24) as connection:
        await connection.write(table("table1"))
    async with open_store(file) as store:
        found = await header_of(store)
        await store.save(replace(found, cup=CupMatch("spring", 2, 5)))
        assert (found.cup, (await header_of(store)).cup) == (None, CupMatch("spring", 2, 5))


async def all_refused_but_private(store: FragileStore, taken: Header) -> None:
    """See that a channel with a table takes no other that everybody sees, and one of each person."""
    other = replace(taken, id="table2", people=(), post=None)
    for delivery in (Delivery.SERVER, Delivery.ANSWERS):
        with pytest.raises(ChannelTaken):
            await store.create(replace(other, delivery=delivery))
    await store.create(replace(other, delivery=Delivery.PRIVATE))
    with pytest.raises(ChannelTaken):
        await store.create(replace(other, id="table3", delivery=Delivery.PRIVATE_ANSWERS))
    await store.create(replace(other, id="table3", delivery=Delivery.PRIVATE, host_id=BEN.user_id))
