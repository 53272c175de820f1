"""The course of a cup: its changes without anybody, and its jobs on Discord."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from engine import cups
from engine.cups import CupError, How, Paired, Phase, Refusal, Table
from engine.live.cups.model import Change, LiveTable, Outcome, Post, Situation, Way, after
from engine.live.cups.presence import is_complete, settle, wants_substitutes
from engine.live.cups.seats import members_of, seats_of
from engine.live.model.deleted_users import is_deleted

CALLED_OFF = "too few"
"""The reason of a cup that the bot calls off, since too few have signed up; players read a sentence in its place."""

PUBLIC = (cups.Corrected, cups.Replaced, cups.TakenOut, cups.TakenBack, cups.Withdrew, cups.Paused, cups.Resumed)
"""The actions with a line of their own in the cup's channel; departures have one only after the cup's beginning."""

# ---------------------------------------------------------------------- what the cup does by itself


def next_change(at: Situation, outcomes: Mapping[tuple[int, int], Outcome] | None = None) -> Change | None:
    """Return the next change of a cup that is due without anybody; None if none is.

    Args:
        at: the cup.
        outcomes: the ends of matches, by the numbers of round and table, where they are over.

    """
    if at.over:
        return None
    if at.header.paused_at is not None and at.now >= at.header.paused_at + at.header.graces.pause:
        return resumed(at, None)
    if (former := _former(at)) is not None:
        return Change(actions=((cups.Withdrew(former), None),))
    match at.phase:
        case Phase.SIGN_UP:
            return _sign_up_over(at)
        case Phase.PLAYING:
            return _played_on(at, outcomes or {})
        case Phase.PAIRING if at.header.waits_since is None:
            return _round_over(at)
        case Phase.DONE:
            return _done(at)
        case _:
            return None


def _done(at: Situation) -> Change | None:
    """End the cup a moment after its last match, so that the organizer can correct or pause before."""
    if at.header.ends_at is None:
        return Change(fields={"ends_at": at.now + at.header.graces.between})
    if at.now < at.header.ends_at or at.cup.paused:
        return None
    return Change(actions=((cups.Ended(), None),))


def _former(at: Situation) -> int | None:
    """Return the id of a former player to let out: of any before the beginning, later of one without a place."""
    waiting = [*at.cup.seekers, *at.cup.substitutes]
    if at.phase is Phase.SIGN_UP:
        waiting += [person for each in at.cup.entrants.values() for person in each.members]
    return next(filter(is_deleted, waiting), None)


def _sign_up_over(at: Situation) -> Change | None:
    if at.now < sign_up_ends_at(at):
        return None
    change = begin(at, None)
    try:
        after(at, change)
    except CupError as error:
        if error.refusal is not Refusal.TOO_FEW:
            raise
        return Change(actions=((cups.Cancelled(CALLED_OFF), None),))
    return change


def sign_up_ends_at(at: Situation) -> float:
    """Return the latest end of the sign-up, in seconds since 1970."""
    header = at.header
    if header.starts_at is not None:
        return header.starts_at
    return (header.waits_since or header.opened_at) + header.graces.sign_up


def begin(at: Situation, user_id: int | None) -> Change:
    """End the sign-up; the first round begins at once. A pair has a rating if both have one.

    Raises:
        CupError: too few have signed up, or the cup has begun; raised when the change is applied.

    """
    ratings = tuple(
        (each.id, sum(at.ratings[person] for person in each.members))
        for each in at.cup.entrants.values()
        if all(person in at.ratings for person in each.members)
    )
    fields = {"starts_at": at.now, "next_at": at.now, "waits_since": at.now}
    return Change(actions=((cups.Began(ratings), user_id),), fields=fields)


def _round_over(at: Situation) -> Change:
    """Let the next round wait for its time, or for the organizer's button."""
    next_at = at.now + at.header.graces.between if at.header.automatic else None
    return Change(fields={"waits_since": at.now, "next_at": next_at})


def _played_on(at: Situation, outcomes: Mapping[tuple[int, int], Outcome]) -> Change | None:
    if at.header.waits_since is not None:
        # a correction seated two in a round that was over
        return Change(fields={"waits_since": None, "next_at": None})
    for table, live in at.waiting:
        if live.match_id:
            if (outcome := outcomes.get(live.key)) is not None:
                return noted(at, table, live, outcome)
            if not live.begun and live.ends_at is not None and at.now >= live.ends_at:
                # no channel had room for the match, so none bears its id
                level = cups.Finished(*live.key, None, (0, 0), How.TIME)
                return Change(actions=((level, None),), tables=(replace(live, match_id=""),))
        elif not at.cup.paused and _is_settled(at, table, live):
            return settle(at, table, live)
    return None


