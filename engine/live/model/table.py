"""A table and its people, as stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple, Self

from engine.bots.level import Level
from engine.dealing import Seed
from engine.live.model.deleted_users import is_deleted
from engine.live.model.namesakes import namesake_numbers
from engine.live.model.pace import Auto, TimeControl, Timeouts
from engine.options import Value
from engine.rules import find


class Status(StrEnum):
    """The stage of a table."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"

    @property
    def over(self) -> bool:
        """Whether nothing can happen at the table any more."""
        return self in (Status.FINISHED, Status.CLOSED)


class Presence(StrEnum):
    """Whether a person at a table plays, or the bot plays for them."""

    HERE = "here"
    KEPT = "held"
    """Out of time twice in a row, or once without a clock. The person gets the seat back on request."""
    LEFT = "left"
    REMOVED = "removed"


class Capabilities:
    """The possible capabilities of a way to deliver messages. A way has those that its row in :class:`Delivery` lists.

    Attributes:
        on_server: whether the bot posts tables in channels of servers.
        in_guild: whether ``guild_id`` is the id of a server that has the bot; elsewhere it is the channel's.
        by_token: whether the bot may write there at any time, by its own token; if not, it may only answer.
        timed: whether turns and lobbies may have a clock.
        alone: whether one person plays with computers alone, and nobody else reads what is written.
        single_message: whether a table has one message, which is edited, with the hand of its player below the table.
        ephemeral: whether that message is ephemeral, beside the table of the channel.
        hands_alone: whether the direct messages with hands show the table, too, and nothing else does.
        sends_hands: whether players get their hands, and news of their turns, in direct messages.
        has_reminders: whether the bot reminds and mentions the player in turn.
        has_nudge: whether those who wait may remind the player in turn.
        has_leaderboard: whether the matches count for a leaderboard.

    """

    on_server: bool = False
    in_guild: bool = False
    by_token: bool = False
    timed: bool = False
    alone: bool = False
    single_message: bool = False
    ephemeral: bool = False
    hands_alone: bool = False
    sends_hands: bool = False
    has_reminders: bool = False
    has_nudge: bool = False
    has_leaderboard: bool = False


class Delivery(Capabilities, StrEnum):
    """How the messages about a table are delivered: the stored word of each way, and its capabilities."""

    SERVER = "server", "on_server", "in_guild", "by_token", "timed", "sends_hands", "has_reminders", "has_leaderboard"
    """By the bot's token, in a channel of a server that has the bot."""
    DIRECT = "direct", "by_token", "alone", "single_message"
    """In the direct messages between one person and the bot: one message, with the table and the hand."""
    ANSWERS = "answers", "has_nudge", "has_leaderboard"
    """By answers to commands and presses alone, where the bot may do nothing else: in group messages, in direct
    messages between friends, and on servers that don't have the bot."""
    PRIVATE = "private", "in_guild", "alone", "single_message", "ephemeral", "has_leaderboard"
    """By answers to one person who plays alone, in a channel of a server that has the bot."""
    PRIVATE_ANSWERS = "private_answers", "alone", "single_message", "ephemeral", "has_leaderboard"
    """The same where the bot may only answer."""
    HANDS = "hands", "in_guild", "by_token", "timed", "hands_alone", "sends_hands", "has_leaderboard"
    """By the bot's token, in direct messages to each player, with the table and the hand: for people of a server that
    has the bot."""

    _value_: str

    def __new__(cls, word: str, *capabilities: str) -> Self:
        """Return a way with names of capabilities."""
        member = str.__new__(cls, word)
        member._value_ = word
        vars(member).update(dict.fromkeys(capabilities, True))
        return member

    @property
    def hand_below(self) -> bool:
        """Whether a message with a table has the hand of its reader below it."""
        return self.single_message or self.hands_alone

    @property
    def beside_channel(self) -> bool:
        """Whether a table takes a place of its host's, and not that of its channel, where it is not shown."""
        return self.ephemeral or self.hands_alone

    @property
    def for_all(self) -> Delivery:
        """How a table is delivered in the same place if everybody there sees it."""
        return next(each for each in Delivery if not each.alone and each.in_guild is self.in_guild)

    @property
    def for_one(self) -> Delivery:
        """How a table is delivered in the same place if one person alone sees it."""
        private = (each for each in Delivery if each.ephemeral and each.in_guild is self.in_guild)
        return self if self.alone else next(private)


