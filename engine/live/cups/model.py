"""The values of a cup on a server: the stored ones, a moment, and a change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, NamedTuple

from engine import cups
from engine.cups import Action, Cup, How, Settings
from engine.dealing import Seed
from engine.live.cups.tempo import GRACES, Graces, Tempo

NOWHERE: Final = -1
"""The id of a message for which there is no place: nobody tries it again."""


class Post(NamedTuple):
    """A message of a cup in a channel; its id is 0 as long as Discord has not confirmed the message."""

    channel_id: int
    message_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CupHeader:
    """Everything about a cup on a server except its people, its tables and its log. Times are seconds since 1970.

    Attributes:
        id: a short random id, part of the custom ids of its controls.
        guild_id: the id of the server.
        channel_id: the id of the channel with its messages.
        organizer_id: the user id of the organizer.
        name: its name.
        locale: the locale of its public messages.
        settings: the rules of the cup.
        seed: the sealed seed of all lots.
        tempo: whether a round is played tonight or over days.
        round_seconds: the time of a round at each table.
        automatic: whether the next round begins by itself.
        as_text: whether its messages have text instead of pictures.
        opened_at: when it was opened.
        starts_at: when its sign-up ends; None: when the organizer ends it.
        next_at: when the next round begins by itself; None if none waits for that.
        waits_since: since when the next round waits to begin, or the sign-up for the organizer's button; else None.
        paused_at: since when it is paused; None while it is not.
        ends_at: when it ends, once all rounds are played; None before.
        organizer_at: when the organizer last did something.
        standby: the ids of the substitutes who are ready in this round.
        called: whether the substitutes were called in this round.
        noted: the number of actions of the log of which its channel knows.
        moved_at: when its start was moved, as long as its channel does not know; None otherwise.
        posts: its messages by their keys.
        seen_at: when the bot last kept it; time stands still while the bot is away.
        revision: how often what is stored had changed.

    """

    id: str
    guild_id: int
    channel_id: int
    organizer_id: int
    name: str
    locale: str
    settings: Settings
    seed: Seed
    tempo: Tempo
    round_seconds: float
    automatic: bool = True
    as_text: bool = False
    opened_at: float
    starts_at: float | None = None
    next_at: float | None = None
    waits_since: float | None = None
    paused_at: float | None = None
    ends_at: float | None = None
    organizer_at: float
    standby: tuple[int, ...] = ()
    called: bool = False
    noted: int = 0
    moved_at: float | None = None
    posts: Mapping[str, Post] = field(default_factory=dict[str, Post])
    seen_at: float
    revision: int = field(default=0, compare=False)

    @property
    def graces(self) -> Graces:
        """The seconds of each wait."""
        return GRACES[self.tempo]


class CupPerson(NamedTuple):
    """A person of a cup: their Discord id, and their name and locale when last seen."""

    user_id: int
    name: str
    locale: str


class Way(StrEnum):
    """The places of a table, in the order in which they are tried."""

    THREAD = "thread"
    CHANNEL = "channel"
    DIRECT = "direct"

    @property
    def following(self) -> Way:
        """The kind of place to try next; after the last one, the last one again."""
        ways = list(Way)
        return ways[min(ways.index(self) + 1, len(ways) - 1)]


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table of a round on Discord. Times are seconds since 1970.

    Attributes:
        round: the number of the round.
        number: the number of the table in it.
        paired_at: when it was paired.
        way: the kind of place where it is, or is to be shown.
        tried_at: since when this place is tried; None before.
        channel_id: the id of the channel or thread in which it is; 0 before it has one.
        message_id: the id of its message there; 0 before.
        until: the end of its people's grace; None before it was shown.
        here: the ids of its people who are there.
        match_id: the id of the table of its match; empty before its people are settled.
        ends_at: the end of the round's time at this table; None before it was shown.
        begun: whether the match has begun.
        called: whether the table knows that the round's time is over.
        archived: whether its thread was archived, or is to stay open.

    """

    round: int
    number: int
    paired_at: float
    way: Way = Way.THREAD
    tried_at: float | None = None
    channel_id: int = 0
    message_id: int = 0
    until: float | None = None
    here: tuple[int, ...] = ()
    match_id: str = ""
    ends_at: float | None = None
    begun: bool = False
    called: bool = False
    archived: bool = False

    @property
    def key(self) -> tuple[int, int]:
        """The numbers of the round and of the table."""
        return self.round, self.number


