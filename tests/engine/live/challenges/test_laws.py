"""Whatever happens: nobody plays twice, nothing acknowledged is lost, and who moves alike has the same log."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.dealing import Seed
from engine.legal import legal
from engine.live.challenges.attempt import Entry, Position, replayed
from engine.live.challenges.calendar import GAMES, Game
from engine.live.challenges.challenge import Challenge
from engine.live.challenges.choosing import Played, answered, finished
from engine.live.challenges.store import ChallengeStore, Over, Player
from engine.live.model.deleted_users import is_deleted
from engine.live.model.errors import Conflict
from engine.live.model.table import Person
from tests.engine.live.challenges.playing import Choice, at_random, challenge, decide, played_to_the_end
from tests.engine.live.people import ANA, BEN
from tests.engine.live.stores import FragileStore, open_store
from tests.support.examples import examples

THOROUGH = settings(max_examples=examples(40), deadline=None, suppress_health_check=[*HealthCheck])

OTHERS = (
    *(Game("memory", 2), Game("forty-two", 4), Game("misere", 3), Game("sebastopol", 4), Game("accountants", 3)),
    *(Game("double-twelve", 3), Game("mexican-train", 3), Game("six-love", 4), Game("cut-throat", 3)),
)
"""Games of challenges among friends that are no games of a day."""


def of_game(game: Game, **fields: Any) -> Challenge:
    """Return a challenge with a game of the calendar."""
    return challenge(game.rules, options=dict(game.options), seats=game.seats, **fields)


def timeless(entries: Sequence[Entry]) -> list[Entry]:
    """Return actions without their times."""
    return [each._replace(at=0.0) for each in entries]


async def moved(begun: Challenge, before: Sequence[Entry], choice: Choice, at: float) -> Played:
    """Return what a press adds to a log: the player's choice and the answers, in the deal in play or the next one.

    Raises:
        Over: the last deal has ended.

    """
    position = replayed(begun, before)
    if position.over:
        raise Over
    if not position.in_play:
        position = position.next_deal()
    played = Played(position)
    if position.awaits_person:
        played = played.with_move(choice(position), at, by_person=True)
    return await answered(played, at, decide)


async def press(store: ChallengeStore, begun: Challenge, person: Person, number: int, at: float) -> Sequence[Entry]:
    """Let a person begin, or make one of their moves; return the log that they then know.

    Raises:
        Conflict: another press came first.
        Over: there is nothing to do any more.

    """
    player = await store.begin(begun, person, 9, at)
    if player is None or player.user_id != person.user_id:
        raise Over
    before = await store.entries(player)
    played = await moved(begun, before, lambda position: legal(position.state)[number % len(legal(position.state))], at)
    # other presses come in between
    await asyncio.sleep(0)
    await store.append(player, played.entries, played.position, at)
    return [*before, *played.entries]


# ---------------------------------------------------------------------- equality


@pytest.mark.long
@pytest.mark.parametrize("game", [*GAMES, *OTHERS], ids=lambda game: game.rules)
async def test_people_who_move_alike_have_equal_logs_across_restarts(game: Game, file: Path) -> None:
    begun, choice = of_game(game, deals=2), at_random(7)
    at_once = [entry for each in await played_to_the_end(begun, choice) for entry in each.entries]
    choice = at_random(7)
    async with open_store(file) as store:
        await store.challenges.add(begun)
    entries: list[Entry] = []
    over, now = False, 1.0
    while not over and now < 200:
        # a new process for each press
        async with open_store(file) as store:
            player = await store.challenges.begin(begun, BEN, 9, now)
            assert player is not None
            played = await moved(begun, await store.challenges.entries(player), choice, now)
            await store.challenges.append(player, played.entries, played.position, now)
            over, now = played.position.over, now + 1
            entries = await store.challenges.entries(player)
    assert over
    assert timeless(entries) == timeless(at_once)


@THOROUGH
@given(st.sampled_from((*GAMES, *OTHERS)), st.integers(0, 2**32), st.binary(min_size=32, max_size=32))
async def test_a_log_depends_on_the_choices_of_its_player_alone(game: Game, luck: int, seed: bytes) -> None:
    begun = of_game(game, deals=1, seed=Seed(seed))
    ana, ben = [await played_to_the_end(begun, at_random(luck)) for _ in range(2)]
    assert [each.entries for each in ana] == [each.entries for each in ben]
    assert ana[-1].position == ben[-1].position


# ---------------------------------------------------------------------- no two attempts, and nothing lost


class Life:
    """A challenge in two processes, what each person knows of their log, and what can happen."""

    def __init__(self, begun: Challenge, stores: Sequence[FragileStore]) -> None:
        self.begun, self.stores = begun, stores
        self.known: dict[str, list[Entry]] = {}
        self.now = 1.0

    def store(self, number: int) -> ChallengeStore:
        """Return the store of one of the processes."""
        return self.stores[number % 2].challenges

    async def press(self, person: Person, number: int) -> None:
        """Let a person press a button once."""
        with suppress(Over, Conflict):
            self.acknowledge(person, await press(self.store(number), self.begun, person, number, self.now))

    async def twice(self, person: Person, number: int) -> None:
        """Let a person press on two devices at once, each served by another process."""
        presses = (press(self.store(at), self.begun, person, number + at, self.now) for at in (0, 1))
        results = await asyncio.gather(*presses, return_exceptions=True)
        known = [each for each in results if not isinstance(each, BaseException)]
        assert all(isinstance(each, (Over, Conflict)) for each in results if isinstance(each, BaseException))
        for each in sorted(known, key=len):
            self.acknowledge(person, each)

    async def delete(self, person: Person, number: int) -> None:
        """Let a person have their data deleted; another press of theirs may be under way."""
        player = await self.store(number).player(self.begun, person.user_id)
        await self.stores[number % 2].privacy.delete(person.user_id)
        if player is not None:
            position = Position.begin(self.begun)
            with pytest.raises((Over, Conflict)):
                await self.store(number + 1).append(player, [Entry(999, 1, "0 pass", True, 1.0)], position, 1.0)
            assert is_deleted((await self.found(person)).user_id)

    async def begin(self, person: Person, number: int) -> None:
        """Let a person begin on another server."""
        await self.store(number).begin(self.begun, person, number, self.now)

    async def found(self, person: Person) -> Player:
        """Return the attempt of a person, who may be gone."""
        found = await self.store(0).player(self.begun, person.user_id)
        assert found is not None
        return found

    def acknowledge(self, person: Person, log: Sequence[Entry]) -> None:
        """Remember what a person was shown: it begins as before."""
        before = self.known.get(person.name, [])
        assert [*log][: len(before)] == before
        self.known[person.name] = [*log]

    async def check(self, people: Sequence[Person]) -> None:
        """See that each has one attempt at most, with all that was acknowledged, and nothing that can't be read."""
        players = await self.store(0).players(self.begun.id, 99)
        assert len({each.key for each in players}) == len(players) <= len(people)
        for person in people:
            player = await self.store(1).player(self.begun, person.user_id)
            entries = [] if player is None else await self.store(1).entries(player)
            assert entries[: len(self.known.get(person.name, []))] == self.known.get(person.name, [])
            assert [each.ply for each in entries] == [*range(len(entries))]
            if player is not None:
                position = replayed(self.begun, entries)
                assert player.margins == position.margins
                assert (player.finished_at is not None) == (position.over and bool(entries))


