"""A rematch: everyone sits as before, newcomers fill the gaps, and the opening passes on where luck chose it."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dealing import Seed
from engine.live.model.pace import TimeControl
from engine.live.model.seating import arranged, next_opener
from engine.live.model.table import Person
from engine.live.tables import lobby, partners
from tests.engine.live.people import ANA, BEN, CEM, DIA, EVE, FOUR, World
from tests.engine.live.playing import in_turn, turn
from tests.engine.live.sketch import begun, waiting

SEATING = tuple(person.user_id for person in FOUR)


@pytest.mark.parametrize("order", list(itertools.permutations(FOUR[1:])))
def test_everyone_sits_where_they_sat_in_any_order_of_coming(order: tuple[Person, ...]) -> None:
    table = waiting(ANA, seating=SEATING)
    for person in order:
        table.do(lobby.join, person)
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
def test_newcomers_fill_the_gaps(people: tuple[Person, ...], seated: tuple[Person, ...]) -> None:
    table = waiting(people[0], seating=SEATING)
    for person in people[1:]:
        table.do(lobby.join, person)
    assert table.people == seated
    assert table.header.host_id == people[0].user_id


def test_a_person_who_gets_up_and_sits_down_again_sits_where_they_sat() -> None:
    table = waiting(*FOUR, seating=SEATING)
    table.do(lobby.leave, BEN.user_id)
    assert table.people == (ANA, CEM, DIA)
    table.do(lobby.join, BEN)
    assert table.people == FOUR


def test_partners_chosen_anew_sit_as_they_were_chosen() -> None:
    table = waiting(*FOUR, seating=SEATING, options={"pairs": True})
    table.do(partners.ask, ANA.user_id, 3)
    table.do(partners.agree, DIA.user_id, ANA.user_id, 3)
    assert table.people == (DIA, BEN, CEM, ANA)
    table.do(lobby.leave, CEM.user_id)
    table.do(lobby.join, CEM)
    assert table.people == (DIA, BEN, CEM, ANA)


def test_people_sit_in_the_order_of_coming_without_a_match_before() -> None:
    table = waiting(CEM)
    for person in (ANA, DIA):
        table.do(lobby.join, person)
    assert table.people == (CEM, ANA, DIA)


CROWD = st.lists(st.integers(1, 7), unique=True, max_size=6)


@given(CROWD, CROWD)
def test_seating_loses_no_person_and_keeps_the_order_of_before(users: list[int], seating: list[int]) -> None:
    people = [Person(user, str(user), "fr") for user in users]
    seated = arranged(people, seating)
    assert set(seated) == set(people)
    assert len(seated) == len(people)
    sitting = [person.user_id for person in seated]
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
    table = await world.begun(*FOUR[:3], rules=rules, opener=FOUR[opener].user_id)
    assert turn(table) == turn(await world.again(table)) == (opener + 1) % 3


def test_the_opening_passes_on_from_rematch_to_rematch_until_everybody_had_it() -> None:
    opened = [ANA]
    for _ in FOUR:
        opened.append(in_turn(begun(*FOUR, rules="matador", opener=opened[-1].user_id)))
    assert opened == [ANA, BEN, CEM, DIA, ANA]


def test_the_rules_choose_the_opener_in_a_rematch_too_where_they_do() -> None:
    turns = set[int]()
    for seed in range(12):
        table = begun(*FOUR, opener=ANA.user_id, seed=Seed(bytes([seed] * 32)))
        assert {move.seat for move in table.view(table.turn).legal} == {table.turn}
        turns.add(table.turn)
    assert len(turns) > 1, "it is the holder of the highest double, not who sits after Ana"


def test_luck_chooses_again_when_the_last_opener_is_missing() -> None:
    assert next_opener([each.user_id for each in FOUR], EVE.user_id) is next_opener([], None) is None
    seeds = [Seed(bytes([seed] * 32)) for seed in range(12)]
    openers = {begun(*FOUR, rules="matador", opener=EVE.user_id, seed=seed).turn for seed in seeds}
    assert len(openers) > 1


def test_a_rematch_lets_others_in_and_options_change() -> None:
    table = waiting(ANA, seating=SEATING, opener=BEN.user_id, time_control=TimeControl.SLOW, rules="matador")
    table.do(lobby.join, EVE)
    table.do(lobby.configure, ANA.user_id, time_control=TimeControl.CASUAL)
    assert (table.header.seating, table.header.opener) == (SEATING, BEN.user_id)
    table.do(lobby.start, ANA.user_id)
    assert table.playing
