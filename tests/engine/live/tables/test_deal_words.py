"""Words that people add to a deal, and the seed that it is drawn from: kept, frozen with the deal, told in the end."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from typing import Any

import pytest

from engine import match
from engine.actions import Deal, parse
from engine.bots.level import Level
from engine.fair_dealing import MAX_WORD_LENGTH, Seed, fair_deal
from engine.live.history.records import record_of
from engine.live.hub import Hub
from engine.live.model.errors import Code, StorageError, TableError
from engine.live.model.news import WordsAdded
from engine.live.model.table import LogEntry, Person, Presence, SavedTable, Status, revealed_seed
from engine.live.tables.base import start_of
from engine.live.tables.table import Table
from engine.record import loads
from engine.verify import verify
from tests.engine.live.people import (
    ANA,
    BEN,
    CEM,
    CHANNEL,
    DIA,
    EVE,
    GUILD,
    World,
    header,
    play_deal,
    play_match,
    refused,
    turn,
)
from tests.engine.live.stores import FragileStore, UnsteadyStore, race

SEED = Seed(bytes(range(32)))


async def lobby(world: World, *people: Person, seed: Seed | None = SEED, **changes: Any) -> Table:
    """Open a lobby whose deals are drawn as on a real table."""
    made = header(people=people or (ANA, BEN), seed=seed, **changes)
    await world.store.create(made)
    return Table(made, replace(world.around, dealer=None))


async def kept(world: World, table: Table) -> SavedTable:
    found = await world.store.find(table.id)
    assert found is not None
    return found


async def again(world: World, table: Table) -> Table:
    """Return the table as a new start of the bot finds it."""
    return Table.restore(await kept(world, table), replace(world.around, dealer=None))


async def deals(world: World, table: Table) -> list[LogEntry]:
    """Return the deals in a table's log."""
    return [entry for entry in (await kept(world, table)).log if isinstance(parse(entry.action), Deal)]


async def assert_fair(world: World, table: Table, seed: Seed = SEED) -> None:
    """Draw every deal of a table's log once more."""
    found = await kept(world, table)
    state = start_of(found.header)
    for entry in found.log:
        action = parse(entry.action)
        if isinstance(action, Deal):
            assert action == fair_deal(state, seed, entry.words)
        state, _ = match.apply(state, action)


# ---------------------------------------------------------------------- adding one


async def test_a_word_is_kept_before_it_is_acknowledged_and_found_again(world: World) -> None:
    table = await lobby(world)
    assert await table.add_word(BEN.user, "  lucky \n seven ") == ("lucky seven", 1)
    assert (await kept(world, table)).header.words == ((BEN.user, "lucky seven"),)
    found = await again(world, table)
    assert found.pending_word(BEN.user) == "lucky seven"
    assert found.pending_word(ANA.user) == ""


async def test_a_word_that_cannot_be_kept_is_not_there(world: World) -> None:
    table = await lobby(world)
    world.store.fails = StorageError("the disk is full")
    with pytest.raises(StorageError):
        await table.add_word(ANA.user, "late")
    world.store.fails = None
    assert table.header.words == ()
    assert (await kept(world, table)).header.words == ()


async def test_a_word_can_be_changed_and_taken_back_until_the_deal(world: World) -> None:
    table = await lobby(world)
    await table.add_word(ANA.user, "first")
    await table.add_word(BEN.user, "other")
    await table.add_word(ANA.user, "second")
    assert dict(table.header.words) == {ANA.user: "second", BEN.user: "other"}
    assert await table.add_word(ANA.user, " \t ") == ("", 1)
    assert (await kept(world, table)).header.words == ((BEN.user, "other"),)


async def test_what_was_added_already_is_not_written_again(world: World) -> None:
    table = await lobby(world)
    await table.add_word(ANA.user, "same")
    world.store.fails = StorageError("nobody may write")
    assert await table.add_word(ANA.user, "same ") == ("same", 1)
    assert await table.add_word(BEN.user, "") == ("", 1)


async def test_everybody_is_told_that_somebody_has_added_a_word_and_the_lobby_lives_on(world: World) -> None:
    table = await lobby(world)
    world.clock.now += 600
    await table.add_word(ANA.user, "alive")
    assert world.told == [table]
    assert table.header.deadline == world.clock.now + world.pace.lobby