@dataclass(frozen=True, slots=True)
class Person:
    """A person or a computer at a table.

    Attributes:
        user_id: the Discord id. The id of a computer is negative and unique at this table only. The id of a former
            player is negative, too, see :mod:`engine.live.model.deleted_users`.
        name: the display name when last seen.
        locale: the Discord locale, such as ``fr`` or ``en-GB``; empty for a computer.
        missed: how many turns in a row the bot has played because the time ran out.
        level: the level of a computer; None for a person.
        early: whether the person, who does not play, was gone before everybody had had a turn.
        namesake: its number among people of the table whose names look the same, from 1; 0 if no other looks like it.

    """

    user_id: int
    name: str
    locale: str
    presence: Presence = Presence.HERE
    missed: int = 0
    level: Level | None = None
    early: bool = False
    namesake: int = field(default=0, compare=False)

    @property
    def computer(self) -> bool:
        """Whether this is a computer."""
        return self.level is not None

    @property
    def away(self) -> bool:
        """Whether the bot plays for this person, as it always does for a computer."""
        return self.computer or self.presence is not Presence.HERE

    @property
    def gone(self) -> bool:
        """Whether no person will play on this seat again."""
        return self.computer or is_deleted(self.user_id) or self.presence in (Presence.LEFT, Presence.REMOVED)


class People(tuple[Person, ...]):
    """The people of a table, numbered where their names look the same. Computers have a sign of their own."""

    __slots__ = ()

    @classmethod
    def told_apart(cls, people: Sequence[Person]) -> Self:
        """Return people with their numbers; those that have them as they are."""
        if isinstance(people, cls):
            return people
        numbers = namesake_numbers([each.name for each in people], [each.computer for each in people])
        return cls(
            each if each.namesake == number else replace(each, namesake=number)
            for each, number in zip(people, numbers, strict=True)
        )


class Substitution(NamedTuple):
    """A player who left a match, and whose seat somebody else took.

    Attributes:
        ply: how many actions the log held when the seat was taken.
        presence: whether the player left or was removed.
        early: whether the player was gone before everybody had had a turn.

    """

    seat: int
    user_id: int
    name: str
    ply: int
    presence: Presence = Presence.LEFT
    early: bool = False


class Attendance(NamedTuple):
    """Who plays at a table.

    Attributes:
        presence: the presence of each seat.
        host: the seat of the host; None if the host has none.
        paused: whether the match is paused.
        replaced: the number of times that somebody took a seat of a player who had left.

    """

    presence: tuple[Presence, ...]
    host: int | None
    paused: bool
    replaced: int = 0


@dataclass(frozen=True, slots=True)
class Told:
    """The part of a table's story that its channel knows.

    Attributes:
        ply: the number of actions of the log.
        status: the status of the table.
        attendance: who plays; None in a lobby, and for messages of earlier versions.
        news: the number of the news that the process counts at the table; 0 for none of them.

    """

    ply: int = 0
    status: str = Status.LOBBY.value
    attendance: Attendance | None = None
    news: int = 0


class Place(NamedTuple):
    """A place for one open table.

    Attributes:
        channel_id: the id of the channel or thread.
        user_id: the id of the user whose private match it is, or of the host of a table in hands alone; 0 for the table
            that everybody in the channel sees.

    """

    channel_id: int
    user_id: int = 0


OWNERS_FROM_BIT = 32
"""The bit of a revision from which on it counts the owners of its table's shard; the lower ones count changes."""

