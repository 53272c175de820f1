"""The scenes of a table at one moment: lobby, board, grid, hands and notices. Nothing here acts."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from gettext import NullTranslations

from cogs.messages.board import turn_deadline
from cogs.messages.grid import is_miss
from cogs.messages.hand import HandState
from cogs.publishing.plan import Face, Means, Scene, Shown
from cogs.publishing.screen import Reader
from cogs.publishing.slots import Slot
from engine.events import Flipped
from engine.live.model.news import News
from engine.live.model.preferences import PersonPreferences
from engine.live.model.table import Header, SentMessage, Status
from engine.live.tables.table import Table
from engine.rules import has_hands
from engine.tiles import Tile
from engine.view import View
from render.i18n import translations

MAX_DEADLINE_ERROR = 1 / 4
"""The maximum error of a deadline on a board, as a share of the turn: edits add to the load when Discord is slow."""

RECENT_SECONDS = 120.0
"""For how long a player who moved, or was sent a hand, needs no message about a turn: they are still there."""

RECENT_IN_HANDS_SECONDS = 30.0
"""The same at a table in hands alone, where nothing else tells of a turn, under any clock."""


@dataclass(frozen=True)
class Moment:
    """A table at one moment.

    Attributes:
        header: its header.
        ply: its ply.
        news: the events not yet published.
        view: the view of the channel; None in a lobby.
        hand: the hand that the message shows below the table; None if others see it.
        ends_of: the tile for which this hand asks at which end to play it; None for the whole hand.
        unreadable: whether the stored table could not be read.
        news_end: the number of news at the table.

    """

    header: Header
    ply: int
    news: Sequence[News]
    view: View | None
    hand: HandState | None = None
    ends_of: Tile | None = None
    unreadable: bool = False
    news_end: int = 0

    @cached_property
    def post(self) -> SentMessage | None:
        """The newest message in the table's channel; None for none."""
        return self.header.post_here

    @property
    def t(self) -> NullTranslations:
        """The catalog of the message's readers."""
        return translations(self.header.locale if self.hand is None else self.hand.person.locale)

    @cached_property
    def is_told(self) -> bool:
        """Whether the newest message tells all of it."""
        post = self.post
        return post is not None and (post.ply, post.status) == (self.ply, self.header.status) and not self.news

    @property
    def flips(self) -> bool:
        """Whether tiles were flipped that are not told."""
        return any(isinstance(each, Flipped) for each in self.news)

    @cached_property
    def face_down(self) -> View | None:
        """The view of a deal in play whose tiles lie face down; None in all other games, and between deals."""
        view = self.view
        if view is None or view.turn is None or self.header.status is not Status.PLAYING:
            return None
        return view if view.layout.is_face_down else None

    @property
    def in_play(self) -> bool:
        """Whether the newest message shows a match that has begun."""
        return self.post is not None and self.post.ply > 0

    @property
    def shows_known_miss(self) -> bool:
        """Whether the two tiles that are face up are no pair, and the channel knows it."""
        return self.view is not None and is_miss(self.view) and not self.flips

    @property
    def continues_turn(self) -> bool:
        """Whether all news is from the turn that the newest message shows."""
        view = self.view
        if not self.in_play or view is None or not view.mid_turn:
            return False
        return all(isinstance(each, Flipped) and each.seat == view.turn for each in self.news)

    def is_late(self, seconds: float | None) -> bool:
        """Whether the deadline has moved by enough to matter since the newest message was written.

        Args:
            seconds: the seconds of a turn; None if players may take any time.

        """
        if self.post is None or self.view is None or not self.is_told or not self.post.until or seconds is None:
            return False
        until = turn_deadline(self.header, self.view)
        return bool(until) and abs(until - self.post.until) > seconds * MAX_DEADLINE_ERROR


def moment_of(
    table: Table, news: Sequence[News] = (), hand: HandState | None = None, ends_of: Tile | None = None
) -> Moment:
    """Return a table as it is now."""
    view = table.view(None) if table.ply else None
    return Moment(table.header, table.ply, news, view, hand, ends_of, bool(table.unreadable), table.news_end)


def shown_of(moment: Moment, means: Means) -> Shown | None:
    """Return the newest message; None for none."""
    post = moment.post
    if post is None:
        return None
    return Shown(means.newest_key if moment.view is None else (post.ply, post.status))


def table_scene(moment: Moment, means: Means) -> Scene:
    """Return the scene of a table in its channel."""
    if moment.view is None:
        return lobby_scene(moment, means)
    view = moment.face_down
    return board_scene(moment, means) if view is None else grid_scene(moment, view, means)


