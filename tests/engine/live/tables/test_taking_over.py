"""Taking the seat of a player who left: who may, what it changes, and for whom the match counts."""

from __future__ import annotations

import json

import pytest

from engine.live.history.records import record_of
from engine.live.league.figures import Kind, LeaderboardFilter
from engine.live.model.errors import Code
from engine.live.model.news import CameBack, NewHost, TookSeat, WentAway
from engine.live.model.table import Header, Person, Presence, SentMessage, Substitution
from engine.live.tables import deal_words, lifecycle, playing, presence
from engine.live.tables.situation import NOTHING
from engine.live.tables.table import Table
from engine.options import Value
from tests.engine.live.people import ANA, BEN, CEM, DIA, EVE, FOUR, GUILD, World
from tests.engine.live.playing import exactly, play_match, play_one, turn
from tests.engine.live.sketch import Sketch, begun

BENS = 1
"""Ben's seat."""


async def taken(table: Table, person: Person = EVE, seat: int = BENS) -> None:
    """Let somebody take a seat that its player has left."""
    await table.do(presence.ask_for_seat, person, seat)
    await table.do(presence.give_seat, table.header.host_id, seat, person.user_id)


def take(table: Sketch, person: Person = EVE, seat: int = BENS) -> None:
    """Let somebody take a seat that its player has left."""
    table.do(presence.ask_for_seat, person, seat)
    table.do(presence.give_seat, table.header.host_id, seat, person.user_id)


def test_who_takes_a_seat_plays_it_and_who_left_is_out_of_the_match() -> None:
    trio = begun(ANA, BEN, CEM)
    trio.play_until(BEN)
    hand = trio.view(BENS).hand
    trio.do(presence.leave, BEN.user_id)
    trio.pass_time(1)
    take(trio)
    assert trio.people == (ANA, EVE, CEM)
    assert trio.header.substitutions == (
        Substitution(BENS, BEN.user_id, BEN.name, trio.ply, Presence.LEFT, early=True),
    )
    assert exactly(*trio.untold[-2:]) == exactly(WentAway(BENS), TookSeat(BENS, "Ben"))
    assert trio.view(BENS).hand == hand
    assert trio.left == 120
    trio.refuses(Code.REPLACED, presence.come_back, BEN.user_id)
    trio.refuses(Code.REPLACED, presence.leave, BEN.user_id)
    trio.refuses(Code.REPLACED, playing.play, BEN.user_id, BENS, trio.ply, 0)
    trio.refuses(Code.REPLACED, presence.ask_for_seat, BEN, BENS)
    trio.do(playing.play, EVE.user_id, BENS, trio.ply, 0)


def test_only_a_stranger_takes_a_seat_and_only_one_whose_player_is_gone() -> None:
    quartet = begun(*FOUR)
    quartet.do(presence.leave, CEM.user_id)
    quartet.hold(BEN)
    for person, seat, why in (
        (ANA, 2, Code.ALREADY_SEATED),
        (BEN, 2, Code.KEPT),
        (CEM, 2, Code.LEFT),
        (EVE, 1, Code.SEAT_TAKEN),
        (EVE, 3, Code.SEAT_TAKEN),
        (EVE, 9, Code.SEAT_TAKEN),
    ):
        quartet.refuses(why, presence.ask_for_seat, person, seat)
    asked = [quartet.do(presence.ask_for_seat, EVE, 2) for _ in range(2)]
    assert [each is NOTHING for each in asked] == [False, True]
    quartet.refuses(Code.NOT_HOST, presence.give_seat, DIA.user_id, 2, EVE.user_id)
    quartet.refuses(Code.SEAT_TAKEN, presence.give_seat, ANA.user_id, 1, EVE.user_id)
    quartet.refuses(Code.ASK_AGAIN, presence.give_seat, ANA.user_id, 2, 999)
    quartet.do(presence.come_back, CEM.user_id)
    quartet.refuses(Code.SEAT_TAKEN, presence.give_seat, ANA.user_id, 2, EVE.user_id)


def test_a_consent_after_a_restart_asks_for_a_new_request() -> None:
    trio = begun(ANA, BEN, CEM)
    trio.do(presence.leave, BEN.user_id)
    trio.do(presence.ask_for_seat, EVE, BENS)
    trio = trio.again()
    trio.refuses(Code.ASK_AGAIN, presence.give_seat, ANA.user_id, BENS, EVE.user_id)
    take(trio)
    assert trio.people[BENS] == EVE


