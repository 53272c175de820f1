"""Who plays at a table, and for whom: rows of who came, who stands by, who left, and who is kept apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine import cups
from engine.cups import Absent, Settings, StoodIn
from engine.live.cups import course, organizing, presence, signing
from engine.live.cups.errors import Code, CupDeclined
from engine.live.cups.live_cup import LiveCup
from engine.live.cups.model import CupPerson, LiveTable, Outcome, Situation
from engine.live.cups.seats import absent_sides, free_substitutes, members_of, seats_of, stand_ins
from engine.live.model.deleted_users import new_deleted_id
from tests.engine.cups.cups import CHANGING, KNOCK_OUT, PAIRS, SWISS
from tests.engine.live.cups.evening import ORGANIZER, Evening, person

BY = ORGANIZER.user_id


async def standing_by(cup: LiveCup, *user_ids: int) -> None:
    """Let people offer to substitute, and answer in this round."""
    for each in user_ids:
        if each not in cup.situation.cup.substitutes:
            await cup.do(signing.offer, person(each))
        await cup.do(presence.stand_by, person(each))


async def come(cup: LiveCup, live: LiveTable, user_ids: Sequence[int]) -> None:
    """Let people come to a table."""
    for each in user_ids:
        await cup.do(presence.arrive, person(each), *live.key)


def first(cup: LiveCup) -> tuple[cups.Table, LiveTable]:
    """Return the first table that waits."""
    return cup.situation.waiting[0]


def sides(cup: LiveCup) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the people of both sides of the first table."""
    table, _ = first(cup)
    members = [[person for each in side for person in cup.situation.cup.entrants[each].members] for side in table.sides]
    return tuple(members[0]), tuple(members[1])


def settled(cup: LiveCup) -> tuple[cups.Action, ...]:
    """Return what happens at the first table after its grace."""
    return tuple(action for action, _ in presence.settle(cup.situation, *first(cup)).actions)


ALONE, PAIR, CHANGE = SWISS, PAIRS, CHANGING

# the rule set, who comes (0 to 3: the first side, then the second), the substitutes ready, and for each who did not
# come the substitute, 0 for a computer; or the absent sides
ROWS: list[tuple[Settings, tuple[int, ...], int, dict[int, int] | tuple[int, ...]]] = [
    (ALONE, (0, 1), 0, {}),
    (ALONE, (0,), 0, (1,)),
    (ALONE, (1,), 0, (0,)),
    (ALONE, (), 0, (0, 1)),
    (ALONE, (0,), 1, {1: 900}),
    (ALONE, (), 1, (1,)),
    (ALONE, (), 2, {0: 900, 1: 901}),
    (PAIR, (0, 1, 2, 3), 1, {}),
    (PAIR, (0, 1, 2), 0, {3: 0}),
    (PAIR, (0, 1, 2), 1, {3: 900}),
    (PAIR, (0, 2), 0, {1: 0, 3: 0}),
    (PAIR, (0, 2), 1, {1: 900, 3: 0}),
    (PAIR, (0, 1), 0, (1,)),
    (PAIR, (0, 1), 1, {2: 900, 3: 0}),
    (PAIR, (0, 1), 2, {2: 900, 3: 901}),
    (PAIR, (0,), 1, {2: 900, 1: 0, 3: 0}),
    (PAIR, (), 1, (1,)),
    (PAIR, (), 2, {0: 900, 2: 901, 1: 0, 3: 0}),
    (PAIR, (), 0, (0, 1)),
    (CHANGE, (0, 1, 2), 0, {3: 0}),
    (CHANGE, (2,), 1, {0: 900, 1: 0, 3: 0}),
    (CHANGE, (2, 3), 0, (0,)),
]


