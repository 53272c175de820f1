"""``/domino challenge``: a challenge among friends, its public message, and its results."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress

import discord
from discord import app_commands

from cogs.bot import DominoBot, Interaction
from cogs.challenges.daily import DAILY, open_daily
from cogs.challenges.invitation import invitation, results
from cogs.challenges.own_result import find
from cogs.challenges.play import open_attempt
from cogs.challenges.players import shown_players
from cogs.challenges.results_table import MAX_COMPARED, ResultRow
from cogs.core import permissions
from cogs.core.cog import Cog, handler_of, on_button
from cogs.core.command_names import commands_for
from cogs.core.commands import command
from cogs.core.components import custom_id, custom_ids
from cogs.core.context import LIMITS, delivery_of, has, leaderboard_scope
from cogs.core.errors import UserError, reply_privately
from cogs.core.frame import notifying
from cogs.core.http.budget import Urgency
from cogs.core.http.requests import FAILURES, describe, may_be_done
from cogs.core.preferences import check, public_language, server_preferences
from cogs.messages.names import rules_name
from cogs.parameters.friends import invited_ids
from cogs.parameters.rules import rules_meant, seats_of, suggest_named_rules, tell_lost
from engine.bots.choose import CHOICES
from engine.bots.level import Level
from engine.dealing import Seed
from engine.i18n import N_
from engine.live.challenges.challenge import MAX_DEALS, Challenge, Kind
from engine.live.model.ids import new_id
from engine.live.model.seating import usual_seats
from engine.rules import RULE_SETS, has_hands
from render.i18n import translations

_log = logging.getLogger(__name__)

_ = app_commands.locale_str

HOUR, DAY = 3_600, 86_400

MAX_OPENED, MAX_IN_CHANNEL = 5, 10
"""The maximum number of open challenges of a person, and of a channel."""

NOBODY = discord.AllowedMentions.none()

NOT_READY = N_("The results aren't ready yet. Try again in a minute.")


class Friends(Cog):
    """Opens challenges among friends, and answers the buttons of their public messages."""

    @command(
        name=_("challenge"), description=_("The same deals for everyone here: each plays alone, then all are compared")
    )
    @app_commands.describe(
        rules=_("A game, saved rules, or a code"),
        deals=_("How many deals to play"),
        level=_("How well the computers play"),
        duration=_("How long it is open"),
        friend1=_("Someone to invite"),
        friend2=_("Someone to invite"),
        friend3=_("Someone to invite"),
    )
    @app_commands.rename(
        rules=_("rules"),
        deals=_("deals"),
        level=_("level"),
        duration=_("duration"),
        friend1=_("friend1"),
        friend2=_("friend2"),
        friend3=_("friend3"),
    )
    @app_commands.choices(
        level=[
            app_commands.Choice(name=_("easy"), value=Level.EASY.value),
            app_commands.Choice(name=_("normal"), value=Level.NORMAL.value),
            app_commands.Choice(name=_("expert"), value=Level.EXPERT.value),
        ]
    )
    @app_commands.choices(
        duration=[
            app_commands.Choice(name=_("an hour"), value=HOUR),
            app_commands.Choice(name=_("three hours"), value=3 * HOUR),
            app_commands.Choice(name=_("a day"), value=DAY),
            app_commands.Choice(name=_("three days"), value=3 * DAY),
            app_commands.Choice(name=_("a week"), value=7 * DAY),
        ]
    )
    @app_commands.autocomplete(rules=suggest_named_rules)
    async def challenge(
        self,
        interaction: Interaction,
        rules: str | None = None,
        deals: app_commands.Range[int, 1, MAX_DEALS] = 3,
        level: str = Level.NORMAL.value,
        duration: int = DAY,
        friend1: discord.User | None = None,
        friend2: discord.User | None = None,
        friend3: discord.User | None = None,
    ) -> None:
        """Handle ``/domino challenge``."""
        chosen = await server_preferences(interaction)
        check(interaction, chosen)
        _require_readers(interaction)
        friends = _invited(interaction, (friend1, friend2, friend3))
        meant = await rules_meant(interaction, rules, chosen)
        t, now = translations(interaction.locale), interaction.client.clock()
        if not has_hands(meant.rules):
            text = t.gettext("In {rules} nobody holds tiles, so it can't be a challenge. Choose another game.")
            raise UserError(text.format(rules=rules_name(meant.rules, t)))
        await _require_room(interaction)
        opened = Challenge(
            id=new_id(),
            kind=Kind.FRIENDS,
            guild_id=leaderboard_scope(interaction),
            channel_id=interaction.channel_id or 0,
            opener_id=interaction.user.id,
            rules=meant.rules,
            options=meant.options,
            seats=usual_seats(seats_of(meant.rules, meant.options)),
            deals=deals,
            level=Level(level),
            version=CHOICES,
            seed=Seed.new(),
            secret=Seed.new(),
            opens_at=now,
            ends_at=now + duration,
            invited=friends,
            locale=public_language(interaction, chosen),
        )
        await _post(interaction, opened)
        if delivery_of(interaction).alone:
            text = t.gettext(
                "Nobody else can see this, so the challenge is for you alone. To challenge friends, type {command} on "
                "a server, in a group message, or in your direct messages with a friend."
            )
            await reply_privately(interaction, text.format(command=commands_for(interaction).name("challenge")))
        await tell_lost(interaction, meant)

    @on_button("chplay")
    async def play(self, interaction: Interaction, which: str) -> None:
        """Handle Play now, below a message that others see, too: begin or resume a match, or show its result."""
        if which == DAILY:
            await open_daily(interaction)
            return
        client, challenge = interaction.client, await find(interaction, which)
        shown = is_invitation(interaction, challenge)
        if challenge.closed:
            await show_results(interaction, challenge, edits=shown)
            return

        async def name_player() -> None:
            if shown:
                # the match counts, and not its announcement
                with suppress(*FAILURES):
                    await interaction.response.edit_message(view=await _invitation(client, challenge))

        await open_attempt(interaction, challenge, on_begin=name_player)

    @Cog.listener()
    async def on_challenge_closed(self, challenge: Challenge) -> None:
        """Show the results where the bot may write; elsewhere the next press does."""
        bot = self.bot
        assert isinstance(bot, DominoBot)
        if not challenge.post_id or challenge.rules not in RULE_SETS:
            return
        view = await results_view(bot, challenge, challenge.locale)
        message = bot.get_partial_messageable(challenge.channel_id).get_partial_message(challenge.post_id)
        try:
            async with bot.budget.reserved(Urgency.CLEANUP):
                await message.edit(view=view, allowed_mentions=NOBODY)
        except FAILURES as error:
            _log.info("the results of challenge %s could not be shown: %s", challenge.id, describe(error))


def is_invitation(interaction: Interaction, challenge: Challenge) -> bool:
    """Whether the message that was pressed is the public message of a challenge."""
    components = interaction.message.components if interaction.message is not None else ()
    return custom_id("b", "chseed", challenge.id) in custom_ids(components)


def _require_readers(interaction: Interaction) -> None:
    """Raise :class:`UserError` unless the answer is shown to others, and Discord lets the bot answer with pictures."""
    t = translations(interaction.locale)
    abroad = interaction.guild_id is not None and not delivery_of(interaction).on_server
    if abroad and not has(interaction.permissions, "use_external_apps"):
        text = t.gettext("This server doesn't let you use your own apps in public, so nobody else would see it.")
        raise UserError(text)
    permissions.check(interaction, ephemeral=True)


def _invited(interaction: Interaction, friends: Sequence[discord.User | None]) -> tuple[int, ...]:
    """Return the ids of those who may play, without friends nobody's: then everybody may.

    Raises:
        UserError: a friend can't be invited.

    """
    t, delivery = translations(interaction.locale), delivery_of(interaction)
    if any(friends) and delivery.alone:
        raise UserError(t.gettext(LIMITS[delivery]))
    invited = invited_ids(interaction, friends)
    return (interaction.user.id, *invited) if invited else ()


async def _require_room(interaction: Interaction) -> None:
    """Raise :class:`UserError` if the user or the channel has too many open challenges."""
    t, store = translations(interaction.locale), interaction.client.hub.store.challenges
    now = interaction.client.clock()
    if sum(each.is_open(now) for each in await store.opened_by(interaction.user.id)) >= MAX_OPENED:
        text = t.gettext("You have {count} open challenges, the most there can be. Wait until one of them ends.")
        raise UserError(text.format(count=MAX_OPENED))
    if sum(each.is_open(now) for each in await store.of_channel(interaction.channel_id or 0)) >= MAX_IN_CHANNEL:
        text = t.gettext(
            "This channel has {count} open challenges, the most there can be. Wait until one of them ends."
        )
        raise UserError(text.format(count=MAX_IN_CHANNEL))


async def _post(interaction: Interaction, challenge: Challenge) -> None:
    """Store a challenge, and show its message as the answer; one that Discord refused is closed again."""
    store = interaction.client.hub.store.challenges
    await store.add(challenge)
    friends = [each for each in challenge.invited if each != challenge.opener_id]
    try:
        answer = await interaction.response.send_message(
            view=await _invitation(interaction.client, challenge),
            allowed_mentions=notifying(friends),
        )
    except Exception as error:
        if not may_be_done(error):
            await store.close(challenge.id, lambda totals: dict.fromkeys(totals))
        raise
    if delivery_of(interaction).by_token and answer.message_id is not None:
        await store.set_post(challenge.id, answer.message_id)


async def _invitation(bot: DominoBot, challenge: Challenge) -> discord.ui.LayoutView:
    """Return the public message of a challenge as it is now."""
    store, t = bot.hub.store, translations(challenge.locale)
    players = await store.challenges.players(challenge.id, MAX_COMPARED)
    shown = await shown_players(store.preferences, players, t)
    count = (await store.challenges.counts(challenge.id)).begun
    return invitation(challenge, [each.name for each in shown], count, t)


async def show_results(interaction: Interaction, challenge: Challenge, *, edits: bool = False) -> None:
    """Show the results of a challenge: to all, in its public message that was pressed, or to the user alone.

    Raises:
        UserError: they are not final yet.

    """
    if not challenge.closed:
        raise UserError(translations(interaction.locale).gettext(NOT_READY))
    locale = challenge.locale if edits else str(interaction.locale)
    view = await results_view(interaction.client, challenge, locale)
    if edits:
        await interaction.response.edit_message(view=view)
    else:
        await interaction.response.send_message(view=view, ephemeral=True)


async def results_view(bot: DominoBot, challenge: Challenge, locale: str) -> discord.ui.LayoutView:
    """Return the results of a challenge that is closed, in a language."""
    store, t = bot.hub.store, translations(locale)
    players = await store.challenges.best(challenge.id, MAX_COMPARED)
    shown = await shown_players(store.preferences, players, t)
    rows = [ResultRow(name, player.margins, player.cut, player.id) for player, name in shown]
    count = (await store.challenges.counts(challenge.id)).finished
    return results(challenge, rows, count, t, replays=handler_of(bot, "s", "look") is not None)
