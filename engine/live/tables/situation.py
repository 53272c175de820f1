"""A table at one moment, and a change of it: the values that every decision about a table takes and returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.actions import Deal, Move
from engine.game import State
from engine.live.model.errors import Code, TableError
from engine.live.model.news import Closed, News
from engine.live.model.pace import Timeouts
from engine.live.model.seating import move_by_bot
from engine.live.model.table import Header, LogEntry, Person, Presence, Score, SentMessage, Status


@dataclass(frozen=True, slots=True)
class Publication:
    """The publication of the present turn. Times are in seconds since 1970.

    Attributes:
        ply: the newest ply that is published.
        pending_ply: the ply that waits for its publication; -1 for none.
        pending_since: the start of that wait; None for none.
        shown_at: when the turn was shown, or changed without a new ply.

    """

    ply: int = -1
    pending_ply: int = -1
    pending_since: float | None = None
    shown_at: float = 0.0

    def begun(self, ply: int, now: float) -> Publication:
        """Return the publication of a ply that may be published, or wait, already."""
        known = ply in (self.ply, self.pending_ply)
        return self if known else replace(self, pending_ply=ply, pending_since=now)

    def done(self, ply: int, now: float) -> Publication:
        """Return the publication with a ply that is published now."""
        return Publication(ply, shown_at=self.shown_at if self.pending_since is None else now)

    def shifted(self, seconds: float) -> Publication:
        """Return the publication with all times moved by some seconds."""
        since = None if self.pending_since is None else self.pending_since + seconds
        return replace(self, pending_since=since, shown_at=self.shown_at + seconds)


@dataclass(frozen=True, slots=True)
class Requests:
    """The requests that a table remembers until a restart.

    Attributes:
        returning: the ids of the removed players who would like to come back.
        candidates: by user id and seat, the new players who would like to take that seat.
        swaps: the requests to change seats before a match, each by the ids of the asking and of the asked user.
        nudged_at: when a player was last nudged, in seconds since 1970.

    """

    returning: frozenset[int] = frozenset()
    candidates: Mapping[tuple[int, int], Person] = field(default_factory=dict[tuple[int, int], Person])
    swaps: frozenset[tuple[int, int]] = frozenset()
    nudged_at: float = float("-inf")


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A table at one moment: everything that a decision needs. Its methods refuse requests that are not allowed then.

    Attributes:
        header: everything about the table except the game.
        state: the state of the match; None in a lobby.
        ply: how many actions the log holds.
        now: the time in seconds since 1970.
        pace: how long the table waits.
        dealer: makes a deal; None draws it fairly from the seed of the table and the words of its players.
        turn_began_at: when the turn began or the deal ended, in seconds since 1970; 0 before the match.
        forced: the move that the options let the bot do for a person in turn; None for a choice.
        plan: all moves of the present turn, if the bot has chosen them already; else empty.
        unreadable: whether the stored table could not be read.

    """

    header: Header
    state: State | None = None
    ply: int = 0
    now: float
    pace: Timeouts = field(default_factory=Timeouts)
    dealer: Callable[[State], Deal] | None = None
    turn_began_at: float = 0.0
    publication: Publication = field(default_factory=Publication)
    requests: Requests = field(default_factory=Requests)
    forced: Move | None = None
    plan: tuple[Move, ...] = ()
    unreadable: bool = False

    def after(self, change: Change, shifted_by: float = 0.0) -> Situation:
        """Return the table after a change that was decided on shortly before.

        Args:
            change: the change. Its header may lack the newest post, and is one revision behind if it was stored.
            shifted_by: the seconds by which the clock was set since the decision.

        """
        at = replace(self, requests=change.requests or self.requests)
        if change.header is not None:
            at = at._with_header(change.header.shifted(shifted_by), int(change.stored))
        if change.state is None:
            return at
        began_at = at.turn_began_at if change.state.mid_turn else change.entries[-1].at + shifted_by
        return replace(at.with_state(change.state), ply=at.ply + len(change.entries), turn_began_at=began_at)

    def _with_header(self, header: Header, revisions: int) -> Situation:
        before, publication = self.header, self.publication
        if publication.pending_since is not None and (header.pause is None) is not (before.pause is None):
            # its delay is measured from now on
            publication = replace(publication, pending_since=self.now)
        if header.pause != before.pause or header.attendance != before.attendance:
            publication = replace(publication, shown_at=self.now)
        header = replace(header, post=carried(before, header), revision=header.revision + revisions)
        return replace(self, header=header, publication=publication)

    def with_state(self, state: State | None) -> Situation:
        """Return the table with another state, which begins now."""
        forced = None if state is None else move_by_bot(self.header, state)
        return replace(
            self, state=state, forced=forced, plan=(), publication=replace(self.publication, shown_at=self.now)
        )

    def shifted(self, seconds: float) -> Situation:
        """Return the table with all times moved by some seconds."""
        return replace(
            self,
            header=self.header.shifted(seconds),
            turn_began_at=self.turn_began_at + seconds,
            publication=self.publication.shifted(seconds),
        )

    @property
    def playing(self) -> bool:
        """Whether the match has begun and not ended."""
        return self.header.status is Status.PLAYING

    @property
    def people(self) -> tuple[Person, ...]:
        """The people at the table, in seat order."""
        return self.header.people

    @property
    def turn(self) -> int | None:
        """The seat in turn; None between deals, and before and after the match."""
        return None if self.state is None else self.state.turn

    @property
    def bots_turn(self) -> bool:
        """Whether the bot plays the seat in turn."""
        return self.turn is not None and self.people[self.turn].away

    def require_lobby(self) -> None:
        """Raise :class:`TableError` unless the match has not begun."""
        if self.playing:
            raise TableError(Code.STARTED)
        self.require_open()

    def require_open(self) -> None:
        """Raise :class:`TableError` if the table is over."""
        if self.header.status.over:
            raise TableError(Code.CLOSED)

    def require_started(self) -> State:
        """Return the state of the match; raise :class:`TableError` unless it is being played."""
        self.require_open()
        if self.state is None:
            raise TableError(Code.NOT_STARTED)
        return self.state

    def require_running(self) -> State:
        """Return the state of the match; raise :class:`TableError` if it is paused or not being played."""
        state = self.require_started()
        if self.header.pause is not None:
            raise TableError(Code.PAUSED, host=self.header.host_id)
        return state

    def require_has_host(self) -> None:
        """Raise :class:`TableError` at a cup's table, about which neither a host nor the players decide."""
        if not self.header.has_host:
            raise TableError(Code.IN_CUP)

    def require_host(self, user_id: int, *, manager: bool = False) -> None:
        """Raise :class:`TableError` unless a user is the host or manages the channel; at a cup's table nobody is."""
        self.require_has_host()
        if not manager and user_id != self.header.host_id:
            raise TableError(Code.NOT_HOST, host=self.header.host_id)

    def require_seat(self, user_id: int) -> int:
        """Return the seat of a user; raise :class:`TableError` if they have no seat."""
        seat = self.header.seat_of(user_id)
        if seat is None:
            self.require_not_replaced(user_id)
            raise TableError(Code.JOIN_FIRST if self.header.status is Status.LOBBY else Code.NOT_SEATED)
        return seat

    def require_not_gone(self, user_id: int) -> int:
        """Return the seat of a user; raise :class:`TableError` if they have no seat or have left it for good."""
        seat = self.require_seat(user_id)
        return self.require_active(user_id) if self.people[seat].gone else seat

    def require_active(self, user_id: int) -> int:
        """Return the seat of a user who is not away.

        Raises:
            TableError: the user has no seat, or the bot plays for them.

        """
        seat = self.require_seat(user_id)
        match self.people[seat].presence:
            case Presence.LEFT:
                raise TableError(Code.LEFT)
            case Presence.REMOVED:
                raise TableError(Code.REMOVED)
            case Presence.KEPT:
                raise TableError(Code.KEPT)
            case Presence.HERE:
                return seat

    def require_not_replaced(self, user_id: int) -> None:
        """Raise :class:`TableError` if somebody took the seat that a user had left."""
        left = next((each for each in self.header.substitutions if each.user_id == user_id), None)
        if left is not None:
            raise TableError(Code.REPLACED, name=self.people[left.seat].name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change of a table, which :meth:`engine.live.tables.table.Table.do` makes durable and then applies.

    Attributes:
        header: the header after it; None if only ``requests`` change.
        state: the state after its actions; None without actions.
        entries: its actions as the log keeps them.
        scores: the score of each seat, if it ends the match.
        news: its news for the channel, in order.
        requests: the requests after it; None if they stay.
        stored: whether the header is stored, or only changes in memory.
        reported: whether listeners are notified.
        reminds: whether half of a turn's time is over.

    """

    header: Header | None = None
    state: State | None = None
    entries: tuple[LogEntry, ...] = ()
    scores: tuple[Score, ...] = ()
    news: tuple[News, ...] = ()
    requests: Requests | None = None
    stored: bool = True
    reported: bool = True
    reminds: bool = False


def carried(before: Header, after: Header) -> SentMessage | None:
    """Return the newest message of a table after a change of its header: messages stay where they are."""
    post = before.post
    if post is None or after.place == before.place:
        return post
    # nobody else sees an ephemeral message
    return None if before.delivery.ephemeral else post.in_channel(before.channel_id)


NOTHING = Change(reported=False)
"""The change where nothing has to change."""


def edited(at: Situation, **fields: Any) -> Change:
    """Return a change of some fields of the header; it counts as activity, and a lobby waits anew."""
    header = replace(at.header, **fields, last_activity_at=at.now)
    if header.status is Status.LOBBY:
        header = replace(header, deadline=at.now + header.lobby_wait(at.pace))
    return Change(header=header)


def closed(at: Situation, news: Closed, header: Header | None = None) -> Change:
    """Return the end of a table before its match is over."""
    return Change(header=closed_header(header or at.header), news=(news,))


def closed_header(header: Header) -> Header:
    """Return the header of a table that ends before its match is over; nothing promised for a coming deal is kept."""
    return replace(header, status=Status.CLOSED, deadline=None, pause=None, words=(), named=None)
