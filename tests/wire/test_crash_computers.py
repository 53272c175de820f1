"""Crashes at a table of computers, on either store: they play on, and no move is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wire.conftest import crowd
from tests.wire.crash_run import PAUSE_SECONDS, Fate, on_each_store, order_for, until_at_rest
from tests.wire.crowd import Crowd, Press
from tests.wire.kept import Kept, Place, newest, results, set_clock
from tests.wire.lives import Nursery
from tests.wire.script import Offer, holding, in_hand

pytestmark = [pytest.mark.long, pytest.mark.wire, pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")]

OPTIONS = {"rules": "express", "target": 50, "computers": 3, "level": "easy", "auto": "nothing"}
POINTS = ("append:begin", "append:commit", "append:committed", "post board:before", "post board:after")
FATES = [Fate(point, passing) for passing in (2, 1) for point in POINTS]
FATES += [Fate("", delay=0.03 * number) for number in range(4)]


class SolitaryRun:
    """One person at a table of computers, before a bot that dies and is started again.

    Attributes:
        log: the actions known to be stored, each with its ply and its user.
        by_themselves: the number of computers' actions before the first press of a life.

    """

    def __init__(self, people: Crowd, nursery: Nursery, database: Place, output: Path) -> None:
        self.database, self.output = database, output
        self.log: list[tuple[int, str, int | None]] = []
        self.by_themselves = 0
        self._lives = 0
        self._people = people
        self._alice = people["alice"]
        self._nursery = nursery

    async def live(self, fate: Fate | None) -> None:
        """Start the bot and play until it dies; without a fate, to the match's end."""
        order = order_for(self._people, self.database, self.output, fate, seed=1, computer=0.02)
        async with self._people.with_bot(self._nursery, order, doomed=fate is not None) as life:
            await self._people.until(lambda: self._people.playground.gateway.connected, "the bot")
            if fate is not None and not fate.point:
                life.kill_in(fate.delay)
            await self._play(fate)
        await until_at_rest(self.database)
        self._look()
        self._lives += 1
        set_clock(self.database, self._lives * PAUSE_SECONDS)

    async def _play(self, fate: Fate | None) -> None:
        if newest(self.database) is None:
            await self._people.answer_to(Press(self._alice, None, "domino play", options=OPTIONS))
        before = len(self.log)
        kept = await self._people.until(self._mine, "one's own turn")
        self.by_themselves += len(kept.log) - before
        while kept.status != "finished":
            await self._move(kept)
            kept = await self._people.until(self._mine, "one's own turn")
        assert fate is None, f"{fate} never came"

    async def _move(self, kept: Kept) -> None:
        """Ask for the next deal, or play the first that a hand offers."""
        state = kept.state()
        if state.turn is None:
            control = f"b:next:{kept.id}:{state.deal}"
            board = await self._people.until(lambda: holding(self._people.board(), control), control)
            await self._people.answer_to(Press(self._alice, board, control))
            return
        offer = await self._people.until(lambda: self._offer(kept), "what to play")
        press = Press(self._alice, offer.message, offer.control, offer.values)
        await self._people.answer_to(press)
        if offer.action is None:
            offer = await self._people.until(lambda: self._offer(kept, press), "the ends")
            await self._people.answer_to(Press(self._alice, offer.message, offer.control, offer.values))
        self._look()
        assert (len(kept.log), str(offer.action), self._alice.id) in self.log, "acknowledged, and not there"

    def _offer(self, kept: Kept, press: Press | None = None) -> Offer | None:
        """Return what one may play now, best an action; after a press what answers it offers."""
        told = self._people.private(self._alice.id) if press is None else self._people.said(press)
        offers = [each for message in told for each in in_hand(kept, kept.state(), message)]
        actions = [each for each in offers if each.action is not None]
        return next(iter(actions or ([] if press is not None else offers)), None)

    def _mine(self) -> Kept | None:
        """Return the table once it waits for no computer."""
        kept = self._look()
        if kept is None or not kept.log:
            return None
        turn = kept.state().turn if kept.status == "playing" else None
        return kept if turn is None or kept.seated[turn] == self._alice.id else None

    def _look(self) -> Kept | None:
        """Return the table, once its log is seen to only grow, by what the rules allow: what is there twice is not."""
        kept = newest(self.database)
        if kept is not None:
            assert [ply for ply, _, _ in kept.log] == list(range(len(kept.log))), "no ply is missing"
            assert kept.log[: len(self.log)] == self.log, "what was there is there"
            assert {user for _, _, user in kept.log} <= {None, self._alice.id}
            kept.state()
            self.log = kept.log
        return kept


@on_each_store
async def test_computers_play_on_after_every_crash_and_nothing_is_lost(
    tmp_path: Path, nursery: Nursery, database: Place
) -> None:
    async with crowd() as people:
        run = SolitaryRun(people, nursery, database, tmp_path / "bot.log")
        for fate in FATES:
            await run.live(fate)
        assert run.by_themselves >= 3, "after a start computers go on without anybody's press"
        await run.live(None)
        (people_of_it,) = results(run.database).values()
        assert [user for user, _, _ in people_of_it] == [people["alice"].id], "it counts once, for people alone"
        output = run.output.read_text()
        assert "ERROR" not in output
        assert "Traceback" not in output
