"""Matches with a bot that dies again and again, and checks after each of its deaths."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from cogs.core.refusals import DECLINES
from cogs.messages.hand import has_hands
from cogs.upkeep import BEAT_SECONDS
from engine import match
from engine.live.model.errors import Code
from render.i18n import translations
from tests.support.bots.crowd import Crowd, Deleted, Press
from tests.support.bots.kept import Kept, Place, newest, set_clock
from tests.support.bots.lives import TURN_SECONDS, Fate, order_for, until_at_rest
from tests.support.bots.nursery import Life, Nursery
from tests.support.people import Message
from tests.wire.control_run import ControlRun
from tests.wire.script import Game, Script

MOST_STEPS = 400
"""The number of steps after which a life that has not passed its point is given up."""

TOO_LATE = {
    "act": Code.STALE,
    "pick": Code.STALE,
    "pass": Code.STALE,
    "flip": Code.STALE,
    "join": Code.ALREADY_SEATED,
    "start": Code.STARTED,
}
"""The answer of a control that has done its work; ``next`` has none, since the deal that it asks for is there."""


class CrashRun:
    """People who play on through all of it.

    Attributes:
        points: where each life ended, the first life first; empty for a kill from outside.
        matches: the control run of each table, by its id, in order.
        presses: everything that people did, in order.
        revived: what came of the controls from before a death that were pressed after it.

    """

    def __init__(self, crowd: Crowd, nursery: Nursery, database: Place, log: Path, game: Game, seed: int) -> None:
        self.crowd = crowd
        self.database = database
        self.log = log
        self.points: list[str] = []
        self.matches: dict[str, ControlRun] = {}
        self.presses: list[Press] = []
        self.revived: Counter[str] = Counter()
        self._nursery = nursery
        self._seed = seed
        self._source = random.Random(seed)
        self._script = Script(crowd, game, seed, self.matches, self._do)
        self._ahead = 0.0
        self._left: float | None = None
        self._blur = 0.0

    def now(self) -> float:
        """Return the time of the bot's clock."""
        return time.time() + self._ahead

    # ------------------------------------------------------------------ lives

    async def live(self, fate: Fate | None) -> None:
        """Start the bot, look whether all is there, and play until it dies; without a fate, to the match's end."""
        before, born, ready = newest(self.database), self.now(), False
        self.crowd.lives += 1
        order = order_for(self.crowd, self.database, self.log, fate, seed=self._seed, ahead=self._ahead)
        async with self.crowd.with_bot(self._nursery, order, doomed=fate is not None) as life:
            for step in range(MOST_STEPS):
                if fate is not None and not fate.point and step == fate.number:
                    life.kill_in(fate.delay)
                if step == 0:
                    await self.crowd.until(lambda: self.crowd.playground.gateway.connected, "the bot")
                    ready = True
                    self._back(before, born)
                    await self._press_again()
                    await self._shown()
                elif fate is None and self._over():
                    await self._shown()
                    await self.crowd.until(lambda: not self.crowd.left_behind(), "one message with live controls")
                    break
                else:
                    await self._script.step(newest(self.database))
            else:
                raise AssertionError(f"{fate} never came")
        await until_at_rest(self.database)
        self._buried(life, born, ready=ready)

    def _over(self) -> bool:
        kept = newest(self.database)
        return kept is not None and kept.status == "finished"

    def _buried(self, life: Life, born: float, *, ready: bool) -> None:
        """See what a life has left, and let some hours go by."""
        self.points.append(life.point)
        kept, died = newest(self.database), self.now()
        self._look(kept)
        if ready:
            self._left = None if kept is None or kept.deadline is None else kept.deadline - died
            self._blur = 0.0
        # The bot knows when it last noted that it was alive, not when it died: its own time is unsure by what lies
        # between, a beat's length at most, and no more than it lived. (The 5 s are for a slow machine.)
        self._blur += min(died - born, BEAT_SECONDS + 5)
        self._ahead += self._source.uniform(3600, 36000)
        set_clock(self.database, self._ahead)

    def _back(self, before: Kept | None, born: float) -> None:
        """Look whether all is as it was, and as much time is left."""
        if before is None:
            return
        kept = newest(self.database)
        assert kept is not None
        assert kept._replace(deadline=0, post="") == before._replace(deadline=0, post=""), "a start changes nothing"
        if kept.log:
            told, control = kept.state(), self.matches[kept.id].state
            assert (told.hands, told.boneyard, told.totals) == (control.hands, control.boneyard, control.totals)
            for seat in (None, *range(control.seats)):
                assert match.view(told, seat) == match.view(control, seat)
        if kept.deadline is None or self._left is None:
            return
        assert kept.deadline - born >= self._left - self._blur, "time runs while the bot is away"
        assert kept.deadline - self.now() <= self._left + self._blur, "time is given away"

    # ------------------------------------------------------------------ presses

    async def _do(self, press: Press) -> None:
        """Press, wait for the answer, and look what it did."""
        press.at = self.now()
        self.presses.append(press)
        await self.crowd.answer_to(press)
        self._look(newest(self.database))

    async def _press_again(self) -> None:
        """Press the last control again, on a screen from before the bot died."""
        last = self.presses[-1] if self.presses else None
        if last is None or last.message is None:
            return
        kept = newest(self.database)
        again = replace(last, expected=last.expected if last.lost else [], id=0, settled=False, lost=False)
        try:
            await self._do(again)
        except Deleted:
            # a stray message that the start has deleted by now
            self.presses.pop()
            return
        why = TOO_LATE.get(last.verb) if not last.lost and (last.expected or last.verb == "join") else None
        if why is not None and kept is not None and kept.status == "finished":
            why = Code.CLOSED
        if why is not None:
            # up to the command that it names
            sentence = translations(last.who.locale).gettext(DECLINES[why]).partition("{")[0]
            said = self.crowd.said
            await self.crowd.until(lambda: any(sentence in each.text for each in said(again)), sentence)
        self.revived["refused" if why is not None else "done" if last.lost else "answered"] += 1

    def _look(self, kept: Kept | None) -> None:
        """Hold what is kept against the control run, which then takes over what the last press did."""
        press = self.presses[-1] if self.presses and not self.presses[-1].settled else None
        answered = press is not None and self.crowd.answered(press)
        if kept is None:
            assert not answered, "what was acknowledged is there"
            return
        assert [row.ply for row in kept.log] == list(range(len(kept.log))), "no move is there twice, none is missing"
        log = [row.action for row in kept.log]
        if press is not None and press.verb == "join":
            press.lost = press.who.id not in kept.seated
            assert not (answered and press.lost), "what was acknowledged is there"
        control = self.matches.get(kept.id)
        if control is None:
            assert not log, "the match has not begun"
        else:
            assert log[: control.ply] == control.log, "what was there is there"
            new = log[control.ply :]
            if new or (answered and press is not None and press.table == kept.id):
                assert press is not None, "an action without a press"
                assert new == press.expected, "not what was asked for, or acknowledged and not there, or half of it"
                assert {row.user for row in kept.log[control.ply :]} <= {press.who.id}
            if new and press is not None:
                self._count(kept, press)
            control.take(new)
            if press is not None and press.expected:
                press.lost = not new
        if press is not None:
            press.settled = True

    def _count(self, kept: Kept, press: Press) -> None:
        """Look whether the time for the next move counts from the last one: it is written with it, or not at all."""
        if kept.status == "finished":
            assert kept.deadline is None
        else:
            assert kept.deadline is not None
            assert press.at <= kept.deadline - TURN_SECONDS <= self.now()

    async def _shown(self) -> None:
        """Wait until everybody sees the table as it is."""
        kept = newest(self.database)
        control = self.matches.get(kept.id) if kept is not None else None
        if kept is None or control is None or not control.ply:
            return
        right = control.shown(control.ply)
        over = {each.face_down(each.ply) for each in self.matches.values() if each is not control}
        await self.crowd.until(lambda: right & set(self._newest_board(over)), f"one of {right}")
        if not has_hands(control.state.rules.id) or kept.status == "finished":
            return
        for seat, user in enumerate(kept.seated):
            hand = control.hand(seat, control.ply)
            await self.crowd.until(lambda user=user, hand=hand: hand in self._newest_hand(user), hand)

    def _newest_board(self, over: set[str]) -> list[str]:
        """Return the alt texts of the channel's newest picture; a finished match may be posted again below it."""
        public = (each for each in self.crowd.board() if each.pictures)
        return next((alts for each in public if not over.intersection(alts := _alts(each))), [])

    def _newest_hand(self, user: int) -> list[str]:
        return next(map(_alts, self.crowd.private(user)), [])


def _alts(message: Message) -> list[str]:
    """Return the alt texts of a message."""
    return [alt for _, alt in message.pictures]
