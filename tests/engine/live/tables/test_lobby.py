"""A table before its match."""

from __future__ import annotations

from typing import Any

import pytest

from engine import match
from engine.errors import Illegal
from engine.events import Dealt
from engine.live.model.errors import Code, TableError
from engine.live.model.news import Closed
from engine.live.model.table import Person, Status
from engine.live.tables import lifecycle, lobby, playing, presence
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, DIA, EVE, FOUR, World
from tests.engine.live.playing import all_refused, refused

# ---------------------------------------------------------------------- sitting down and getting up


async def test_a_person_who_joins_sits_on_the_next_seat_and_is_awaited_no_more(world: World) -> None:
    table = await world.lobby(ANA, invited=(BEN.user, CEM.user))
    await table.do(lobby.join, BEN)
    assert table.people == (ANA, BEN)
    assert [table.header.seat_of(each.user) for each in (ANA, BEN, EVE)] == [0, 1, None]
    assert table.header.invited == (CEM.user,)
    assert world.told == [table]
    await world.again(table)


async def test_a_person_does_not_sit_twice(world: World) -> None:
    table = await world.lobby(ANA)
    await world.declined(table, Code.ALREADY_SEATED, table.do(lobby.join, Person(ANA.user, "Another name", "de")))


async def test_a_full_table_takes_no_more(world: World) -> None:
    table = await world.lobby(*FOUR)
    await refused(table.do(lobby.join, EVE), Code.FULL, most=4)


async def test_a_person_who_leaves_frees_the_seat_and_the_others_move_up(world: World) -> None:
    table = await world.lobby(ANA, BEN, CEM)
    await table.do(lobby.leave, BEN.user)
    assert table.people == (ANA, CEM)
    assert table.header.host == ANA.user
    await world.again(table)


async def test_the_next_person_is_host_after_the_host_has_left(world: World) -> None:
    table = await world.lobby(ANA, BEN, CEM)
    await table.do(lobby.leave, ANA.user)
    assert table.header.host == BEN.user
    await table.do(lobby.start, BEN.user)
    assert table.playing


async def test_the_last_to_leave_closes_the_lobby(world: World) -> None:
    table = await world.lobby(ANA)
    await table.do(lobby.leave, ANA.user)
    assert (table.header.status, table.header.deadline) == (Status.CLOSED, None)
    assert table.untold == (Closed("empty", ANA.user),)
    await world.again(table)


async def test_a_stranger_cannot_leave(world: World) -> None:
    table = await world.lobby(ANA)
    await refused(table.do(lobby.leave, EVE.user), Code.JOIN_FIRST)


# ---------------------------------------------------------------------- options