def _is_settled(at: Situation, table: Table, live: LiveTable) -> bool:
    """Whether a table waits for nobody: its grace is over, nobody has to come, or no place shows the table."""
    if live.until is None:
        return at.now >= live.paired_at + at.header.graces.unshown or not members_of(at.cup, table)
    return at.now >= live.until or is_complete(at, table, live)


def noted(at: Situation, table: Table, live: LiveTable, outcome: Outcome) -> Change:
    """Return the result of a table whose match is over; a substitute who left costs nobody a place in the cup."""
    seats = seats_of(at.cup, table)
    gone = (seats[each] for each in outcome.left if seats[each].person_id)
    left = tuple(sorted({each.entrant_id for each in gone if each.user_id == each.person_id}))
    how = How.COMPUTER if left else outcome.how
    return Change(actions=((cups.Finished(*live.key, outcome.winner, outcome.points, how, left), None),))


def resumed(at: Situation, user_id: int | None) -> Change:
    """Return the end of a pause: every wait has its whole grace again."""
    header = at.header
    tables = tuple(_waiting_anew(at, live) for _, live in at.waiting if not live.match_id)
    later = at.now + header.graces.between
    fields: dict[str, Any] = {"paused_at": None}
    if header.waits_since is not None:
        fields |= {"waits_since": at.now, "next_at": None if header.next_at is None else later}
    if header.ends_at is not None:
        fields["ends_at"] = later
    return Change(actions=((cups.Resumed(), user_id),), fields=fields, tables=tables)


def _waiting_anew(at: Situation, live: LiveTable) -> LiveTable:
    """Return a table whose people, place and round have their whole time again."""
    tried_at = None if live.tried_at is None else at.now
    if live.until is None:
        return replace(live, paired_at=at.now, tried_at=tried_at)
    until, ends_at = at.now + at.header.graces.here, at.now + at.header.round_seconds
    return replace(live, tried_at=tried_at, until=until, ends_at=ends_at)


# ---------------------------------------------------------------------- rounds


def waits_for_round(at: Situation) -> bool:
    """Whether the next round waits to be paired."""
    return at.phase is Phase.PAIRING and at.header.waits_since is not None and not at.cup.paused


def needs_pairing(at: Situation) -> bool:
    """Whether the next round has to be paired now.

    A round that waits for a button begins by itself after twice the time of the organizer's.
    """
    header = at.header
    if not waits_for_round(at) or header.waits_since is None:
        return False
    return at.now >= (header.waits_since + 2 * header.graces.button if header.next_at is None else header.next_at)


def paired(at: Situation, action: Paired) -> Change:
    """Return a round that was paired, with its tables to be opened.

    If somebody came or left during the pairing, nothing changes, and the round is paired again.
    """
    tables = tuple(LiveTable(action.round, number, at.now) for number, _, _ in action.tables)
    fields = {"waits_since": None, "next_at": None, "ends_at": None, "standby": (), "called": False}
    change = Change(actions=((action, None),), fields=fields, tables=tables)
    try:
        after(at, change)
    except CupError:
        return Change()
    return change


# ---------------------------------------------------------------------- what has to be done on Discord


class OpenPlace(NamedTuple):
    """A table needs a channel or thread, of the kind that its ``way`` tells."""

    round: int
    number: int


class ShowTable(NamedTuple):
    """A table has a place there, and needs its message, which mentions its people."""

    round: int
    number: int


class BeginMatch(NamedTuple):
    """The people of a table are settled, and its match has to begin."""

    round: int
    number: int


class CallTime(NamedTuple):
    """The time of the round is over, and the match does not know it yet."""

    round: int
    number: int


class CallOff(NamedTuple):
    """The cup was called off, and the match has to end with it."""

    round: int
    number: int


class Archive(NamedTuple):
    """The archiving of a table's thread is due: the channel has the results of its round."""

    round: int
    number: int


class CallSubstitutes(NamedTuple):
    """A question to the substitutes is due."""