HAPPENING: tuple[Callable[[Life, Person, int], Awaitable[None]], ...] = (
    *(Life.press,) * 8,
    *(Life.twice,) * 4,
    Life.begin,
    Life.delete,
)


@settings(THOROUGH, max_examples=examples(15))
@given(
    rules=st.sampled_from(("classic", "forty-two", "matador")),
    steps=st.lists(st.tuples(st.sampled_from(HAPPENING), st.sampled_from((ANA, BEN)), st.integers(0, 6)), max_size=25),
)
async def test_nobody_plays_twice_and_nothing_acknowledged_is_lost(
    rules: str, steps: list[tuple[Callable[[Life, Person, int], Awaitable[None]], Person, int]], tmp_path_factory: Any
) -> None:
    file, begun = tmp_path_factory.mktemp("life") / "tables.sqlite3", challenge(rules, deals=2)
    async with open_store(file) as one, open_store(file) as other:
        await one.challenges.add(begun)
        life = Life(begun, (one, other))
        for happen, person, number in steps:
            await happen(life, person, number)
            life.now += 1
            await life.check((ANA, BEN))


class Killed(Exception):
    """The process ends here."""


def dying(store: FragileStore, after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the next write of a store die after some of its steps."""
    write = store.connection.write

    def die(*_: object) -> None:
        raise Killed

    async def dies(*steps: Any, **how: Any) -> None:
        await write(*steps[:after], die, *steps[after:], **how)

    monkeypatch.setattr(store.connection, "write", dies)


@pytest.mark.parametrize("after", range(5))
async def test_a_process_that_dies_in_a_press_leaves_all_of_it_or_nothing(
    after: int, kept: FragileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, store = challenge("parejas"), kept.challenges
    await store.add(begun)
    player = await store.begin(begun, ANA, 9, 1.0)
    assert player is not None
    played = await answered(Played(Position.begin(begun)), 1.0, decide)
    while len(played.entries) < 4:
        played = await answered(played.with_move(legal(played.position.state)[0], 1.0, by_person=True), 1.0, decide)
    with monkeypatch.context() as patch:
        dying(kept, after, patch)
        with pytest.raises(Killed):
            await store.append(player, played.entries, played.position, 1.0)
    assert await store.entries(player) == []
    assert await store.player(begun, ANA.user_id) == player
    await store.append(player, played.entries, played.position, 1.0)
    assert await store.entries(player) == [*played.entries]


@pytest.mark.parametrize("after", [0, 1])
async def test_a_process_that_dies_at_the_end_leaves_a_challenge_open(
    after: int, kept: FragileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, store = challenge(deals=1), kept.challenges
    await store.add(begun)
    player = await store.begin(begun, ANA, 9, 1.0)
    assert player is not None
    whole = await finished(Played(Position.begin(begun)), begun.level, 1.0, decide)
    await store.append(player, whole.entries, whole.position, 1.0, cut=True)
    with monkeypatch.context() as patch:
        dying(kept, after, patch)
        with pytest.raises(Killed):
            await store.close(begun.id, lambda totals: dict.fromkeys(totals, 50.0))
    assert await store.find(begun.id) == begun
    assert [each.percentage for each in await store.players(begun.id, 9)] == [None]
    assert await store.close(begun.id, lambda totals: dict.fromkeys(totals, 50.0))


async def test_a_press_at_the_last_moment_is_stored_before_the_end_or_refused(kept: FragileStore, file: Path) -> None:
    begun = challenge(deals=1)
    await kept.challenges.add(begun)
    player = await kept.challenges.begin(begun, ANA, 9, 1.0)
    assert player is not None
    rest = await finished(Played(Position.begin(begun)), begun.level, 1.0, decide)
    async with open_store(file) as other:
        late = other.challenges.append(player, rest.entries[:1], Position.begin(begun), 1.0)
        cut = kept.challenges.append(player, rest.entries, rest.position, 1.0, cut=True)
        results = await asyncio.gather(late, cut, return_exceptions=True)
    assert sum(isinstance(each, (Conflict, Over)) for each in results) == 1
    kept_now = await kept.challenges.entries(player)
    assert kept_now in ([*rest.entries], [*rest.entries[:1]])


async def test_an_attempt_whose_id_is_taken_gets_another(store: FragileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, names = challenge(), iter(("aaaaaaaa", "aaaaaaaa", "bbbbbbbb"))
    await store.challenges.add(begun)
    monkeypatch.setattr("engine.live.challenges.store.new_id", lambda: next(names))
    players = [await store.challenges.begin(begun, each, 9, 1.0) for each in (ANA, BEN)]
    assert [each and each.id for each in players] == ["aaaaaaaa", "bbbbbbbb"]