@pytest.mark.parametrize(("settings", "who", "substitutes", "expected"), ROWS)
async def test_who_plays_for_whom(
    evening: Evening,
    settings: Settings,
    who: tuple[int, ...],
    substitutes: int,
    expected: dict[int, int] | tuple[int, ...],
) -> None:
    cup = await evening.begun(settings, 8)
    _, live = first(cup)
    people = [each for side in sides(cup) for each in side]
    await standing_by(cup, *range(900, 900 + substitutes))
    await come(cup, live, [people[each] for each in who])
    actions = settled(cup)
    if isinstance(expected, tuple):
        assert actions == (Absent(*live.key, expected),)
        return
    assert {each.person: each.by for each in actions if isinstance(each, StoodIn)} == {
        people[each]: by for each, by in expected.items()
    }
    await cup.do(presence.settle, *first(cup))
    seats = seats_of(cup.situation.cup, first(cup)[0])
    # partners sit opposite
    order = people if len(people) == 2 else [people[0], people[2], people[1], people[3]]
    by = {people[each]: by for each, by in expected.items()}
    assert [each.user_id for each in seats] == [by.get(each, each) for each in order]
    assert first(cup)[1].match_id


async def test_a_substitute_sits_with_nobody_from_whom_they_are_kept_apart(evening: Evening) -> None:
    cup = await evening.begun(SWISS, 4)
    _, live = first(cup)
    there, missing = (each[0] for each in sides(cup))
    await standing_by(cup, 900, 901)
    await cup.do(organizing.keep_apart, BY, person(900), person(there), manager=False)
    await come(cup, live, [there])
    assert settled(cup)[0] == StoodIn(*live.key, missing, 901)


async def test_a_table_waits_for_the_grace_if_the_one_substitute_is_kept_apart(evening: Evening) -> None:
    cup = await evening.begun(SWISS, 4)
    table, live = first(cup)
    there, gone = (each[0] for each in sides(cup))
    await standing_by(cup, 900)
    await cup.do(signing.offer, person(901))
    await cup.do(organizing.keep_apart, BY, person(900), person(there), manager=False)
    await cup.do(signing.withdraw, gone)
    await come(cup, live, [there])
    assert not presence.is_complete(cup.situation, table, first(cup)[1]), "901 may still answer"
    await standing_by(cup, 901)
    assert presence.is_complete(cup.situation, table, first(cup)[1])
    assert settled(cup)[0] == StoodIn(*live.key, gone, 901)


async def test_nobody_who_withdrew_is_waited_for(evening: Evening) -> None:
    cup = await evening.begun(SWISS, 4)
    table, live = first(cup)
    there, gone = (each[0] for each in sides(cup))
    await cup.do(signing.withdraw, gone)
    assert not presence.is_complete(cup.situation, table, live)
    await come(cup, live, [there])
    assert presence.is_complete(cup.situation, table, first(cup)[1])
    assert settled(cup) == (Absent(*live.key, (1,)),)
    with pytest.raises(CupDeclined) as caught:
        await cup.do(presence.arrive, person(gone), *live.key)
    assert caught.value.code is Code.NOT_AT_TABLE


async def test_two_withdrawals_in_one_round_leave_nobody_waiting(evening: Evening) -> None:
    cup = await evening.begun(KNOCK_OUT, 4)
    for table, _ in cup.situation.waiting:
        await cup.do(signing.withdraw, 100 + table.sides[1][0])
    over = await evening.play(cup)
    assert over.phase is cups.Phase.ENDED
    assert [table.result.absent for table in over.cup.rounds[0].tables if table.result] == [(1,), (1,)]


async def test_a_table_whose_people_all_withdrew_ends_at_once(evening: Evening) -> None:
    cup = await evening.begun(PAIRS, 4)
    _, live = first(cup)
    for side in sides(cup):
        await cup.do(signing.withdraw, side[0])
    await evening.cups.advance(cup, {})
    result = next(each for each in cup.situation.cup.rounds[0].tables if each.number == live.number).result
    assert result is not None
    assert result.absent == (0, 1)


