"""Replays: of a deal as the channel saw it, and of a finished match with open hands, move by move."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from gettext import NullTranslations
from typing import Any, NamedTuple

import discord
from discord import app_commands

import render
from cogs.bot import DominoBot, Interaction
from cogs.core.answer import edit_answer
from cogs.core.cog import Cog, on_button, on_select
from cogs.core.commands import MATCH, command
from cogs.core.components import button, number, select
from cogs.core.context import has, leaderboard_scope, person_of
from cogs.core.errors import UserError
from cogs.core.frame import MAX_FILE_BYTES, Picture, Rows, picture_message
from cogs.core.preferences import appearance_of_answer, public_texts, server_theme
from cogs.history.finished import archived_deal, match_of, suggest_match
from cogs.history.reviewer import Reviewer, follow, review_lines
from cogs.messages.names import header_for, name, picture_names, rules_name
from engine.live.challenges.attempt import without_course
from engine.live.history.move_review import DealReview
from engine.live.history.replays import deal_count, open_replay_views, replay_views
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Header, SavedTable, Status
from engine.view import View
from render.i18n import translations
from render.pictures.replay import Reel
from render.text import replay as retold
from render.text.sentences import turn_text

_ = app_commands.locale_str


REVIEWED = "expert"
"""The last argument of steps while the reader sees the expert's verdicts."""

LAST = 999_999_999
"""A deal's last moment, in custom ids."""

MAX_REELS = 16
"""The number of deals kept in memory: most presses are about a deal that is already being shown."""

MAX_OPTIONS = 25
"""Discord's limit of options in a select."""


def _draw_animation(
    views: Sequence[View], people: Sequence[str], t: NullTranslations, theme: render.Theme
) -> tuple[bytes, str]:
    """Return the animated replay of a deal and its alt text."""
    return render.replay(views, people, t, theme=theme), render.replay_alt(views, people, t)


async def _animation(
    interaction: Interaction, views: Sequence[View], people: Sequence[str], t: NullTranslations, theme: render.Theme
) -> Picture:
    """Draw the animated replay of a deal."""
    moving, alt = await interaction.client.rendering.draw_long(_draw_animation, views, people, t, theme)
    if len(moving) > MAX_FILE_BYTES:
        raise UserError(t.gettext("This deal's replay is larger than Discord allows."))
    return Picture(moving, "replay.gif", alt)


async def _as_read(
    interaction: Interaction, views: Sequence[View], people: Sequence[str], t: NullTranslations
) -> Picture | str:
    """Return the replay of a deal as the user reads it: animated or as text."""
    as_text, theme = await appearance_of_answer(interaction, private=True)
    if as_text:
        return await interaction.client.rendering.draw(render.replay_text, views, people, t)
    return await _animation(interaction, views, people, t, theme)


