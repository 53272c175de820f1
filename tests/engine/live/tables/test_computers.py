"""Computers at a table: their names, how they sit down and get up, how they are kept."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from engine.bots.level import Level
from engine.live.hub import Hub
from engine.live.league.figures import Kind, LeaderboardFilter
from engine.live.model.computers import NAMES, new_computer, with_computers
from engine.live.model.errors import Code
from engine.live.model.news import Closed
from engine.live.model.table import Person, Status
from engine.live.tables import lobby, partners, presence
from tests.engine.live.people import ANA, BEN, CEM, GUILD, World, opened
from tests.engine.live.playing import refused
from tests.engine.live.sketch import begun, waiting
from tests.engine.live.stores import open_store
from tests.engine.live.versions import of_version, put_person, put_table

ROBOT = Person(-1, "Mirko", "", level=Level.EXPERT)
WITH_COMPUTERS = LeaderboardFilter(GUILD, Kind.COMPUTERS)


# ---------------------------------------------------------------------- names and numbers


def test_there_are_names_for_every_seat_and_they_are_short_and_latin() -> None:
    assert len(set(NAMES)) == len(NAMES) >= 24
    assert all(re.fullmatch("[A-Z][a-z]{1,7}", name) for name in NAMES)


def test_no_two_at_a_table_share_a_name_or_a_number() -> None:
    people: tuple[Person, ...] = (ANA,)
    for _ in NAMES:
        people = (*people, new_computer(people, Level.EASY))
    assert len({person.name for person in people}) == len({person.user_id for person in people}) == len(people)
    assert all(person.user_id < 0 for person in people[1:])


def test_no_computer_is_called_like_a_person_in_any_spelling() -> None:
    shouting = [Person(number, name.upper(), "fr") for number, name in enumerate(NAMES[1:], 1)]
    assert new_computer(shouting, Level.EASY).name == NAMES[0]


def test_a_number_is_not_given_to_two_where_one_got_up() -> None:
    first = new_computer((ANA,), Level.EASY)
    second = new_computer((ANA, first), Level.EASY)
    third = new_computer((ANA, second), Level.EASY)
    assert (first.user_id, second.user_id, third.user_id) == (-1, -2, -1)


def test_computers_of_an_earlier_match_keep_name_and_number_beside_new_ones() -> None:
    second = replace(ROBOT, user_id=-2)
    people = with_computers((ANA,), (Level.EASY, second))
    assert people[:2] == (ANA, second)
    assert (people[2].user_id, people[2].level) == (-1, Level.EASY)


def test_the_bot_plays_for_a_computer_as_for_a_person_gone_for_good() -> None:
    assert (ROBOT.computer, ROBOT.away, ROBOT.gone) == (True, True, True)
    assert not ANA.computer


# ---------------------------------------------------------------------- sitting down and getting up


def test_the_host_seats_a_computer_on_the_next_seat() -> None:
    table = waiting(ANA, BEN)
    table.do(lobby.add_computer, ANA.user_id, Level.NORMAL)
    assert table.people[:2] == (ANA, BEN)
    assert (table.people[2].user_id, table.people[2].level, table.people[2].locale) == (-1, Level.NORMAL, "")
    assert table.reports == 1


def test_a_full_table_takes_no_computer_and_one_full_of_computers_no_person() -> None:
    table = waiting(ANA)
    for _ in range(3):
        table.do(lobby.add_computer, ANA.user_id, Level.EASY)
    assert table.refuses(Code.FULL, lobby.add_computer, ANA.user_id, Level.EASY) == {"most": 4}
    table.refuses(Code.FULL, lobby.join, BEN)
    table.do(lobby.unseat, ANA.user_id, -2)
    table.do(lobby.join, BEN)
    assert [person.user_id for person in table.people] == [ANA.user_id, -1, -3, BEN.user_id]


def test_the_host_passes_to_a_person_and_never_to_a_computer() -> None:
    table = waiting(ANA, ROBOT, BEN)
    table.do(lobby.leave, ANA.user_id)
    assert (table.header.host_id, table.people) == (BEN.user_id, (ROBOT, BEN))
    table.refuses(Code.NOT_HERE, presence.hand_over, BEN.user_id, ROBOT.user_id)


def test_a_lobby_closes_when_only_computers_are_left() -> None:
    table = waiting(ANA, ROBOT)
    table.do(lobby.leave, ANA.user_id)
    assert table.header.status is Status.CLOSED
    assert table.untold == (Closed("empty", ANA.user_id),)


def test_a_computer_may_be_chosen_as_partner() -> None:
    table = waiting(ANA, ROBOT, BEN, options={"pairs": True})
    table.do(partners.take_seat, ANA.user_id, partners.partner_seat(table.header, ROBOT.user_id))
    assert table.header.seating == (0, ROBOT.user_id, BEN.user_id, ANA.user_id)


# ---------------------------------------------------------------------- opened with them


async def test_a_table_is_opened_with_computers_behind_its_host(world: World, hub: Hub) -> None:
    table = await opened(hub, ANA, computers=(Level.EASY, Level.EXPERT), hints=True)
    assert [person.level for person in table.people] == [None, Level.EASY, Level.EXPERT]
    assert table.header.hints
    await world.again(table)


async def test_computers_sit_in_a_rematch_where_they_sat(hub: Hub) -> None:
    other = replace(ROBOT, user_id=-2, name="Tove", level=Level.EASY)
    seating = (ROBOT.user_id, BEN.user_id, ANA.user_id, other.user_id)
    table = await opened(hub, ANA, computers=(other, ROBOT), seating=seating, opener=ROBOT.user_id)
    assert table.people == (ROBOT, ANA, other)
    await table.do(lobby.join, BEN)
    assert table.people == (ROBOT, BEN, ANA, other)
    assert table.header.host_id == ANA.user_id


async def test_more_computers_than_seats_are_declined_and_the_channel_stays_free(hub: Hub) -> None:
    await refused(opened(hub, ANA, computers=[Level.EASY] * 4), Code.FULL, most=4)
    await opened(hub, ANA)


def test_the_opening_passes_on_from_a_computer_in_a_rematch() -> None:
    table = begun(ANA, BEN, ROBOT, CEM, rules="matador", opener=ROBOT.user_id)
    assert table.turn == 3


# ---------------------------------------------------------------------- kept


@pytest.mark.sqlite
async def test_tables_and_matches_of_version_3_are_those_of_people(file: Path) -> None:
    with of_version(file, 3) as connection:
        put_table(connection, "old", "lobby")
        put_person(connection, "old", 0, 101, "A")
        connection.execute("INSERT INTO matches VALUES ('old', 7, 'express', 1, 1.0)")
        connection.execute("INSERT INTO scores VALUES ('old', 0, 101, 'A', 9, 1)")
    async with open_store(file) as store:
        (found,) = await store.open_tables()
        assert not found.header.hints
        assert found.header.people == (Person(101, "A", "fr"),)
        await store.league.tally_missing()
        assert (await store.league.leaderboard(LeaderboardFilter(GUILD), 10))[1] == 1
        assert (await store.league.leaderboard(WITH_COMPUTERS, 10))[1] == 0
    with closing(sqlite3.connect(file)) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute("UPDATE seats SET level = 'genius'")
