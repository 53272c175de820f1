"""What a channel shows of a table: as a new message, or as an edit of the last one."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from cogs.core.bot import Bot
from cogs.messages.emojis import TileEmojis
from cogs.messages.grid import is_miss
from cogs.messages.hand import HandState
from cogs.publishing.delivery import Transport
from cogs.publishing.drawing import Drawing
from cogs.publishing.notices import Notices
from cogs.publishing.perform import Performer, Told
from cogs.publishing.plan import Means, Send, below, plan
from cogs.publishing.scenes import Moment, shown_of, table_scene
from cogs.publishing.screen import Look, Screen
from cogs.publishing.slots import Slot
from cogs.publishing.tidying import Tidying
from engine.live.model.news import Closed
from engine.live.model.pace import TimeControl
from engine.live.model.preferences import ServerPreferences
from engine.live.model.table import Post

MISS_SECONDS = 8
"""How long two tiles that make no pair stay face up, unless the next player is faster."""


class ChannelPublisher:
    """Shows tables in their channels, one message of a table at a time.

    Attributes:
        drawing: draws the messages.
        performer: does the steps.
        notices: tells players of their turn.
        tidying: lets only the newest message have buttons.

    """

    def __init__(self, bot: Bot, transport: Transport, tiles: TileEmojis) -> None:
        self._bot = bot
        self._transport = transport
        self.drawing = Drawing(bot, tiles)
        self.tidying = Tidying(bot, transport)
        self.performer = Performer(bot, transport, self.drawing, self.tidying)
        self.notices = Notices(bot)

    def restored(self, screen: Screen) -> None:
        """Note that a table was restored at startup: no message of it is in flight, but one more may have been sent."""
        screen.restored = True
        screen.once.in_doubt = True
        if (post := screen.table.header.post) is not None and post.reminder:
            screen.reminder = Slot(None, post.reminder, post.channel or screen.table.header.channel)
        if screen.table.header.delivery.on_server:
            self.tidying.expect_strays(screen)

    async def show(self, screen: Screen, moment: Moment) -> None:
        """Show a table as it was at one moment.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        means = await self._means(screen, moment)
        want = table_scene(moment, means)
        steps = plan(want, shown_of(moment, means), means)
        screen.outdated = steps is None
        if moment.grid is not None:
            self._time_miss(screen, moment)
        if steps:
            screen.says = None
            message = await self.performer.perform(screen, moment, steps)
            screen.says = means.says if moment.view is None else None
            if message is not None and moment.view is not None and moment.header.time_control is TimeControl.SLOW:
                self.notices.follow(screen, moment, () if moment.told else message.mentions)
        screen.restored = False
        screen.look = _look_of(moment.hand) or screen.look

    async def open(self, screen: Screen) -> None:
        """Show a new lobby.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        moment = Moment(screen.table.header, 0, (), None)
        await self.performer.perform(screen, moment, (Send(),))
        screen.says = self._says(moment)

    def _says(self, moment: Moment) -> Hashable:
        """Return what the message of a lobby says."""
        return repr(self.drawing.lobby(moment).layout.to_components())

    async def again(self, screen: Screen, hand: HandState | None = None) -> None:
        """Show a table again at the bottom of its channel, as it is now.

        Args:
            screen: the screen of the table.
            hand: the hand that the message shows below the table; None if others see it.

        Raises:
            discord.HTTPException: the channel can't be written to.

        """
        header, ply = screen.table.header, screen.table.ply
        told, attendance = ply, header.attendance if ply else None
        if ply and screen.table.news and header.post is not None:
            # after a crash, the start tells what is older than what the newest message is noted to tell
            told, attendance = max(1, header.post.ply), header.post.attendance
        moment = Moment(header, ply, (), screen.table.view(None) if ply else None, hand)
        means = Means(miss=screen.miss_until is not None)
        screen.says = None
        steps = below(table_scene(moment, means))
        await self.performer.perform(screen, moment, steps, Told(told, attendance))

    async def _means(self, screen: Screen, moment: Moment) -> Means:
        """Ask what the plan has to know, as far as it matters."""
        header, post = moment.header, moment.post
        look = _look_of(moment.hand)
        means = Means(
            room=self._bot.budget.spare,
            editable=post is None or self._transport.can_edit(screen, post),
            restored=screen.restored,
            miss=screen.miss_until is not None,
            late=moment.is_late(self._bot.hub.pace.for_turn(header.time_control)),
            looks=look is not None and screen.look not in (None, look),
            said=screen.says,
        )
        if moment.view is None:
            return replace(means, says=self._says(moment))
        if moment.grid is not None and moment.told and not means.miss:
            # text in the place of a picture counts, too
            assert post is not None
            drawn = await self.drawing.message(moment, table_scene(moment, means).face)
            return replace(means, says=drawn.alt, said=post.alt)
        if moment.grid is None and post is not None and not (moment.told and not means.looks):
            return replace(means, continues=await self._continues(screen, moment, post))
        return means

    async def _continues(self, screen: Screen, moment: Moment, post: Post) -> bool:
        """Whether the newest message takes the next picture, too: by the way it is delivered, or the server's choice.

        Where a lobby takes the place of a match, the answer to the press is the lobby.
        """
        header = moment.header
        if header.untimed:
            reopened = any(isinstance(each, Closed) and each.how == "reopened" for each in moment.news)
            return reopened or self._transport.continues(screen, post)
        if not post.ply or post.deal:
            return False
        chosen = await self._bot.hub.store.preferences(ServerPreferences, header.guild)
        return chosen.one_picture and not await self.performer.is_far_up(screen, post)

    def _time_miss(self, screen: Screen, moment: Moment) -> None:
        """Note how long two tiles stay face up that are no pair; what is told for another reason changes nothing."""
        if moment.told or moment.view is None:
            return
        if not is_miss(moment.view):
            screen.miss_until = None
        elif moment.flips:
            screen.miss_until = self._bot.monotonic() + MISS_SECONDS


def _look_of(hand: HandState | None) -> Look | None:
    """Return how and in which language a person sees their hand; None for no hand."""
    return None if hand is None else (hand.as_text, hand.theme.id, hand.person.locale)
