"""A rematch: everyone sits as before, newcomers fill the gaps, and the opening passes on where luck chose it."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.live.model.pace import TimeControl
from engine.live.model.seating import arranged, next_opener
from engine.live.model.table import Person
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, DIA, EVE, FOUR, World

SEATING = tuple(person.user for person in FOUR)


def names(table: Table) -> list[str]:
    return [person.name for person in table.people]


@pytest.mark.parametrize("order", list(itertools.permutations(FOUR[1:])))
async def test_whoever_joins_first_everyone_sits_where_they_sat(order: tuple[Person, ...], world: World) -> None:
    table = await world.lobby(ANA, seating=SEATING)
    for person in order:
        await table.join(person)
        table = await world.again(table)
    assert table.people == FOUR


async def test_a_host_who_was_not_first_sits_where_they_sat(world: World) -> None:
    table = await world.lobby(CEM, seating=SEATING)
    for person in (DIA, ANA, BEN):
        await table.join(person)
    assert table.people == FOUR
    assert table.header.host == CEM.user


async def test_a_newcomer_takes_the_seat_of_the_one_who_is_missing(world: World) -> None:
    table = await world.lobby(ANA, seating=SEATING)
    for person in (EVE, CEM, DIA):
        await table.join(person)
    assert names(table) == ["Ana", "Eve", "Cem", "Dia"]


async def test_a_newcomer_who_was_first_makes_room_for_the_one_who_sat_there(world: World) -> None:
    table = await world.lobby(ANA, seating=SEATING)
    for person in (EVE, BEN, CEM):
        await table.join(person)
    assert names(table) == ["Ana", "Ben", "Cem", "Eve"]


async def test_one_who_gets_up_and_sits_down_again_sits_where_they_sat(world: World) -> None:
    table = await world.lobby(ANA, seating=SEATING)
    for person in FOUR[1:]:
        await table.join(person)
    await table.leave(BEN.user)
    assert names(table) == ["Ana", "Cem", "Dia"]
    await table.join(BEN)
    assert table.people == FOUR


async def test_partners_chosen_anew_sit_as_they_were_chosen(world: World) -> None:
    table = await world.lobby(ANA, seating=SEATING)
    for person in FOUR[1:]:
        await table.join(person)
    await table.choose_partner(ANA.user, BEN.user)
    assert names(table) == ["Ana", "Cem", "Ben", "Dia"]
    await table.leave(DIA.user)
    await table.join(DIA)
    assert names(table) == ["Ana", "Cem", "Ben", "Dia"]


async def test_without_a_match_before_people_sit_in_the_order_in_which_they_came(world: World) -> None:
    table = await world.lobby(CEM)
    for person in (ANA, DIA):
        await table.join(person)
    assert names(table) == ["Cem", "Ana", "Dia"]


CROWD = st.lists(st.integers(1, 7), unique=True, max_size=6)


@given(CROWD, CROWD)
def test_seating_loses_nobody_and_who_sat_there_keeps_their_order(users: list[int], seating: list[int]) -> None:
    people = [Person(user, str(user), "fr") for user in users]
    seated = arranged(people, seating)
    assert set(seated) == set(people)
    assert len(seated) == len(people)
    sitting = [person.user for person in seated]
    assert [user for user in sitting if user in seating] == [user for user in seating if user in users]
    newcomers = [user for user in users if user not in seating]
    assert [user for user in sitting if user not in seating] == newcomers
    if len(users) >= len(seating):
        # every gap is filled, so that everyone has the very seat that they had
        assert all(sitting[seat] == user for seat, user in enumerate(seating) if user in users)
    # and nobody moves by being seated again
    assert arranged(seated, sitting) == seated


# ---------------------------------------------------------------------- who opens


@pytest.mark.parametrize("rules", ["matador", "mexican-train", "mata"])
@pytest.mark.parametrize("opener", [0, 1, 2])
async def test_where_luck_chose_the_opener_the_opening_passes_on_in_a_rematch(
    rules: str, opener: int, world: World
) -> None:
    people = FOUR[:3]
    table = await world.lobby(*people, rules=rules, opener=people[opener].user)
    await table.start(ANA.user)
    after = (opener + 1) % 3
    assert table.view(None).turn == after
    assert (await world.again(table)).view(None).turn == after


async def test_the_opening_passes_on_from_rematch_to_rematch_until_everybody_had_it(world: World) -> None:
    opener, opened = ANA.user, list[int]()
    for number in range(4):
        table = await world.lobby(*FOUR, rules="matador", opener=opener, identity=f"t{number}", channel=number)
        await table.start(ANA.user)
        seat = table.view(None).turn
        assert seat is not None
        opener = table.people[seat].user
        opened.append(opener)
    assert opened == [BEN.user, CEM.user, DIA.user, ANA.user]


async def test_where_the_rules_choose_the_opener_they_do_in_a_rematch_too(world: World) -> None:
    turns = set[int | None]()
    for number in range(12):
        changes = {"identity": f"t{number}", "channel": number, "rules": "express"}
        table = await world.lobby(*FOUR, opener=ANA.user, **changes)
        await table.start(ANA.user)
        (choice,) = {move.seat for move in table.view(table.view(None).turn).legal}
        assert choice == table.view(None).turn
        turns.add(choice)
    assert len(turns) > 1, "it is who holds the highest double, not who sits after Ana"


async def test_when_the_last_opener_is_missing_luck_chooses_again(world: World) -> None:
    assert next_opener(FOUR, EVE.user) is None
    assert next_opener(FOUR, None) is None
    turns = set[int | None]()
    for number in range(12):
        table = await world.lobby(*FOUR, rules="matador", opener=EVE.user, identity=f"t{number}", channel=number)
        await table.start(ANA.user)
        turns.add(table.view(None).turn)
    assert len(turns) > 1


async def test_a_rematch_lets_others_in_and_options_change(world: World) -> None:
    table = await world.lobby(ANA, seating=SEATING, opener=BEN.user, time_control=TimeControl.SLOW, rules="matador")
    await table.join(EVE)
    await table.configure(ANA.user, time_control=TimeControl.CASUAL)
    table = await world.again(table)
    assert (table.header.seating, table.header.opener) == (SEATING, BEN.user)
    await table.start(ANA.user)
    assert table.playing
