"""A table in memory: changes apply at once, without a store, a lock or an event loop."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from engine import match
from engine.actions import Deal
from engine.dealing import random_deal
from engine.errors import Illegal, IllegalMove
from engine.game import State
from engine.legal import forced_move
from engine.live.model.errors import Code, TableError
from engine.live.model.news import News
from engine.live.model.pace import TimeControl, Timeouts
from engine.live.model.table import Header, LogEntry, Person, Presence, SavedTable, SentMessage, Told
from engine.live.tables import deadlines, lifecycle, lobby, playing
from engine.live.tables.replay import replay
from engine.live.tables.situation import Change, Publication, Requests, Situation
from engine.live.tables.table import LATE_SECONDS
from engine.options import Value
from engine.rules import find
from engine.view import View
from tests.engine.live.people import ANA, BEN, SEED, START, header

Decide = Callable[..., Change | None]


@dataclass
class Sketch:
    """A table that changes as :class:`engine.live.tables.table.Table` does, once its store has written a change.

    Attributes:
        at: the table now; its time goes on when told.
        untold: the news since the channel was last told.
        reports: how many changes were reported.
        reminders: how often half of a turn's time was over.
        log: all actions so far.

    """

    at: Situation
    untold: tuple[News, ...] = ()
    reports: int = 0
    reminders: int = 0
    log: tuple[LogEntry, ...] = ()

    @property
    def header(self) -> Header:
        return self.at.header

    @property
    def people(self) -> tuple[Person, ...]:
        return self.at.people

    @property
    def playing(self) -> bool:
        return self.at.playing

    @property
    def ply(self) -> int:
        return self.at.ply

    @property
    def situation(self) -> Situation:
        return self.at

    @property
    def left(self) -> float:
        """How many seconds are left of what runs."""
        return self.header.deadline - self.at.now

    @property
    def turn(self) -> int:
        """The seat in turn."""
        assert self.at.turn is not None
        return self.at.turn

    @property
    def in_turn(self) -> Person:
        """The person in turn."""
        return self.people[self.turn]

    def view(self, seat: int | None) -> View:
        if self.at.state is None:
            raise TableError(Code.NOT_STARTED)
        return match.view(self.at.state, seat)

    # ------------------------------------------------------------------ what people do

    def do(self, decide: Decide, *args: Any, **named: Any) -> Change | None:
        """Do something at the table."""
        change = decide(self.at, *args, **named)
        if change is not None:
            self.at = self.at.after(change)
            self.log += change.entries
            self.untold += change.news
            self.reports += change.reported
            self.reminders += change.reminds
        return change

    def refuses(self, reason: Code | Illegal, decide: Decide, *args: Any, **named: Any) -> dict[str, object]:
        """See that a request is refused for this reason; return its facts."""
        with pytest.raises((TableError, IllegalMove)) as caught:
            decide(self.at, *args, **named)
        error = caught.value
        assert (error.code if isinstance(error, TableError) else error.reason) is reason
        return error.facts if isinstance(error, TableError) else {}

    def tell(self) -> None:
        """Let the channel be told everything."""
        self.untold = ()

    def again(self) -> Sketch:
        """Return the table as after a restart, from its header and its log."""
        told = Told() if self.header.post is None else self.header.post.told
        state, began_at, news = replay(SavedTable(self.header, self.log), told)
        assert state == self.at.state
        at = replace(self.at, publication=Publication(), requests=Requests()).with_state(state)
        at = replace(at, turn_began_at=began_at)
        return Sketch(at, news, log=self.log)

    def published(self) -> None:
        """Let a message show all of the table."""
        self.tell()
        self.edit(post=SentMessage(5, self.ply, self.header.status.value, attendance=self.header.attendance))

    def edit(self, **fields: Any) -> None:
        """Change the header past all rules."""
        self.at = replace(self.at, header=replace(self.header, **fields))

    def play(self, choice: int = 0) -> None:
        """Let the person in turn do one of their actions."""
        self.do(playing.play, self.in_turn.user_id, self.turn, self.ply, choice)

    def play_on(self) -> None:
        """Let the match go on by one action, or by the next deal."""
        if self.at.turn is None:
            self.do(playing.next_deal, self.header.host_id, self.view(None).deal)
        else:
            self.play()

    def play_deal(self) -> None:
        """Play the deal to its end, each time the first action that is legal."""
        while self.at.turn is not None:
            self.play()

    def play_match(self) -> None:
        """Play the match to its end."""
        while self.playing:
            self.play_on()

    # ------------------------------------------------------------------ time

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and do nothing."""
        self.at = replace(self.at, now=self.at.now + seconds)

    def wait(self, seconds: float = 0.0) -> None:
        """Let time pass, and do what is due then."""
        self.pass_time(seconds)
        while lifecycle.is_due(self.at) and self.do(lifecycle.act) is None:
            self.plan_turn()

    def due(self) -> None:
        """Let the time come at which something is due."""
        self.wait(self.left)

    def mark_unpublished(self) -> None:
        """Note that the present ply is not published yet."""
        self.at = replace(self.at, publication=self.at.publication.begun(self.ply, self.at.now))

    def mark_published(self, ply: int) -> None:
        """Note that a ply is published; if that took long, the player in turn gets the time back."""
        if ply != self.ply:
            return
        since = self.at.publication.pending_since
        self.at = replace(self.at, publication=self.at.publication.done(ply, self.at.now))
        if since is not None and self.at.now - since > LATE_SECONDS:
            self.do(deadlines.add_time, self.at.now - since)

    def is_due(self, seconds: float = 0.0) -> bool:
        """Whether the table will have to do something by itself some seconds later."""
        return lifecycle.is_due(replace(self.at, now=self.at.now + seconds))

    def plan_turn(self) -> None:
        """Let the bot choose the first legal move again and again."""
        state, moves = self.at.state, []
        assert state is not None
        seat = state.turn
        while state.turn is not None and state.turn == seat:
            moves.append(forced_move(state) or match.legal(state)[0])
            state, _ = match.apply(state, moves[-1])
        self.at = replace(self.at, plan=tuple(moves))

    def play_or_wait(self) -> None:
        """Let the person in turn play, or time run out for one whom the bot plays for."""
        self.due() if self.in_turn.away else self.play()

    def play_until(self, person: Person) -> int:
        """Play until it is somebody's turn; return their seat."""
        while self.in_turn.user_id != person.user_id:
            self.play_or_wait()
        return self.turn

    def miss(self, person: Person) -> int:
        """Play until it is somebody's turn, and let its time run out; return their seat."""
        seat = self.play_until(person)
        self.due()
        return seat

    def hold(self, person: Person) -> int:
        """Let somebody miss two turns in a row while the others play; return their seat."""
        self.miss(person)
        seat = self.miss(person)
        assert self.people[seat].presence is Presence.KEPT
        return seat