async def test_the_host_chooses_rules_and_options(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    await table.do(lobby.configure, ANA.user, "express-it", {"target": 50})
    assert table.header.rules == "express-it"
    assert table.header.options == {"target": 50, "pairs": False, "blocked_pairs": "all"}
    await table.do(lobby.configure, ANA.user, options={"target": 200})
    assert (table.header.rules, table.header.options["target"]) == ("express-it", 200)
    await world.again(table)


async def test_options_that_the_new_rule_set_lacks_are_dropped(world: World) -> None:
    table = await world.lobby(ANA, options={"target": 150, "of_another_game": True, "blocked_pairs": "nobody"})
    await table.do(lobby.configure, ANA.user, "express-it")
    assert table.header.options == {"target": 150, "pairs": False, "blocked_pairs": "all"}


@pytest.mark.parametrize(
    ("rules", "options", "reason"),
    [
        ("chess", None, Illegal.UNKNOWN_RULES),
        (None, {"target": 7}, Illegal.BAD_OPTION),
        (None, {"pairs": 1}, Illegal.BAD_OPTION),
        (None, {"opening": "free"}, Illegal.UNKNOWN_OPTION),
    ],
)
async def test_a_choice_that_is_not_offered_changes_nothing(
    rules: str | None, options: dict[str, Any] | None, reason: Illegal, world: World
) -> None:
    table = await world.lobby(ANA, BEN)
    await world.declined(table, reason, table.do(lobby.configure, ANA.user, rules, options))


async def test_only_the_host_chooses(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    for user in (BEN.user, EVE.user):
        requests = (
            table.do(lobby.configure, user, "express-it"),
            table.do(lobby.choose_partner, user, ANA.user),
            table.do(lobby.cancel, user),
        )
        await all_refused(Code.NOT_HOST, *requests, host=ANA.user)
    assert table.header.rules == "express"


@pytest.mark.parametrize("chosen", [BEN, CEM, DIA])
async def test_the_hosts_partner_sits_across(chosen: Person, world: World) -> None:
    table = await world.lobby(*FOUR, options={"pairs": True})
    await table.do(lobby.choose_partner, ANA.user, chosen.user)
    assert (table.people[0], table.people[2]) == (ANA, chosen)
    assert set(table.people) == set(FOUR)
    await world.again(table)


async def test_the_partner_of_a_host_on_any_seat_sits_across_from_the_host(world: World) -> None:
    # the host's place went to Cem, who was third
    table = await world.lobby(ANA, CEM, BEN, DIA, options={"pairs": True})
    await table.do(lobby.leave, ANA.user)
    await table.do(lobby.join, ANA)
    assert table.header.host == CEM.user
    await table.do(lobby.choose_partner, CEM.user, DIA.user)
    assert table.people[(table.header.seat_of(CEM.user) + 2) % 4] == DIA


async def test_a_partner_is_another_person_at_the_table(world: World) -> None:
    table = await world.lobby(*FOUR, options={"pairs": True})
    await all_refused(Code.NOT_SEATED, *(table.do(lobby.choose_partner, ANA.user, each.user) for each in (ANA, EVE)))


async def test_a_partner_is_chosen_once_three_are_there_to_sit_across_from_each_other(world: World) -> None:
    table = await world.lobby(ANA, BEN, options={"pairs": True})
    await refused(table.do(lobby.choose_partner, ANA.user, BEN.user), Code.TOO_FEW)
    await table.do(lobby.join, CEM)
    await table.do(lobby.choose_partner, ANA.user, BEN.user)
    await table.do(lobby.join, DIA)
    assert table.people[2] == BEN


# ---------------------------------------------------------------------- starting and cancelling


async def test_the_host_starts_once_there_are_two_and_others_are_awaited_no_more(world: World) -> None:
    table = await world.lobby(ANA, invited=(BEN.user, CEM.user))
    await refused(table.do(lobby.start, ANA.user), Code.TOO_FEW, least=2)
    await table.do(lobby.join, BEN)
    await table.do(lobby.start, ANA.user)
    assert table.playing
    assert table.ply == table.view(None).deal == 1
    assert [type(each) for each in table.untold] == [Dealt]
    assert table.header.invited == ()
    await world.again(table)


async def test_others_start_only_a_full_table(world: World) -> None:
    table = await world.lobby(ANA, BEN, CEM)
    await refused(table.do(lobby.start, BEN.user), Code.NOT_HOST)
    await table.do(lobby.join, DIA)
    await refused(table.do(lobby.start, EVE.user), Code.JOIN_FIRST)
    assert not table.playing
    await table.do(lobby.start, BEN.user)
    assert table.playing


@pytest.mark.parametrize("people", [FOUR[:1], FOUR[:2], FOUR[:3]])
async def test_pairs_start_with_four_only(people: tuple[Person, ...], world: World) -> None:
    table = await world.lobby(*people, options={"pairs": True})
    await refused(table.do(lobby.start, ANA.user), Code.PAIRS_NEED_FOUR)
    for person in FOUR[len(people) :]:
        await table.do(lobby.join, person)
    await table.do(lobby.start, DIA.user)
    assert table.view(None).teams == ((0, 2), (1, 3))


async def test_a_match_declines_what_belongs_to_a_lobby(world: World, table: Table) -> None:
    await world.declined(
        table,
        Code.STARTED,
        table.do(lobby.join, CEM),
        table.do(lobby.leave, BEN.user),
        table.do(lobby.configure, ANA.user, "express-it"),
        table.do(lobby.choose_partner, ANA.user, BEN.user),
        table.do(lobby.cancel, ANA.user),
        table.do(lobby.start, ANA.user),
    )


async def test_a_lobby_declines_what_belongs_to_a_match(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    plays = table.do(playing.play, ANA.user, 0, 0, 0), table.do(playing.next_deal, ANA.user, 0)
    await world.declined(
        table, Code.NOT_STARTED, *plays, table.do(presence.leave, ANA.user), table.do(lifecycle.end, ANA.user)
    )
    with pytest.raises(TableError, match=Code.NOT_STARTED.value):
        table.view(0)


@pytest.mark.parametrize(("user", "manager"), [(ANA.user, False), (EVE.user, True)], ids=["host", "manager"])
async def test_the_host_or_a_manager_cancels_a_lobby(user: int, manager: bool, world: World) -> None:
    table = await world.lobby(ANA, BEN)
    await table.do(lobby.cancel, user, manager=manager)
    assert table.header.status is Status.CLOSED
    assert table.untold == (Closed("cancelled", user),)
    await world.again(table)
    sitting = table.do(lobby.join, CEM), table.do(lobby.leave, ANA.user)
    await world.declined(
        table, Code.CLOSED, *sitting, table.do(lobby.start, ANA.user), table.do(playing.play, ANA.user, 0, 0, 0)
    )


async def test_a_match_has_the_options_chosen(world: World) -> None:
    table = await world.lobby(*FOUR)
    await table.do(lobby.configure, ANA.user, options={"pairs": True, "target": 50, "blocked_pairs": "opponents"})
    await table.do(lobby.start, ANA.user)
    assert dict(table.view(None).options) == {"pairs": True, "target": 50, "blocked_pairs": "opponents"}
    assert table.view(None).options == match.new("express", 4, table.header.options).options


async def test_a_person_greeted_has_their_present_name_and_language(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    await table.do(presence.refresh_person, Person(BEN.user, "Benno", "de"))
    assert table.people == (ANA, Person(BEN.user, "Benno", "de"))
    await table.do(presence.refresh_person, EVE)
    assert len(table.people) == 2
    assert not world.told
    await world.again(table)
