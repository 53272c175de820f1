"""Words that people add to a deal, and the seed that it is drawn from: kept, frozen with the deal, told in the end."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine import match
from engine.actions import Deal, parse
from engine.bots.level import Level
from engine.dealing import MAX_WORD_LENGTH, fair_deal
from engine.live.history.records import record_of
from engine.live.hub import Hub
from engine.live.model.errors import Code, StorageError, TableError
from engine.live.model.table import LogEntry, Person, Presence, SavedTable, Status, revealed_seed
from engine.live.tables import deal_words, lifecycle, lobby, partners, pauses, playing, presence
from engine.live.tables.replay import start_of
from engine.live.tables.table import Table
from engine.record import loads
from engine.verify import verify
from tests.engine.live.people import ANA, BEN, CEM, EVE, FOUR, SEED, World, opened
from tests.engine.live.playing import play_deal, play_match, play_on, refused
from tests.engine.live.sketch import Sketch, begun, waiting, with_options
from tests.engine.live.stores import UnsteadyStore, race


@pytest.fixture
def world(world: World) -> World:
    """A world whose deals are drawn as on a real table."""
    world.dealer = None
    return world


def between_deals(*people: Person) -> Sketch:
    """Begin a match, and play its first deal."""
    table = begun(*people)
    table.play_deal()
    return table


def deals(log: Sequence[LogEntry]) -> list[LogEntry]:
    """Return the deals in a log."""
    return [entry for entry in log if isinstance(parse(entry.action), Deal)]


def words_of(table: Sketch | SavedTable) -> list[tuple[str, ...]]:
    """Return the words of each deal, after drawing every one once more."""
    state = start_of(table.header)
    for entry in table.log:
        action = parse(entry.action)
        if isinstance(action, Deal):
            assert action == fair_deal(state, SEED, entry.words)
        state, _ = match.apply(state, action)
    assert table.header.words == ()
    return [entry.words for entry in deals(table.log)]


# ---------------------------------------------------------------------- adding one


async def test_a_word_is_kept_before_it_is_acknowledged_and_found_again(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    await table.do(deal_words.add_word, BEN.user_id, "  lucky \n seven ")
    assert deal_words.word_of(table.header, BEN.user_id) == "lucky seven"
    found = await world.again(table)
    assert found.header.words == ((BEN.user_id, "lucky seven"),)
    assert [deal_words.word_of(found.header, each.user_id) for each in (ANA, BEN)] == ["", "lucky seven"]


async def test_a_word_that_cannot_be_kept_is_not_there(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    with world.store.failing(), pytest.raises(StorageError):
        await table.do(deal_words.add_word, ANA.user_id, "late")
    assert table.header.words == (await world.kept(table)).header.words == ()


def test_a_word_can_be_changed_and_taken_back_until_the_deal() -> None:
    table = waiting(ANA, BEN)
    table.do(deal_words.add_word, ANA.user_id, "first")
    table.do(deal_words.add_word, BEN.user_id, "other")
    table.do(deal_words.add_word, ANA.user_id, "second")
    assert dict(table.header.words) == {ANA.user_id: "second", BEN.user_id: "other"}
    table.do(deal_words.add_word, ANA.user_id, " \t ")
    assert deal_words.word_of(table.header, ANA.user_id) == ""
    assert table.header.words == ((BEN.user_id, "other"),)


async def test_the_same_word_is_not_written_again(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    await table.do(deal_words.add_word, ANA.user_id, "same")
    with world.store.failing():
        await table.do(deal_words.add_word, ANA.user_id, "same ")
        assert deal_words.word_of(table.header, ANA.user_id) == "same"
        await table.do(deal_words.add_word, BEN.user_id, "")
        assert deal_words.word_of(table.header, BEN.user_id) == ""


def test_the_channel_is_told_of_a_new_word_and_the_lobby_lives_on() -> None:
    table = waiting(ANA, BEN)
    table.pass_time(600)
    table.do(deal_words.add_word, ANA.user_id, "alive")
    assert table.reports == 1
    assert table.left == table.at.pace.lobby


def test_a_word_that_is_too_long_is_declined() -> None:
    table = waiting(ANA, BEN)
    for length in (MAX_WORD_LENGTH + 1, 100_000):
        facts = table.refuses(Code.WORD_TOO_LONG, deal_words.add_word, ANA.user_id, "x" * length)
        assert facts == {"most": MAX_WORD_LENGTH}


def test_only_a_person_at_the_table_adds_a_word() -> None:
    table = waiting(ANA, BEN)
    table.refuses(Code.JOIN_FIRST, deal_words.add_word, EVE.user_id, "let me in")
    table.do(lobby.start, ANA.user_id)
    table.play_deal()
    table.refuses(Code.NOT_SEATED, deal_words.add_word, EVE.user_id, "let me in")


@pytest.mark.parametrize("absence", [Presence.KEPT, Presence.LEFT, Presence.REMOVED])
def test_an_absent_player_adds_no_word(absence: Presence) -> None:
    table = begun(ANA, replace(BEN, presence=absence))
    while table.view(None).turn is not None:
        table.play_or_wait()
    table.refuses(Code[absence.name], deal_words.add_word, BEN.user_id, "boo")
    table.do(deal_words.add_word, ANA.user_id, "here")
    assert deal_words.word_of(table.header, ANA.user_id) == "here"


def test_a_table_from_before_there_were_seeds_goes_on_without_words() -> None:
    table = waiting(ANA, BEN, seed=None, options={"target": 50})
    table.refuses(Code.NO_WORDS, deal_words.add_word, ANA.user_id, "too early")
    table.do(lobby.start, ANA.user_id)
    table.play_match()
    assert table.header.status is Status.FINISHED
    assert {entry.words for entry in deals(table.log)} == {()}
    assert revealed_seed(table.header) is None


# ---------------------------------------------------------------------- the deal


def test_words_are_frozen_with_the_deal_that_they_shuffle_in_the_order_of_seats() -> None:
    table = waiting(ANA, BEN, CEM)
    table.do(deal_words.add_word, CEM.user_id, "three")
    table.do(deal_words.add_word, ANA.user_id, "one")
    table.do(lobby.start, ANA.user_id)
    assert words_of(table) == [("one", "", "three")]
    (deal,) = deals(table.log)
    assert parse(deal.action) != fair_deal(start_of(table.header), SEED, ("one", "", "")), "every word counts"


def test_each_deal_has_its_own_words_and_a_match_without_any_none() -> None:
    table = with_options(ANA, BEN, target=50)
    table.play_deal()
    table.do(deal_words.add_word, BEN.user_id, "for the second", 2)
    table.do(playing.next_deal, ANA.user_id, 1)
    table.play_deal()
    table.do(playing.next_deal, ANA.user_id, 2)
    assert words_of(table) == [(), ("", "for the second"), ()]
    table.play_match()
    words_of(table)


def test_words_go_into_a_deal_that_time_begins() -> None:
    table = between_deals()
    table.do(deal_words.add_word, ANA.user_id, "in time")
    table.due()
    assert words_of(table) == [(), ("in time", "")]


@pytest.mark.parametrize("deal", [None, 1, 2])
def test_a_word_after_the_tiles_are_dealt_is_declined(deal: int | None) -> None:
    table = with_options()
    table.refuses(Code.DEALT, deal_words.add_word, ANA.user_id, "too late", deal)


@pytest.mark.parametrize("deal", [0, 1, 3])
def test_a_word_meant_for_another_deal_than_the_next_is_declined(deal: int) -> None:
    table = between_deals()
    assert deal_words.next_deal_number(table.at) == 2
    table.refuses(Code.DEALT, deal_words.add_word, ANA.user_id, "which?", deal)


def test_words_can_be_added_in_a_pause_and_do_not_end_it() -> None:
    table = between_deals()
    table.do(pauses.pause, ANA.user_id)
    table.do(deal_words.add_word, BEN.user_id, "patience")
    assert table.header.pause is not None
    assert table.header.deadline is None


def test_a_match_that_is_over_takes_no_word() -> None:
    table = with_options(ANA, BEN, target=50)
    table.play_match()
    assert deal_words.next_deal_number(table.at) is None
    table.refuses(Code.CLOSED, deal_words.add_word, ANA.user_id, "more")


# ---------------------------------------------------------------------- coming and going


@pytest.mark.parametrize("removed", [False, True], ids=["leaves", "is taken out"])
def test_a_person_who_gets_up_in_the_lobby_leaves_no_word(removed: bool) -> None:
    table = waiting(ANA, BEN, CEM)
    table.do(deal_words.add_word, BEN.user_id, "going")
    table.do(deal_words.add_word, CEM.user_id, "staying")
    table.do(lobby.unseat, ANA.user_id, BEN.user_id) if removed else table.do(lobby.leave, BEN.user_id)
    assert table.header.words == ((CEM.user_id, "staying"),)
    table.do(lobby.join, BEN)
    table.do(lobby.start, ANA.user_id)
    assert words_of(table) == [("", "staying", "")]


def test_words_follow_people_who_change_seats() -> None:
    table = waiting(*FOUR, options={"pairs": True})
    table.do(deal_words.add_word, BEN.user_id, "across")
    table.do(partners.ask, BEN.user_id, 2)
    table.do(partners.agree, CEM.user_id, BEN.user_id, 2)
    table.do(lobby.start, ANA.user_id)
    assert words_of(table) == [("", "", "across", "")]


def test_the_word_of_a_player_who_leaves_before_the_deal_still_counts() -> None:
    table = between_deals(ANA, BEN, CEM)
    table.do(deal_words.add_word, BEN.user_id, "farewell")
    table.do(presence.leave, BEN.user_id)
    table.do(playing.next_deal, ANA.user_id, 1)
    assert words_of(table)[-1] == ("", "farewell", "")


def test_computers_add_nothing_and_their_places_stay_empty() -> None:
    table = waiting(ANA, Person(-1, "Nova", "", level=Level.EASY))
    table.do(deal_words.add_word, ANA.user_id, "beep")
    table.do(lobby.start, ANA.user_id)
    assert words_of(table) == [("beep", "")]


def test_words_for_a_deal_that_never_comes_are_not_kept() -> None:
    table = waiting(ANA, BEN)
    table.do(deal_words.add_word, ANA.user_id, "never")
    table.do(lobby.cancel, ANA.user_id)
    assert table.header.words == ()


# ---------------------------------------------------------------------- at any moment


async def test_a_start_at_any_moment_finds_words_and_the_same_tiles(world: World) -> None:
    table = await world.lobby(ANA, BEN, options={"target": 50})

    async def restarted() -> Table:
        found = await world.again(table)
        assert found.ply == table.ply
        return found

    await table.do(deal_words.add_word, ANA.user_id, "one")
    table = await restarted()
    await table.do(lobby.start, ANA.user_id)
    table = await restarted()
    while table.playing:
        if table.view(None).turn is None:
            await table.do(deal_words.add_word, ANA.user_id, f"after {table.view(None).deal}")
            table = await restarted()
        await play_on(table)
        table = await restarted()
    words = words_of(await world.kept(table))
    assert words == [("one", ""), *((f"after {deal}", "") for deal in range(1, len(words)))]
    assert verify(loads(record_of(await world.kept(table)))) == len(words)


async def test_a_table_that_another_process_has_dealt_at_takes_that_over_and_adds_nothing(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    other = await world.again(table)
    await other.do(deal_words.add_word, BEN.user_id, "faster")
    await other.do(lobby.start, ANA.user_id)
    await refused(table.do(deal_words.add_word, ANA.user_id, "slower"), Code.STALE)
    assert (table.header, table.ply) == (other.header, other.ply)
    assert words_of(await world.kept(table)) == [("", "faster")]


@pytest.mark.parametrize("number", range(12))
async def test_words_and_the_deal_at_once_never_part(number: int) -> None:
    source = random.Random(number)
    world = World(UnsteadyStore(source))
    world.dealer = None
    table = await world.lobby(ANA, BEN, CEM)
    results = await race(
        source,
        lambda: table.do(deal_words.add_word, ANA.user_id, "one"),
        lambda: table.do(deal_words.add_word, BEN.user_id, "two"),
        lambda: table.do(lobby.leave, CEM.user_id),
        lambda: table.do(deal_words.add_word, CEM.user_id, "three"),
        lambda: table.do(lobby.start, ANA.user_id),
    )
    (words,) = words_of(await world.kept(table))
    for seat, (word, result) in enumerate(zip(("one", "two"), results[:2], strict=True)):
        assert words[seat : seat + 1] in ((word,), ("",), ())
        # a person who was told that their word is in finds it there
        assert isinstance(result, TableError) or words[seat] == word
    assert len(words) in (0, len(table.people))


async def test_two_words_of_one_person_at_once_leave_one(world: World) -> None:
    table = await world.lobby(ANA, BEN)
    await asyncio.gather(
        table.do(deal_words.add_word, ANA.user_id, "this"), table.do(deal_words.add_word, ANA.user_id, "that")
    )
    assert len(table.header.words) == 1
    assert (await world.kept(table)).header.words == table.header.words


# ---------------------------------------------------------------------- the next match, and the seed


async def test_every_table_has_a_seed_of_its_own_and_a_rematch_begins_without_words(world: World, hub: Hub) -> None:
    first = await opened(hub, ANA, BEN)
    await first.do(deal_words.add_word, ANA.user_id, "old")
    await first.do(lobby.start, ANA.user_id)
    await first.do(lifecycle.end, ANA.user_id)
    rematch = await opened(hub, ANA, seating=(ANA.user_id, BEN.user_id), opener=BEN.user_id)
    assert rematch.header.words == ()
    assert None not in (first.header.seed, rematch.header.seed)
    assert first.header.seed != rematch.header.seed
    assert (await world.kept(rematch)).header.seed == rematch.header.seed


@pytest.mark.parametrize(
    "how", [play_match, lambda table: table.do(lifecycle.end, ANA.user_id, manager=True)], ids=["finished", "ended"]
)
async def test_the_seed_is_told_when_the_match_is_over_and_not_before(world: World, how: object) -> None:
    table = await world.lobby(ANA, BEN, options={"target": 50})
    for do in (lambda table: table.do(lobby.start, ANA.user_id), play_deal, how):
        assert revealed_seed(table.header) is None
        await do(table)
    assert not table.playing
    assert revealed_seed(table.header) == SEED.reveal()
    assert revealed_seed((await world.kept(table)).header) == SEED.reveal()
