"""A vote to end a match early, and its buttons."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

import discord

from cogs.bot import Interaction
from cogs.core.cog import Cog, on_button
from cogs.core.commands import WITH_FRIENDS, former_command
from cogs.core.components import button, number
from cogs.core.context import manages, require_here, shared_table_here
from cogs.core.errors import UNKNOWN_INTERACTION
from cogs.core.frame import framed
from cogs.core.refusals import sentence
from cogs.messages.names import name
from engine.live.league.figures import Kind
from engine.live.league.results import kind_of
from engine.live.model.errors import Code, TableError
from engine.live.model.table import Presence
from engine.live.tables import votes
from engine.live.tables.table import Table
from render.i18n import translations


def _names(table: Table, users: tuple[int, ...], t: NullTranslations) -> str:
    """Return the names of the people with one vote."""
    people = [name(table.people[seat]) for user_id in users if (seat := table.header.seat_of(user_id)) is not None]
    return ", ".join(people) or t.gettext("nobody")


def ballot(table: Table, t: NullTranslations, note: str = "") -> discord.ui.LayoutView:
    """Return the message of the newest vote: the question, the count and, while it runs, the buttons; a note first."""
    vote = table.header.vote
    assert vote is not None, "there was a vote"
    lines = [note] if note else []
    lines.append(f"**{t.gettext('End this match? It would not count for anyone.')}**")
    lines.append(t.gettext("End it: {people}").format(people=_names(table, vote.yes, t)))
    lines.append(t.gettext("Play on: {people}").format(people=_names(table, vote.no, t)))
    rows: tuple[tuple[discord.ui.Button[discord.ui.LayoutView], ...], ...] = ()
    if votes.is_won(table.situation, vote):
        lines.append(t.gettext("More than half of the players here want to end the match, so it has ended."))
    elif votes.is_lost(table.situation, vote):
        lines.append(t.gettext("Too few players want to end the match, so it continues."))
    else:
        until = t.gettext("It takes more than half of the players here to end the match. The vote ends {when}.")
        if votes.needs_vote(table.situation):
            until = t.gettext(
                "It takes more than half of the players here, and at least two, to end the match. The vote ends {when}."
            )
        lines.append(f"-# {until.format(when=f'<t:{int(vote.until)}:R>')}")
        end = t.gettext("End the match")
        rows = (
            (
                button("vote", table.id, vote.number, "yes", label=end, style=discord.ButtonStyle.danger),
                button("vote", table.id, vote.number, "no", label=t.gettext("Play on")),
            ),
        )
    return framed("\n".join(lines), rows=rows)


class Voting(Cog):
    """Lets players vote on the end of a match."""

    @former_command("domino vote", now="domino table end", where=WITH_FRIENDS)
    async def vote_command(self, interaction: Interaction) -> None:
        """Start a vote; a user alone gets a question instead."""
        table = shared_table_here(interaction)
        if votes.ends_at_once(table.situation, interaction.user.id):
            await confirm_end(interaction, table)
        else:
            await start_vote(interaction, table)

    @on_button("stop")
    async def end_or_vote(self, interaction: Interaction, table: Table) -> None:
        """Handle End the match, also in the question before leaving."""
        await ask_to_end(interaction, table)

    @on_button("vote")
    async def vote(self, interaction: Interaction, table_id: str, vote_number: str, choice: str) -> None:
        """Handle the buttons of a vote."""
        try:
            table = interaction.client.hub.find(table_id)
        except TableError:
            # the match ended in another way
            t = translations((await interaction.client.hub.saved(table_id)).header.locale)
            await interaction.response.edit_message(view=framed(t.gettext("This match is over.")))
            raise
        if choice not in ("yes", "no"):
            raise TableError(Code.STALE)
        try:
            await table.do(votes.vote, interaction.user.id, number(vote_number), choice == "yes")
        except TableError as declined:
            if declined.code is Code.VOTE_OVER:
                await interaction.response.edit_message(view=_over(table))
            raise
        await interaction.response.edit_message(view=ballot(table, translations(table.header.locale)))


def may_end(interaction: Interaction, table: Table) -> bool:
    """Whether a user may end a match alone: the host early in the match, and members who may manage messages."""
    user_id = interaction.user.id
    if not table.header.has_host:
        return False
    may = user_id == table.header.host_id and not votes.needs_vote(table.situation)
    return may or votes.ends_at_once(table.situation, user_id) or manages(interaction, table.header.channel_id)


async def ask_to_end(interaction: Interaction, table: Table) -> None:
    """Ask a user who may end the match alone once more; otherwise start a vote."""
    if may_end(interaction, table):
        await confirm_end(interaction, table)
    else:
        await start_vote(interaction, table)


async def confirm_end(interaction: Interaction, table: Table) -> None:
    """Ask a user who may end the match alone."""
    t = translations(interaction.locale)
    text = t.gettext("End this match for everyone? It won't count for anyone.")
    if len(table.header.human_seats) == 1:
        text = t.gettext("End this match? It won't count.")
    text = " ".join((text, *playing_on_counts(table, t)))
    await confirm(interaction, text, button("end", table.id, label=t.gettext("End the match")))


def playing_on_counts(table: Table, t: NullTranslations) -> tuple[str, ...]:
    """Return a sentence where the end of a match would save the rating of somebody who left; else nothing."""
    saved = any(each.presence is Presence.LEFT and not each.early for each in table.people)
    if not saved or kind_of(table.header) is Kind.COMPUTERS:
        return ()
    return (t.gettext("If it is played to its end, it counts, and anyone who left is rated as last."),)


async def confirm(
    interaction: Interaction,
    text: str,
    sure: discord.ui.Button[Any],
    otherwise: str = "",
    instead: Sequence[discord.ui.Button[Any]] = (),
) -> None:
    """Ask a user about something that can't be undone.

    Args:
        interaction: the interaction to answer.
        text: the question.
        sure: the button that does it.
        otherwise: the label of the button that does not; empty for *Keep playing*.
        instead: another way, as a sentence.

    """
    sure.style = discord.ButtonStyle.danger
    keep = button("keep", label=otherwise or translations(interaction.locale).gettext("Keep playing"))
    await interaction.response.send_message(view=framed(text, rows=((sure, *instead, keep),)), ephemeral=True)


async def start_vote(interaction: Interaction, table: Table) -> None:
    """Start a vote and post it in the table's channel; the user votes for the end."""
    require_here(interaction, table)
    try:
        await table.do(votes.call_vote, interaction.user.id)
    except TableError as declined:
        if declined.code is not Code.VOTE_RUNNING or table.header.vote is None:
            raise
        # its message may have scrolled away
        t = translations(interaction.locale)
        running = ballot(table, t, note=sentence(declined, t))
        await interaction.response.send_message(view=running, ephemeral=True)
        return
    components, nobody = ballot(table, translations(table.header.locale)), discord.AllowedMentions.none()
    try:
        await interaction.response.send_message(view=components, allowed_mentions=nobody)
    except discord.HTTPException as error:
        if error.code != UNKNOWN_INTERACTION or not table.header.delivery.on_server:
            raise
        # too late to answer; the vote runs, so everyone must see it
        channel = interaction.client.get_partial_messageable(table.header.channel_id)
        await channel.send(view=components, allowed_mentions=nobody)


def _over(table: Table) -> discord.ui.LayoutView:
    """Return the message of a vote whose time is up."""
    return framed(translations(table.header.locale).gettext("That vote is over, and the match continues."))
