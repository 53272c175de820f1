"""Presence in mid-match: missing turns, being held and back, leaving, being removed, and the host."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.errors import IllegalMove
from engine.live.model.errors import Code
from engine.live.model.news import CameBack, Closed, Kept, NewHost, Paused, Removed, TimedOut, WentAway
from engine.live.model.table import Person, Presence, SentMessage, Status
from engine.live.tables import lifecycle, lobby, pauses, playing, presence, votes
from engine.live.tables.table import Table
from tests.engine.live.people import ANA, BEN, CEM, EVE, FOUR, World
from tests.engine.live.playing import exactly, news_of
from tests.engine.live.sketch import Sketch, begun, waiting, with_options


def can_do_nothing(table: Sketch, user: int, reason: Code) -> None:
    """See that each thing that a player can do in mid-match is declined."""
    table.refuses(reason, playing.play, user, table.header.seat_of(user), table.ply, 0)
    table.refuses(reason, playing.pass_turn, user, table.ply)
    table.refuses(reason, playing.flip, user, table.ply, 1)
    table.refuses(reason, playing.next_deal, user, 1)
    table.refuses(reason, votes.call_vote, user)
    table.refuses(reason, votes.vote, user, 1, yes=True)


# ---------------------------------------------------------------------- missing turns


def test_the_bot_plays_a_turn_missed_once_and_its_player_stays() -> None:
    trio = begun(ANA, BEN, CEM)
    trio.play_until(BEN)
    trio.tell()
    seat = trio.miss(BEN)
    assert trio.people[seat] == replace(BEN, missed=1)
    assert exactly(trio.untold[0]) == exactly(TimedOut(seat))
    assert not news_of(trio, Kept)


def test_the_bot_holds_a_seat_after_the_second_turn_missed_in_a_row() -> None:
    trio = begun(ANA, BEN, CEM)
    trio.miss(BEN)
    trio.play_until(BEN)
    trio.tell()
    seat = trio.miss(BEN)
    assert trio.people[seat] == replace(BEN, presence=Presence.KEPT)
    assert exactly(trio.untold[0], trio.untold[-1]) == exactly(TimedOut(seat), Kept(seat))
    can_do_nothing(trio, BEN.user_id, Code.KEPT)


@pytest.mark.parametrize(
    "act",
    [lambda table: table.play(), lambda table: table.do(playing.pass_turn, BEN.user_id, table.ply)],
    ids=["play", "pass"],
)
def test_acting_in_between_starts_the_count_again(
    act: Callable[[Sketch], object],
) -> None:
    trio = begun(ANA, BEN, CEM)
    for _ in range(3):
        seat = trio.miss(BEN)
        assert trio.people[seat].missed == 1
        trio.play_until(BEN)
        try:
            act(trio)
        except IllegalMove:
            # a player who can play may not pass, and has done nothing by asking
            assert trio.people[seat].missed == 1
            trio.play()
        assert trio.people[seat] == BEN
        if trio.view(None).turn is None:
            return


def test_dealing_again_is_acting_too() -> None:
    table = begun(ANA, BEN)
    table.play_deal()
    table.edit(people=(ANA, replace(BEN, missed=1)))
    table.do(playing.next_deal, BEN.user_id, 1)
    assert table.people == (ANA, BEN)


def test_the_bot_plays_a_held_seat_soon_and_turn_after_turn() -> None:
    quartet = begun(*FOUR)
    seat = quartet.hold(BEN)
    for _ in range(2):
        quartet.play_until(BEN)
        quartet.tell()
        assert quartet.left == 1.5
        quartet.due()
        assert exactly(quartet.untold[0]) == exactly(TimedOut(seat))
        assert not news_of(quartet, Kept)
        assert quartet.people[seat] == replace(BEN, presence=Presence.KEPT)


# ---------------------------------------------------------------------- being back


def test_a_player_who_comes_back_in_turn_has_all_of_its_time_and_a_reminder() -> None:
    quartet = begun(*FOUR)
    seat = quartet.hold(BEN)
    quartet.play_until(BEN)
    quartet.pass_time(1)
    quartet.do(presence.come_back, BEN.user_id)
    assert quartet.people[seat] == BEN
    assert exactly(quartet.untold[-1]) == exactly(CameBack(seat))
    assert quartet.left == 120
    quartet.wait(60)
    assert quartet.reminders == 1
    quartet.do(playing.play, BEN.user_id, seat, quartet.ply, 0)


def test_a_player_who_comes_back_out_of_turn_gives_another_no_more_time() -> None:
    quartet = begun(*FOUR)
    seat = quartet.hold(BEN)
    before = quartet.header.deadline
    quartet.pass_time(30)
    quartet.do(presence.come_back, BEN.user_id)
    assert (quartet.header.deadline, quartet.header.last_activity_at) == (before, quartet.at.now)
    assert quartet.people[seat] == BEN


def test_only_a_player_whose_seat_the_bot_plays_comes_back() -> None:
    quartet = begun(*FOUR)
    quartet.do(presence.remove, ANA.user_id, CEM.user_id)
    for person, why in ((ANA, Code.NOT_KEPT), (CEM, Code.REMOVED), (EVE, Code.NOT_SEATED)):
        quartet.refuses(why, presence.come_back, person.user_id)


def test_a_player_who_left_comes_back_with_a_whole_turn() -> None:
    trio = begun(ANA, BEN, CEM)
    seat = trio.play_until(BEN)
    trio.pass_time(100)
    trio.do(presence.leave, BEN.user_id)
    trio.pass_time(1)
    trio.do(presence.come_back, BEN.user_id)
    assert trio.people[seat] == BEN
    assert exactly(*trio.untold[-2:]) == exactly(WentAway(seat), CameBack(seat))
    assert trio.left == 120


@pytest.mark.parametrize("asked", [False, True])
def test_the_host_lets_a_removed_player_come_back(asked: bool) -> None:
    trio = begun(ANA, BEN, CEM)
    trio.do(presence.remove, ANA.user_id, BEN.user_id)
    trio.refuses(Code.NOT_HOST, presence.readmit, CEM.user_id, 1)
    trio.refuses(Code.SEAT_TAKEN, presence.readmit, ANA.user_id, 2)
    trio.refuses(Code.SEAT_TAKEN, presence.readmit, ANA.user_id, 9)
    if asked:
        for _ in range(2):
            trio.do(presence.ask_back, BEN.user_id)
    trio.do(presence.readmit, ANA.user_id, 1)
    assert trio.people[1].presence is (Presence.HERE if asked else Presence.KEPT)
    if not asked:
        trio.do(presence.come_back, BEN.user_id)
    assert exactly(trio.untold[-1]) == exactly(CameBack(1))


def test_a_player_who_comes_back_in_a_pause_has_all_of_the_turn_after_it() -> None:
    quartet = begun(*FOUR)
    quartet.hold(BEN)
    quartet.play_until(BEN)
    quartet.pass_time(1)
    quartet.do(pauses.pause, ANA.user_id)
    quartet.do(presence.come_back, BEN.user_id)
    assert quartet.header.deadline is None
    quartet.pass_time(1000)
    quartet.do(pauses.resume, ANA.user_id)
    assert quartet.left == 120


# ---------------------------------------------------------------------- leaving and being removed


def test_a_removed_player_can_do_nothing_and_the_bot_plays_on() -> None:
    trio = begun(ANA, BEN, CEM)
    seat = trio.play_until(BEN)
    trio.do(presence.remove, ANA.user_id, BEN.user_id)
    assert trio.people[seat] == replace(BEN, presence=Presence.REMOVED, early=True)
    assert exactly(trio.untold[-1]) == exactly(Removed(seat))
    assert trio.left == 1.5
    trio.due()
    assert trio.turn != seat
    can_do_nothing(trio, BEN.user_id, Code.REMOVED)


def test_only_the_host_removes_and_only_another_player() -> None:
    quartet = begun(*FOUR)
    quartet.do(presence.leave, CEM.user_id)
    for user, other, why in (
        (BEN.user_id, ANA.user_id, Code.NOT_HOST),
        (EVE.user_id, BEN.user_id, Code.NOT_HOST),
        (ANA.user_id, ANA.user_id, Code.SELF_REMOVAL),
        (ANA.user_id, EVE.user_id, Code.NOT_HERE),
        (ANA.user_id, CEM.user_id, Code.NOT_HERE),
    ):
        quartet.refuses(why, presence.remove, user, other)


@pytest.mark.parametrize("way", ["leave", "remove"])
def test_a_player_whose_seat_is_held_leaves_or_is_removed(way: str) -> None:
    quartet = begun(*FOUR)
    seat = quartet.hold(BEN)
    quartet.do(
        presence.leave if way == "leave" else presence.remove,
        BEN.user_id if way == "leave" else ANA.user_id,
        *([] if way == "leave" else [BEN.user_id]),
    )
    assert quartet.people[seat].presence is (Presence.LEFT if way == "leave" else Presence.REMOVED)


def test_a_player_who_left_is_not_back_for_the_next_deal() -> None:
    table = begun(ANA, BEN)
    table.do(presence.leave, BEN.user_id)
    while table.view(None).turn is not None:
        table.play_or_wait()
    table.do(playing.next_deal, ANA.user_id, 1)
    assert table.people[1].presence is Presence.LEFT
    table.refuses(Code.STARTED, lobby.join, BEN)


# ---------------------------------------------------------------------- the host


@pytest.mark.parametrize("way", ["leaves", "is held"])
def test_a_host_who_goes_away_is_replaced_and_that_is_announced(way: str) -> None:
    trio = begun(ANA, BEN, CEM)
    trio.do(presence.leave, BEN.user_id)
    trio.tell()
    if way == "leaves":
        trio.do(presence.leave, ANA.user_id)
        assert exactly(*trio.untold) == exactly(WentAway(0), NewHost(2))
    else:
        trio.hold(ANA)
        assert exactly(*trio.untold[-2:]) == exactly(Kept(0), NewHost(2))
    assert trio.header.host_id == CEM.user_id
    trio.refuses(Code.NOT_HOST, pauses.pause, ANA.user_id)
    trio.do(pauses.pause, CEM.user_id)


def test_a_former_host_comes_back_as_a_player() -> None:
    trio = begun(ANA, BEN, CEM)
    trio.hold(ANA)
    trio.do(presence.come_back, ANA.user_id)
    assert trio.header.host_id == BEN.user_id
    assert not isinstance(trio.untold[-1], NewHost)


def test_the_host_or_a_manager_hands_over_and_that_is_announced() -> None:
    trio = begun(ANA, BEN, CEM)
    trio.do(presence.hand_over, ANA.user_id, BEN.user_id)
    assert (trio.header.host_id, exactly(trio.untold[-1])) == (BEN.user_id, exactly(NewHost(1)))
    trio.do(presence.hand_over, EVE.user_id, CEM.user_id, manager=True)
    assert (trio.header.host_id, exactly(trio.untold[-1])) == (CEM.user_id, exactly(NewHost(2)))
    trio.do(presence.leave, BEN.user_id)
    for user, other, why in (
        (ANA.user_id, ANA.user_id, Code.NOT_HOST),
        (CEM.user_id, BEN.user_id, Code.NOT_HERE),
        (CEM.user_id, EVE.user_id, Code.NOT_HERE),
        (CEM.user_id, CEM.user_id, Code.NOT_YOURSELF),
    ):
        trio.refuses(why, presence.hand_over, user, other)


def test_the_new_host_of_a_lobby_starts_it() -> None:
    table = waiting(ANA, BEN)
    table.do(presence.hand_over, ANA.user_id, BEN.user_id)
    table.refuses(Code.NOT_HOST, lobby.start, ANA.user_id)
    table.do(lobby.start, BEN.user_id)
    assert table.playing


# ---------------------------------------------------------------------- no player is there


def all_held() -> Sketch:
    table = with_options(ANA, BEN)
    for _ in range(4):
        table.due()
    assert [person.presence for person in table.people] == [Presence.KEPT] * 2
    return table


def rests(table: Table) -> bool:
    """Return whether a match is still open and waits for somebody to come back."""
    return (table.header.status, table.header.deadline) == (Status.PLAYING, None)


def test_a_table_rests_while_every_seat_is_held() -> None:
    table = all_held()
    assert rests(table)
    ply = table.ply
    table.wait(100_000)
    assert not table.is_due()
    assert table.ply == ply


@pytest.mark.parametrize("back", [ANA, BEN])
def test_a_resting_table_wakes_for_the_first_to_come_back_and_makes_them_host(back: Person) -> None:
    table = all_held().again()
    table.pass_time(1000)
    table.tell()
    before = table.header.host_id
    table.do(presence.come_back, back.user_id)
    seat = table.header.seat_of(back.user_id)
    assert exactly(*table.untold) == exactly(CameBack(seat), *([NewHost(seat)] if before != back.user_id else []))
    assert table.header.host_id == back.user_id
    assert table.left == (120 if table.turn == seat else 1.5)


def test_held_players_may_come_back_after_the_last_other_has_left() -> None:
    table = begun(ANA, BEN)
    seat = table.hold(BEN)
    table.do(presence.leave, ANA.user_id)
    assert rests(table)
    assert table.header.host_id == BEN.user_id, "no player who has left is host while somebody may come back"
    table.refuses(Code.NOT_HOST, lifecycle.end, ANA.user_id)
    table.do(presence.come_back, BEN.user_id)
    if table.turn != seat:
        table.due()
    table.play()


def test_the_bot_plays_no_turn_once_all_players_are_away() -> None:
    table = begun(ANA, BEN)
    table.hold(BEN)
    table.play_until(BEN)
    assert table.left == 1.5
    table.do(presence.leave, ANA.user_id)
    assert rests(table)


def test_a_table_closes_when_all_have_gone_and_counts_for_none() -> None:
    trio = begun(ANA, BEN, CEM)
    trio.do(presence.remove, ANA.user_id, CEM.user_id)
    trio.do(presence.leave, BEN.user_id)
    trio.do(presence.leave, ANA.user_id)
    assert (trio.header.status, trio.header.deadline) == (Status.CLOSED, None)
    assert exactly(trio.untold[-1]) == exactly(Closed("empty", ANA.user_id))


def test_no_deal_follows_while_every_seat_is_held() -> None:
    table = begun(ANA, BEN)
    table.play_deal()
    people = tuple(replace(each, presence=Presence.KEPT) for each in table.people)
    table.edit(people=people, deadline=None)
    table.wait(1000)
    assert table.view(None).turn is None
    table.do(presence.come_back, BEN.user_id)
    assert table.left == 15


async def test_a_change_of_presence_that_can_not_be_written_is_not_made(world: World, trio: Table) -> None:
    await world.held(trio, BEN)
    changes = (
        trio.do(presence.leave, BEN.user_id),
        trio.do(presence.remove, ANA.user_id, CEM.user_id),
        trio.do(presence.come_back, BEN.user_id),
        trio.do(presence.hand_over, ANA.user_id, CEM.user_id),
        trio.do(pauses.pause, ANA.user_id),
        trio.do(votes.call_vote, ANA.user_id),
        trio.do(lifecycle.move, ANA.user_id, 99),
    )
    await world.not_written(trio, changes)


# ---------------------------------------------------------------------- after a crash


def test_a_crash_keeps_the_news_of_who_came_and_went() -> None:
    trio = begun(ANA, BEN, CEM)
    trio.published()
    trio.do(presence.leave, ANA.user_id)
    trio.do(presence.remove, trio.header.host_id, CEM.user_id)
    due = exactly(WentAway(0), Removed(2), NewHost(1))
    assert sorted(exactly(*trio.untold), key=str) == sorted(due, key=str)
    assert exactly(*trio.again().untold) == due

    trio.published()
    trio.do(presence.come_back, ANA.user_id)
    trio.do(pauses.pause, BEN.user_id)
    assert exactly(*trio.untold) == exactly(CameBack(0), Paused())
    trio.published()
    assert not trio.again().untold


def test_a_crash_keeps_the_news_of_a_held_seat() -> None:
    trio = begun(ANA, BEN, CEM)
    trio.published()
    for _ in range(2):
        trio.play_until(BEN)
        seat = trio.miss(BEN)
    assert exactly(trio.untold[-1]) == exactly(Kept(seat))
    assert sorted(exactly(*trio.untold), key=str) == sorted(exactly(*trio.untold), key=str)
    trio.published()
    trio.do(presence.remove, ANA.user_id, BEN.user_id)
    trio.published()
    trio.do(presence.readmit, ANA.user_id, seat)
    assert not trio.again().untold


def test_a_message_of_an_earlier_version_tells_no_news() -> None:
    trio = begun(ANA, BEN, CEM)
    trio.do(presence.leave, ANA.user_id)
    trio.edit(post=SentMessage(message_id=5, ply=trio.ply, status="playing"))
    assert not trio.again().untold


# ---------------------------------------------------------------------- a host who is losing


def test_a_host_ends_no_match_by_removing_the_others_and_leaving() -> None:
    table = begun(ANA, BEN)
    table.play_deal()
    table.do(presence.remove, ANA.user_id, BEN.user_id)
    table.refuses(Code.NEEDS_VOTE, lifecycle.end, ANA.user_id)
    table.do(votes.call_vote, ANA.user_id)
    assert table.playing, "one vote is not enough"
    table.do(presence.leave, ANA.user_id)
    assert table.playing
    assert table.header.host_id == BEN.user_id
    assert [each.presence for each in table.people] == [Presence.LEFT, Presence.KEPT]
    table.do(presence.come_back, BEN.user_id)
    assert table.people[1] == BEN
    table.do(playing.next_deal, BEN.user_id, 1)


def test_before_a_deal_was_played_the_last_one_who_leaves_closes_the_table() -> None:
    table = begun(ANA, BEN)
    table.do(presence.remove, ANA.user_id, BEN.user_id)
    table.do(presence.leave, ANA.user_id)
    assert table.header.status is Status.CLOSED