class Replays(Cog):
    """Shows replays, with the expert's verdicts.

    Attributes:
        reviewer: the expert's reviews of the deals that were shown last.

    """

    def __init__(self, bot: DominoBot) -> None:
        super().__init__(bot)
        self.reviewer = Reviewer(bot, self.start_soon)
        # the replays shown last, by table id and deal
        self._reels: OrderedDict[tuple[str, int], Reel] = OrderedDict()

    @on_button("replay")
    async def replay(self, interaction: Interaction, table_id: str, deal: str) -> None:
        """Handle Replay after a deal, even long after the match: show it to the user who pressed."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        client, t = interaction.client, translations(interaction.locale)
        kept = await client.hub.saved(table_id)
        if interaction.channel_id != kept.header.channel_id:
            # no message elsewhere has this button
            raise TableError(Code.STALE)
        header = kept.header
        if header.status is not Status.PLAYING:
            # while they play, everyone there knows them; afterwards they may choose to be anonymous
            header = await header_for(client.hub.store, header, interaction.user.id, t)
        people = picture_names(header, t)
        heading = t.gettext("**Replay** · {rules}, deal {deal}")
        text = heading.format(rules=rules_name(kept.header.rules, t), deal=number(deal))
        views = await client.rendering.draw(replay_views, kept, number(deal))
        files, components = picture_message(text, await _as_read(interaction, views, people, t))
        await edit_answer(interaction, view=components, attachments=files)

    @command(
        under=MATCH,
        name=_("replay"),
        description=_("Watch a finished match again, move by move, with all hands visible"),
        formerly=["domino replay"],
    )
    @app_commands.describe(identity=_("The match's id"))
    @app_commands.rename(identity=_("id"))
    @app_commands.autocomplete(identity=suggest_match)
    async def replay_command(self, interaction: Interaction, identity: str) -> None:
        """Handle ``/domino match replay``: show the first moment of a match to the user who asks."""
        await self.show_from_start(interaction, identity)

    @on_button("step")
    async def step(
        self, interaction: Interaction, table_id: str, deal: str, at: str, which: str, reviewed: str = ""
    ) -> None:
        """Handle First, Back, Next, Last and Costliest move."""
        del which
        await self._go(interaction, table_id, number(deal), number(at), reviewed=reviewed == REVIEWED)

    @on_select("jump")
    async def jump(self, interaction: Interaction, table_id: str, choice: str) -> None:
        """Handle the choice of a deal."""
        await self._go(interaction, table_id, number(choice), 0)

    @on_button("expert")
    async def expert(self, interaction: Interaction, table_id: str, deal: str, at: str) -> None:
        """Handle Expert: start a review of the deal, and show a verdict under each move."""
        await self.reviewer.begin(interaction, await match_of(interaction, table_id), number(deal))
        await self._go(interaction, table_id, number(deal), number(at), reviewed=True)

    @on_button("watch")
    async def watch(self, interaction: Interaction, table_id: str, deal: str) -> None:
        """Handle Play: show the animated deal to the user who pressed, with a button to post it."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        t = translations(interaction.locale)
        position = await self._position(interaction, table_id, number(deal), interaction.user.id, t)
        text, views, people = position.heading(t), position.reel.views, picture_names(position.header, t)
        share = [button("post", table_id, deal, label=t.gettext("Post here"))]
        files, components = picture_message(text, await _as_read(interaction, views, people, t), (share,))
        await edit_answer(interaction, view=components, attachments=files)

    @on_button("post")
    async def post(self, interaction: Interaction, table_id: str, deal: str) -> None:
        """Handle Post here: post the animated deal in the channel, in the server's language."""
        t = await public_texts(interaction)
        if not _may_write(interaction):
            raise UserError(translations(interaction.locale).gettext("You aren't allowed to post in this channel."))
        position = await self._position(interaction, table_id, number(deal), None, t)
        await interaction.response.defer()
        theme = await server_theme(interaction.client.hub.store, leaderboard_scope(interaction))
        picture = await _animation(interaction, position.reel.views, picture_names(position.header, t), t, theme)
        by = t.gettext("Shown by {name}").format(name=name(person_of(interaction)))
        files, components = picture_message(f"{position.heading(t)}\n-# {by}", picture)
        await interaction.response.send_message(
            view=components, files=files, allowed_mentions=discord.AllowedMentions.none()
        )

    async def show_from_start(self, interaction: Interaction, identity: str) -> None:
        """Show the first moment of a match in a new message, to the user who asks."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        files, components = (await self._moment(interaction, identity, 1, 0)).framed(translations(interaction.locale))
        await edit_answer(interaction, view=components, attachments=files)

    async def _go(self, interaction: Interaction, identity: str, deal: int, at: int, *, reviewed: bool = False) -> None:
        """Show another moment in the message whose control was used, and keep its verdicts up to date."""
        self.reviewer.unfollow(interaction)
        moment, t = (
            await self._moment(interaction, identity, deal, at, reviewed=reviewed),
            translations(interaction.locale),
        )
        files, components = moment.framed(t)
        known = moment.review.news if moment.review is not None else 0
        await interaction.response.edit_message(view=components, attachments=files)
        if moment.review is not None:
            await follow(interaction, moment.review, known, partial(moment.framed, t))

    async def _moment(
        self, interaction: Interaction, identity: str, deal: int, at: int, *, reviewed: bool = False
    ) -> Moment:
        """Return one moment for the user who asks, with the expert's verdicts if they asked for them before."""
        client, t = interaction.client, translations(interaction.locale)
        position = await self._position(interaction, identity, deal, interaction.user.id, t)
        reel, people = position.reel, picture_names(position.header, t)
        at = min(at, len(reel) - 1)
        review = self.reviewer.get(position.header.id, deal) if reviewed else None
        as_text, theme = await appearance_of_answer(interaction, private=True)
        if as_text:
            return Moment(position, at, await client.rendering.draw(_moment_text, reel, at, people, t), review)
        png, alt = await client.rendering.draw(_draw_moment, reel, at, people, t, theme)
        # a different name for each moment: the previous picture may still be loading
        return Moment(position, at, Picture(png, f"replay-{deal}-{at}.png", alt), review)

    async def _position(
        self, interaction: Interaction, identity: str, deal: int, asker_id: int | None, t: NullTranslations
    ) -> ReplayPosition:
        """Return a deal of a finished match of this server.

        Raises:
            UserError: there is no such match here, or it has not ended.
            TableError: it has no such deal.

        """
        client = interaction.client
        kept = await match_of(interaction, identity)
        header, deals = await header_for(client.hub.store, kept.header, asker_id, t), deal_count(kept)
        if not 1 <= deal <= deals:
            raise TableError(Code.STALE)
        reels = self._reels
        reel = reels.pop((header.id, deal), None) or await client.rendering.draw(_reel, kept, deal)
        reels[header.id, deal] = reel
        if len(reels) > MAX_REELS:
            reels.popitem(last=False)
        return ReplayPosition(header, deal, deals, reel)


