"""A player's own result: the screen for the player alone, and **Show here**, which posts the card."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Any

import discord

from cogs.bot import DominoBot, Interaction
from cogs.challenges.attempts import is_void
from cogs.challenges.result import Result, card, card_key, result_lines
from cogs.challenges.titles import card_title, heading
from cogs.core.cog import Cog, handler_of, on_button
from cogs.core.components import button
from cogs.core.context import delivery_of
from cogs.core.errors import UserError
from cogs.core.frame import framed, rows_of_five
from cogs.core.preferences import public_texts
from cogs.messages.names import name
from engine.i18n import N_
from engine.live.challenges.challenge import Challenge, Kind
from engine.live.challenges.standing import percentage, squares
from engine.live.challenges.store import Player
from engine.live.model.errors import Code, TableError
from engine.live.model.preferences import PersonPreferences, Visibility
from engine.live.model.table import Person
from engine.rules import RULE_SETS
from render.i18n import translations

GONE = N_("I don't know these deals any more.")
UNFINISHED = N_("You haven't finished these deals yet.")
RULES_GONE = N_("I no longer have the game of this challenge, so I can't show it.")
VOID = N_(
    "I was updated meanwhile, and my computers now choose differently. So these deals no longer count for people who "
    "had not finished them, and break nobody's days in a row."
)
CUT_SOON = N_(
    "The time ran out before you had finished. A normal computer plays the rest in your place; your result is here in "
    "a few minutes."
)


class OwnResults(Cog):
    """Shows people their own results."""

    @on_button("chresult")
    async def result(self, interaction: Interaction, challenge_id: str) -> None:
        """Handle Result, after the last deal."""
        challenge, player = await _own(interaction, challenge_id)
        over = player.finished_at is not None or player.void or is_void(challenge)
        if not over and not challenge.is_over(interaction.client.clock()):
            raise UserError(translations(interaction.locale).gettext(UNFINISHED))
        await show_result(interaction, challenge, player, edits=True)

    @on_button("chshow")
    async def show_here(self, interaction: Interaction, challenge_id: str) -> None:
        """Handle Show here: post the card."""
        challenge, player = await _own(interaction, challenge_id)
        t, store = translations(interaction.locale), interaction.client.hub.store
        if player.finished_at is None or player.void:
            raise UserError(t.gettext(UNFINISHED))
        if not _may_tell(challenge):
            raise UserError(t.gettext("Results of a challenge stay secret until it ends."))
        if (await store.preferences.get(PersonPreferences, interaction.user.id)).shown is not Visibility.NAMED:
            raise UserError(t.gettext("You have chosen not to show your name, so this stays private."))
        t = await public_texts(interaction)
        result = await result_of(interaction.client, challenge, player, t)
        person = Person(interaction.user.id, interaction.user.display_name, "")
        lines = [f"**{name(person)}** · {card(result, t)}"]
        if key := card_key(result.squares, t):
            lines.append(f"-# {key}")
        rows = [[_play_button(t)]] if challenge.kind is Kind.DAILY else []
        await interaction.response.send_message(view=framed("\n".join(lines), rows=rows))


def _may_tell(challenge: Challenge) -> bool:
    """Whether a player may show others the result: among friends only once nobody can play any more."""
    return challenge.kind is Kind.DAILY or challenge.closed


def _play_button(t: NullTranslations) -> discord.ui.Button[Any]:
    """Return the button below a card that begins today's deal."""
    return button("chplay", "daily", label=t.gettext("Play now"), style=discord.ButtonStyle.success)


async def find(interaction: Interaction, challenge_id: str) -> Challenge:
    """Return the challenge of a control; raise :class:`UserError` if there is none."""
    challenge = await interaction.client.hub.store.challenges.find(challenge_id)
    if challenge is None:
        raise UserError(translations(interaction.locale).gettext(GONE))
    if challenge.channel_id not in (0, interaction.channel_id):
        # no message elsewhere has its controls
        raise TableError(Code.STALE)
    if challenge.rules not in RULE_SETS:
        raise UserError(translations(interaction.locale).gettext(RULES_GONE))
    return challenge


