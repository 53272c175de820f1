"""A rematch: everyone sits as before, newcomers fill the gaps, and the opening passes on where luck chose it."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.live.model.pace import TimeControl
from engine.live.model.seating import arranged, next_opener
from engine.live.model.table import Person
from engine.live.tables import lobby
from tests.engine.live.people import ANA, BEN, CEM, DIA, EVE, FOUR, World
from tests.engine.live.playing import in_turn, turn

SEATING = tuple(person.user for person in FOUR)


@pytest.mark.parametrize("order", list(itertools.permutations(FOUR[1:])))
async def test_everyone_sits_where_they_sat_in_any_order_of_coming(order: tuple[Person, ...], world: World) -> None:
    table = await world.lobby(ANA, seating=SEATING)
    for person in order:
        await table.do(lobby.join, person)
        table = await world.again(table)
    assert table.people == FOUR


@pytest.mark.parametrize(
    ("people", "seated"),
    [
        ((CEM, DIA, ANA, BEN), (ANA, BEN, CEM, DIA)),
        ((ANA, EVE, CEM, DIA), (ANA, EVE, CEM, DIA)),
        ((ANA, EVE, BEN, CEM), (ANA, BEN, CEM, EVE)),
    ],
    ids=["host who was not first", "newcomer in a gap", "newcomer who makes room"],
)
async def test_newcomers_fill_the_gaps(people: tuple[Person, ...], seated: tuple[Person, ...], world: World) -> None:
    table = await world.lobby(people[0], seating=SEATING)
    for person in people[1:]:
        await table.do(lobby.join, person)
    assert table.people == seated
    assert table.header.host == people[0].user


async def test_a_person_who_gets_up_and_sits_down_again_sits_where_they_sat(world: World) -> None:
    table = await world.lobby(*FOUR, seating=SEATING)
    await table.do(lobby.leave, BEN.user)
    assert table.people == (ANA, CEM, DIA)
    await table.do(lobby.join, BEN)
    assert table.people == FOUR


async def test_partners_chosen_anew_sit_as_they_were_chosen(world: World) -> None:
    table = await world.lobby(*FOUR, seating=SEATING)
    await table.do(lobby.choose_partner, ANA.user, BEN.user)
    assert table.people == (ANA, CEM, BEN, DIA)
    await table.do(lobby.leave, DIA.user)
    await table.do(lobby.join, DIA)
    assert table.people == (ANA, CEM, BEN, DIA)


async def test_people_sit_in_the_order_of_coming_without_a_match_before(world: World) -> None:
    table = await world.lobby(CEM)
    for person in (ANA, DIA):
        await table.do(lobby.join, person)
    assert table.people == (CEM, ANA, DIA)


CROWD = st.lists(st.integers(1, 7), unique=True, max_size=6)


@given(CROWD, CROWD)
def test_seating_loses_no_person_and_keeps_the_order_of_before(users: list[int], seating: list[int]) -> None:
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


# ---------------------------------------------------------------------- the opener


@pytest.mark.parametrize("rules", ["matador", "mexican-train", "mata"])
@pytest.mark.parametrize("opener", [0, 1, 2])
async def test_the_opening_passes_on_in_a_rematch_where_luck_chose_it(rules: str, opener: int, world: World) -> None:
    table = await world.begun(*FOUR[:3], rules=rules, opener=FOUR[opener].user)
    assert turn(table) == turn(await world.again(table)) == (opener + 1) % 3


async def test_the_opening_passes_on_from_rematch_to_rematch_until_everybody_had_it(world: World) -> None:
    opened = [ANA]
    for _ in FOUR:
        opened.append(in_turn(await world.begun(*FOUR, rules="matador", opener=opened[-1].user)))
    assert opened == [ANA, BEN, CEM, DIA, ANA]


async def test_the_rules_choose_the_opener_in_a_rematch_too_where_they_do(world: World) -> None:
    turns = set[int]()
    for _ in range(12):
        table = await world.begun(*FOUR, opener=ANA.user)
        assert {move.seat for move in table.view(turn(table)).legal} == {turn(table)}
        turns.add(turn(table))
    assert len(turns) > 1, "it is the holder of the highest double, not who sits after Ana"


async def test_luck_chooses_again_when_the_last_opener_is_missing(world: World) -> None:
    assert next_opener([each.user for each in FOUR], EVE.user) is next_opener([], None) is None
    assert len({turn(await world.begun(*FOUR, rules="matador", opener=EVE.user)) for _ in range(12)}) > 1


async def test_a_rematch_lets_others_in_and_options_change(world: World) -> None:
    table = await world.lobby(ANA, seating=SEATING, opener=BEN.user, time_control=TimeControl.SLOW, rules="matador")
    await table.do(lobby.join, EVE)
    await table.do(lobby.configure, ANA.user, time_control=TimeControl.CASUAL)
    table = await world.again(table)
    assert (table.header.seating, table.header.opener) == (SEATING, BEN.user)
    await table.do(lobby.start, ANA.user)
    assert table.playing