MAX_OLDER = 10
"""How many older messages of a table are remembered until they have lost their buttons."""


@dataclass(frozen=True, slots=True)
class SentMessage:
    """The newest message about a table in its channel. It holds only public information.

    Attributes:
        message_id: the message id.
        ply: the number of actions in the log when the message was written.
        status: the status of the table then. If the table has ended since, its end is not published yet.
        text: the part of the text under the picture that stays true after a newer message.
        alt: the alt text of the picture.
        file: the file name of the picture; empty for no picture.
        attachment_id: the Discord id of the picture.
        deal: the number of the deal whose end is shown; 0 for none.
        until: the end of the turn's time as shown, in whole seconds since 1970; 0 for none.
        reminder_id: the id of the message below that reminds the player in turn; 0 for none.
        attendance: who played when it was written; None in a lobby, and in messages of earlier versions.
        older: the messages before it that could not be stripped of their buttons yet, at most :data:`MAX_OLDER`.
        channel_id: where the message is, if the table has moved since; 0 for the table's channel.

    """

    message_id: int
    ply: int = 0
    status: str = Status.LOBBY.value
    text: str = ""
    alt: str = ""
    file: str = ""
    attachment_id: int = 0
    deal: int = 0
    until: int = 0
    reminder_id: int = 0
    attendance: Attendance | None = None
    older: tuple[SentMessage, ...] = ()
    channel_id: int = 0

    @property
    def told(self) -> Told:
        """The part of the story that the channel knows by this message."""
        return Told(self.ply, self.status, self.attendance)

    def in_channel(self, channel_id: int) -> SentMessage:
        """Return the message, and those before it, as ones of a channel that the table may leave."""
        older = tuple(each.in_channel(channel_id) for each in self.older)
        return replace(self, older=older, channel_id=self.channel_id or channel_id)


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause.

    Attributes:
        left: how many seconds of the turn, or until the next deal, were left; None if its time starts again.
        since: the start of the pause, in seconds since 1970; 0 for a pause of an earlier version.

    """

    left: float | None
    since: float = 0.0


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote to end a match.

    Attributes:
        number: the number of the vote at its table.
        until: the end of the vote, in seconds since 1970.
        yes: the ids of the users who want to end the match.
        no: the ids of the users who want to play on.

    """

    number: int
    until: float
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CupMatch:
    """The match of a cup that a table plays.

    Attributes:
        cup_id: the id of the cup.
        round: the number of the round, from 1.
        table: the number of the table in the round.
        called_deal: the number of the deal in play or just ended when the time of the round was over; 0 before.

    """

    cup_id: str
    round: int
    table: int
    called_deal: int = 0