@pytest.mark.parametrize("text", ["x" * (MAX_WORD_LENGTH + 1), "x" * 100_000])
async def test_a_word_that_is_too_long_is_declined(world: World, text: str) -> None:
    table = await lobby(world)
    await refused(table.add_word(ANA.user, text), Code.WORD_TOO_LONG, most=MAX_WORD_LENGTH)
    assert table.header.words == ()


async def test_only_who_sits_there_adds_a_word(world: World) -> None:
    table = await lobby(world)
    await refused(table.add_word(EVE.user, "let me in"), Code.JOIN_FIRST)
    await table.start(ANA.user)
    await play_deal(table)
    await refused(table.add_word(EVE.user, "let me in"), Code.NOT_SEATED)


@pytest.mark.parametrize(
    ("presence", "why"), [(Presence.HELD, Code.HELD), (Presence.LEFT, Code.LEFT), (Presence.REMOVED, Code.REMOVED)]
)
async def test_whom_the_bot_plays_for_adds_no_word(world: World, presence: Presence, why: Code) -> None:
    table = await lobby(world, ANA, replace(BEN, presence=presence))
    await table.start(ANA.user)
    while (seat := table.view(None).turn) is not None:
        await (table.play(ANA.user, 0, table.ply, 0) if seat == 0 else world.due(table))
    await refused(table.add_word(BEN.user, "boo"), why)
    assert await table.add_word(ANA.user, "here") == ("here", 2)


async def test_a_table_from_before_there_were_seeds_goes_on_without_words(world: World) -> None:
    table = await lobby(world, seed=None, options={"target": 50})
    await refused(table.add_word(ANA.user, "too early"), Code.NO_WORDS)
    await table.start(ANA.user)
    await play_match(table)
    assert table.header.status is Status.FINISHED
    assert {entry.words for entry in await deals(world, table)} == {()}
    assert revealed_seed(table.header) is None


# ---------------------------------------------------------------------- the deal


async def test_words_are_frozen_with_the_deal_that_they_shuffle_in_the_order_of_seats(world: World) -> None:
    table = await lobby(world, ANA, BEN, CEM)
    await table.add_word(CEM.user, "three")
    await table.add_word(ANA.user, "one")
    await table.start(ANA.user)
    (deal,) = await deals(world, table)
    assert deal.words == ("one", "", "three")
    assert WordsAdded(("one", "", "three")) in table.news
    assert table.header.words == ()
    assert (await kept(world, table)).header.words == ()
    await assert_fair(world, table)
    assert parse(deal.action) != fair_deal(start_of(table.header), SEED, ("one", "", "")), "every word counts"


async def test_each_deal_has_its_own_words_and_a_match_without_any_none(world: World) -> None:
    table = await lobby(world, options={"target": 50})
    await table.start(ANA.user)
    await play_deal(table)
    await table.add_word(BEN.user, "for the second", 2)
    await table.next_deal(ANA.user, 1)
    await play_deal(table)
    await table.next_deal(ANA.user, 2)
    assert [entry.words for entry in await deals(world, table)] == [(), ("", "for the second"), ()]
    assert [each for each in table.news if isinstance(each, WordsAdded)] == [WordsAdded(("", "for the second"))]
    await play_match(table)
    await assert_fair(world, table)


async def test_words_go_into_a_deal_that_time_begins(world: World) -> None:
    table = await lobby(world)
    await table.start(ANA.user)
    await play_deal(table)
    await table.add_word(ANA.user, "in time")
    await world.due(table)
    assert [entry.words for entry in await deals(world, table)] == [(), ("in time", "")]
    await assert_fair(world, table)


@pytest.mark.parametrize("deal", [None, 1, 2])
async def test_a_word_after_the_tiles_are_dealt_is_declined(world: World, deal: int | None) -> None:
    table = await lobby(world)
    await table.start(ANA.user)
    await refused(table.add_word(ANA.user, "too late", deal), Code.DEALT)
    assert table.header.words == ()


@pytest.mark.parametrize("deal", [0, 1, 3])
async def test_a_word_meant_for_another_deal_than_the_next_is_declined(world: World, deal: int) -> None:
    table = await lobby(world)
    await table.start(ANA.user)
    await play_deal(table)
    assert table.next_deal_number == 2
    await refused(table.add_word(ANA.user, "which?", deal), Code.DEALT)
    assert table.header.words == ()