class Entry(NamedTuple):
    """An action in the log of a cup: the user who did it, None for the bot, and the time in seconds since 1970."""

    action: Action
    user_id: int | None
    at: float


class Outcome(NamedTuple):
    """The end of a table's match.

    Attributes:
        winner: the side that won, 0 or 1; None for a level match.
        points: the points of both sides.
        by_time: whether the end of the round's time decided it.
        left: the seats whose people had left, so that the computer played to the end.

    """

    winner: int | None
    points: tuple[int, int]
    by_time: bool = False
    left: tuple[int, ...] = ()

    @property
    def how(self) -> How:
        """The way in which the match ended, if nobody had left."""
        return How.TIME if self.by_time else How.PLAYED


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A cup at one moment: everything that a decision needs. It holds the sealed seed: messages never get it.

    Attributes:
        header: the other stored values.
        cup: the fold over its log.
        log: its actions.
        people: everybody who was ever in the cup or organized it, by user id.
        tables: its tables on Discord, by the numbers of round and table.
        ratings: the ratings of its people in the rule set, in hundredths, where they have one.
        now: the time in seconds since 1970.

    """

    header: CupHeader
    cup: Cup
    log: tuple[Entry, ...] = ()
    people: Mapping[int, CupPerson] = field(default_factory=dict[int, CupPerson])
    tables: Mapping[tuple[int, int], LiveTable] = field(default_factory=dict[tuple[int, int], LiveTable])
    ratings: Mapping[int, int] = field(default_factory=dict[int, int])
    now: float

    @property
    def phase(self) -> cups.Phase:
        """The phase of the cup."""
        return cups.phase(self.cup)

    @property
    def over(self) -> bool:
        """Whether the cup has ended or was called off."""
        return self.phase in (cups.Phase.ENDED, cups.Phase.CANCELLED)

    @property
    def waiting(self) -> tuple[tuple[cups.Table, LiveTable], ...]:
        """The tables of the present round that have no result, with their places on Discord."""
        if not self.cup.rounds:
            return ()
        tables = ((table, self.tables.get(table.key)) for table in self.cup.rounds[-1].tables)
        return tuple((table, live) for table, live in tables if live is not None and table.result is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change of a cup, which :meth:`engine.live.cups.live_cup.LiveCup.do` makes durable and then applies.

    Attributes:
        actions: its actions, each with the user who did it; None for the bot.
        fields: the fields of the header that it changes.
        people: new people, and people with new names.
        tables: the tables that it adds or changes.

    """

    actions: tuple[tuple[Action, int | None], ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict[str, Any])
    people: tuple[CupPerson, ...] = ()
    tables: tuple[LiveTable, ...] = ()

    def with_fields(self, **fields: Any) -> Change:
        """Return the change with more fields of the header."""
        return replace(self, fields={**self.fields, **fields})

    def __bool__(self) -> bool:
        """Whether the change has any content."""
        return bool(self.actions or self.fields or self.people or self.tables)


def after(at: Situation, change: Change) -> Situation:
    """Return the cup after a change.

    Raises:
        CupError: the cup does not allow one of its actions.

    """
    cup, log = at.cup, at.log
    for action, user_id in change.actions:
        cup = cups.apply(cup, action)
        log = (*log, Entry(action, user_id, at.now))
    header = replace(at.header, **change.fields)
    people = {**at.people, **{each.user_id: each for each in change.people}}
    tables = {**at.tables, **{each.key: each for each in change.tables}}
    return replace(at, header=header, cup=cup, log=log, people=people, tables=tables)
