"""A cup is read as it was stored, in a database of any version."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

import pytest

from engine import cups
from engine.dealing import Seed
from engine.live.cups.model import Change, CupHeader, CupPerson, LiveTable, Post, Situation, Way
from engine.live.cups.tempo import Tempo
from engine.live.database.connection import Statement
from engine.live.database_store import DatabaseStore
from tests.engine.cups.cups import PAIRS
from tests.engine.live.stores import open_store
from tests.engine.live.versions import either_of_version, table

HEADER = CupHeader(
    id="abcd2345",
    guild_id=7 << 22,
    channel_id=70,
    organizer_id=1,
    name="Copa Ñ",
    locale="es-ES",
    settings=replace(PAIRS, options={"target": 100}, rounds=3, late_entry=True, fill=True),
    seed=Seed(bytes(range(32))),
    tempo=Tempo.DAYS,
    round_seconds=1.5,
    automatic=False,
    as_text=True,
    opened_at=2.5,
    starts_at=3.5,
    moved_at=3.75,
    next_at=4.5,
    waits_since=5.5,
    paused_at=6.5,
    ends_at=6.75,
    organizer_at=7.5,
    standby=(101, 102),
    called=True,
    noted=3,
    posts={"cup": Post(70, 900), "round-1": Post(71)},
    seen_at=8.5,
    revision=0,
)
"""A header without a default."""
TABLE = LiveTable(1, 2, 1.5, Way.DIRECT, 2.5, 70, 71, 3.5, (101,), "match234", 4.5, begun=True, called=True)


def test_the_header_has_no_default() -> None:
    defaults = {each.name: each.default for each in fields(CupHeader) if each.name != "revision"}
    assert [name for name, default in defaults.items() if getattr(HEADER, name) == default] == []


async def test_a_cup_is_read_as_it_was_stored(store: DatabaseStore) -> None:
    at = Situation(
        header=HEADER, cup=cups.new(HEADER.settings, HEADER.seed), people={1: CupPerson(1, "Olga", "it")}, now=9.0
    )
    await store.cups.create(at)
    assert await store.cups.find(HEADER.id, 9.0) == at
    signed_up = (cups.SignedUp((5, 6)), 5)
    after = await store.cups.write(at, Change(actions=(signed_up,), tables=(TABLE,), people=(CupPerson(5, "Eva", ""),)))
    assert after.tables == {TABLE.key: TABLE}
    assert await store.cups.find(HEADER.id, 9.0) == after


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE cups SET settings = '{}'",
        "UPDATE cups SET live = '{}'",
        "UPDATE cups SET seed = 'none'",
        """INSERT INTO cup_log (cup_id, ply, action, at) VALUES ('abcd2345', 0, '{"action": "ended"}', 1.0)""",
        """INSERT INTO cup_log (cup_id, ply, action, at) VALUES ('abcd2345', 0, '{"action": "of later"}', 1.0)""",
        "INSERT INTO cup_tables (cup_id, round, number, match_id, live) VALUES ('abcd2345', 1, 1, '', '{}')",
    ],
    ids=["settings", "header", "seed", "course", "action", "table"],
)
async def test_a_cup_that_makes_no_sense_keeps_no_other_from_being_read(
    store: DatabaseStore, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    at = Situation(header=HEADER, cup=cups.new(HEADER.settings, HEADER.seed), now=9.0)
    await store.cups.create(at)
    await store.connection.write(Statement(damage))
    await store.cups.create(replace(at, header=replace(HEADER, id="efgh6789")))
    assert [each.header.id for each in await store.cups.open_cups(None, 9.0)] == ["efgh6789"]
    assert await store.cups.find(HEADER.id, 9.0) is None
    assert "cup abcd2345 can't be read" in caplog.text
    assert HEADER.seed.reveal() not in caplog.text


async def test_servers_of_version_25_have_no_cups_and_keep_their_tables(file: Path) -> None:
    async with either_of_version(file, 25) as connection:
        await connection.write(table("table1"))
    async with open_store(file) as store:
        assert await store.find("table1") is not None
        assert await store.cups.open_cups(None, 0.0) == []