def test_a_seat_changes_hands_several_times() -> None:
    trio = begun(ANA, BEN, CEM)
    trio.do(presence.leave, BEN.user_id)
    take(trio)
    while trio.turn != BENS:
        trio.play()
    trio.do(presence.remove, ANA.user_id, EVE.user_id)
    take(trio, DIA)
    assert [each.user_id for each in trio.header.substitutions] == [BEN.user_id, EVE.user_id]
    assert trio.header.starters == (ANA.user_id, BEN.user_id, CEM.user_id)
    trio.refuses(Code.REPLACED, presence.ask_for_seat, EVE, BENS)


async def play_until_at(table: Table, seat: int) -> None:
    while turn(table) != seat:
        await play_one(table)


def test_who_takes_a_seat_while_everybody_is_away_becomes_the_host() -> None:
    table = begun(ANA, BEN)
    table.do(presence.leave, BEN.user_id)
    table.hold(ANA)
    take(table)
    assert table.header.host_id == EVE.user_id
    assert exactly(*table.untold[-2:]) == exactly(TookSeat(BENS, "Ben"), NewHost(BENS))
    assert table.header.deadline is not None


async def test_a_crash_before_the_message_keeps_a_taken_seat_from_no_channel(world: World, trio: Table) -> None:
    await trio.set_post(SentMessage(5, trio.ply, "playing", attendance=trio.header.attendance))
    await trio.do(presence.leave, BEN.user_id)
    await taken(trio)
    again = Table.restore(await world.kept(trio), world.around)
    assert exactly(*again.untold) == exactly(TookSeat(BENS, "Ben"))
    await again.do(presence.leave, EVE.user_id)
    later = Table.restore(await world.kept(trio), world.around)
    assert exactly(*later.untold) == exactly(TookSeat(BENS, "Ben"), WentAway(BENS))
    # a message that an earlier version wrote counts no replacements
    await world.store.connection.write(_of_an_earlier_version)
    old = Table.restore(await world.kept(trio), world.around)
    assert exactly(*old.untold) == exactly(*later.untold)
    assert not [each for each in old.untold if isinstance(each, CameBack)]


def _of_an_earlier_version(connection: object) -> None:
    ((post,),) = connection.execute("SELECT post FROM tables").fetchall()  # type: ignore[attr-defined]
    kept = json.loads(post)
    kept["attendance"] = kept["attendance"][:3]
    connection.execute("UPDATE tables SET post = ?", (json.dumps(kept),))  # type: ignore[attr-defined]


def test_a_word_of_a_player_who_left_is_not_added_in_the_name_of_another() -> None:
    table = begun(ANA, BEN, CEM)
    table.play_deal()
    table.do(deal_words.add_word, BEN.user_id, "mine")
    table.do(presence.leave, BEN.user_id)
    take(table)
    assert table.header.words == ()


async def test_a_record_says_that_the_opening_passed_on_whoever_ended_the_match(world: World) -> None:
    world.dealer = None
    table = await world.begun(*FOUR[:3], rules="matador", seating=(101, 102, 103), opener=BEN.user_id)
    assert turn(table) == 2
    await table.do(presence.leave, BEN.user_id)
    await taken(table)
    await table.do(lifecycle.end, ANA.user_id, manager=True)
    told = json.loads(record_of(await world.kept(table)))
    assert told["deals"][0]["passed_on"]
    assert told["players"] == ["Ana", "Eve", "Cem"]


# ---------------------------------------------------------------------- for whom the match counts


async def finished(world: World, *people: Person, winner: int, **options: Value) -> Header:
    """Play matches in which Eve takes Ben's seat until one is won by a seat; return its header."""
    for _ in range(40):
        table = await world.match(*people, **{"target": 50, **options})
        await play_until_at(table, BENS)
        await table.do(presence.leave, BEN.user_id)
        await taken(table)
        await play_match(table)
        if winner in table.view(None).winners:
            return table.header
        await world.store.connection.write(_forgotten)
    raise AssertionError("that seat never wins")


def _forgotten(connection: object) -> None:
    for name in ("ratings", "tallies", "tables"):
        connection.execute(f"DELETE FROM {name}")  # type: ignore[attr-defined]