# ---------------------------------------------------------------------- a match that is over, moment by moment


class ReplayPosition(NamedTuple):
    """A deal of a finished match, for one reader.

    Attributes:
        header: the table's header, with its people as the reader may see them.
        deal: the deal's number, from 1.
        deals: the number of deals.
        reel: the deal's moments.

    """

    header: Header
    deal: int
    deals: int
    reel: Reel

    def heading(self, t: NullTranslations) -> str:
        """Return the title: rule set, deal and match."""
        form = t.gettext("**Replay** · {rules}, deal {deal} of {deals} · match `{id}`")
        deal = self.deal
        if number := archived_deal(self.header.id):
            form, deal = t.gettext("**Replay** · {rules}, deal {deal} · match `{id}`"), number
        rules = rules_name(self.header.rules, t)
        return form.format(rules=rules, deal=deal, deals=self.deals, id=self.header.id)

    def text(self, at: int, t: NullTranslations) -> str:
        """Return the move before a moment, and whose turn it is or how the deal ended."""
        view, people = self.reel.view(at), [name(person) for person in self.header.people]
        if self.reel.shows_result(at):
            return " ".join(retold.result_lines(view, people, t))
        done = retold.one_move(self.reel.views, at, people, t)
        sentences = [t.gettext("{sentence}.").format(sentence=done) if done else t.gettext("The tiles are dealt.")]
        if view.turn is not None:
            sentences.append(turn_text(people[view.turn], t))
        return " ".join(sentences)

    def place_text(self, at: int, t: NullTranslations) -> str:
        """Return the number of a moment, ``Move 3 of 20``, or that it is the result."""
        if self.reel.shows_result(at):
            return t.gettext("The result")
        return t.gettext("Move {number} of {count}").format(number=at, count=len(self.reel.views) - 1)

    def rows(self, at: int, review: DealReview | None, t: NullTranslations) -> Rows:
        """Return the buttons at a moment, and a select of deals if there are several.

        While the reader sees the expert's verdicts, the buttons that stay in the deal keep showing them.
        """
        table, deal, last = self.header.id, self.deal, len(self.reel) - 1
        reviewed = () if review is None else (REVIEWED,)
        back = (deal, at - 1) if at else (deal - 1, LAST)
        following, over = ((deal, at + 1) if at < last else (deal + 1, 0)), at == last and deal == self.deals
        buttons: list[discord.ui.Item[Any]] = [
            button("step", table, deal, 0, "first", *reviewed, label=t.gettext("First"), disabled=at == 0),
            button("step", table, *back, "back", *reviewed, label=t.gettext("Back"), disabled=back[0] < 1),
            button("watch", table, deal, label=t.gettext("Play"), style=discord.ButtonStyle.primary),
            button("step", table, *following, "next", *reviewed, label=t.gettext("Next"), disabled=over),
            button("step", table, deal, LAST, "last", *reviewed, label=t.gettext("Last"), disabled=at == last),
        ]
        rows: list[Sequence[discord.ui.Item[Any]]] = [buttons]
        if self.reel.shows_result(last):
            if review is None or not review.done:
                # it stays while the expert thinks: after a restart it begins anew
                rows.append([button("expert", table, deal, at, label=t.gettext("Expert"))])
            elif (worst := review.costliest()) is not None:
                label = t.gettext("Costliest move")
                rows.append([button("step", table, deal, worst, "worst", REVIEWED, label=label, disabled=at == worst)])
        return rows if self.deals < 2 else (*rows, [self._jump(t)])

    def _jump(self, t: NullTranslations) -> discord.ui.Select[Any]:
        first = max(1, min(self.deal - MAX_OPTIONS // 2, self.deals - MAX_OPTIONS + 1))
        options = [
            discord.SelectOption(
                label=t.gettext("Deal {deal}").format(deal=each), value=str(each), default=each == self.deal
            )
            for each in range(first, min(first + MAX_OPTIONS, self.deals + 1))
        ]
        return select("jump", self.header.id, options=options, placeholder=t.gettext("Go to a deal"))


def _reel(kept: SavedTable, deal: int) -> Reel:
    views = open_replay_views(kept, deal)
    if number := archived_deal(kept.header.id):
        views = tuple(replace(without_course(view), deal=number) for view in views)
    return Reel(views)


class Moment(NamedTuple):
    """A moment of a deal, as one reader sees it.

    Attributes:
        position: the deal.
        at: the moment's number, from 0.
        picture: its picture, or the text in its place.
        review: the expert's verdicts on the deal, if the reader asked for them.

    """

    position: ReplayPosition
    at: int
    picture: Picture | str
    review: DealReview | None

    def framed(self, t: NullTranslations) -> tuple[list[discord.File], discord.ui.LayoutView]:
        """Return the files and the layout."""
        position, at = self.position, self.at
        lines = [position.heading(t), position.text(at, t)]
        if self.review is not None:
            people = [name(person) for person in position.header.people]
            lines += review_lines(self.review, at, people, t, ended=position.reel.shows_result(at))
        lines.append(f"-# {position.place_text(at, t)}")
        return picture_message("\n".join(lines), self.picture, position.rows(at, self.review, t))


def _draw_moment(
    reel: Reel, at: int, people: Sequence[str], t: NullTranslations, theme: render.Theme
) -> tuple[bytes, str]:
    """Return the picture of a moment and its alt text."""
    tell = render.deal_end_alt if reel.shows_result(at) else render.table_alt
    return reel.picture(at, people, t, theme), tell(reel.view(at), people, t)


def _moment_text(reel: Reel, at: int, people: Sequence[str], t: NullTranslations) -> str:
    """Return a moment as text, for a message that already names the last move and the result."""
    if reel.shows_result(at):
        return render.deal_end_text(reel.view(at), people, t, outcome=False)
    return render.table_text(reel.view(at), people, t, turn=False, last=False)


def _may_write(interaction: Interaction) -> bool:
    """Whether the user may write in the channel: the bot must not speak for users who may not."""
    thread = isinstance(interaction.channel, discord.Thread)
    return has(interaction.permissions, "send_messages_in_threads" if thread else "send_messages")