async def test_words_can_be_added_in_a_pause_and_do_not_end_it(world: World) -> None:
    table = await lobby(world)
    await table.start(ANA.user)
    await play_deal(table)
    await table.pause(ANA.user)
    await table.add_word(BEN.user, "patience")
    assert table.header.pause is not None
    assert table.header.deadline is None


async def test_when_the_match_is_over_no_word_is_taken(world: World) -> None:
    table = await lobby(world, options={"target": 50})
    await table.start(ANA.user)
    await play_match(table)
    assert table.next_deal_number is None
    await refused(table.add_word(ANA.user, "more"), Code.CLOSED)


# ---------------------------------------------------------------------- coming and going


@pytest.mark.parametrize("removed", [False, True], ids=["leaves", "is taken out"])
async def test_whose_seat_in_the_lobby_is_free_again_leaves_no_word(world: World, removed: bool) -> None:
    table = await lobby(world, ANA, BEN, CEM)
    await table.add_word(BEN.user, "going")
    await table.add_word(CEM.user, "staying")
    await (table.unseat(ANA.user, BEN.user) if removed else table.leave(BEN.user))
    assert (await kept(world, table)).header.words == ((CEM.user, "staying"),)
    await table.join(BEN)
    await table.start(ANA.user)
    (deal,) = await deals(world, table)
    assert deal.words == ("", "staying", "")


async def test_words_follow_people_who_change_seats(world: World) -> None:
    table = await lobby(world, ANA, BEN, CEM, DIA, options={"pairs": True})
    await table.add_word(BEN.user, "across")
    await table.choose_partner(ANA.user, BEN.user)
    await table.start(ANA.user)
    (deal,) = await deals(world, table)
    assert deal.words == ("", "", "across", "")
    await assert_fair(world, table)


async def test_the_word_of_someone_who_leaves_before_the_deal_still_counts(world: World) -> None:
    table = await lobby(world, ANA, BEN, CEM)
    await table.start(ANA.user)
    await play_deal(table)
    await table.add_word(BEN.user, "farewell")
    await table.leave_match(BEN.user)
    await table.next_deal(ANA.user, 1)
    assert (await deals(world, table))[-1].words == ("", "farewell", "")
    await assert_fair(world, table)


async def test_computers_add_nothing_and_their_places_stay_empty(world: World) -> None:
    computer = Person(-1, "Nova", "", level=Level.EASY)
    table = await lobby(world, ANA, computer)
    await table.add_word(ANA.user, "beep")
    await table.start(ANA.user)
    (deal,) = await deals(world, table)
    assert deal.words == ("beep", "")


async def test_words_for_a_deal_that_never_comes_are_kept_for_nobody(world: World) -> None:
    table = await lobby(world)
    await table.add_word(ANA.user, "never")
    await table.cancel(ANA.user)
    assert (await kept(world, table)).header.words == ()


# ---------------------------------------------------------------------- at any moment


async def test_a_start_at_any_moment_finds_words_news_and_the_same_tiles(world: World) -> None:
    table = await lobby(world, options={"target": 50})

    async def look() -> None:
        found = await again(world, table)
        assert found.header == table.header
        assert found.ply == table.ply
        assert [each for each in found.news if isinstance(each, WordsAdded)] == [
            each for each in table.news if isinstance(each, WordsAdded)
        ]

    await table.add_word(ANA.user, "one")
    await look()
    table = await again(world, table)
    await table.start(ANA.user)
    await look()
    while table.playing:
        if table.view(None).turn is None:
            deal = table.view(None).deal
            await table.add_word(ANA.user, f"after {deal}")
            await look()
            table = await again(world, table)
            await table.next_deal(BEN.user, deal)
        else:
            seat = turn(table)
            await table.play(table.people[seat].user, seat, table.ply, 0)
        await look()
        table = await again(world, table)
    words = [entry.words for entry in await deals(world, table)]
    assert words == [("one", ""), *((f"after {deal}", "") for deal in range(1, len(words)))]
    await assert_fair(world, table)
    assert verify(loads(record_of(await kept(world, table)))) == len(words)