def lobby_scene(moment: Moment, means: Means) -> Scene:
    """Return the scene of a table before its match: one message, which is edited; one that has closed, once."""
    header, post = moment.header, moment.post
    is_open = header.status is Status.LOBBY
    if moment.unreadable:
        # players look at the bottom
        edits, sends = post is not None and not post.ply, True
    else:
        # on servers an answer opens a lobby
        edits, sends = True, means.restored or (header.untimed and is_open)
    closed_before = not is_open and not moment.news and post is not None and post.status == header.status
    return Scene(means.newest_key if closed_before else means.drawn_key, edits, sends=sends)


def board_scene(moment: Moment, means: Means) -> Scene:
    """Return the scene of a deal in play, or of the end of a deal or match: a message for each ply, or one for all."""
    header, view = moment.header, moment.view
    key: Hashable = moment.ply, header.status.value
    return Scene(
        key if moment.is_told and not means.new_look else ("new", key),
        edits=means.edits_newest,
        keeps=header.untimed and not header.delivery.single_message,
        late=means.late,
        picture_stays=not header.as_text and view is not None and not view.layout.is_face_down,
    )


def grid_scene(moment: Moment, view: View, means: Means) -> Scene:
    """Return the scene of a grid in play: a message for each turn, and nothing in it that has been turned back."""
    is_told, continues_turn, single_message = (
        moment.is_told,
        moment.continues_turn,
        moment.header.delivery.single_message,
    )
    unchanged = is_told and means.drawn_key == means.newest_key
    key: Hashable = moment.ply, moment.header.status.value
    return Scene(
        key if unchanged else ("new", key),
        edits=is_told or single_message or continues_turn,
        # in the place of a message that can't be edited, another would leave a miss in it
        needed=not is_told,
        clears=moment.in_play,
        keeps=is_told or (continues_turn and not single_message),
        late=means.late,
        picture_stays=False,
        face=_face(moment, view, means),
    )


def _face(moment: Moment, view: View, means: Means) -> Face:
    """Return whether tiles that are up are shown: two that are no pair, until everybody has seen them."""
    hidden = moment.shows_known_miss and not means.miss
    return "up" if view.layout.face_up and not hidden else "down"


def hand_scene(state: HandState, slot: Slot | None, means: Means) -> Scene:
    """Return the scene of a hand: a message for each deal, which is edited; no new one for a player who can't play.

    Args:
        state: the hand.
        slot: where it is shown; None for nowhere.
        means: the present possibilities.

    """
    view = state.view
    plays = view.turn is not None and view.seat not in view.eliminated and not (state.away or state.over)
    return Scene(
        slot.key if slot is not None and state.is_shown_by(slot.key) else state.fingerprint,
        # an answer to My hand is about no deal
        edits=slot is not None and slot.deal in (0, view.deal),
        needed=False,
        sends=plays and means.wanted and means.editable,
        clears=slot is not None and not slot.ended,
    )


def reminder_scene(moment: Moment, ply: int) -> Scene | None:
    """Return the scene of a reminder of the turn at a ply: it goes with the turn."""
    if moment.ply != ply or moment.view is None or moment.view.turn is None or moment.header.deadline is None:
        return None
    return Scene(ply, edits=False, clears=True)


def call_scene(moment: Moment, ply: int) -> Scene | None:
    """Return the scene of a message on a turn below an edited picture: it goes with the turn."""
    if moment.ply != ply or moment.view is None or moment.view.turn is None:
        return None
    return Scene(("call", ply), edits=False, clears=True)


def notice_scene(
    moment: Moment, ply: int, reader: Reader, chosen: PersonPreferences, now: float, dealt_at: float
) -> Scene | None:
    """Return the scene of a direct message about a turn, which goes with the turn; a player who is here gets none.

    Args:
        moment: the table now.
        ply: the ply of the turn.
        reader: the player in turn.
        chosen: their preferences.
        now: the time at which the turn began.
        dealt_at: when the last deal began; a message with a new hand tells of the turn, too.

    """
    if moment.ply != ply or moment.header.status is not Status.PLAYING:
        return None
    sent_hand = chosen.hands and has_hands(moment.header.rules)
    seen_at = max(reader.moved_at, dealt_at) if sent_hand else reader.moved_at
    takes = chosen.turns and not reader.closed and not reader.refused
    recent = RECENT_IN_HANDS_SECONDS if moment.header.delivery.hands_alone else RECENT_SECONDS
    return Scene(ply, edits=False, sends=takes and now - seen_at >= recent, clears=True)


def watch_scene(header: Header, ply: int, *, expired: bool) -> Scene:
    """Return the scene of a watched table: one message, whose last edit says that it is the last."""
    return Scene((ply, header.attendance, header.status, expired), edits=True, needed=False)