class Tell(NamedTuple):
    """A message of the cup is missing in its channel: ``cup``, ``round-N``, ``standings-N`` or ``end``."""

    key: str


class Note(NamedTuple):
    """The channel has to be told of an organizer's action, by its place in the log."""

    ply: int


class NoteStart(NamedTuple):
    """A message in the channel about the start that the organizer set at ``moved_at`` is due."""

    moved_at: float


Job = OpenPlace | ShowTable | BeginMatch | CallTime | CallOff | Archive | CallSubstitutes | Tell | Note | NoteStart


def jobs(at: Situation) -> Iterator[Job]:
    """Yield the due jobs on Discord, each until its end is noted: rounds before their tables."""
    yield from _messages(at)
    if at.over:
        off = [CallOff(*live.key) for _, live in at.waiting if live.begun and not live.called]
        # the end of a match would open its thread again
        yield from off or _left(at)
        return
    for _, live in at.waiting:
        yield from _at_table(at, live)
    if wants_substitutes(at):
        yield CallSubstitutes()
    yield from _left(at)


def _at_table(at: Situation, live: LiveTable) -> Iterator[Job]:
    """Yield the jobs for a table; a table in play whose place is gone needs another one."""
    if live.begun and not live.called and live.ends_at is not None and at.now >= live.ends_at:
        yield CallTime(*live.key)
    if at.cup.paused and not live.match_id:
        return
    if not live.channel_id:
        yield OpenPlace(*live.key)
    elif not live.match_id and not live.message_id:
        yield ShowTable(*live.key)
    elif live.match_id and not live.begun:
        yield BeginMatch(*live.key)


def _left(at: Situation) -> Iterator[Job]:
    """Yield the jobs for open threads: of rounds with results in the channel; after the cup's end, of all rounds."""
    told = {key for key, post in at.header.posts.items() if post.message_id}
    rounds = {each.number for each in at.cup.rounds if each.over and f"standings-{each.number}" in told}
    for live in at.tables.values():
        left = "end" in told if at.over else live.round in rounds
        if left and live.way is Way.THREAD and live.channel_id and not live.archived:
            yield Archive(*live.key)


def _messages(at: Situation) -> Iterator[Job]:
    keys = ["cup"]
    for each in at.cup.rounds:
        keys.append(f"round-{each.number}")
        if each.over:
            keys.append(f"standings-{each.number}")
    if at.over:
        # the podium has the last standings
        keys = [each for each in keys if each != f"standings-{len(at.cup.rounds)}"] + ["end"]
    for key in keys:
        post = at.header.posts.get(key)
        if post is None or not post.message_id:
            yield Tell(key)
    ply = next_note(at)
    if ply is not None:
        yield Note(ply)
    if at.header.moved_at is not None and at.phase is Phase.SIGN_UP:
        yield NoteStart(at.header.moved_at)


def is_done(at: Situation) -> bool:
    """Whether a cup is over, and its channel and its tables know everything."""
    return at.over and next(jobs(at), None) is None


def next_note(at: Situation) -> int | None:
    """Return the place in the log of the next action of which the channel has to be told by itself; None for none."""
    return next((ply for ply in range(at.header.noted, len(at.log)) if _is_told(at, ply)), None)


def _is_told(at: Situation, ply: int) -> bool:
    """Whether an action has a line in the channel: a departure has none before the cup's beginning."""
    action = at.log[ply].action
    begun = any(isinstance(each.action, cups.Began) for each in at.log[:ply])
    if isinstance(action, cups.TakenOut | cups.Withdrew) and not begun:
        return False
    if isinstance(action, cups.Withdrew):
        # a substitute who withdraws changes nobody's place
        return at.cup.entrant_of(action.person) is not None
    return isinstance(action, PUBLIC)


# ---------------------------------------------------------------------- what was done on Discord


def trying(at: Situation, live: LiveTable) -> Change:
    """Note that a place of a table is tried from now on, before Discord is asked for it."""
    return _changed(at, live, tried_at=live.tried_at or at.now)


def opened(at: Situation, live: LiveTable, channel_id: int) -> Change:
    """Note the channel or thread of a table."""
    return _changed(at, live, channel_id=channel_id)


def refused(at: Situation, live: LiveTable) -> Change:
    """Note that Discord refuses or has lost the place of a table: the bot tries the next one."""
    way = live.way.following
    return _changed(at, live, way=way, tried_at=None, channel_id=0, message_id=0)


