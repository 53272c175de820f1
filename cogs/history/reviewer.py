"""The expert's verdicts on the moves of a past deal, from a review in the background, as lines under the replay."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import replace
from gettext import NullTranslations
from typing import Any

import discord

from cogs.bot import DominoBot, Interaction
from cogs.core.answer import edit_answer
from cogs.core.errors import UserError
from cogs.core.http.requests import FAILURES, describe
from cogs.messages.moves import move_name
from engine.errors import redacted_traceback
from engine.live.history.move_review import DealReview, questions
from engine.live.model.table import SavedTable
from render.i18n import tenths, translations

_log = logging.getLogger(__name__)

MAX_REVIEWS = 32
"""The number of deals whose verdicts are kept in memory."""

MAX_RUNNING = 4
"""The number of deals under review at a time; their moves take turns."""

PROGRESS_SECONDS = 4.0
"""The seconds between two updates of a message while the expert thinks."""


class Reviewer:
    """Reviews past deals with the expert, and keeps the newest reviews.

    Args:
        bot: the bot.
        start_soon: runs a coroutine in the background.

    Attributes:
        kept: the verdicts, by table id and deal.

    """

    def __init__(self, bot: DominoBot, start_soon: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self.kept: OrderedDict[tuple[str, int], DealReview] = OrderedDict()
        self._bot = bot
        self._start_soon = start_soon

    def get(self, table_id: str, deal: int) -> DealReview | None:
        """Return the verdicts on a deal; None if nobody asked for a review."""
        return self.kept.get((table_id, deal))

    async def begin(self, interaction: Interaction, kept: SavedTable, deal: int) -> None:
        """Begin to review a deal, unless a review is done or running.

        Raises:
            UserError: too many reviews are running.
            TableError: there is no such deal, or it has not ended.

        """
        deal_key = (kept.header.id, deal)
        if not self._is_wanted(deal_key, interaction):
            return
        asked = await self._bot.rendering.draw(questions, kept, deal)
        # another press may have begun it meanwhile
        if not self._is_wanted(deal_key, interaction):
            return
        review = self.kept[deal_key] = DealReview(asked)
        self.kept.move_to_end(deal_key)
        if len(self.kept) > MAX_REVIEWS:
            del self.kept[next(at for at, each in self.kept.items() if not each.running)]
        self._start_soon(self._review(review))

    def _is_wanted(self, deal_key: tuple[str, int], interaction: Interaction) -> bool:
        """Whether a deal needs a review, and can have one now."""
        known = self.kept.get(deal_key)
        if known is not None and not known.failed:
            self.kept.move_to_end(deal_key)
            return False
        if sum(each.running for each in self.kept.values()) >= MAX_RUNNING:
            t = translations(interaction.locale)
            raise UserError(t.gettext("The expert is busy with other deals. Try again in a minute."))
        return True

    async def _review(self, review: DealReview) -> None:
        """Review the moves of a deal one after the other, and update its messages now and then."""
        told_at = self._bot.monotonic()
        while review.running:
            try:
                await review.review_next(self._bot.thinkers.review)
            except Exception as error:
                review.failed = True
                _log.error("a deal could not be reviewed:\n%s", redacted_traceback(error))
            if not review.running or self._bot.monotonic() - told_at >= PROGRESS_SECONDS:
                await review.tell()
                told_at = self._bot.monotonic()
        review.listeners.clear()

    def unfollow(self, interaction: Interaction) -> None:
        """Update the message that was pressed no more: it is about to show something else."""
        for each in self.kept.values():
            each.listeners.pop(_reader(interaction), None)


# ---------------------------------------------------------------------- the messages that show it


async def follow(
    interaction: Interaction,
    review: DealReview,
    known: int,
    framed: Callable[[], tuple[list[discord.File], discord.ui.LayoutView]],
) -> None:
    """Keep a message up to date while the expert thinks, as long as its token lasts.

    Args:
        interaction: the press that was just answered.
        review: the verdicts.
        known: the news of the review when the message was made.
        framed: returns the files and the layout that the message has to show now.

    """
    reader = _reader(interaction)

    async def update() -> None:
        if interaction.is_expired():
            # the next press shows how far the expert has come
            review.listeners.pop(reader, None)
            return
        try:
            files, components = framed()
            await edit_answer(interaction, view=components, attachments=files)
        except FAILURES as error:
            review.listeners.pop(reader, None)
            _log.info("an expert's verdicts could not be shown: %s", describe(error))

    if review.running:
        review.listeners[reader] = update
    elif review.news != known:
        await update()


def _reader(interaction: Interaction) -> tuple[int, int]:
    return interaction.message.id if interaction.message is not None else 0, interaction.user.id


# ---------------------------------------------------------------------- texts


def review_lines(
    review: DealReview, at: int, people: Sequence[str], t: NullTranslations, *, ended: bool
) -> Iterator[str]:
    """Yield the verdict on the move before a moment, how far the expert is, and the summary at the deal's end.

    Args:
        review: the verdicts.
        at: the moment's number, from 0.
        people: each seat's name, as it stands in a sentence.
        t: the reader's catalog.
        ended: whether the moment is the deal's result.

    """
    if at and not ended:
        if at not in review.questions:
            yield t.gettext("Expert: that was the only legal move.")
        elif at in review.verdicts:
            yield _verdict_text(review, at, people, t)
    if review.failed:
        yield t.gettext("The expert couldn't finish. Press **Expert** to try again.")
    elif review.running:
        form = t.ngettext(
            "Expert: {number} of {count} move", "Expert: {number} of {count} moves", len(review.questions)
        )
        yield form.format(number=len(review.verdicts), count=len(review.questions))
    elif ended:
        yield from _summary(review, people, t)
    elif not at:
        yield t.gettext("Expert: done. Each move now has its verdict, and the result a summary.")


def _verdict_text(review: DealReview, at: int, people: Sequence[str], t: NullTranslations) -> str:
    """Return the expert's choice, and the cost of the player's move."""
    asked, said = review.questions[at], review.verdicts[at]
    if said.same:
        return t.gettext("The expert would play the same.")
    # the reader is not the player
    view = replace(asked.view, seat=None)
    best, played = (move_name(each, view, t, people) for each in (said.best, asked.played))
    if said.cost is None:
        sentence = t.gettext("The expert would play **{move}**.")
    elif not said.cost:
        sentence = t.gettext("The expert would play **{move}**; {played} is about as good.")
    elif said.of_deals:
        sentence = t.gettext("The expert would play **{move}**; {played} costs about {count} of 100 deals.")
    else:
        sentence = t.gettext("The expert would play **{move}**; {played} costs about {count} of 100 matches.")
    return sentence.format(move=best, played=played, count=said.cost)


def _summary(review: DealReview, people: Sequence[str], t: NullTranslations) -> Iterator[str]:
    """Yield the average cost of each player's simulated moves, and the costliest move."""
    costs = review.costs()
    if not costs:
        yield t.gettext("Expert: no move of this deal was judged by simulation.")
    for seat, lost in sorted(costs.items()):
        form = t.ngettext(
            "Expert: a move by {name} cost {average} of 100 deals on average ({count} move simulated).",
            "Expert: a move by {name} cost {average} of 100 deals on average ({count} moves simulated).",
            len(lost),
        )
        yield form.format(name=people[seat], average=tenths(sum(lost) / len(lost), t), count=len(lost))
    if (worst := review.costliest()) is not None:
        form = t.gettext("Costliest move: number {number}, by {name}, about {cost} of 100 deals.")
        seat = review.questions[worst].played.seat
        yield form.format(number=worst, name=people[seat], cost=review.verdicts[worst].cost)
