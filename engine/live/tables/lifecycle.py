"""Turns that run out, reminders, the next deal, closing, an early end, and the channel of a table."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Move
from engine.live.model.errors import Code, TableError
from engine.live.model.news import Closed, LeftNoChoice
from engine.live.model.pace import TimeControl
from engine.live.model.seating import shows_miss
from engine.live.model.table import Status
from engine.live.tables.deadlines import deadline
from engine.live.tables.playing import acted, new_deal
from engine.live.tables.presence import after_timeout
from engine.live.tables.situation import NOTHING, Change, Situation, closed
from engine.live.tables.votes import is_won, needs_vote

# ---------------------------------------------------------------------- the moves of the bot


def only_move(at: Situation) -> Move | None:
    """Return the move that the bot soon makes for the player in turn, who has no choice; None for a choice.

    It is for that player alone: it may show what they hold.
    """
    move = at.forced
    if move is None or not at.playing or at.header.pause is not None or at.people[move.seat].away:
        return None
    return move


def is_forced(at: Situation) -> bool:
    """Whether the bot soon moves for the player in turn, who has no choice."""
    return only_move(at) is not None


def is_bots_turn(at: Situation) -> bool:
    """Whether the bot plays the seat in turn, and the match is running."""
    return at.playing and at.header.deadline is not None and at.bots_turn


def is_bot_move_due(at: Situation) -> bool:
    """Whether the bot is in turn and its move is due, in which case one picture may show several moves."""
    due_at = at.header.deadline
    return due_at is not None and at.now >= due_at and is_bots_turn(at)


def next_bot_move_at(at: Situation) -> float | None:
    """Return when the bot acts next by itself, for a player left no choice or out of time; None for never."""
    return at.publication.shown_at + at.pace.auto if is_forced(at) else at.header.deadline


def is_out_of_time(at: Situation) -> bool:
    """Whether the time of the turn is over and the bot has to move, for itself or for a person."""
    due_at = at.header.deadline
    return at.turn is not None and due_at is not None and at.now >= due_at and at.playing


# ---------------------------------------------------------------------- the next step of a table by itself


def is_due(at: Situation) -> bool:
    """Whether the table has to do something by itself."""
    header = at.header
    if header.status.over:
        return False
    # an unreadable table could not be closed at once
    if at.unreadable or (header.deadline is not None and at.now >= header.deadline and not _awaits_publication(at)):
        return True
    return _is_abandoned(at) or _is_voted_out(at) or _is_forced_move_due(at) or _is_reminder_due(at)


def act(at: Situation) -> Change | None:
    """Do the next thing that is due: close the table, deal, play for a player without time left, or remind a player.

    Returns:
        The change; None if the bot has to move and its turn has to be planned first.

    """
    if not is_due(at):
        return NOTHING
    if _is_abandoned(at):
        return closed(at, Closed("asleep"))
    if _is_voted_out(at):
        return closed(at, Closed("voted"))
    if (move := only_move(at)) is not None and _is_forced_move_due(at):
        state = at.require_started()
        return acted(at, move, None, before=() if state.mid_turn else (LeftNoChoice(move.seat),))
    if at.header.deadline is None or at.now < at.header.deadline:
        return Change(header=replace(at.header, reminded=True), reported=False, reminds=True)
    return _after_deadline(at)


def _after_deadline(at: Situation) -> Change | None:
    if at.header.status is Status.LOBBY:
        return closed(at, Closed("idle"))
    state = at.require_started()
    if state.turn is None:
        return acted(at, new_deal(at, state), None)
    if not at.plan:
        return None
    header, before, after = after_timeout(at, state.turn)
    return acted(at, at.plan[0], None, header, rest=at.plan[1:], before=before, after=after)


def _is_forced_move_due(at: Situation) -> bool:
    """Whether the bot moves now for the player in turn, who has no choice."""
    due_at = next_bot_move_at(at)
    return due_at is not None and at.now >= due_at and is_forced(at) and not _awaits_publication(at)


def _awaits_publication(at: Situation) -> bool:
    """Whether a person is in turn, or two tiles are face up, and this is not published yet.

    Once the time of a cup's round is over, nothing waits longer for its publication than a turn: the channel may be
    gone.
    """
    since = at.publication.pending_since
    if since is None or at.state is None or at.turn is None:
        return False
    if at.header.is_called and at.now >= since + at.header.absence_limit(at.pace):
        return False
    return not at.bots_turn or shows_miss(at.state)


def _is_abandoned(at: Situation) -> bool:
    """Whether nobody has done anything for so long that the match closes.

    It does not while others are there to go on: the bot plays for a player out of time, and then it is their turn.
    Nor does a cup's match.
    """
    header, pace = at.header, at.pace
    after = pace.forgotten_after if header.untimed else pace.abandoned_after
    if not at.playing or header.cup is not None or at.now < header.last_activity_at + after:
        return False
    if header.deadline is None or at.now >= header.deadline + after:
        # nobody's time runs, or nothing was done when it ran out, as where the channel can't be reached
        return True
    return at.turn is not None and is_out_of_time(at) and after_timeout(at, at.turn)[0].asleep


def _is_voted_out(at: Situation) -> bool:
    """Whether the people still present want to end the match: others may have left since the vote was cast."""
    vote = at.header.vote
    return at.playing and vote is not None and at.now < vote.until and is_won(at, vote)


def _is_reminder_due(at: Situation) -> bool:
    """Whether half the time of a person's turn is over, and they have not been reminded."""
    header, seconds = at.header, at.header.turn_limit(at.pace)
    if header.reminded or header.deadline is None or seconds is None or at.turn is None:
        return False
    return not at.bots_turn and not _awaits_publication(at) and at.now >= header.deadline - seconds / 2