def shown(at: Situation, live: LiveTable, message_id: int) -> Change:
    """Note the message of a table: its people's grace, and its round's time, begin when it is first shown.

    People who have to find the table in another place have at least half of the grace for that.
    """
    grace = at.header.graces.here
    until = at.now + grace if live.until is None else max(live.until, at.now + grace / 2)
    ends_at = live.ends_at or at.now + at.header.round_seconds
    return _changed(at, live, message_id=message_id, until=until, ends_at=ends_at)


def shown_again(at: Situation, live: LiveTable, message_id: int) -> Change:
    """Note the message of a table that takes the place of a deleted one: no wait is longer for it."""
    if at.tables[live.key].message_id != live.message_id:
        return Change()
    return _changed(at, live, message_id=message_id)


def match_begun(at: Situation, live: LiveTable) -> Change:
    """Note that the match of a table has begun."""
    return _changed(at, live, begun=True)


def time_called(at: Situation, live: LiveTable) -> Change:
    """Note that a match knows that the round's time is over."""
    return _changed(at, live, called=True)


def archived(at: Situation, live: LiveTable) -> Change:
    """Note that the thread of a table is archived, or that Discord refuses that."""
    return _changed(at, live, archived=True)


def substitutes_called(at: Situation) -> Change:
    """Note, before the question to the substitutes is sent, that they were called in this round."""
    return Change().with_fields(called=True)


def posted(at: Situation, key: str, post: Post) -> Change:
    """Note a message of the cup; with the id 0 before Discord is asked for it."""
    return Change().with_fields(posts={**at.header.posts, key: post})


def posted_again(at: Situation, key: str, lost: Post, post: Post) -> Change:
    """Note a message of the cup that takes the place of a deleted one."""
    return posted(at, key, post) if at.header.posts.get(key) == lost else Change()


def noted_action(at: Situation, ply: int) -> Change:
    """Note that the channel was told of the organizer's actions up to a place in the log."""
    return Change().with_fields(noted=max(at.header.noted, ply + 1))


def noted_start(at: Situation, moved_at: float) -> Change:
    """Note the channel's message about a new start, unless the organizer has changed it again."""
    return Change().with_fields(moved_at=None) if at.header.moved_at == moved_at else Change()


def _changed(at: Situation, live: LiveTable, **fields: Any) -> Change:
    """Return a change of a table as it is now, which may differ from the one that somebody has seen."""
    return Change(tables=(replace(at.tables[live.key], **fields),))


# ---------------------------------------------------------------------- time without the bot


def shifted(at: Situation, seconds: float) -> Change:
    """Return the cup after time without the bot, or after the clock was set: each wait has as much left as before."""
    header = at.header

    def later(when: float | None) -> float | None:
        return None if when is None else when + seconds

    fields = {
        "next_at": later(header.next_at),
        "waits_since": later(header.waits_since),
        "paused_at": later(header.paused_at),
        "ends_at": later(header.ends_at),
        "organizer_at": header.organizer_at + seconds,
        "seen_at": header.seen_at + seconds,
    }
    tables = tuple(
        replace(
            live,
            paired_at=live.paired_at + seconds,
            tried_at=later(live.tried_at),
            until=later(live.until),
            ends_at=later(live.ends_at),
        )
        for _, live in at.waiting
    )
    return Change(fields=fields, tables=tables)


def awake(at: Situation, gap: float) -> Change:
    """Return the cup after seconds without the bot: time stood still; each wait that ended meanwhile begins again."""
    header, graces = at.header, at.header.graces
    change = shifted(at, gap)

    def again(ended: float | None, moved: float | None, grace: float) -> float | None:
        if ended is None or moved is None or ended > at.now:
            return moved
        return max(moved, at.now + grace)

    next_at = again(header.next_at, change.fields["next_at"], graces.between)
    ends_at = again(header.ends_at, change.fields["ends_at"], graces.between)
    fields: dict[str, Any] = {"next_at": next_at, "ends_at": ends_at, "seen_at": at.now}
    if at.phase is Phase.SIGN_UP and sign_up_ends_at(at) <= at.now:
        fields["starts_at"] = max(at.now + graces.between, sign_up_ends_at(after(at, change)))
    tables = tuple(
        replace(each, until=again(at.tables[each.key].until, each.until, graces.here)) for each in change.tables
    )
    return replace(change.with_fields(**fields), tables=tables)
