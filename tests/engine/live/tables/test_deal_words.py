"""Words that people add to a deal, and the seed that it is drawn from: kept, frozen with the deal, told in the end."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

import pytest

from engine import match
from engine.actions import Deal, parse
from engine.bots.level import Level
from engine.dealing import MAX_WORD_LENGTH, fair_deal
from engine.live.history.records import record_of
from engine.live.hub import Hub
from engine.live.model.errors import Code, StorageError, TableError
from engine.live.model.table import LogEntry, Person, Presence, Status, revealed_seed
from engine.live.tables import deal_words, lifecycle, lobby, pauses, playing, presence
from engine.live.tables.replay import start_of
from engine.live.tables.table import Table
from engine.record import loads
from engine.verify import verify
from tests.engine.live.people import ANA, BEN, CEM, EVE, FOUR, SEED, World, opened
from tests.engine.live.playing import all_refused, play_deal, play_match, play_on, refused
from tests.engine.live.stores import UnsteadyStore, race


@pytest.fixture
def world(world: World) -> World:
    """A world whose deals are drawn as on a real table."""
    world.dealer = None
    return world


async def between_deals(world: World, *people: Person) -> Table:
    """Begin a match, and play its first deal."""
    table = await world.begun(*people)
    await play_deal(table)
    return table


async def deals(world: World, table: Table) -> list[LogEntry]:
    """Return the deals in a table's log."""
    return [entry for entry in (await world.kept(table)).log if isinstance(parse(entry.action), Deal)]


async def words_of(world: World, table: Table) -> list[tuple[str, ...]]:
    """Return the words of each deal, after drawing every one once more."""
    found = await world.kept(table)
    state = start_of(found.header)
    for entry in found.log:
        action = parse(entry.action)
        if isinstance(action, Deal):
            assert action == fair_deal(state, SEED, entry.words)
        state, _ = match.apply(state, action)
    assert table.header.words == found.header.words == ()
    return [entry.words for entry in await deals(world, table)]


# ---------------------------------------------------------------------- adding one