async def _own(interaction: Interaction, challenge_id: str) -> tuple[Challenge, Player]:
    """Return a challenge and the user's attempt; raise :class:`UserError` if there is none."""
    challenge = await find(interaction, challenge_id)
    player = await interaction.client.hub.store.challenges.player(challenge, interaction.user.id)
    if player is None or player.user_id != interaction.user.id:
        raise UserError(translations(interaction.locale).gettext(GONE))
    return challenge, player


async def send(
    interaction: Interaction, view: discord.ui.LayoutView, attachments: Sequence[discord.File] = (), *, edits: bool
) -> None:
    """Show the user a message for them alone: in the message that was pressed, or in a new one."""
    if edits:
        await interaction.response.edit_message(view=view, attachments=[*attachments])
        return
    private = not delivery_of(interaction).alone
    await interaction.response.send_message(view=view, files=[*attachments], ephemeral=private)


async def show_result(interaction: Interaction, challenge: Challenge, player: Player, *, edits: bool) -> None:
    """Show a player their result, or why there is none."""
    t, client = translations(interaction.locale), interaction.client
    lines, buttons = [heading(challenge, 0, t)], list[discord.ui.Item[Any]]()
    if player.finished_at is not None and not player.void:
        result = await result_of(client, challenge, player, t)
        lines += result_lines(result, t)
        if delivery_of(interaction).alone:
            lines.append(f"```\n{card(result, t)}\n```")
        elif _may_tell(challenge):
            buttons.append(button("chshow", challenge.id, label=t.gettext("Show here")))
    elif player.void or is_void(challenge):
        lines.append(t.gettext(VOID))
    else:
        lines.append(t.gettext(CUT_SOON))
        buttons.append(button("chresult", challenge.id, label=t.gettext("Result")))
    lines += _outlook(client, challenge, t)
    buttons += await _more_buttons(client, challenge, t)
    await send(interaction, framed("\n".join(lines), rows=rows_of_five(buttons)), edits=edits)


def _outlook(client: DominoBot, challenge: Challenge, t: NullTranslations) -> list[str]:
    """Return the line on what comes after a challenge."""
    ends = f"<t:{int(challenge.ends_at)}:R>"
    if challenge.is_over(client.clock()):
        return []
    text = t.gettext("Until it ends, nobody sees anybody's tiles. Results and replays open {when}.")
    if challenge.kind is Kind.DAILY:
        text = t.gettext("Until the day ends, nobody sees the deals. Replays open, and a new day begins {when}.")
    return [f"-# {text.format(when=ends)}"]


async def _more_buttons(client: DominoBot, challenge: Challenge, t: NullTranslations) -> list[discord.ui.Item[Any]]:
    """Return the buttons that lead on from a result."""
    shown, store = list[discord.ui.Item[Any]](), client.hub.store.challenges
    if challenge.closed:
        shown.append(button("chtable", challenge.id, label=t.gettext("All results")))
    if challenge.kind is not Kind.DAILY:
        return shown
    yesterday = await store.daily(challenge.number - 1)
    if yesterday is not None and yesterday.closed:
        shown.append(button("chtable", yesterday.id, label=t.gettext("Yesterday")))
    if handler_of(client, "b", "chpromise"):
        shown.append(button("chpromise", challenge.number, label=t.gettext("Fair deal")))
    return shown


async def result_of(client: DominoBot, challenge: Challenge, player: Player, t: NullTranslations) -> Result:
    """Return a player's result of a challenge that they have finished, as far as it is known."""
    store, days = client.hub.store.challenges, 0
    field = await store.field(challenge.id, player.total)
    share = player.percentage if challenge.closed else percentage(field.better, field.equal - 1, field.players - 1)
    if challenge.kind is Kind.DAILY:
        days = (await store.months.streaks([player.user_id], challenge.number))[player.user_id]
    return Result(
        card_title(challenge, t),
        player.margins,
        challenge.par,
        () if challenge.par is None else squares(player.margins, challenge.par),
        field.players,
        share,
        days,
        cut=player.cut,
        over=challenge.closed,
    )
