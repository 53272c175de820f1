"""Playing a challenge: the controls of the private match, and the message that shows it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from cogs.bot import Interaction
from cogs.challenges import attempts
from cogs.challenges.attempts import Attempt, decider, is_void
from cogs.challenges.match_message import Reader, match_message
from cogs.challenges.own_result import VOID, find, send, show_result
from cogs.core import permissions
from cogs.core.cog import Cog, on_button, on_select
from cogs.core.components import number
from cogs.core.context import leaderboard_scope, person_of
from cogs.core.errors import UserError
from cogs.core.preferences import Appearance, appearance
from cogs.core.refusals import AGAIN
from cogs.messages.content import Content
from cogs.publishing.delivery import files
from engine.actions import Play
from engine.bots.choose import CHOICES
from engine.errors import redacted_traceback
from engine.i18n import N_
from engine.live.challenges.challenge import Challenge
from engine.live.challenges.choosing import NoAnswer
from engine.live.model.errors import Code, TableError
from engine.tiles import Tile
from render.i18n import translations

_log = logging.getLogger(__name__)

ENDED = N_("The time for these deals is over. The results come in a few minutes.")
NOT_BEGUN = N_("You haven't begun these deals.")
NOT_INVITED = N_("These deals are for the people that their opener has invited.")
DELETED = N_(
    "You had begun these deals before your data was deleted. Everybody plays them once, so you can't begin again."
)


class ChallengePlay(Cog):
    """The controls of the private match of a challenge."""

    @on_button("chact")
    @on_select("chact")
    async def play_move(self, interaction: Interaction, challenge_id: str, ply: str, seat: str, choice: str) -> None:
        """Handle a press that plays a tile, draws, passes, bids or names trump."""
        del seat
        await _advance(interaction, challenge_id, attempts.played, number(ply), number(choice))

    @on_button("chtile")
    @on_select("chtile")
    async def choose_tile(self, interaction: Interaction, challenge_id: str, ply: str, seat: str, choice: str) -> None:
        """Handle the press of a tile that can be played in several ways: ask for the way."""
        del seat
        attempt = await _own_attempt(interaction, challenge_id)
        if attempt is None:
            return
        position = attempt.next
        move = attempts.offered(position, number(ply), number(choice))
        if not isinstance(move, Play):
            await show(interaction, attempt, edits=True)
            raise TableError(Code.STALE)
        await show(interaction, replace(attempt, position=position), edits=True, ends_of=move.tile)

    @on_button("chpick")
    @on_select("chpick")
    async def pick_tile(
        self, interaction: Interaction, challenge_id: str, ply: str, seat: str, end: str, choice: str
    ) -> None:
        """Handle the choice of a tile from the select of an end."""
        del end  # only makes the selects' ids differ
        await self.play_move(interaction, challenge_id, ply, seat, choice)

    @on_button("chback")
    async def show_hand(self, interaction: Interaction, challenge_id: str) -> None:
        """Handle Back: show the whole hand again."""
        attempt = await _own_attempt(interaction, challenge_id)
        if attempt is not None:
            await show(interaction, replace(attempt, position=attempt.next), edits=True)

    @on_button("chnext")
    async def next_deal(self, interaction: Interaction, challenge_id: str, deal: str) -> None:
        """Handle Next deal."""
        await _advance(interaction, challenge_id, attempts.dealt, number(deal))


async def open_attempt(
    interaction: Interaction,
    challenge: Challenge,
    notes: Sequence[str] = (),
    on_begin: Callable[[], Awaitable[None]] | None = None,
) -> None:
    """Begin or resume the user's attempt at a challenge, in a message for them alone.

    That is the answer to the interaction, or a follow-up if it is answered already. After the end it has the result.

    Args:
        interaction: the command or press.
        challenge: the challenge.
        notes: the lines below the heading.
        on_begin: called if it begins now, before it is shown.

    Raises:
        UserError: the user may not play it.

    """
    permissions.check(interaction, ephemeral=True)
    client, user_id = interaction.client, interaction.user.id
    t, store, now = translations(interaction.locale), client.hub.store.challenges, client.clock()
    player = await store.player(challenge, user_id)
    if player is None:
        _require_open(interaction, challenge)
        if challenge.version is None:
            challenge = replace(challenge, version=await store.set_version(challenge.id, CHOICES))
        if is_void(challenge):
            raise UserError(t.gettext(VOID))
    elif player.user_id != user_id:
        raise UserError(t.gettext(DELETED))
    elif challenge.is_over(now) or player.finished_at is not None or player.void or is_void(challenge):
        await show_result(interaction, challenge, player, edits=False)
        return
    try:
        place = leaderboard_scope(interaction)
        decide = decider(client.thinkers)
        attempt = await attempts.begun(store, challenge, person_of(interaction), place, now, decide)
    except NoAnswer:
        raise UserError(t.gettext(AGAIN)) from None
    if attempt is None:
        raise UserError(t.gettext(ENDED))
    if player is None and on_begin is not None:
        await on_begin()
    await show(interaction, attempt, edits=False, notes=notes)


def _require_open(interaction: Interaction, challenge: Challenge) -> None:
    """Raise :class:`UserError` unless the user may begin a challenge."""
    t, user_id = translations(interaction.locale), interaction.user.id
    if not challenge.is_open(interaction.client.clock()):
        raise UserError(t.gettext(ENDED))
    if challenge.invited and user_id not in challenge.invited:
        raise UserError(t.gettext(NOT_INVITED))


async def _own_attempt(interaction: Interaction, challenge_id: str) -> Attempt | None:
    """Return the attempt that a press goes on with; None after showing why it is over.

    Raises:
        UserError: the user has none, as only forged ids and deleted data have it.

    """
    t, store = translations(interaction.locale), interaction.client.hub.store.challenges
    challenge = await find(interaction, challenge_id)
    player = await store.player(challenge, interaction.user.id)
    if player is None:
        raise UserError(t.gettext(NOT_BEGUN))
    if player.user_id != interaction.user.id:
        raise UserError(t.gettext(DELETED))
    over = challenge.is_over(interaction.client.clock()) or is_void(challenge)
    if over or player.finished_at is not None or player.void:
        await show_result(interaction, challenge, player, edits=True)
        return None
    return await attempts.resumed(store, challenge, player)


async def _advance(
    interaction: Interaction, challenge_id: str, change: Callable[..., Awaitable[Attempt]], *arguments: int
) -> None:
    """Change the user's attempt, and show it in the message that was pressed; after a refusal, as it is now."""
    attempt = await _own_attempt(interaction, challenge_id)
    if attempt is None:
        return
    client = interaction.client
    try:
        store, decide = client.hub.store.challenges, decider(client.thinkers)
        attempt = await change(store, attempt, *arguments, client.clock(), decide)
    except NoAnswer:
        raise UserError(translations(interaction.locale).gettext(AGAIN)) from None
    except TableError:
        # another press may have come first, on another device
        present = await _own_attempt(interaction, challenge_id)
        if present is not None:
            await show(interaction, present, edits=True)
        raise
    await show(interaction, attempt, edits=True)


async def show(
    interaction: Interaction, attempt: Attempt, *, edits: bool, notes: Sequence[str] = (), ends_of: Tile | None = None
) -> None:
    """Show an attempt to its player: in the message that was pressed, or in a new one."""
    client = interaction.client
    look = await appearance(client.hub.store, leaderboard_scope(interaction), interaction.user.id)
    reader = Reader(person_of(interaction), look, client.tiles, client.mentions)
    drawn = (attempt.position, attempt.events)
    try:
        content: Content = await client.rendering.draw(match_message, *drawn, reader, notes, ends_of)
    except Exception as error:
        if look.as_text:
            raise
        # play goes on
        text = "challenge %s is shown as text, since it could not be drawn:\n%s"
        _log.error(text, attempt.challenge.id, redacted_traceback(error))
        reader = replace(reader, look=Appearance(as_text=True, theme=look.theme))
        content = await client.rendering.draw(match_message, *drawn, reader, notes, ends_of)
    await send(interaction, content.components, files(content), edits=edits)