def waiting(*people: Person, dealer: Callable[[State], Deal] | None = None, **changes: Any) -> Sketch:
    """Return a lobby where these people sit, the first as its host; its deals come from its seed."""
    made = header(people=people or (ANA,), **{"seed": SEED} | changes)
    # as the hub does
    made = replace(made, time_control=TimeControl.NONE if made.untimed else made.time_control)
    new = {each.id: each.default for each in find(made.rules).options if each.unwritten is not None}
    made = replace(made, options={**new, **made.options})
    return Sketch(Situation(header=made, now=START, pace=Timeouts(computer=(1.5, 1.5)), dealer=dealer))


def begun(*people: Person, **changes: Any) -> Sketch:
    """Return a match of these people, at a table with these changes of its header."""
    table = waiting(*(people or (ANA, BEN)), **{"last_activity_at": START} | changes)
    table.do(lobby.start, table.header.host_id)
    return table


def opened_by(seat: int | None, *people: Person, **changes: Any) -> Sketch:
    """Return a match that a certain seat opens."""
    source = random.Random(5)

    def deal(state: State) -> Deal:
        return random_deal(state, source) if state.deal else Deal(match.stock_of(state), seat)

    table = begun(*people, **{"rules": "matador", "dealer": deal} | changes)
    assert table.at.turn == seat
    return table


def with_options(*people: Person, **options: Value) -> Sketch:
    """Return a match of these people with some options."""
    return begun(*people, options=options)