async def test_whoever_finds_that_somebody_else_has_dealt_takes_that_over_and_adds_nothing(world: World) -> None:
    table = await lobby(world)
    other = await again(world, table)
    await other.add_word(BEN.user, "faster")
    await other.start(ANA.user)
    await refused(table.add_word(ANA.user, "slower"), Code.STALE)
    assert table.header == other.header
    assert table.ply == other.ply
    assert WordsAdded(("", "faster")) in table.news
    (deal,) = await deals(world, table)
    assert deal.words == ("", "faster")
    await assert_fair(world, table)


@pytest.mark.parametrize("number", range(12))
async def test_words_and_the_deal_at_once_never_part(number: int) -> None:
    source = random.Random(number)
    store = UnsteadyStore(source)
    world = World(store)  # type: ignore[arg-type]
    table = await lobby(world, ANA, BEN, CEM)
    results = await race(
        source,
        lambda: table.add_word(ANA.user, "one"),
        lambda: table.add_word(BEN.user, "two"),
        lambda: table.leave(CEM.user),
        lambda: table.add_word(CEM.user, "three"),
        lambda: table.start(ANA.user),
    )
    (deal,) = await deals(world, table)
    taken = [results[at] for at in (0, 1)]
    for seat, (word, result) in enumerate(zip(("one", "two"), taken, strict=True)):
        assert deal.words[seat : seat + 1] in ((word,), ("",), ())
        # whoever was told that their word is in finds it there
        assert isinstance(result, TableError) or deal.words[seat] == word
    assert len(deal.words) in (0, len(table.people))
    assert table.header.words == ()
    await assert_fair(world, table)


# ---------------------------------------------------------------------- the next match, and the seed


async def test_every_table_has_a_seed_of_its_own_and_a_rematch_begins_without_words(store: FragileStore) -> None:
    hub = Hub(store, changed=lambda table: None, clock=lambda: 1e6)
    first = await hub.open(guild=GUILD, channel=CHANNEL, host=ANA, rules="express", options={}, locale="en")
    await first.join(BEN)
    await first.add_word(ANA.user, "old")
    await first.start(ANA.user)
    await first.end(ANA.user)
    rematch = await hub.open(
        guild=GUILD,
        channel=CHANNEL,
        host=ANA,
        rules="express",
        options={},
        locale="en",
        seating=(ANA.user, BEN.user),
        opener=BEN.user,
    )
    assert rematch.header.words == ()
    assert first.header.seed is not None
    assert rematch.header.seed is not None
    assert first.header.seed != rematch.header.seed
    found = await store.find(rematch.id)
    assert found.header.seed == rematch.header.seed


async def test_where_the_opening_passes_on_the_tiles_are_still_those_of_the_seed_and_the_record_says_so(
    world: World,
) -> None:
    table = await lobby(world, ANA, BEN, rules="memory", seating=(ANA.user, BEN.user), opener=ANA.user)
    await table.add_word(ANA.user, "again")
    await table.start(ANA.user)
    (deal,) = await deals(world, table)
    dealt = parse(deal.action)
    assert dealt.first == 1
    assert dealt.stock == fair_deal(start_of(table.header), SEED, ("again", "")).stock
    await table.end(ANA.user)
    record = loads(record_of(await kept(world, table)))
    assert record.deal_extra[0]["passed_on"] is True
    assert verify(record) == 1


async def finished(table: Table, world: World) -> None:
    del world
    await play_match(table)


async def ended(table: Table, world: World) -> None:
    del world
    await table.end(ANA.user)


@pytest.mark.parametrize("how", [finished, ended])
async def test_the_seed_is_told_when_the_match_is_over_however_it_ends_and_not_before(world: World, how: Any) -> None:
    table = await lobby(world, options={"target": 50})
    assert revealed_seed(table.header) is None
    await table.start(ANA.user)
    assert revealed_seed(table.header) is None
    await play_deal(table)
    assert table.playing
    assert revealed_seed(table.header) is None
    await how(table, world)
    assert not table.playing
    assert revealed_seed(table.header) == SEED.reveal()
    assert revealed_seed((await kept(world, table)).header) == SEED.reveal()


async def test_two_words_of_one_person_at_once_leave_one(world: World) -> None:
    table = await lobby(world)
    await asyncio.gather(table.add_word(ANA.user, "this"), table.add_word(ANA.user, "that"))
    assert len(table.header.words) == 1
    assert (await kept(world, table)).header.words == table.header.words
