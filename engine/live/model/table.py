"""A table and its people as they are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.bots.level import Level
from engine.fair_dealing import Seed
from engine.live.model.deleted_users import is_deleted
from engine.live.model.pace import TimeControl
from engine.options import Value
from engine.rules import find


class Status(StrEnum):
    """Where a table is in its life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"


class Presence(StrEnum):
    """Whether someone at a table plays for themselves; else the bot does."""

    HERE = "here"
    HELD = "held"
    """Out of time twice in a row: the seat is theirs again when they say that they are back."""
    LEFT = "left"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Person:
    """Someone at a table: a person, or a computer, for whom the bot plays.

    Attributes:
        user: their Discord id; a computer's is negative, and its own at this table alone, and so is a former player's,
            see :mod:`engine.live.model.deleted_users`.
        name: their display name when last seen.
        locale: their Discord language, as ``fr`` or ``en-GB``; a computer has none.
        presence: whether they are there.
        missed: how many turns in a row the bot has played because their time ran out.
        level: how well a computer plays; None for a person.

    """

    user: int
    name: str
    locale: str
    presence: Presence = Presence.HERE
    missed: int = 0
    level: Level | None = None

    @property
    def computer(self) -> bool:
        """Whether it is a computer."""
        return self.level is not None

    @property
    def away(self) -> bool:
        """Whether the bot plays for them, as it always does for a computer."""
        return self.computer or self.presence is not Presence.HERE

    @property
    def gone(self) -> bool:
        """Whether no person will ever play on this seat again."""
        return self.computer or is_deleted(self.user) or self.presence in (Presence.LEFT, Presence.REMOVED)


@dataclass(frozen=True, slots=True)
class Post:
    """The newest message about a table in its channel. It holds only what everyone may see.

    Attributes:
        message: its id.
        ply: how many actions the log held when it was written.
        status: where the table was in its life then; behind the table's own, its end has not been told.
        text: the text under the picture, as far as it stays true when a newer message takes its place.
        alt: the picture's alt text.
        file: the picture's file name; empty where there is none.
        attachment: the picture's id at Discord.
        deal: the number of the deal whose end it shows; 0 where it shows none.
        until: when it says that a turn's time is up, in whole seconds since 1970; 0 where it does not.
        reminder: the message, below it, that reminds whoever is in turn; 0 for none.
        adding: the line in it that names who has added a word to the next deal; empty for none.

    """

    message: int
    ply: int = 0
    status: str = Status.LOBBY.value
    text: str = ""
    alt: str = ""
    file: str = ""
    attachment: int = 0
    deal: int = 0
    until: int = 0
    reminder: int = 0
    adding: str = ""


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause.

    Attributes:
        left: how many seconds of the running turn, or before the next deal, were left; None under no clock.

    """

    left: float | None


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote to end a match.

    Attributes:
        number: tells the votes of a table apart.
        until: when it is over, in seconds since 1970.
        yes: who wants to end it, by user id.
        no: who wants to play on.

    """

    number: int
    until: float
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Header:
    """All about a table but its log. Times are seconds since 1970.

    Attributes:
        id: a short random name, part of every control's custom id.
        guild: the server.
        channel: the channel or thread.
        host: who opened it.
        rules: the rule set's id.
        options: the options chosen.
        people: who sits there, in seat order.
        status: where it is in its life.
        locale: the channel's language.
        invited: who was invited and has not sat down.
        opened_at: when it was opened.
        deadline: when the bot acts by itself: closes the lobby, plays for the absent, deals again.
        as_text: whether its channel gets text in place of pictures.
        clock: how much time a turn has.
        last_activity_at: when a person last did something.
        reminded: whether whoever is in turn has been reminded.
        pause: the pause it is in, if it is.
        vote: the newest vote to end it, if there was one.
        seating: how the people of the last match sat, by user id; only in a rematch.
        opener: who opened that match.
        post: the newest message about it.
        hints: whether players may ask what an expert would do.
        seed: what its deals are drawn from, secret until its match is over; None where it was opened before there were
            seeds.
        words: what people added to the next deal, a user id and a word each.

    """

    id: str
    guild: int
    channel: int
    host: int
    rules: str
    options: Mapping[str, Value]
    people: tuple[Person, ...]
    status: Status
    locale: str
    invited: tuple[int, ...]
    opened_at: float
    deadline: float | None
    as_text: bool = False
    clock: TimeControl = TimeControl.CASUAL
    last_activity_at: float = 0.0
    reminded: bool = False
    pause: Pause | None = None
    vote: Vote | None = None
    seating: tuple[int, ...] = ()
    opener: int | None = None
    post: Post | None = None
    hints: bool = False
    seed: Seed | None = None
    words: tuple[tuple[int, str], ...] = ()

    @property
    def seats(self) -> range:
        """The numbers of players that the rule set and the options allow."""
        return range(4, 5) if self.options.get("pairs") else find(self.rules).seats


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One action of a table's log.

    Attributes:
        ply: its number, from 0.
        action: the action as text.
        user: who did it; None for the bot.
        at: when.
        words: with a deal, the word that each seat added to it, empty for none; else nothing.

    """

    ply: int
    action: str
    user: int | None
    at: float
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """What one seat takes home from a finished match.

    Attributes:
        person: who sat there.
        points: the points of their side, where the match was played to points.
        won: whether they won; who was not there at the end did not.
        place: their side's place, from 1; those level share it. 0: first for who won, second for all others.
        against: the points of the best other side, where the match was played to points.
        comeback: the most points by which they were behind when a deal had ended, and yet won; 0 for none.

    """

    person: Person
    points: int
    won: bool
    place: int = 0
    against: int = 0
    comeback: int = 0


@dataclass(frozen=True, slots=True)
class HandMessage:
    """The private message that shows someone's hand. ``deal`` counts from 1; ``face`` tells whether it still does."""

    user: int
    deal: int
    channel: int
    message: int
    face: str = ""


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A table as it was kept: its header, its log in order, and the messages with hands."""

    header: Header
    log: tuple[LogEntry, ...]
    hands: tuple[HandMessage, ...] = field(default=())


def revealed_seed(header: Header) -> str | None:
    """Give a match's seed as 64 hexadecimal digits, for everybody to see.

    Returns:
        None before the match is over, however it ends, and where it has none.

    """
    over = header.status in (Status.FINISHED, Status.CLOSED)
    return header.seed.reveal() if over and header.seed is not None else None
