"""Whatever is known of a table is the same after a restart, and after an update of the bot."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.bots.level import Level
from engine.live.database.connection import Statement
from engine.live.hub import Hub
from engine.live.model.pace import TimeControl
from engine.live.model.table import Header, Pause, Person, Post, Presence, Status, Vote
from engine.live.sqlite import SQLiteStore
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, World, play_one, turn
from tests.engine.live.stores import FragileStore, open_store
from tests.support.examples import examples

IDS = st.integers(1, 2**63 - 1)
TIMES = st.floats(0, 4e9, allow_nan=False)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
PEOPLE = st.lists(
    st.builds(
        Person, IDS, TEXTS, TEXTS, st.sampled_from(Presence), st.integers(0, 2), st.none() | st.sampled_from(Level)
    ),
    min_size=1,
    max_size=8,
    unique_by=lambda person: person.user,
).map(tuple)
USERS = st.lists(IDS, max_size=8).map(tuple)
VALUES = st.one_of(st.integers(-5, 500), st.booleans(), TEXTS)

HEADERS = st.builds(
    Header,
    id=st.just("table1"),
    guild=IDS,
    channel=IDS,
    host=IDS,
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
    pause=st.none() | st.builds(Pause, st.none() | TIMES),
    vote=st.none() | st.builds(Vote, st.integers(1, 99), TIMES, USERS, USERS),
    seating=USERS,
    opener=st.none() | IDS,
    hints=st.booleans(),
    post=st.none() | st.builds(Post, IDS, st.integers(0, 999), st.sampled_from([each.value for each in Status]), TEXTS),
)


async def emptied(store: SQLiteStore) -> None:
    await store._connection.write(Statement("DELETE FROM tables"))  # pyright: ignore[reportPrivateUsage]


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(made=HEADERS, changed=HEADERS)
async def test_any_header_is_found_as_it_was_kept(made: Header, changed: Header, store: FragileStore) -> None:
    await emptied(store)
    await store.create(made)
    await store.save_post(made.id, made.post)
    found = await store.find(made.id)
    assert found.header == made
    # what a change may change: all but its name, its server, when it was opened, and its post
    changed = replace(changed, guild=made.guild, opened_at=made.opened_at, channel=made.channel, post=made.post)
    await store.save(changed, 0)
    found = await store.find(made.id)
    assert found.header == changed
    assert type(found.header.options) is dict
    assert {name: type(value) for name, value in found.header.options.items()} == {
        name: type(value) for name, value in changed.options.items()
    }


@settings(max_examples=examples(20), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(made=HEADERS, seconds=st.floats(0.5, 1e6))
async def test_what_is_due_is_put_off_and_nothing_else(made: Header, seconds: float, store: FragileStore) -> None:
    await emptied(store)
    await store.create(replace(made, post=None))
    await store.shift_deadlines(seconds)
    found = await store.find(made.id)
    after = found.header
    if made.status in (Status.FINISHED, Status.CLOSED):
        assert after == replace(made, post=None)
        return
    assert after.deadline == (None if made.deadline is None else made.deadline + seconds)
    assert after.last_activity_at == made.last_activity_at + seconds
    if made.vote is not None:
        # written as text, with fifteen digits
        assert abs(after.vote.until - made.vote.until - seconds) < 1e-4
        assert replace(after.vote, until=0.0) == replace(made.vote, until=0.0)
    assert replace(after, deadline=None, last_activity_at=0, vote=None) == replace(
        made, deadline=None, last_activity_at=0, vote=None, post=None
    )


# ---------------------------------------------------------------------- from the version before


def of_version(file: Path, version: int) -> sqlite3.Connection:
    """Make an empty database of an earlier version."""
    names = sorted(each.name for each in files("engine.live.database").joinpath("migrations").iterdir())
    connection = sqlite3.connect(file)
    for name in names[:version]:
        connection.executescript(files("engine.live.database").joinpath("migrations", name).read_text(encoding="utf-8"))
    connection.execute(f"PRAGMA user_version = {version}")
    return connection


def keep_as_of_version_2(connection: sqlite3.Connection, table: Table, log: list[tuple[object, ...]]) -> None:
    """Write a table down as version 2 did."""
    header = table.header
    connection.execute(
        "INSERT INTO tables VALUES (?, ?, ?, ?, ?, '{}', ?, ?, '[]', ?, ?, NULL, ?)",
        (
            header.id,
            header.guild,
            header.channel,
            header.host,
            header.rules,
            header.status.value,
            header.locale,
            header.opened_at,
            header.deadline,
            header.as_text,
        ),
    )
    for seat, person in enumerate(header.people):
        values = (header.id, seat, person.user, person.name, person.locale, person.away)
        connection.execute("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?)", values)
    connection.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?)", [(header.id, *entry) for entry in log])
    connection.execute("INSERT INTO hand_messages VALUES (?, ?, 1, 2, 3)", (header.id, header.people[0].user))
    connection.commit()


async def test_open_tables_of_version_2_are_played_on_with_who_left_still_gone(world: World, file: Path) -> None:
    playing = await world.match(ANA, BEN, CEM)
    world.clock.now += 33
    await play_one(playing)
    await playing.leave_match(BEN.user)
    lobby = await world.lobby(ANA, BEN, identity="lobby", channel=71)
    with closing(of_version(file, 2)) as connection:
        for table in (playing, lobby):
            kept = await world.store.find(table.id)
            log = [(each.ply, each.action, each.user, each.at) for each in kept.log]
            keep_as_of_version_2(connection, table, log)
    async with open_store(file) as opened:
        hub = Hub(opened, changed=world.told.append, clock=world.clock, dealer=world.dealer)
        await hub.load()
        later, waiting = hub.find(playing.id), hub.find(lobby.id)
        assert later.people == (ANA, replace(BEN, presence=Presence.LEFT), CEM)
        assert later.view(0) == playing.view(0)
        # life is what the log tells of it, and without a log the opening
        assert (later.header.last_activity_at, waiting.header.last_activity_at) == (
            world.clock.now,
            lobby.header.opened_at,
        )
        assert waiting.people == (ANA, BEN)
        for table in (later, waiting):
            header = table.header
            assert (header.time_control, header.pause, header.vote, header.seating, header.opener, header.reminded) == (
                TimeControl.CASUAL,
                None,
                None,
                (),
                None,
                False,
            )
        found = await opened.find(playing.id)
        assert [(each.user, each.fingerprint) for each in found.hands] == [(ANA.user, "")]
        ahead = World(opened, world.clock)
        for _ in range(4):
            if later.people[turn(later)].away:
                await ahead.due(later)
            else:
                await play_one(later)
        assert (await ahead.again(later)).header == later.header
        await waiting.start(ANA.user)