@dataclass(frozen=True, slots=True)
class Header:
    """Everything about a table except its log. Times are seconds since 1970.

    Attributes:
        id: a short random id, part of the custom id of every component.
        guild_id: the id of the server; elsewhere the id of the channel, whose people have a leaderboard of their own.
        channel_id: the id of the channel or thread.
        host_id: the user id of the host, at first the user who opened the table.
        rules: the id of the rule set.
        people: the people in seat order.
        locale: the locale of everything that its channel sees, from its opening on.
        invited: the ids of the invited users who have not sat down.
        deadline: when the bot acts: closes the lobby, plays for an absent player, or deals.
        as_text: whether the channel gets text instead of pictures.
        last_activity_at: when a person last did something.
        reminded: whether the player in turn has been reminded.
        pause: the current pause; None while the match runs.
        paused_for: how many seconds the pauses of the present deal took, without the current one.
        vote: the newest vote to end the match; None before the first.
        seating: the user ids in seat order, of the last match or since somebody chose a partner; 0 for a free seat
            between others. Empty if nobody expects a seat.
        opener: the user id of the last match's opener.
        named: the user id of the player whom the host named to open the first deal; None for nobody, and from that
            deal on.
        post: the newest message about the table; it may be in a channel that the table has left.
        hints: whether players may ask for an expert's move.
        auto: what the bot does for players who are left no choice.
        one_picture: whether one message is edited at each move, instead of a new message for each; None for the
            server's choice.
        seed: the source of all deals, secret until the match is over; None for a table older than seeds.
        words: the words added to the next deal, as pairs of a user id and a word.
        substitutions: the players who left the match and whose seats others took, in the order of the takings.
        delivery: how messages about the table are delivered.
        cup: the match of a cup that the table plays; None for any other table.
        revision: how often the stored header had changed when this one was last stored or read, in the lower 32 bits;
            above them, how often another process had taken the table over.
        place: the place that the table takes while it is open.

    """

    id: str
    guild_id: int
    channel_id: int
    host_id: int
    rules: str
    options: Mapping[str, Value]
    people: tuple[Person, ...]
    status: Status
    locale: str
    invited: tuple[int, ...]
    opened_at: float
    deadline: float | None
    as_text: bool = False
    time_control: TimeControl = TimeControl.CASUAL
    last_activity_at: float = 0.0
    reminded: bool = False
    pause: Pause | None = None
    paused_for: float = 0.0
    vote: Vote | None = None
    seating: tuple[int, ...] = ()
    opener: int | None = None
    named: int | None = None
    post: SentMessage | None = None
    hints: bool = False
    auto: Auto = Auto.NOTHING
    one_picture: bool | None = None
    seed: Seed | None = None
    words: tuple[tuple[int, str], ...] = ()
    substitutions: tuple[Substitution, ...] = ()
    delivery: Delivery = Delivery.SERVER
    cup: CupMatch | None = None
    revision: int = field(default=0, compare=False)
    place: Place = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "people", People.told_apart(self.people))
        user_id = self.host_id if self.delivery.beside_channel else 0
        object.__setattr__(self, "place", Place(self.channel_id, user_id))

    def shifted(self, seconds: float) -> Header:
        """Return the header with the deadlines, the last activity and the start of a pause moved by some seconds."""
        if not seconds:
            return self
        return replace(
            self,
            deadline=None if self.deadline is None else self.deadline + seconds,
            pause=self.pause and replace(self.pause, since=self.pause.since + seconds),
            vote=self.vote and replace(self.vote, until=self.vote.until + seconds),
            last_activity_at=self.last_activity_at + seconds,
        )

    @property
    def post_here(self) -> SentMessage | None:
        """The newest message about the table in its channel; None if there is none, or none yet after it has moved."""
        here = self.post is not None and self.post.channel_id in (0, self.channel_id)
        return self.post if here else None

    @property
    def owners(self) -> int:
        """How often another process had taken the table over when the header was stored or read."""
        return self.revision >> OWNERS_FROM_BIT

    @property
    def untimed(self) -> bool:
        """Whether people may take any time: where the bot can't remind them, or plays with one person alone."""
        return not self.delivery.timed

    @property
    def has_host(self) -> bool:
        """Whether a host, managers and votes decide about the match; at a cup's table its organizer does."""
        return self.cup is None

    @property
    def is_called(self) -> bool:
        """Whether the time of a cup's round is over, so that no more than the deal in play decides."""
        return self.cup is not None and self.cup.called_deal > 0

    def turn_limit(self, pace: Timeouts) -> float | None:
        """Return the time limit of a turn in seconds; None for no limit."""
        return pace.for_turn(self.time_control, called=self.is_called)

    def absence_limit(self, pace: Timeouts) -> float:
        """Return after how many seconds of a turn the bot plays for the player, also where turns have no limit."""
        return pace.for_absence(self.time_control, called=self.is_called)

    @property
    def awaits_others(self) -> bool:
        """Whether people besides the host have a seat or are invited."""
        return len(self.human_seats) > 1 or bool(self.invited)

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat of a user; None if they have no seat."""
        return next((seat for seat, person in enumerate(self.people) if person.user_id == user_id), None)

    def lobby_wait(self, pace: Timeouts) -> float:
        """Return after how many seconds without activity the lobby is closed."""
        return pace.for_lobby(self.time_control, untimed=self.untimed, others=self.awaits_others)

    @property
    def attendance(self) -> Attendance:
        """Who plays now."""
        presence = tuple(person.presence for person in self.people)
        host = self.seat_of(self.host_id) if self.has_host else None
        return Attendance(presence, host, self.pause is not None, len(self.substitutions))

    def told_at(self, ply: int, news: int = 0) -> Told:
        """Return all that can be told about the table at a ply, and after so many news."""
        return Told(ply, self.status.value, self.attendance if ply else None, news)

    @property
    def starters(self) -> tuple[int, ...]:
        """The user ids of those who began the match, in seat order."""
        users = [person.user_id for person in self.people]
        for each in reversed(self.substitutions):
            users[each.seat] = each.user_id
        return tuple(users)

    @property
    def asleep(self) -> bool:
        """Whether the match waits, as the bot would play for everybody; a cup's match goes on."""
        return self.cup is None and all(person.away for person in self.people)

    @property
    def free_seats(self) -> tuple[int, ...]:
        """The seats whose players left or were removed, and which somebody new may take; none in a cup."""
        gone = (Presence.LEFT, Presence.REMOVED) if self.has_host else ()
        return tuple(seat for seat, person in enumerate(self.people) if person.presence in gone)

    @property
    def human_seats(self) -> tuple[int, ...]:
        """The seats that are not computers'."""
        return tuple(seat for seat, person in enumerate(self.people) if not person.computer)

    @property
    def allows_hints(self) -> bool:
        """Whether players may ask for hints.

        They may if the table allows them, and outside of cups if one person plays against computers only.
        """
        return self.hints or (self.cup is None and len(self.human_seats) == 1)

    @property
    def seats(self) -> range:
        """The numbers of players that the rule set and the options allow."""
        return range(4, 5) if self.options.get("pairs") else find(self.rules).seats


