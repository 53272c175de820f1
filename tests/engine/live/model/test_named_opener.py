"""Who opens the first deal: the host may name somebody where the lot would decide and the source leaves it open."""

from __future__ import annotations

import json

import pytest

from engine.bots.level import Level
from engine.live.history.records import record_of
from engine.live.history.replays import first_opener
from engine.live.model.computers import new_computer
from engine.live.model.errors import Code
from engine.live.model.seating import may_name_opener
from engine.live.tables import deal_words, lifecycle, lobby
from engine.live.tables.table import Table
from engine.options import Value
from engine.record import loads
from engine.rules import RULE_SETS
from engine.verify import Unverifiable, verify
from tests.engine.live.people import ANA, BEN, CEM, EVE, FOUR, World, header
from tests.engine.live.playing import in_turn, play_match
from tests.engine.live.sketch import waiting

THREE = FOUR[:3]
NAMEABLE = {
    *("memory", "sebastopol", "matador", "mexican-train", "mexican-train-nine", "chickenfoot"),
    *("cubano", "fives", "fives-and-threes", "forty-two"),
}


@pytest.fixture
def world(world: World) -> World:
    """A world whose deals are drawn as on a real table."""
    world.dealer = None
    return world


async def ended_record(world: World, table: Table) -> dict[str, object]:
    """End the match, and return its record."""
    if table.playing:
        await table.do(lifecycle.end, table.header.host_id, manager=True)
    return json.loads(record_of(await world.kept(table)))


# ---------------------------------------------------------------------- where


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_host_may_name_who_opens_where_only_the_rule_book_draws_lots(rules: str) -> None:
    table = waiting(ANA, rules=rules)
    assert may_name_opener(table.header) is (rules in NAMEABLE)
    if rules not in NAMEABLE:
        table.refuses(Code.STALE, lobby.configure, ANA.user_id, opener_id=ANA.user_id)


@pytest.mark.parametrize(
    ("rules", "options", "allowed"),
    [
        ("cubano", {"first_opener": "double"}, False),
        # as in championships, which draw lots
        ("parejas", {"first_opener": "random"}, False),
    ],
)
def test_an_option_may_leave_nothing_to_name(rules: str, options: dict[str, Value], allowed: bool) -> None:
    assert may_name_opener(header(people=THREE, rules=rules, options=options)) is allowed


# ---------------------------------------------------------------------- naming


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("rules", ["matador", "mexican-train", "memory", "sebastopol"])
async def test_the_named_player_opens_the_first_deal_and_the_record_says_so(
    rules: str, seat: int, world: World
) -> None:
    table = await world.lobby(*THREE, rules=rules)
    await table.do(lobby.configure, ANA.user_id, opener_id=THREE[seat].user_id)
    table = await world.again(table)
    assert table.header.named == THREE[seat].user_id
    await table.do(lobby.start, ANA.user_id)
    assert in_turn(table) == THREE[seat]
    assert table.header.named is None
    assert (await world.again(table)).view(None) == table.view(None)
    record = await ended_record(world, table)
    (deal,) = record["deals"]
    assert (deal["first"], deal["named"], "passed_on" in deal) == (seat, True, False)
    assert verify(loads(json.dumps(record))) == 1
    for other in {0, 1, 2} - {seat}:
        deal["first"] = other
        with pytest.raises(Unverifiable, match="was named to begin"):
            verify(loads(json.dumps(record)))


async def test_only_the_first_deal_is_named(world: World) -> None:
    table = await world.lobby(ANA, BEN, rules="matador")
    await table.do(lobby.configure, ANA.user_id, opener_id=BEN.user_id)
    await table.do(lobby.start, ANA.user_id)
    await play_match(table)
    first, *others = (await ended_record(world, table))["deals"]
    assert first["named"]
    assert others
    assert not any("named" in deal for deal in others)