async def test_a_word_is_kept_before_it_is_acknowledged_and_found_again(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    await table.do(deal_words.add_word, BEN.user, "  lucky \n seven ")
    assert deal_words.word_of(table.header, BEN.user) == "lucky seven"
    found = await world.again(table)
    assert found.header.words == ((BEN.user, "lucky seven"),)
    assert [deal_words.word_of(found.header, each.user) for each in (ANA, BEN)] == ["", "lucky seven"]


async def test_a_word_that_cannot_be_kept_is_not_there(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    with world.store.failing(), pytest.raises(StorageError):
        await table.do(deal_words.add_word, ANA.user, "late")
    assert table.header.words == (await world.kept(table)).header.words == ()


async def test_a_word_can_be_changed_and_taken_back_until_the_deal(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    await table.do(deal_words.add_word, ANA.user, "first")
    await table.do(deal_words.add_word, BEN.user, "other")
    await table.do(deal_words.add_word, ANA.user, "second")
    assert dict(table.header.words) == {ANA.user: "second", BEN.user: "other"}
    await table.do(deal_words.add_word, ANA.user, " \t ")
    assert deal_words.word_of(table.header, ANA.user) == ""
    assert (await world.kept(table)).header.words == ((BEN.user, "other"),)


async def test_the_same_word_is_not_written_again(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    await table.do(deal_words.add_word, ANA.user, "same")
    with world.store.failing():
        await table.do(deal_words.add_word, ANA.user, "same ")
        assert deal_words.word_of(table.header, ANA.user) == "same"
        await table.do(deal_words.add_word, BEN.user, "")
        assert deal_words.word_of(table.header, BEN.user) == ""


async def test_the_channel_is_told_of_a_new_word_and_the_lobby_lives_on(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    world.clock.now += 600
    await table.do(deal_words.add_word, ANA.user, "alive")
    assert world.told == [table]
    assert world.left(table) == world.pace.lobby


async def test_a_word_that_is_too_long_is_declined(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    too_long = [table.do(deal_words.add_word, ANA.user, "x" * length) for length in (MAX_WORD_LENGTH + 1, 100_000)]
    await all_refused(Code.WORD_TOO_LONG, *too_long, most=MAX_WORD_LENGTH)
    assert table.header.words == ()


async def test_only_a_person_at_the_table_adds_a_word(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    await refused(table.do(deal_words.add_word, EVE.user, "let me in"), Code.JOIN_FIRST)
    await table.do(lobby.start, ANA.user)
    await play_deal(table)
    await refused(table.do(deal_words.add_word, EVE.user, "let me in"), Code.NOT_SEATED)


@pytest.mark.parametrize("absence", [Presence.HELD, Presence.LEFT, Presence.REMOVED])
async def test_an_absent_player_adds_no_word(world: World, absence: Presence) -> None:
    table = await world.begun(ANA, replace(BEN, presence=absence))
    while table.view(None).turn is not None:
        await world.play_or_wait(table)
    await refused(table.do(deal_words.add_word, BEN.user, "boo"), Code[absence.name])
    await table.do(deal_words.add_word, ANA.user, "here")
    assert deal_words.word_of(table.header, ANA.user) == "here"


async def test_a_table_from_before_there_were_seeds_goes_on_without_words(world: World) -> None:
    table = await world.lobby(ANA, BEN, seed=None, options={"target": 50})
    await refused(table.do(deal_words.add_word, ANA.user, "too early"), Code.NO_WORDS)
    await table.do(lobby.start, ANA.user)
    await play_match(table)
    assert table.header.status is Status.FINISHED
    assert {entry.words for entry in await deals(world, table)} == {()}
    assert revealed_seed(table.header) is None


# ---------------------------------------------------------------------- the deal


async def test_words_are_frozen_with_the_deal_that_they_shuffle_in_the_order_of_seats(world: World) -> None:
    table = await world.lobby(ANA, BEN, CEM)
    await table.do(deal_words.add_word, CEM.user, "three")
    await table.do(deal_words.add_word, ANA.user, "one")
    await table.do(lobby.start, ANA.user)
    assert await words_of(world, table) == [("one", "", "three")]
    (deal,) = await deals(world, table)
    assert parse(deal.action) != fair_deal(start_of(table.header), SEED, ("one", "", "")), "every word counts"


async def test_each_deal_has_its_own_words_and_a_match_without_any_none(world: World) -> None:
    table = await world.match(ANA, BEN, target=50)
    await play_deal(table)
    await table.do(deal_words.add_word, BEN.user, "for the second", 2)
    await table.do(playing.next_deal, ANA.user, 1)
    await play_deal(table)
    await table.do(playing.next_deal, ANA.user, 2)
    assert await words_of(world, table) == [(), ("", "for the second"), ()]
    await play_match(table)
    await words_of(world, table)


async def test_words_go_into_a_deal_that_time_begins(world: World) -> None:
    table = await between_deals(world)
    await table.do(deal_words.add_word, ANA.user, "in time")
    await world.due(table)
    assert await words_of(world, table) == [(), ("in time", "")]


@pytest.mark.parametrize("deal", [None, 1, 2])
async def test_a_word_after_the_tiles_are_dealt_is_declined(world: World, deal: int | None) -> None:
    table = await world.match()
    await world.declined(table, Code.DEALT, table.do(deal_words.add_word, ANA.user, "too late", deal))


@pytest.mark.parametrize("deal", [0, 1, 3])
async def test_a_word_meant_for_another_deal_than_the_next_is_declined(world: World, deal: int) -> None:
    table = await between_deals(world)
    assert deal_words.next_deal_number(table.situation) == 2
    await world.declined(table, Code.DEALT, table.do(deal_words.add_word, ANA.user, "which?", deal))


async def test_words_can_be_added_in_a_pause_and_do_not_end_it(world: World) -> None:
    table = await between_deals(world)
    await table.do(pauses.pause, ANA.user)
    await table.do(deal_words.add_word, BEN.user, "patience")
    assert table.header.pause is not None
    assert table.header.deadline is None


async def test_a_match_that_is_over_takes_no_word(world: World) -> None:
    table = await world.match(ANA, BEN, target=50)
    await play_match(table)
    assert deal_words.next_deal_number(table.situation) is None
    await refused(table.do(deal_words.add_word, ANA.user, "more"), Code.CLOSED)


# ---------------------------------------------------------------------- coming and going


@pytest.mark.parametrize("removed", [False, True], ids=["leaves", "is taken out"])
async def test_a_person_who_gets_up_in_the_lobby_leaves_no_word(world: World, removed: bool) -> None:
    table = await world.lobby(ANA, BEN, CEM)
    await table.do(deal_words.add_word, BEN.user, "going")
    await table.do(deal_words.add_word, CEM.user, "staying")
    await (table.do(lobby.unseat, ANA.user, BEN.user) if removed else table.do(lobby.leave, BEN.user))
    assert (await world.kept(table)).header.words == ((CEM.user, "staying"),)
    await table.do(lobby.join, BEN)
    await table.do(lobby.start, ANA.user)
    assert await words_of(world, table) == [("", "staying", "")]


async def test_words_follow_people_who_change_seats(world: World) -> None:
    table = await world.lobby(*FOUR, options={"pairs": True})
    await table.do(deal_words.add_word, BEN.user, "across")
    await table.do(lobby.choose_partner, ANA.user, BEN.user)
    await table.do(lobby.start, ANA.user)
    assert await words_of(world, table) == [("", "", "across", "")]


async def test_the_word_of_a_player_who_leaves_before_the_deal_still_counts(world: World) -> None:
    table = await between_deals(world, ANA, BEN, CEM)
    await table.do(deal_words.add_word, BEN.user, "farewell")
    await table.do(presence.leave, BEN.user)
    await table.do(playing.next_deal, ANA.user, 1)
    assert (await words_of(world, table))[-1] == ("", "farewell", "")


async def test_computers_add_nothing_and_their_places_stay_empty(world: World) -> None:
    table = await world.lobby(ANA, Person(-1, "Nova", "", level=Level.EASY))
    await table.do(deal_words.add_word, ANA.user, "beep")
    await table.do(lobby.start, ANA.user)
    assert await words_of(world, table) == [("beep", "")]


async def test_words_for_a_deal_that_never_comes_are_not_kept(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    await table.do(deal_words.add_word, ANA.user, "never")
    await table.do(lobby.cancel, ANA.user)
    assert (await world.kept(table)).header.words == ()


# ---------------------------------------------------------------------- at any moment


async def test_a_start_at_any_moment_finds_words_and_the_same_tiles(world: World) -> None:
    table = await world.lobby(ANA, BEN, options={"target": 50})

    async def restarted() -> Table:
        found = await world.again(table)
        assert found.ply == table.ply
        return found

    await table.do(deal_words.add_word, ANA.user, "one")
    table = await restarted()
    await table.do(lobby.start, ANA.user)
    table = await restarted()
    while table.playing:
        if table.view(None).turn is None:
            await table.do(deal_words.add_word, ANA.user, f"after {table.view(None).deal}")
            table = await restarted()
        await play_on(table)
        table = await restarted()
    words = await words_of(world, table)
    assert words == [("one", ""), *((f"after {deal}", "") for deal in range(1, len(words)))]
    assert verify(loads(record_of(await world.kept(table)))) == len(words)


async def test_a_table_that_another_process_has_dealt_at_takes_that_over_and_adds_nothing(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    other = await world.again(table)
    await other.do(deal_words.add_word, BEN.user, "faster")
    await other.do(lobby.start, ANA.user)
    await refused(table.do(deal_words.add_word, ANA.user, "slower"), Code.STALE)
    assert (table.header, table.ply) == (other.header, other.ply)
    assert await words_of(world, table) == [("", "faster")]


@pytest.mark.parametrize("number", range(12))
async def test_words_and_the_deal_at_once_never_part(number: int) -> None:
    source = random.Random(number)
    world = World(UnsteadyStore(source))
    world.dealer = None
    table = await world.lobby(ANA, BEN, CEM)
    results = await race(
        source,
        lambda: table.do(deal_words.add_word, ANA.user, "one"),
        lambda: table.do(deal_words.add_word, BEN.user, "two"),
        lambda: table.do(lobby.leave, CEM.user),
        lambda: table.do(deal_words.add_word, CEM.user, "three"),
        lambda: table.do(lobby.start, ANA.user),
    )
    (words,) = await words_of(world, table)
    for seat, (word, result) in enumerate(zip(("one", "two"), results[:2], strict=True)):
        assert words[seat : seat + 1] in ((word,), ("",), ())
        # a person who was told that their word is in finds it there
        assert isinstance(result, TableError) or words[seat] == word
    assert len(words) in (0, len(table.people))


async def test_two_words_of_one_person_at_once_leave_one(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    await asyncio.gather(
        table.do(deal_words.add_word, ANA.user, "this"), table.do(deal_words.add_word, ANA.user, "that")
    )
    assert len(table.header.words) == 1
    assert (await world.kept(table)).header.words == table.header.words


# ---------------------------------------------------------------------- the next match, and the seed


async def test_every_table_has_a_seed_of_its_own_and_a_rematch_begins_without_words(world: World, hub: Hub) -> None:
    first = await opened(hub, ANA, BEN)
    await first.do(deal_words.add_word, ANA.user, "old")
    await first.do(lobby.start, ANA.user)
    await first.do(lifecycle.end, ANA.user)
    rematch = await opened(hub, ANA, seating=(ANA.user, BEN.user), opener=BEN.user)
    assert rematch.header.words == ()
    assert None not in (first.header.seed, rematch.header.seed)
    assert first.header.seed != rematch.header.seed
    assert (await world.kept(rematch)).header.seed == rematch.header.seed


@pytest.mark.parametrize(
    "how", [play_match, lambda table: table.do(lifecycle.end, ANA.user, manager=True)], ids=["finished", "ended"]
)
async def test_the_seed_is_told_when_the_match_is_over_and_not_before(world: World, how: object) -> None:
    table = await world.lobby(ANA, BEN, options={"target": 50})
    for do in (lambda table: table.do(lobby.start, ANA.user), play_deal, how):
        assert revealed_seed(table.header) is None
        await do(table)
    assert not table.playing
    assert revealed_seed(table.header) == SEED.reveal()
    assert revealed_seed((await world.kept(table)).header) == SEED.reveal()