Figures = dict[int, tuple[object, ...]]


async def figures(world: World, kind: Kind = Kind.ALONE) -> Figures:
    """Return of each person matches, wins, points and rated matches."""
    found, _ = await world.store.league.leaderboard(LeaderboardFilter(GUILD, kind, rules="express"), 10)
    return {
        each.user_id: (each.matches, each.wins, each.points, each.rating and (each.rating.value, each.rating.matches))
        for each in found
    }


@pytest.mark.sampled(1)
@pytest.mark.parametrize("winner", [0, BENS])
async def test_the_match_is_lost_for_who_left_and_counts_for_who_finished_it(world: World, winner: int) -> None:
    header = await finished(world, ANA, BEN, CEM, winner=winner)
    told = await figures(world)
    assert told[BEN.user_id] == (1, 0, 0, None), "lost, without points, and not rated"
    assert told[EVE.user_id][:2] == (1, int(winner == BENS))
    rated = {user: rating for user, (*_, rating) in told.items() if rating is not None}
    assert {user: matches for user, (_, matches) in rated.items()} == {ANA.user_id: 1, CEM.user_id: 1, EVE.user_id: 1}
    best = header.people[winner].user_id
    assert max(rated, key=lambda user: rated[user][0]) == best
    # worked out anew, it is the same
    done = await world.store.league.recompute(lambda *_: None)
    assert (done.changed, done.matches, done.unreadable) == (0, 1, ())
    assert await figures(world) == told


async def test_a_recompute_mends_the_loss_of_who_left(world: World) -> None:
    await finished(world, ANA, BEN, winner=0)
    told = await figures(world)
    for change in ("points = 99, won = 1", "place = 1, stayed = 1", "against = 7"):
        await world.store.connection.write(lambda connection, to=change: _set_loss(connection, to))
        done = await world.store.league.recompute(lambda *_: None)
        assert done.changed == 1
        assert await figures(world) == told


def _set_loss(connection: object, to: str) -> None:
    connection.execute(f"UPDATE scores SET {to} WHERE seat < 0")  # type: ignore[attr-defined]


async def test_in_pairs_the_partner_keeps_the_win_and_has_won_it_with_who_finished(world: World) -> None:
    await finished(world, *FOUR, winner=BENS, pairs=True)
    told = await figures(world, Kind.PAIRS)
    assert {user: wins for user, (_, wins, *_) in told.items()} == {
        ANA.user_id: 0,
        BEN.user_id: 0,
        CEM.user_id: 0,
        DIA.user_id: 1,
        EVE.user_id: 1,
    }
    question = LeaderboardFilter(GUILD, Kind.PAIRS)
    partners = {each: (await world.store.league.profile(question, each.user_id)).partner for each in (DIA, EVE, BEN)}
    assert partners[DIA].user_id == EVE.user_id
    assert partners[EVE].user_id == DIA.user_id
    assert partners[BEN] is None
    assert (await world.store.league.profile(question, ANA.user_id)).nemesis.user_id in (DIA.user_id, EVE.user_id)


async def test_nobody_is_the_partner_of_who_left_the_same_seat(world: World) -> None:
    await finished(world, ANA, BEN, winner=BENS)
    question = LeaderboardFilter(GUILD)
    eve, ben = [await world.store.league.profile(question, each.user_id) for each in (EVE, BEN)]
    assert eve.partner is None
    assert ben.nemesis is None


async def test_a_matchs_page_and_record_name_who_finished_it(world: World) -> None:
    header = await finished(world, ANA, BEN, winner=0)
    (match,) = await world.store.history.page(GUILD, 5)
    assert [each.name for each in match.people] == ["Ana", "Eve"]
    assert [each.id for each in await world.store.history.page(GUILD, 5, user_id=BEN.user_id)] == [header.id]
    assert json.loads(record_of(await world.store.find(header.id)))["players"] == ["Ana", "Eve"]


def test_who_left_a_taken_seat_and_who_took_it_may_both_leave() -> None:
    trio = begun(ANA, BEN, CEM)
    trio.do(presence.leave, BEN.user_id)
    take(trio)
    trio.do(presence.leave, EVE.user_id)
    assert trio.people[BENS].presence is Presence.LEFT
    trio.play_or_wait()
    assert trio.in_turn is not None