async def test_a_computer_can_be_named_and_nobody_again(world: World) -> None:
    robot = new_computer((ANA, BEN), Level.EASY)
    table = await world.lobby(ANA, BEN, robot, rules="matador")
    await table.do(lobby.configure, ANA.user_id, opener_id=robot.user_id)
    assert table.header.named == robot.user_id
    await table.do(lobby.configure, ANA.user_id, opener_id=0)
    assert table.header.named is None
    await table.do(lobby.start, ANA.user_id)
    assert "named" not in (await ended_record(world, table))["deals"][0]


def test_a_person_without_a_seat_is_not_named() -> None:
    waiting(*THREE, rules="matador").refuses(Code.STALE, lobby.configure, ANA.user_id, opener_id=EVE.user_id)


async def test_a_word_seals_who_opens(world: World) -> None:
    table = await world.lobby(*THREE, rules="matador")
    await table.do(lobby.configure, ANA.user_id, opener_id=CEM.user_id)
    await table.do(deal_words.add_word, BEN.user_id, "sealed")
    await world.declined(table, Code.WORDS_ADDED, table.do(lobby.configure, ANA.user_id, opener_id=BEN.user_id))
    await world.declined(table, Code.WORDS_ADDED, table.do(lobby.configure, ANA.user_id, opener_id=0))
    await table.do(deal_words.add_word, BEN.user_id, "")
    await table.do(lobby.configure, ANA.user_id, opener_id=BEN.user_id)
    await table.do(deal_words.add_word, CEM.user_id, "again")
    assert (await world.again(table)).header.words == ((CEM.user_id, "again"),)
    await table.do(lobby.start, ANA.user_id)
    (deal,) = (await ended_record(world, table))["deals"]
    assert (deal["first"], deal["named"], deal["words"]) == (1, True, ["", "", "again"])


# ---------------------------------------------------------------------- after names


def test_a_name_moves_with_its_player_and_goes_with_them() -> None:
    table = waiting(*THREE, rules="matador")
    table.do(lobby.configure, ANA.user_id, opener_id=CEM.user_id)
    table.do(lobby.leave, BEN.user_id)
    assert table.people[1] == CEM
    assert table.header.named == CEM.user_id
    table.do(lobby.leave, CEM.user_id)
    assert table.header.named is None
    table.do(lobby.join, CEM)
    assert table.header.named is None


def test_a_name_goes_with_the_rules_that_left_it_open() -> None:
    table = waiting(ANA, BEN, rules="matador")
    table.do(lobby.configure, ANA.user_id, opener_id=BEN.user_id)
    table.do(lobby.configure, ANA.user_id, rules="memory")
    assert table.header.named == BEN.user_id
    table.do(lobby.configure, ANA.user_id, rules="classic")
    assert table.header.named is None


async def test_a_name_is_of_no_use_once_more_players_leave_nothing_to_the_lot(world: World) -> None:
    table = await world.lobby(*THREE, rules="sebastopol")
    await table.do(lobby.configure, ANA.user_id, opener_id=CEM.user_id)
    await table.do(lobby.join, FOUR[3])
    assert not may_name_opener(table.header)
    await table.do(lobby.start, ANA.user_id)
    (deal,) = (await ended_record(world, table))["deals"]
    assert "first" not in deal
    assert "named" not in deal


async def test_a_name_counts_before_an_opening_that_passes_on(world: World) -> None:
    table = await world.lobby(*THREE, rules="matador", opener=ANA.user_id)
    await table.do(lobby.configure, ANA.user_id, opener_id=CEM.user_id)
    await table.do(lobby.start, ANA.user_id)
    assert in_turn(table) == CEM
    (deal,) = (await ended_record(world, table))["deals"]
    assert (deal["first"], deal["named"], "passed_on" in deal) == (2, True, False)
    assert first_opener(await world.kept(table)) == CEM.user_id


async def test_a_lobby_that_closes_keeps_no_name(world: World) -> None:
    table = await world.lobby(ANA, BEN, rules="matador")
    await table.do(lobby.configure, ANA.user_id, opener_id=BEN.user_id)
    await table.do(lobby.cancel, ANA.user_id)
    assert (await world.kept(table)).header.named is None