async def test_who_withdraws_at_a_running_table_plays_on_and_is_paired_no_more(evening: Evening) -> None:
    cup = await evening.begun(replace(SWISS, rounds=3), 4)
    table, live = first(cup)
    await come(cup, live, members_of(cup.situation.cup, table))
    await evening.cups.advance(cup, {})
    leaver = sides(cup)[0][0]
    await cup.do(signing.withdraw, leaver)
    evening.matches[live.key] = evening.now + 60
    await cup.do(course.match_begun, live)
    assert not course.next_change(cup.situation)
    await evening.cups.advance(cup, {live.key: Outcome(0, (100, 40))})
    result = cup.situation.cup.rounds[0].tables[live.number - 1].result
    assert result == cups.Result(0, (100, 40))
    over = await evening.play(cup)
    entrant = leaver - 100
    assert all(entrant not in each.there for each in over.cup.rounds[1:])


async def test_a_partner_of_somebody_who_withdrew_is_not_waited_for(evening: Evening) -> None:
    cup = await evening.begun(PAIRS, 4)
    _, live = first(cup)
    await cup.do(signing.withdraw, sides(cup)[1][0])
    await come(cup, live, sides(cup)[0])
    assert settled(cup) == (Absent(*live.key, (1,)),)
    assert presence.is_complete(cup.situation, *first(cup))


def deleted(at: Situation, person_id: int) -> tuple[Situation, int]:
    """Return the cup after a deletion of somebody's data, and their new id."""
    new = new_deleted_id()
    entrants = {
        key: replace(each, members=tuple(new if one == person_id else one for one in each.members))
        for key, each in at.cup.entrants.items()
    }
    substitutes = tuple(new if each == person_id else each for each in at.cup.substitutes)
    standby = tuple(new if each == person_id else each for each in at.header.standby)
    tables = {
        key: replace(each, here=tuple(new if one == person_id else one for one in each.here))
        for key, each in at.tables.items()
    }
    cup = replace(at.cup, entrants=entrants, substitutes=substitutes)
    header = replace(at.header, standby=standby)
    people = {**at.people, new: CupPerson(new, "a former player", "")}
    return replace(at, cup=cup, header=header, tables=tables, people=people), new


async def test_a_former_player_is_never_there(evening: Evening) -> None:
    cup = await evening.begun(PAIRS, 4)
    _, live = first(cup)
    people = [each for side in sides(cup) for each in side]
    await come(cup, live, people[1:])
    at, former = deleted(cup.situation, people[0])
    table, live = at.waiting[0]
    assert presence.is_complete(at, table, live)
    assert stand_ins(at, table, live) == (StoodIn(*live.key, former, 0),)
    at = replace(at, tables={live.key: replace(live, here=(former, *people[1:]))})
    assert stand_ins(at, *at.waiting[0])[0] == StoodIn(*live.key, former, 0)


async def test_a_former_substitute_plays_for_nobody(evening: Evening) -> None:
    cup = await evening.begun(SWISS, 4)
    _, live = first(cup)
    await standing_by(cup, 900)
    await come(cup, live, sides(cup)[0])
    at, _ = deleted(cup.situation, 900)
    assert [*free_substitutes(at)] == []
    assert absent_sides(at, *at.waiting[0]) == (1,)
    assert not presence.unanswered(replace(at, header=replace(at.header, standby=())))


async def test_a_substitute_plays_at_one_table_at_a_time(evening: Evening) -> None:
    cup = await evening.begun(SWISS, 4)
    (_, one), (_, other) = cup.situation.waiting
    await standing_by(cup, 900)
    for table, live in cup.situation.waiting:
        await come(cup, live, members_of(cup.situation.cup, table)[:1])
    await cup.do(presence.settle, *first(cup))
    assert [*free_substitutes(cup.situation)] == []
    await cup.do(course.noted, *first(cup), Outcome(0, (100, 0)))
    assert [*free_substitutes(cup.situation)] == [900], "the first table is over"
    assert {one.key, other.key} == {(1, 1), (1, 2)}


