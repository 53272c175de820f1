"""The league: figures, kinds, times, seasons, ratings, companions, and visibility."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.bots.level import Level
from engine.live.database.errors import ConstraintError
from engine.live.league.figures import Companion, Kind, LeaderboardFilter, Profile, Season, Span, Standing, month_of
from engine.live.league.leaderboard import NoSeasonRuns, SeasonRuns
from engine.live.league.ratings import NEW, Rated, rate
from engine.live.model.deleted_users import new_deleted_id
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.table import Person, Presence, Score
from tests.engine.live.finished import finish, short
from tests.engine.live.people import ANA, BEN, CEM, DIA, EVE, FOUR, GUILD
from tests.engine.live.stores import FragileStore, open_store

HERE = LeaderboardFilter(GUILD)
IN_EXPRESS = LeaderboardFilter(GUILD, rules="express")
IN_PAIRS = LeaderboardFilter(GUILD, Kind.PAIRS)
WITH_COMPUTERS = LeaderboardFilter(GUILD, Kind.COMPUTERS)
ROBOT = Person(-1, "", "", level=Level.EASY)
FIRST_OF_TWO = [Rated(0, 1, True), Rated(1, 2, True)]


async def board(store: FragileStore, question: LeaderboardFilter = HERE) -> dict[int, Standing]:
    found, total = await store.league.leaderboard(question, 50)
    assert total == len(found)
    return {each.user_id: each for each in found}


async def ana_beats_ben(store: FragileStore, number: int, points: int = 1, **how: object) -> None:
    """Keep a match that Ana has won with these points."""
    await finish(store, f"t{number}", (ANA, points, True), (BEN, 0, False), **how)


async def points_of_ana(store: FragileStore, *spans: Span) -> list[int]:
    """Return the points of Ana in each of some times."""
    return [(await board(store, replace(IN_EXPRESS, span=span)))[ANA.user_id].points for span in spans]


async def profile(store: FragileStore, person: Person, question: LeaderboardFilter = HERE) -> Profile:
    return await store.league.profile(question, person.user_id)


async def wish(store: FragileStore, person: Person, shown: Visibility) -> None:
    await store.preferences.set(person.user_id, PersonPreferences(shown=shown))


# ---------------------------------------------------------------------- figures


async def test_the_figures_add_up_the_matches(store: FragileStore) -> None:
    for number, (points, against, won, comeback) in enumerate(
        [(100, 20, True, 15), (105, 90, True, 40), (30, 100, False, 0), (110, 70, True, 5)], 1
    ):
        await finish(store, f"t{number}", Score(ANA, points, won, 2 - won, against, comeback), (BEN, against, not won))
    ana = (await board(store, IN_EXPRESS))[ANA.user_id]
    assert short(ana) == (1, ANA.user_id, "Ana", 4, 3, 345)
    assert (ana.against, ana.streak, ana.best_streak, ana.comeback) == (280, 1, 2, 40)


@pytest.mark.parametrize(
    ("wins", "streak", "best"),
    [("", 0, 0), ("-", 0, 0), ("+", 1, 1), ("++-", 0, 2), ("++-+", 1, 2), ("-+++", 3, 3), ("+-++-+", 1, 2)],
)
async def test_a_streak_counts_matches_won_in_a_row(wins: str, streak: int, best: int, store: FragileStore) -> None:
    await finish(store, "t1", (BEN, 0, True), (CEM, 0, False))
    for number, each in enumerate(wins, 2):
        await finish(store, f"t{number}", (ANA, 0, each == "+"), (BEN, 0, each != "+"))
    ana = await store.league.standing(HERE, ANA.user_id)
    assert ((0, 0) if ana is None else (ana.streak, ana.best_streak)) == (streak, best)


async def test_a_rule_set_has_streaks_of_its_own(store: FragileStore) -> None:
    for number, (rules, won) in enumerate([("mata", True), ("express", False), ("mata", True)], 1):
        await finish(store, f"t{number}", (ANA, 0, won), (BEN, 0, not won), rules=rules)
    assert (await board(store))[ANA.user_id].best_streak == 1
    assert (await board(store, replace(HERE, rules="mata")))[ANA.user_id].streak == 2
    assert await board(store, replace(HERE, rules="memory")) == {}
    assert await store.league.rule_sets(GUILD) == ["mata", "express"]
    assert await store.league.rule_sets(GUILD + 1) == []


async def test_the_figures_without_a_match_are_those_before_it(store: FragileStore) -> None:
    before: list[Standing | None] = []
    for number, won in enumerate([True, True, False, True, True, True], 1):
        before.append(await store.league.standing(HERE, ANA.user_id))
        ana = Score(ANA, 9, won, 0, 3, 10 * number)
        await finish(store, f"t{number}", ana, (BEN, 3, not won), (CEM, number, False))
    newest = await store.league.standing(HERE, ANA.user_id, without="t6")
    assert newest == before[-1] is not None
    midway = await store.league.standing(HERE, ANA.user_id, without="t3")
    assert (midway.matches, midway.wins, midway.streak, midway.best_streak) == (5, 5, 5, 5)


# ---------------------------------------------------------------------- kinds


async def test_matches_alone_in_pairs_and_with_computers_count_apart(store: FragileStore) -> None:
    await ana_beats_ben(store, 1, 1)
    await finish(store, "t2", (ANA, 2, True), (BEN, 0, False), (CEM, 2, True), (DIA, 0, False), pairs=True)
    await finish(store, "t3", (ANA, 4, True), (ROBOT, 0, False))
    robots = (ROBOT, 0, False), (replace(ROBOT, user_id=-2), 0, False)
    await finish(store, "t4", (ANA, 8, True), robots[0], (CEM, 8, True), robots[1], pairs=True)
    for question, points in (
        (HERE, {ANA.user_id: 1, BEN.user_id: 0}),
        (IN_PAIRS, {ANA.user_id: 2, CEM.user_id: 2, BEN.user_id: 0, DIA.user_id: 0}),
        (WITH_COMPUTERS, {ANA.user_id: 12, CEM.user_id: 8}),
    ):
        found = await board(store, replace(question, rules="express"))
        assert {user: each.points for user, each in found.items()} == points
    scored = {user for (user,) in await store.connection.rows("SELECT user_id FROM scores")}
    assert scored == {each.user_id for each in FOUR}


# ---------------------------------------------------------------------- times


async def test_a_month_begins_and_ends_at_midnight_in_utc(store: FragileStore) -> None:
    dates = (2026, 10), (2026, 11), (2026, 12), (2027, 1)
    october, november, december, january = (datetime(*date, 1, tzinfo=UTC).timestamp() for date in dates)
    assert month_of(november) == month_of(december - 0.001) == Span(november, december)
    assert month_of(november - 0.001) == Span(october, november)
    assert month_of(january - 3600) == Span(december, january)
    for number, at in enumerate([november - 0.001, november, december - 0.001, december], 1):
        await ana_beats_ben(store, number, 10**number, at=at)
    months = map(month_of, (october, november, december))
    # any other time than a month is added up on the spot
    assert await points_of_ana(store, *months, Span(november - 1, december - 1)) == [10, 1100, 10000, 110]


async def test_a_season_has_the_matches_that_end_while_it_runs(store: FragileStore) -> None:
    await ana_beats_ben(store, 1, 1, at=9.0)
    first = await store.league.open_season(GUILD, "Autumn", 10.0)
    assert first == Season(1, "Autumn", 10.0, None)
    await ana_beats_ben(store, 2, 10, at=10.0)
    assert await points_of_ana(store, first.span) == [10]
    closed = await store.league.close_season(GUILD, 20.0)
    assert closed == Season(1, "Autumn", 10.0, 20.0)
    # one that ended before, and is written only now
    await ana_beats_ben(store, 3, 100, at=19.9)
    await ana_beats_ben(store, 4, 1000, at=20.0)
    second = await store.league.open_season(GUILD, "", 20.0)
    assert await store.league.seasons(GUILD) == [second, closed]
    assert await points_of_ana(store, closed.span, second.span, Span()) == [110, 1000, 1111]


async def test_a_season_closed_by_a_clock_that_was_put_back_loses_what_ended_later(store: FragileStore) -> None:
    await store.league.open_season(GUILD, "", 10.0)
    await ana_beats_ben(store, 1, 1, at=12.0)
    await ana_beats_ben(store, 2, 10, at=17.0)
    closed = await store.league.close_season(GUILD, 15.0)
    assert await points_of_ana(store, closed.span) == [1]
    # and the next one can't begin before it ended
    opened = await store.league.open_season(GUILD, "", 11.0)
    assert opened.opened_at == 15.0
    assert await points_of_ana(store, opened.span) == [10]


async def test_one_season_runs_at_a_time(store: FragileStore) -> None:
    with pytest.raises(NoSeasonRuns):
        await store.league.close_season(GUILD, 5.0)
    both = [store.league.open_season(GUILD, name, 10.0) for name in "ab"]
    first, second = await asyncio.gather(*both, return_exceptions=True)
    assert first == second.season == Season(1, "a", 10.0, None)
    assert isinstance(second, SeasonRuns)
    # another server has seasons of its own
    assert (await store.league.open_season(GUILD + 1, "c", 11.0)).number == 1
    await store.league.close_season(GUILD, 12.0)
    with pytest.raises(NoSeasonRuns):
        await store.league.close_season(GUILD, 13.0)
    assert [each.name for each in await store.league.seasons(GUILD)] == ["a"]


# ---------------------------------------------------------------------- ratings


async def test_a_match_moves_the_ratings_of_its_kind(store: FragileStore) -> None:
    await finish(store, "t1", (ANA, 100, True), (BEN, 40, False))
    await finish(store, "t2", Score(ANA, 30, False, 2), Score(BEN, 120, True, 1), Score(CEM, 30, False, 2))
    ana, ben = rate(FIRST_OF_TWO, (NEW, NEW))
    seats = [Rated(0, 2, True), Rated(1, 1, True), Rated(2, 2, True)]
    expected = dict(zip((ANA.user_id, BEN.user_id, CEM.user_id), rate(seats, (ana, ben, NEW)), strict=True))
    # of all times, whatever is asked about
    for question in (HERE, LeaderboardFilter(GUILD, Kind.ALONE, Span(1.5, 9.0), "express")):
        assert {user: each.rating for user, each in (await board(store, question)).items()} == expected
    assert await board(store, IN_PAIRS) == {}


async def test_a_rule_set_has_ratings_of_its_own_beside_those_over_all(store: FragileStore) -> None:
    await finish(store, "t1", (ANA, 100, True), (BEN, 40, False), rules="mata")
    await finish(store, "t2", (ANA, 30, False), (BEN, 120, True))
    ana, ben = rate(FIRST_OF_TWO, (NEW, NEW))
    ben_again, ana_again = rate(FIRST_OF_TWO, (ben, ana))
    for rules, expected in (("mata", (ana, ben)), ("express", (ben, ana)), ("", (ana_again, ben_again))):
        found = await board(store, replace(HERE, rules=rules))
        assert (found[ANA.user_id].rating, found[BEN.user_id].rating) == expected


async def test_points_of_different_games_are_not_added_up(store: FragileStore) -> None:
    await finish(store, "t1", (ANA, 100, True), (BEN, 40, False), rules="mata")
    await finish(store, "t2", (ANA, 30, False), (BEN, 120, True))
    assert {(each.points, each.against, each.rank) for each in (await board(store)).values()} == {(0, 0, 1)}


async def test_by_rating_provisional_ones_are_below_and_those_without_last(store: FragileStore) -> None:
    for number in range(1, 11):
        await finish(store, f"t{number}", (ANA, 1, True), (BEN, 0, False))
    await finish(store, "t11", (CEM, 1, True), (DIA, 0, False))
    await finish(store, "t12", (EVE, 1, True), (replace(DIA, presence=Presence.LEFT, early=True), 0, False))
    found, total = await store.league.leaderboard(HERE, 50, by_rating=True)
    assert [each.user_id for each in found] == [each.user_id for each in (ANA, BEN, CEM, DIA, EVE)]
    assert ([each.rank for each in found], total) == ([1, 2, 3, 4, 5], 5)
    assert found[1].rating.value < found[3].rating.value, "Dia is provisional"
    page, total = await store.league.leaderboard(HERE, 2, 2, by_rating=True)
    assert (page, total) == (found[2:4], 5)


async def test_the_newest_kind_is_of_the_last_match_with_somebody_to_show(store: FragileStore) -> None:
    assert await store.league.newest_kind(HERE) is None
    await ana_beats_ben(store, 1)
    await finish(store, "t2", (CEM, 4, True), (ROBOT, 0, False), rules="mata")
    assert await store.league.newest_kind(HERE) is Kind.COMPUTERS
    assert await store.league.newest_kind(IN_EXPRESS) is Kind.ALONE
    await wish(store, CEM, Visibility.HIDDEN)
    assert await store.league.newest_kind(HERE) is Kind.ALONE


async def test_a_match_that_is_not_rated_moves_no_rating(store: FragileStore) -> None:
    early = replace(BEN, presence=Presence.LEFT, early=True)
    await finish(store, "t1", (ANA, 100, True), (early, 40, False))
    await finish(store, "t2", (ANA, 100, True), (BEN, 40, False), (ROBOT, 0, False))
    for question in (HERE, WITH_COMPUTERS):
        assert {each.rating for each in (await board(store, question)).values()} == {None}


async def test_a_player_who_leaves_a_rated_match_is_rated_as_the_last(store: FragileStore) -> None:
    held = replace(ANA, presence=Presence.KEPT)
    await finish(store, "t1", Score(held, 100, False, 1), Score(BEN, 40, False, 2), Score(CEM, 10, False, 3))
    expected = rate([Rated(0, 3, True), Rated(1, 1, True), Rated(2, 2, True)], (NEW,) * 3)
    found = await board(store)
    assert [found[each.user_id].rating for each in (ANA, BEN, CEM)] == list(expected)


@pytest.mark.parametrize("gone", [Presence.LEFT, Presence.KEPT])
@pytest.mark.parametrize("place", [1, 2])
async def test_a_player_gone_from_a_match_of_two_has_lost_it_for_the_rating(
    place: int, gone: Presence, store: FragileStore
) -> None:
    # the bot may even win on that seat
    ben = Score(replace(BEN, presence=gone), 100, False, place)
    await finish(store, "t1", Score(ANA, 40, place == 2, 3 - place), ben)
    found = await board(store)
    assert (found[ANA.user_id].rating, found[BEN.user_id].rating) == rate(FIRST_OF_TWO, (NEW, NEW))


@pytest.mark.parametrize("place", [1, 2])
async def test_a_host_who_removes_another_neither_takes_nor_saves_a_rating(place: int, store: FragileStore) -> None:
    ben = Score(replace(BEN, presence=Presence.REMOVED), 100, False, place)
    await finish(store, "t1", Score(ANA, 40, place == 2, 3 - place), ben)
    found = await board(store)
    expected = rate([Rated(0, 3 - place, True), Rated(1, place, True)], (NEW, NEW))
    assert (found[ANA.user_id].rating, found[BEN.user_id].rating) == expected


async def test_a_match_that_nobody_stayed_in_is_not_rated(store: FragileStore) -> None:
    ana, ben = (replace(each, presence=Presence.KEPT) for each in (ANA, BEN))
    await finish(store, "t1", (ana, 40, False), (ben, 100, False))
    assert {each.rating for each in (await board(store)).values()} == {None}


async def test_a_player_gone_before_everybody_had_a_turn_is_excused_once_a_day(store: FragileStore) -> None:
    noon, day = 43_200.0, 86_400.0
    early = replace(BEN, presence=Presence.LEFT, early=True)
    robots = replace(early, user_id=DIA.user_id), 0, False
    # with computers nothing is rated, and nobody needs to be excused
    await finish(store, "t1", (ANA, 1, True), (ROBOT, 0, False), (early, 0, False), at=noon)
    await finish(store, "t2", (ANA, 1, True), robots, at=noon)
    await finish(store, "t3", (ANA, 1, True), (early, 0, False), at=noon, rules="mata")
    assert {each.rating for each in (await board(store)).values()} == {None}
    # on another server it is the first time
    await finish(store, "t4", (ANA, 1, True), (early, 0, False), at=noon, guild=GUILD + 1)
    assert {each.rating for each in (await board(store, LeaderboardFilter(GUILD + 1))).values()} == {None}
    await finish(store, "t5", (ANA, 1, True), (early, 0, False), at=day - 1)
    ana, ben = rate(FIRST_OF_TWO, (NEW, NEW))
    found = await board(store)
    assert (found[ANA.user_id].rating, found[BEN.user_id].rating, found[DIA.user_id].rating) == (ana, ben, None)
    # a day is one of UTC
    await finish(store, "t6", (ANA, 1, True), (early, 0, False), at=day)
    assert (await board(store))[BEN.user_id].rating == ben
    await finish(store, "t7", (ANA, 1, True), (early, 0, False), at=day)
    found = await board(store)
    assert (found[ANA.user_id].rating, found[BEN.user_id].rating) == rate(FIRST_OF_TWO, (ana, ben))
    # recomputed, the same are excused
    kept = "SELECT * FROM ratings ORDER BY guild_id, user_id, rules", "SELECT mu FROM scores ORDER BY table_id, seat"
    before = [await store.connection.rows(each) for each in kept]
    await store.league.recompute(lambda done, of: None)
    assert [await store.connection.rows(each) for each in kept] == before


async def test_matches_that_end_at_once_on_a_server_are_rated_one_after_the_other(store: FragileStore) -> None:
    await asyncio.gather(*(ana_beats_ben(store, number) for number in range(1, 9)))
    after = (NEW, NEW)
    for _ in range(8):
        after = rate(FIRST_OF_TWO, after)
    found = await board(store)
    assert (found[ANA.user_id].rating, found[BEN.user_id].rating) == after
    assert (found[ANA.user_id].matches, found[ANA.user_id].streak) == (8, 8)
    assert [rating.matches for _, rating in (await profile(store, ANA)).curve] == list(range(1, 9))


async def test_matches_that_end_in_two_processes_at_once_are_counted_one_after_the_other(
    kept: FragileStore, file: Path
) -> None:
    async with open_store(file) as other:
        await asyncio.gather(*(ana_beats_ben((kept, other)[number % 2], number) for number in range(1, 13)))
        numbers = await other.connection.rows("SELECT number FROM matches ORDER BY number")
    assert [number for (number,) in numbers] == list(range(1, 13))
    found = await board(kept)
    after = (NEW, NEW)
    for _ in range(12):
        after = rate(FIRST_OF_TWO, after)
    assert (found[ANA.user_id].rating, found[ANA.user_id].matches, found[ANA.user_id].streak) == (after[0], 12, 12)


async def test_an_end_that_is_not_kept_leaves_no_trace(store: FragileStore) -> None:
    await ana_beats_ben(store, 1, 1)
    before = await store.league.leaderboard(HERE, 9)
    with pytest.raises(ConstraintError, match="points"):
        await finish(store, "t2", (BEN, 1, True), Score(ANA, None, False))
    assert await store.league.leaderboard(HERE, 9) == before
    # the match that ends next is the second of its server
    await finish(store, "t3", (BEN, 1, True), (ANA, 0, False))
    assert [each.matches for each in (await board(store)).values()] == [2, 2]


async def test_a_long_curve_has_few_ratings_and_the_newest(
    store: FragileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1, 8):
        await finish(store, f"t{number}", (ANA, 1, number % 2 == 0), (BEN, 0, number % 2 == 1))
    whole = (await profile(store, ANA)).curve
    assert [(at, rating.matches) for at, rating in whole] == [(float(number), number) for number in range(1, 8)]
    assert whole[-1][1] == (await board(store))[ANA.user_id].rating
    monkeypatch.setattr("engine.live.league.statistics.CURVE", 3)
    assert (await profile(store, ANA)).curve == (whole[0], whole[3], whole[6])
    late = replace(HERE, span=Span(5.0))
    assert (await store.league.profile(late, ANA.user_id)).curve == (whole[6],)


# ---------------------------------------------------------------------- portraits


async def test_a_portrait_has_the_rule_sets_the_favourite_partner_and_the_nemesis(store: FragileStore) -> None:
    # two who win against two who lose
    first_three = (ANA, CEM, BEN, DIA), (ANA, CEM, BEN, EVE), (CEM, BEN, ANA, DIA)
    played = (*first_three, (BEN, EVE, ANA, DIA), (ANA, DIA, BEN, CEM))
    for number, (first, second, third, fourth) in enumerate(played, 1):
        winners, losers = [(first, 0, True), (second, 0, True)], [(third, 0, False), (fourth, 0, False)]
        await finish(store, f"t{number}", winners[0], losers[0], winners[1], losers[1], pairs=True)
    await finish(store, "t6", (ANA, 0, False), (CEM, 0, True), rules="mata")
    found = await profile(store, ANA, IN_PAIRS)
    assert found.rules == (("express", 5, 3),)
    assert found.partner == Companion(CEM.user_id, "Cem", 2, 2)
    # lost to Cem and Ben once, to Ben and Eve once
    assert found.nemesis == Companion(BEN.user_id, "Ben", 5, 2)
    assert (await profile(store, ANA)).nemesis == Companion(CEM.user_id, "Cem", 1, 1)
    assert (await profile(store, CEM)).nemesis is None
    assert (await profile(store, CEM)).partner is None


async def test_a_nemesis_has_won_and_not_lost_alike(store: FragileStore) -> None:
    await finish(store, "t1", (ANA, 0, False), (BEN, 0, False), (CEM, 0, True))
    await finish(store, "t2", (ANA, 0, False), (BEN, 0, False), (DIA, 0, True))
    await finish(store, "t3", (ANA, 0, True), (BEN, 0, True), (DIA, 0, False))
    # of two who beat her once, the one she met less often
    assert (await profile(store, ANA)).nemesis == Companion(CEM.user_id, "Cem", 1, 1)


# ---------------------------------------------------------------------- who wants to be seen


async def test_a_hidden_person_takes_no_place_and_is_no_companion(store: FragileStore) -> None:
    for name in ("t1", "t2"):
        await finish(store, name, (ANA, 9, True), (BEN, 5, False), (CEM, 3, False))
    await wish(store, ANA, Visibility.HIDDEN)
    assert [short(each)[:2] for each in (await board(store)).values()] == [(1, BEN.user_id), (1, CEM.user_id)]
    assert (await store.league.leaderboard(HERE, 1, 5))[1] == 2
    assert short(await store.league.standing(HERE, BEN.user_id)) == (1, BEN.user_id, "Ben", 2, 0, 0)
    assert short(await store.league.standing(HERE, BEN.user_id, without="t2")) == (1, BEN.user_id, "Ben", 1, 0, 0)
    assert short(await store.league.standing(HERE, ANA.user_id)) == (1, ANA.user_id, "", 2, 2, 0)
    assert (await profile(store, BEN)).nemesis is None
    await wish(store, ANA, Visibility.NAMED)
    assert (await board(store))[ANA.user_id].name == "Ana"


async def test_a_nameless_person_stands_there_without_name(store: FragileStore) -> None:
    await finish(store, "t1", (ANA, 9, True), (BEN, 5, False))
    await wish(store, ANA, Visibility.NAMELESS)
    assert [short(each)[:3] for each in (await board(store)).values()] == [
        (1, ANA.user_id, ""),
        (2, BEN.user_id, "Ben"),
    ]
    assert (await profile(store, BEN)).nemesis == Companion(ANA.user_id, "", 1, 1)


async def test_former_players_stand_nowhere_and_leave_others_what_they_had(store: FragileStore) -> None:
    former = Person(new_deleted_id(), "a former player", "")
    await finish(store, "t1", (former, 9, True), (BEN, 5, False), (CEM, 3, False))
    assert list(await board(store)) == [BEN.user_id, CEM.user_id]
    assert list(await board(store, replace(HERE, span=Span(0.5, 9.0)))) == [BEN.user_id, CEM.user_id]
    assert await store.league.standing(HERE, former.user_id) is None
    portrait = await profile(store, BEN)
    assert portrait.nemesis is None
    assert portrait.rules == (("express", 1, 0),)
    expected = rate([Rated(0, 1, True), Rated(1, 2, True), Rated(2, 2, True)], (NEW,) * 3)
    assert (await board(store))[BEN.user_id].rating == expected[1]