class LogEntry(NamedTuple):
    """One action in the log of a table.

    Attributes:
        ply: the number of the action, from 0.
        action: the action as text.
        user_id: the id of the user who acted; None for the bot.
        at: the time in seconds since 1970.
        words: for a deal with added words, the word of each seat, which may be empty; otherwise empty.

    """

    ply: int
    action: str
    user_id: int | None
    at: float
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one seat in a finished match.

    Attributes:
        person: the person on the seat.
        points: the points of the side; 0 if the match was not played to points.
        won: whether the person won. A person who was absent at the end did not.
        rank: the rank of the side, from 1; equal sides share a rank. 0 stands for first if the person won, else for
            second.
        against: the points of the best other side; 0 if the match was not played to points.
        comeback: the largest gap in points that a winner made up, measured at the ends of deals; 0 for none.

    """

    person: Person
    points: int
    won: bool
    rank: int = 0
    against: int = 0
    comeback: int = 0


@dataclass(frozen=True, slots=True)
class HandMessage:
    """The private message that shows a hand. ``deal`` counts from 1; ``face`` fingerprints what it shows."""

    user_id: int
    deal: int
    channel_id: int
    message_id: int
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class SavedTable:
    """A stored table: its header, its log in order, and the messages with hands.

    Attributes:
        unreadable: the kind of the error at which its row or its log could not be read; empty if both could. The header
            then has what is left of it, and the log is empty.

    """

    header: Header
    log: tuple[LogEntry, ...]
    hands: tuple[HandMessage, ...] = field(default=())
    unreadable: str = ""


def revealed_seed(header: Header) -> str | None:
    """Return the seed of a match as 64 hexadecimal digits, for everyone to see.

    The result is None until the match is over or its table is closed, and for a match without a seed.
    """
    return header.seed.reveal() if header.status.over and header.seed is not None else None
