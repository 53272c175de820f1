"""A cup's table: no host decides about it, it never waits for anybody, and the time of the round ends its match."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine import match
from engine.bots.level import Level
from engine.dealing import random_deal
from engine.game import State
from engine.live.model.errors import Code
from engine.live.model.news import Closed, News, TimeCalled
from engine.live.model.pace import TimeControl
from engine.live.model.table import CupMatch, Header, Person, Presence, SavedTable, Status
from engine.live.tables import cup_matches, deadlines, lifecycle, lobby, pauses, presence, votes
from engine.live.tables.cup_matches import CupOutcome
from engine.live.tables.situation import NOTHING
from engine.options import complete
from engine.rules import RULE_SETS, find
from tests.engine.live.people import ANA, BEN, CEM, DIA, EVE, header
from tests.engine.live.sketch import Sketch, waiting

CUP = CupMatch("spring", 2, 5)
COMPUTER = Person(-1, "Odile", "", level=Level.NORMAL)
SCORES = [(85, 60), (60, 85), (60, 60)]


def at_cup(*people: Person, **changes: Any) -> Sketch:
    """Return a match of a cup, as the bot begins it."""
    table = waiting(*(people or (ANA, BEN)), **{"cup": CUP, "rules": "no-boneyard"} | changes)
    table.do(lobby.begin)
    return table


def score(table: Sketch, points: tuple[int, int]) -> None:
    """Let both sides have these points."""
    state = table.at.state
    assert state is not None
    table.at = replace(table.at, state=state._replace(totals=points, scored=(0, 0)))


def between_deals(points: tuple[int, int], *people: Person, **changes: Any) -> Sketch:
    """Return a match of a cup after its first deal, with these points."""
    table = at_cup(*people, **changes)
    table.play_deal()
    score(table, points)
    return table


# ---------------------------------------------------------------------- nobody at the table decides about it


@pytest.mark.parametrize(
    "request_of",
    [
        lambda table: (votes.call_vote, ANA.user_id),
        lambda table: (votes.vote, ANA.user_id, 1, True),
        lambda table: (lifecycle.end, ANA.user_id),
        lambda table: (pauses.pause, ANA.user_id),
        lambda table: (pauses.resume, ANA.user_id),
        lambda table: (presence.remove, ANA.user_id, BEN.user_id),
        lambda table: (presence.readmit, ANA.user_id, 1),
        lambda table: (presence.hand_over, ANA.user_id, BEN.user_id),
        lambda table: (presence.ask_for_seat, EVE, 1),
        lambda table: (presence.give_seat, ANA.user_id, 1, EVE.user_id),
        lambda table: (lifecycle.set_one_picture, ANA.user_id, True),
        lambda table: (lifecycle.move, ANA.user_id, 71),
    ],
)
def test_what_hosts_votes_and_substitutes_may_do_elsewhere_is_refused_at_a_cups_table(
    request_of: Callable[[Sketch], tuple[Any, ...]],
) -> None:
    table = at_cup()
    table.do(presence.leave, BEN.user_id)
    table.refuses(Code.IN_CUP, *request_of(table))


@pytest.mark.parametrize("decide", [lifecycle.end, pauses.pause, pauses.resume])
def test_a_manager_of_the_channel_decides_nothing_about_a_cups_match(decide: Callable[..., Any]) -> None:
    at_cup().refuses(Code.IN_CUP, decide, EVE.user_id, manager=True)


def test_text_mode_is_still_chosen_at_a_cups_table() -> None:
    table = at_cup()
    table.do(lifecycle.set_as_text, ANA.user_id, True)
    assert table.header.as_text
    table.do(lifecycle.set_as_text, EVE.user_id, False, manager=True)
    assert not table.header.as_text
    table.refuses(Code.IN_CUP, lifecycle.set_as_text, EVE.user_id, True)


def test_a_person_alone_against_a_computer_gets_no_hints_in_a_cup() -> None:
    table = at_cup(ANA, COMPUTER)
    assert not table.header.allows_hints
    assert replace(table.header, cup=None).allows_hints


def test_a_cups_table_tells_of_no_new_host_when_the_first_leaves() -> None:
    table = at_cup()
    table.tell()
    table.do(presence.leave, ANA.user_id)
    assert [type(each).__name__ for each in table.untold] == ["WentAway"]
    assert table.header.host_id == ANA.user_id, "a table in hands alone has its place by it"


def test_the_bot_moves_a_cups_table_and_calls_it_off() -> None:
    table = at_cup()
    table.do(lifecycle.relocate, 71)
    assert table.header.channel_id == 71
    table.do(lifecycle.call_off)
    assert table.header.status is Status.CLOSED
    table.refuses(Code.CLOSED, lifecycle.relocate, 72)
    table.refuses(Code.CLOSED, lifecycle.call_off)


# ---------------------------------------------------------------------- it waits for nobody


def finish_by_time(table: Sketch) -> None:
    """Let time alone play the match to its end."""
    for _ in range(5_000):
        if table.header.status.over:
            return
        assert table.header.deadline is not None, "nothing would ever happen"
        table.due()
    raise AssertionError("the match does not end")


@pytest.mark.parametrize(
    ("rules", "people", "options"),
    [
        ("no-boneyard", (ANA, BEN), {"target": 50}),
        ("dupla", (ANA, BEN, CEM, DIA), {"target": 6}),
    ],
)
def test_the_computers_play_a_match_that_everybody_left_to_its_end(
    rules: str, people: tuple[Person, ...], options: dict[str, Any]
) -> None:
    table = at_cup(*people, rules=rules, options=complete(rules, find(rules).options, options))
    for person in people:
        table.do(presence.leave, person.user_id)
    assert not table.header.asleep
    finish_by_time(table)
    assert table.header.status is Status.FINISHED
    assert cup_matches.outcome_of(table.header, table.at.state).how == "computer"
    assert cup_matches.outcome_of(table.header, table.at.state).left == tuple(range(len(people)))


def test_a_match_at_which_nobody_moves_is_played_to_its_end() -> None:
    table = at_cup(time_control=TimeControl.SLOW)
    finish_by_time(table)
    assert table.header.status is Status.FINISHED
    assert {person.presence for person in table.people} == {Presence.KEPT}


def test_a_player_who_left_comes_back_to_a_match_that_everybody_left() -> None:
    table = at_cup()
    for person in (ANA, BEN):
        table.do(presence.leave, person.user_id)
    table.do(presence.come_back, BEN.user_id)
    assert not table.people[1].away
    assert table.left == (table.at.pace.turn if table.at.turn == 1 else 1.5)


# ---------------------------------------------------------------------- the time of the round


@pytest.mark.parametrize(("clock", "seconds"), [(TimeControl.CASUAL, 60), (TimeControl.SLOW, 3600)])
def test_once_time_is_called_turns_are_short_and_then_the_computer_plays(clock: TimeControl, seconds: float) -> None:
    table = at_cup(time_control=clock)
    table.do(cup_matches.call_time)
    assert table.header.cup == replace(CUP, called_deal=1)
    assert table.left == seconds
    assert not table.is_due(), "nobody is reminded yet"
    table.wait(seconds / 2)
    assert table.reminders == 1
    before = table.turn
    table.wait(seconds / 2)
    assert table.turn != before
    assert table.left == seconds, "of the next turn, too"


def test_a_turn_with_less_time_left_gets_no_more_when_time_is_called() -> None:
    table = at_cup()
    table.pass_time(table.left - 5)
    table.do(cup_matches.call_time)
    assert table.left == 5


def test_a_computer_in_turn_moves_as_soon_as_before_when_time_is_called() -> None:
    table = at_cup(COMPUTER, ANA)
    while not table.people[table.turn].computer:
        table.play()
    before = table.header.deadline
    table.do(cup_matches.call_time)
    assert table.header.deadline == before


def test_time_is_called_once() -> None:
    table = at_cup()
    table.do(cup_matches.call_time)
    called = table.header
    assert table.do(cup_matches.call_time) is NOTHING
    assert table.header == called


@pytest.mark.parametrize("at", ["no cup", "over"])
def test_time_is_called_at_no_other_table_and_not_after_the_match(at: str) -> None:
    table = at_cup(cup=None if at == "no cup" else CUP)
    if at == "over":
        table.do(lifecycle.call_off)
    assert table.do(cup_matches.call_time) is NOTHING


@pytest.mark.parametrize("points", SCORES[:2])
def test_between_deals_the_side_in_front_wins_at_once(points: tuple[int, int]) -> None:
    table = between_deals(points)
    table.tell()
    table.do(cup_matches.call_time)
    assert (table.header.status, table.header.deadline) == (Status.CLOSED, None)
    assert table.untold == (Closed("time"),)
    winner = points.index(85)
    assert cup_matches.outcome_of(table.header, table.at.state) == CupOutcome(winner, points, "time")


def test_a_deal_in_play_is_finished_before_its_score_decides() -> None:
    table = at_cup()
    table.tell()
    table.do(cup_matches.call_time)
    assert table.untold == (TimeCalled((0, 0)),)
    assert table.header.status is Status.PLAYING
    table.play_deal()
    assert table.header.status is Status.CLOSED
    assert table.untold[-1] == Closed("time")
    assert cup_matches.outcome_of(table.header, table.at.state).how == "time"


def after_deal(called: int, deal: int, points: tuple[int, int], **changes: Any) -> tuple[Header, tuple[News, ...]]:
    """Return a table and its news after a deal with these points; time was called in deal number ``called``."""
    table = between_deals(points, **changes)
    state = table.at.state
    assert state is not None
    state = state._replace(results=state.results * deal)
    return cup_matches.after_deal(replace(table.header, cup=replace(CUP, called_deal=called)), state)


@pytest.mark.parametrize(
    ("called", "deal", "points", "over"),
    [
        (0, 9, (85, 60), False),
        (4, 4, (85, 60), True),
        (4, 4, (60, 60), False),
        (4, 5, (60, 60), False),
        (4, 5, (85, 60), True),
        (4, 6, (60, 60), True),
    ],
)
def test_level_sides_play_two_more_deals_at_most(called: int, deal: int, points: tuple[int, int], over: bool) -> None:
    header, news = after_deal(called, deal, points)
    assert header.status is (Status.CLOSED if over else Status.PLAYING)
    more = (TimeCalled(points, one_more=True),) if called else ()
    assert news == ((Closed("time"),) if over else more)


def test_a_match_level_after_two_more_deals_has_no_winner() -> None:
    table = between_deals((60, 60))
    table.do(cup_matches.call_time)
    assert table.header.status is Status.PLAYING
    assert table.header.deadline is not None, "the next deal comes"
    header, _ = after_deal(1, 3, (60, 60))
    state = table.at.state
    assert state is not None
    assert cup_matches.outcome_of(header, state) == CupOutcome(None, (60, 60), "time")


def test_a_match_that_its_own_rules_end_is_finished_though_time_was_called() -> None:
    table = at_cup(rules="classic")
    table.do(cup_matches.call_time)
    table.play_deal()
    assert table.header.status is Status.FINISHED
    outcome = cup_matches.outcome_of(table.header, table.at.state)
    assert (outcome.how, outcome.winner) == ("played", table.at.state.winners[0])


def test_a_channel_that_cant_be_reached_does_not_hold_a_called_table() -> None:
    table = at_cup()
    table.mark_unpublished()
    table.wait(2 * table.at.pace.turn)
    assert table.ply == 1, "nobody has seen the turn"
    table.do(cup_matches.call_time)
    before = table.ply
    table.wait(table.at.pace.called)
    assert table.ply > before


def test_lost_time_given_back_to_a_called_turn_is_no_longer_than_one() -> None:
    table = at_cup(time_control=TimeControl.SLOW)
    table.do(cup_matches.call_time)
    table.do(deadlines.add_time, 7 * 3600)
    assert table.left == 3600


def test_a_match_that_nobody_sees_for_days_is_not_closed() -> None:
    table = at_cup()
    table.mark_unpublished()
    table.wait(3 * table.at.pace.abandoned_after)
    assert table.playing


def test_a_restart_tells_that_time_ended_the_match() -> None:
    table = between_deals((85, 60))
    table.published()
    table.do(cup_matches.call_time)
    kept = SavedTable(table.header, table.log)
    assert cup_matches.match_over(kept).how == "time"
    replayed = cup_matches.replay(kept, table.header.post.told)
    assert replayed.news == (Closed("time"),)


# ---------------------------------------------------------------------- the result


@pytest.mark.parametrize(
    ("people", "left"),
    [
        ((ANA, BEN), ()),
        ((COMPUTER, BEN), ()),
        ((replace(ANA, presence=Presence.LEFT), BEN), (0,)),
        ((replace(ANA, presence=Presence.KEPT), replace(BEN, presence=Presence.LEFT)), (1,)),
    ],
)
def test_seats_of_people_that_the_computer_played_at_the_end_are_told(
    people: tuple[Person, Person], left: tuple[int, ...]
) -> None:
    table = between_deals((85, 60))
    table.do(cup_matches.call_time)
    assert table.at.state is not None
    outcome = cup_matches.outcome_of(replace(table.header, people=people), table.at.state)
    assert outcome == CupOutcome(0, (85, 60), "computer" if left else "time", left)


@pytest.mark.parametrize(
    ("winners", "winner"),
    [((0, 2), 0), ((1, 3), 1), ((1,), 1), ((0, 1, 2, 3), None)],
)
def test_winners_of_one_side_win_and_those_of_both_are_level(winners: tuple[int, ...], winner: int | None) -> None:
    state = match.new("dupla", 4, complete("dupla", find("dupla").options, {}))._replace(winners=winners)
    assert cup_matches.leader(state) == winner


def rows() -> list[tuple[str, int]]:
    """Return each rule set with the numbers of seats at which two sides play it."""
    two = [(each.id, 2) for each in RULE_SETS.values() if 2 in each.seats]
    return two + [(each.id, 4) for each in RULE_SETS.values() if each.option("pairs") is not None]


def played(rules: str, seats: int, source: random.Random, deals: int) -> State:
    """Return a random match after some deals, or its end."""
    options = complete(rules, find(rules).options, {"pairs": True} if seats == 4 else {})
    state = match.new(rules, seats, options)
    while not state.finished and not (state.turn is None and state.deal == deals):
        action = random_deal(state, source) if state.turn is None else source.choice(match.legal(state))
        state, _ = match.apply(state, action)
    return state


@pytest.mark.parametrize(("rules", "seats"), rows())
def test_every_rule_set_of_two_sides_has_a_score_after_a_deal_and_a_result_at_the_end(rules: str, seats: int) -> None:
    for deals in (1, 2):
        state = played(rules, seats, random.Random(deals), deals)
        points, ahead = cup_matches.side_points(state), cup_matches.leader(state)
        if state.finished:
            assert {state.team_of(seat) for seat in state.winners} == ({0, 1} if ahead is None else {ahead})
            continue
        better = min if cup_matches.less_is_better(state.rules) else max
        assert ahead is None or (points[ahead] == better(points) and points[0] != points[1])
        closed = header(rules=rules, cup=replace(CUP, called_deal=1), status=Status.CLOSED)
        assert cup_matches.outcome_of(closed, state) == CupOutcome(ahead, points, "time")


def test_fewer_points_lead_where_points_are_bad() -> None:
    assert cup_matches.side_in_front((10, 50), find("mexican-train")) == 0
    assert cup_matches.side_in_front((10, 50), find("no-boneyard")) == 1


@pytest.mark.parametrize(
    ("presence_at_end", "called_deal", "left"),
    [(Presence.LEFT, 0, (0,)), (Presence.LEFT, 1, (0,)), (Presence.KEPT, 0, (0,)), (Presence.KEPT, 1, ())],
)
def test_who_was_too_slow_after_the_rounds_time_has_not_left(
    presence_at_end: Presence, called_deal: int, left: tuple[int, ...]
) -> None:
    table = at_cup()
    assert table.header.cup is not None
    people = (replace(table.people[0], presence=presence_at_end), *table.people[1:])
    header = replace(table.header, people=people, cup=replace(table.header.cup, called_deal=called_deal))
    assert cup_matches.outcome_of(header, table.at.state).left == left
