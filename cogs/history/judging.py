"""The expert's verdicts on the moves of a past deal: thought out in the background, told under its replay."""

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
from engine.live.history.judgement import Judgement, questions
from engine.live.model.table import SavedTable
from render.i18n import tenths, translations

_log = logging.getLogger(__name__)

MAX_JUDGEMENTS = 32
"""The number of deals whose verdicts are kept in memory."""

MAX_RUNNING = 4
"""The number of deals that are judged at a time; their moves take turns."""

PROGRESS_SECONDS = 4.0
"""The seconds between two updates of a message while the expert thinks."""


class Judgements:
    """The deals that the expert judged last, and those that it is judging.

    Args:
        bot: the bot.
        start_soon: runs a coroutine in the background.

    Attributes:
        kept: the verdicts, by table id and deal.

    """

    def __init__(self, bot: DominoBot, start_soon: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self.kept: OrderedDict[tuple[str, int], Judgement] = OrderedDict()
        self._bot = bot
        self._start_soon = start_soon

    def get(self, table_id: str, deal: int) -> Judgement | None:
        """Return the verdicts on a deal; None if it was not judged."""
        return self.kept.get((table_id, deal))

    async def begin(self, interaction: Interaction, kept: SavedTable, deal: int) -> None:
        """Begin to judge a deal, unless that has been done or is being done.

        Raises:
            UserError: the expert is judging enough deals.
            TableError: there is no such deal, or it has not ended.

        """
        place = (kept.header.id, deal)
        if not self._is_wanted(place, interaction):
            return
        asked = await self._bot.rendering.draw(questions, kept, deal)
        # another press may have begun it meanwhile
        if not self._is_wanted(place, interaction):
            return
        judgement = self.kept[place] = Judgement(asked)
        self.kept.move_to_end(place)
        if len(self.kept) > MAX_JUDGEMENTS:
            del self.kept[next(at for at, each in self.kept.items() if not each.running)]
        self._start_soon(self._judge(judgement))

    def _is_wanted(self, place: tuple[str, int], interaction: Interaction) -> bool:
        """Whether a deal has to be judged, and can be now."""
        known = self.kept.get(place)
        if known is not None and not known.failed:
            self.kept.move_to_end(place)
            return False
        if sum(each.running for each in self.kept.values()) >= MAX_RUNNING:
            t = translations(interaction.locale)
            raise UserError(t.gettext("The expert is busy with other deals. Try again in a minute."))
        return True

    async def _judge(self, judgement: Judgement) -> None:
        """Judge the moves of a deal one after the other, and update the messages that show it now and then."""
        told = self._bot.monotonic()
        while judgement.running:
            try:
                await judgement.judge_next(self._bot.thinkers.judge)
            except Exception as error:
                judgement.failed = True
                _log.error("a deal could not be judged:\n%s", redacted_traceback(error))
            if not judgement.running or self._bot.monotonic() - told >= PROGRESS_SECONDS:
                await judgement.tell()
                told = self._bot.monotonic()
        judgement.listeners.clear()

    def unfollow(self, interaction: Interaction) -> None:
        """Update the message that was pressed no more: it is about to show something else."""
        for each in self.kept.values():
            each.listeners.pop(_reader(interaction), None)


# ---------------------------------------------------------------------- the messages that show it


async def follow(
    interaction: Interaction,
    judgement: Judgement,
    known: int,
    message: Callable[[], tuple[list[discord.File], discord.ui.LayoutView]],
) -> None:
    """Keep a message up to date while the expert thinks, as long as its token lasts.

    Args:
        interaction: the press that was just answered.
        judgement: the verdicts.
        known: the judgement's news when the message was made.
        message: returns the files and the layout that the message has to show now.

    """
    reader = _reader(interaction)

    async def update() -> None:
        if interaction.is_expired():
            # the next press shows how far the expert has come
            judgement.listeners.pop(reader, None)
            return
        try:
            files, view = message()
            await edit_answer(interaction, view=view, attachments=files)
        except FAILURES as error:
            judgement.listeners.pop(reader, None)
            _log.info("an expert's verdicts could not be shown: %s", describe(error))

    if judgement.running:
        judgement.listeners[reader] = update
    elif judgement.news != known:
        await update()


def _reader(interaction: Interaction) -> tuple[int, int]:
    return interaction.message.id if interaction.message is not None else 0, interaction.user.id


# ---------------------------------------------------------------------- what is told


def judgement_lines(
    judgement: Judgement, at: int, people: Sequence[str], t: NullTranslations, *, ended: bool
) -> Iterator[str]:
    """Yield the verdict on the move before a moment, how far the expert is, and the summary at the deal's end.

    Args:
        judgement: the verdicts.
        at: the moment's number, from 0.
        people: each seat's name, as it stands in a sentence.
        t: the reader's catalogue.
        ended: whether the moment is the deal's result.

    """
    if at and not ended:
        if at not in judgement.questions:
            yield t.gettext("Expert: that was the only legal move.")
        elif at in judgement.verdicts:
            yield _verdict_text(judgement, at, people, t)
    if judgement.failed:
        yield t.gettext("The expert couldn't finish. Press **Expert** to try again.")
    elif judgement.running:
        form = t.ngettext(
            "Expert: {number} of {count} move", "Expert: {number} of {count} moves", len(judgement.questions)
        )
        yield form.format(number=len(judgement.verdicts), count=len(judgement.questions))
    elif ended:
        yield from _summary(judgement, people, t)
    elif not at:
        yield t.gettext("Expert: done. Each move now has its verdict, and the result a summary.")


def _verdict_text(judgement: Judgement, at: int, people: Sequence[str], t: NullTranslations) -> str:
    """Return what the expert would have played, and what the move played costs."""
    asked, said = judgement.questions[at], judgement.verdicts[at]
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


def _summary(judgement: Judgement, people: Sequence[str], t: NullTranslations) -> Iterator[str]:
    """Yield what each player's simulated moves cost on average, and the costliest move."""
    costs = judgement.costs()
    if not costs:
        yield t.gettext("Expert: no move of this deal was judged by simulation.")
    for seat, lost in sorted(costs.items()):
        form = t.ngettext(
            "Expert: a move by {name} cost {average} of 100 deals on average ({count} move simulated).",
            "Expert: a move by {name} cost {average} of 100 deals on average ({count} moves simulated).",
            len(lost),
        )
        yield form.format(name=people[seat], average=tenths(sum(lost) / len(lost), t), count=len(lost))
    if (worst := judgement.costliest()) is not None:
        form = t.gettext("Costliest move: number {number}, by {name}, about {cost} of 100 deals.")
        seat = judgement.questions[worst].played.seat
        yield form.format(number=worst, name=people[seat], cost=judgement.verdicts[worst].cost)