# ---------------------------------------------------------------------- an early end, and the place of a table


def end(at: Situation, user_id: int, *, manager: bool = False, reopened: bool = False) -> Change:
    """End the match early; for the host, or a manager of the channel. The match counts for no statistics.

    Args:
        at: the table.
        user_id: the user who ends it.
        manager: whether they manage the channel.
        reopened: whether a lobby like this table takes its place.

    Raises:
        TableError: the user is neither, or it takes a vote.

    """
    at.require_started()
    at.require_host(user_id, manager=manager)
    if not manager and needs_vote(at):
        raise TableError(Code.NEEDS_VOTE)
    return closed(at, Closed("reopened" if reopened else "ended", user_id))


def call_off(at: Situation) -> Change:
    """Close the table before its match is over, whoever plays there; for the bot itself."""
    at.require_open()
    return closed(at, Closed("ended" if at.playing else "cancelled"))


def set_as_text(at: Situation, user_id: int, as_text: bool, *, manager: bool = False) -> Change:
    """Choose whether the channel gets text instead of pictures; for the host, or a manager of the channel.

    The change shows in the next message about the table.
    """
    if not manager and user_id != at.header.host_id:
        at.require_host(user_id)
    return Change(header=replace(at.header, as_text=as_text), reported=False)


def set_one_picture(at: Situation, user_id: int, one_picture: bool) -> Change:
    """Choose whether one message is edited at each move; for the host, before the match and in it."""
    at.require_open()
    at.require_host(user_id)
    return Change(header=replace(at.header, one_picture=one_picture), reported=False)


def show_to_all(at: Situation, user_id: int, locale: str, time_control: TimeControl) -> Change:
    """Make a private match the table of its channel, for everybody there to see; for its player.

    Args:
        at: the table.
        user_id: the user who wants that.
        locale: the locale of everything that the channel sees.
        time_control: the clock, where turns may have one.

    Raises:
        TableError: the user is not its player, it is over, or everybody sees it.

    """
    state = at.require_started()
    at.require_active(user_id)
    if not at.header.delivery.ephemeral:
        raise TableError(Code.STALE)
    delivery = at.header.delivery.for_all
    header = replace(
        at.header,
        delivery=delivery,
        locale=locale,
        time_control=time_control if delivery.timed else TimeControl.NONE,
        last_activity_at=at.now,
    )
    return Change(header=replace(header, deadline=deadline(at, state, header)))


def relocate(at: Situation, channel_id: int) -> Change:
    """Move the table to another channel of the same server; for the bot itself."""
    at.require_open()
    return Change(header=replace(at.header, channel_id=channel_id))


def move(at: Situation, user_id: int, channel_id: int) -> Change:
    """Move the table to another channel of the same server; for everyone with a seat who has not left for good.

    Raises:
        TableError: the user has no seat or has left, the table is over, or it is a cup's.

    """
    at.require_open()
    at.require_has_host()
    at.require_not_gone(user_id)
    return Change(header=replace(at.header, channel_id=channel_id), reported=False)