@pytest.mark.parametrize(
    ("when", "called"), [("early", False), ("half", True), ("paused", False), ("all ready", False), ("again", False)]
)
async def test_substitutes_are_called_once_at_half_of_the_grace(evening: Evening, when: str, called: bool) -> None:
    cup = await evening.begun(SWISS, 4)
    await cup.do(signing.offer, person(900))
    evening.now += 149 if when == "early" else 150
    if when == "paused":
        await cup.do(organizing.pause, BY, manager=False)
    if when == "all ready":
        await standing_by(cup, 900)
    if when == "again":
        await cup.do(course.substitutes_called)
    assert presence.wants_substitutes(cup.situation) is called


@pytest.mark.parametrize(
    ("who", "code"),
    [
        ("stranger", Code.NOT_AT_TABLE),
        ("other table", Code.NOT_AT_TABLE),
        ("late", Code.TABLE_BEGUN),
        ("old", Code.STALE),
    ],
)
async def test_who_may_not_come_to_a_table(evening: Evening, who: str, code: Code) -> None:
    cup = await evening.begun(SWISS, 4)
    table, live = first(cup)
    members = members_of(cup.situation.cup, table)
    user_id = {"stranger": 999, "other table": members_of(cup.situation.cup, cup.situation.waiting[1][0])[0]}
    if who in ("late", "old"):
        await come(cup, live, members)
        await cup.do(presence.settle, *first(cup))
    if who == "old":
        await cup.do(course.noted, *first(cup), Outcome(0, (100, 0)))
    with pytest.raises(CupDeclined) as caught:
        await cup.do(presence.arrive, person(user_id.get(who, members[0])), *live.key)
    assert caught.value.code is code


async def test_only_substitutes_stand_by_and_only_in_a_round(evening: Evening) -> None:
    cup = await evening.opened(SWISS)
    await evening.signed_up(cup, 4)
    await cup.do(signing.offer, person(900))
    for user_id, code in ((900, Code.NOT_WAITING), (101, Code.NOT_SUBSTITUTE)):
        with pytest.raises(CupDeclined) as caught:
            await cup.do(presence.stand_by, person(user_id))
        assert caught.value.code is code


async def test_coming_and_standing_by_twice_change_nothing(evening: Evening) -> None:
    cup = await evening.begun(SWISS, 4)
    table, live = first(cup)
    await standing_by(cup, 900)
    await come(cup, live, members_of(cup.situation.cup, table)[:1])
    revision = cup.header.revision
    await standing_by(cup, 900)
    await come(cup, live, members_of(cup.situation.cup, table)[:1])
    assert cup.header.revision == revision


async def test_the_substitute_who_left_costs_nobody_their_place(evening: Evening) -> None:
    cup = await evening.begun(SWISS, 4)
    _, live = first(cup)
    await standing_by(cup, 900)
    await come(cup, live, sides(cup)[0])
    await cup.do(presence.settle, *first(cup))
    for left, expected in (((1,), ()), ((0,), first(cup)[0].sides[0]), ((0, 1), first(cup)[0].sides[0])):
        action = course.noted(cup.situation, *first(cup), Outcome(1, (1, 2), left=left)).actions[0][0]
        assert isinstance(action, cups.Finished)
        assert action.left == expected


async def test_a_computer_of_the_field_never_leaves(evening: Evening) -> None:
    cup = await evening.begun(replace(SWISS, fill=True), 5)
    table, live = next(each for each in cup.situation.waiting if min(each[0].entrants) < 0)
    outcome = Outcome(0, (1, 2), left=(0, 1))
    change = course.noted(cup.situation, table, live, outcome)
    await cup.do(lambda at: change)
    (result,) = [each.result for each in cup.situation.cup.rounds[0].tables if each.result]
    assert result.left == tuple(each for each in table.entrants if each > 0)
